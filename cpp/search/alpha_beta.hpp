// Alpha-beta for any game and any net: one template, no virtual call, no allocation in a search.
//
// The result is that of plain minimax to the last bit, whatever is switched on: bounds are sound,
// remembered scores hold for exactly the depth that is asked for, and at the root a move that only
// equals the best is told apart from one that is worse. So the order of moves never changes the
// answer, only the time.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <utility>

#include "core/rng.hpp"
#include "games/game.hpp"
#include "search/settings.hpp"
#include "search/tactics.hpp"
#include "search/ties.hpp"
#include "search/values.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// Capture Go has rules of its own for what is forced.
template <class G>
constexpr bool kHasTactics = false;
template <int N>
constexpr bool kHasTactics<CaptureGo<N>> = true;

template <class G>
struct NoTactics {};
template <class G>
struct TacticsOf {
    using Type = NoTactics<G>;
};
template <int N>
struct TacticsOf<CaptureGo<N>> {
    using Type = Tactics<N>;
};

// A random number for a stone of a side on a point: boards are told apart by the numbers of their
// stones, put together.
template <int Points>
struct StoneKeys {
    std::uint64_t of[2][Points];
    constexpr StoneKeys() : of{} {
        for (int side = 0; side < 2; ++side)
            for (int point = 0; point < Points; ++point)
                of[side][point] = mix(static_cast<std::uint64_t>(2 * point + side + 1));
    }
};
template <int Points>
inline constexpr StoneKeys<Points> kStoneKeys{};

template <Game G, class Values>
class AlphaBeta {
public:
    using Position = typename G::Position;
    using Points = Bits<G::kPoints>;

    // `table_depth` is the greatest depth that will be asked for: it says how much to remember.
    AlphaBeta(const G& game, int table_depth, const std::atomic<bool>* stop)
        : game_(game),
          first_capture_wins_(wins_by_first_capture(game)),
          can_get_stuck_(can_get_stuck(game)),
          stop_(stop),
          frames_(new Frame[kMaxPly + 2]),
          table_bits_(bits_for(table_depth)),
          table_(table_bits_ ? new Entry[std::size_t{1} << table_bits_]() : nullptr),
          leaf_bits_(Values::kBatches ? leaf_bits_for(table_depth) : 0),
          leaf_table_(leaf_bits_ ? new std::uint64_t[std::size_t{1} << leaf_bits_]() : nullptr) {
        new_game();
    }

    // Forgets what earlier searches learned about ordering.
    void new_game() {
        for (auto& side : history_)
            for (auto& one : side) one = 0;
        for (auto& some : killers_)
            for (Move& one : some) one = -1;
    }

    // The best move of a position that is not over. With `all`, every candidate's score is exact.
    void think(const Position& position, Trail trail, const Net& net,
               const SearchSettings& settings, std::uint64_t seed, bool all, SearchResult& result) {
        settings_ = settings;
        values_.use(net, to_move(position));
        nodes_ = leaves_ = 0;
        // The depth alone says how much is remembered, so that counts depend on nothing else.
        bits_ = settings.table ? std::min(table_bits_, bits_for(settings.depth)) : 0;
        leaf_shift_ =
            64 - (settings.table ? std::min(leaf_bits_, leaf_bits_for(settings.depth)) : 0);
        stopped_ = false;
        limited_ = settings.max_nodes > 0 || settings.max_seconds > 0;
        if (settings.max_seconds > 0)
            deadline_ = std::chrono::steady_clock::now() +
                        std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                            std::chrono::duration<double>(std::min(settings.max_seconds, 1e8)));
        trail_length_ = 0;
        if constexpr (G::kMaxTrail > 0)
            for (const std::uint64_t key : trail) keys_[trail_length_++] = key;

        Frame& root = frames_[0];
        root.position = position;
        if constexpr (kHasTactics<G>)
            root.tactics.start(position.stones[kBlack], position.stones[kWhite]);
        values_.start(position, root.state);
        root.ready = true;
        // No search finds the leaves of another; and no salt is the key of a stone.
        leaf_salt_ = mix(~std::uint64_t{++age_});
        leaf_error_ = 0;
        root.stones = 0;
        for (const Side side : {kBlack, kWhite})
            position.stones[side].each([&](int point) { root.stones ^= stone_key(side, point); });

        list_root_moves(result);
        result.complete = true;
        result.move = -1;
        // Shallower searches come first. They order the moves at the root, on which most of the
        // work of a deep one depends; and under a limit there is always an answer.
        for (int depth = 1; depth <= settings.depth; ++depth) {
            const bool wanted = limited_ || depth == 1 || (settings.depth - depth) % 2 == 0;
            if (wanted &&
                !search_root(depth, seed, all && (limited_ || depth == settings.depth), result))
                break;
        }
        result.nodes = nodes_;
        result.leaves = leaves_;
    }

private:
    static constexpr int kMaxPly = G::kPoints + kMaxDepth + 2;
    static constexpr bool kTactical = kHasTactics<G>;
    static constexpr int kKillers = 4;
    static constexpr int kMaxRank = 1 << 22;

    struct Frame {
        Position position;
        [[no_unique_address]] typename TacticsOf<G>::Type tactics;
        [[no_unique_address]] typename Values::State state;
        std::uint64_t stones;  // the keys of all stones, put together
        Move move;             // the one that led here
        bool ready;            // whether `state` has been worked out
        int line_length;
        Move line[kMaxPly + 2];
    };

    enum Bound : std::uint8_t { kUpper = 1, kLower = 2, kExact = 3 };

    struct Entry {
        std::uint64_t key;
        Score score;  // a decided one counts from this position
        Move move;
        std::uint8_t depth;
        Bound bound;
        std::uint32_t age;
    };

    // An estimate of a board, for black. Many orders of moves lead to the same leaf. It shares a
    // word with 47 bits of the key, so that the table stays small; together with its place they
    // say 60 to 64 bits, and one probe in 2^47 may take another board for this one.
    static constexpr int kWorthBits = 17;
    static constexpr int kWorthMiddle = 1 << (kWorthBits - 1);
    static constexpr float kWorthStep = 16;  // in grid steps; worth lies between -2^20 and 2^20
    static constexpr float kWorthError = 16;

    static int leaf_bits_for(int depth) {
        if (depth <= 2) return 0;
        return depth >= 5 ? 17 : 2 * depth + 7;
    }

    std::uint64_t leaf_tag(std::uint64_t key) const { return (key ^ leaf_salt_) << kWorthBits; }

    static int bits_for(int depth) {
        if (depth <= 2) return 0;
        return depth >= 7 ? 20 : 2 * depth + 7;
    }

    static bool wins_by_first_capture(const G& game) {
        if constexpr (kTactical)
            return game.options().captures == 1;
        else
            return false;
    }

    static bool can_get_stuck(const G& game) {
        if constexpr (kTactical)
            return !game.options().passing &&
                   game.options().no_move != CaptureGoOptions::NoMove::passes;
        else
            return (void)game, false;
    }

    // --- the root ---------------------------------------------------------------------------

    // Candidates, and whether they cost depth.
    void list_root_moves(SearchResult& result) {
        const Position& position = frames_[0].position;
        result.root_count = 0;
        root_free_ = false;
        root_score_known_ = false;
        MoveList<G::kMoves> legal;
        legal_moves(game_, position, trail(), legal);
        const auto keep = [&](int move) {
            result.root_moves[result.root_count++] = static_cast<Move>(move);
        };
        if constexpr (kTactical) {
            if (tactical()) {
                const Side side = to_move(position);
                const Points captures = frames_[0].tactics.last_liberties(other(side));
                if (captures.any()) {
                    captures.each(keep);
                    root_score_known_ = true;
                    known_root_score_ = kWin - 1;
                    return;
                }
                const Points saves = frames_[0].tactics.last_liberties(side);
                if (saves.any()) {
                    const int save = saves.lowest();
                    const bool can_save =
                        saves.count() == 1 && game_.playable(position, save, trail());
                    if (position.passes > 0 && game_.may_pass(position)) {
                        root_free_ = true;
                        if (can_save) keep(save);
                        keep(G::kPoints);
                    } else if (can_save) {
                        root_free_ = true;
                        keep(save);
                    } else {
                        for (const Move move : legal) keep(move);
                        root_score_known_ = true;
                        known_root_score_ = 2 - kWin;
                    }
                    return;
                }
            }
        }
        const Points wanted = neighbourhood(position);
        for (const Move move : legal)
            if (move == G::kPoints || wanted.has(move)) keep(move);
        if (result.root_count == 0)
            for (const Move move : legal) keep(move);
    }

    // One search to a depth; false if a limit stopped it.
    bool search_root(int depth, std::uint64_t seed, bool all, SearchResult& result) {
        const Position& position = frames_[0].position;
        const Side side = to_move(position);
        order_root(result);
        MoveList<G::kMoves> moves;
        for (int i = 0; i < result.root_count; ++i) moves.add(result.root_moves[i]);
        Score scores[G::kPoints + 1];  // by move
        for (Score& score : scores) score = -kWin;
        bool known[G::kPoints + 1] = {};
        Points quiet;
        bool together = false;
        if constexpr (kTactical && Values::kBatches)
            together = tactical() && settings_.batch && !settings_.ataris && !all && !root_free_ &&
                       !root_score_known_;
        if (together && !roomy(position)) together = false;
        if (together) {
            if constexpr (kTactical) {
                const Points empty = position.empty();
                quiet = frames_[0].tactics.moves(side, empty, empty).quiet;
            }
            if (depth == 1) score_quiet_moves(moves, quiet, scores, known);
        }

        Move best = -1;
        std::uint64_t best_priority = 0;
        Move line[kMaxLine];
        int line_length = 0;
        for (int i = 0; i < moves.count; ++i) {
            if constexpr (kTactical && Values::kBatches)
                if (i > 0 && together && depth == 2 && !is_lost(scores[best])) {
                    together = false;
                    Score ignored = -kWin;
                    refute_together(0, quiet, i, moves, scores[best] - 1, ignored);
                    if (i == moves.count) break;
                }
            const Move move = moves.move[i];
            const std::uint64_t priority = tie_priority(seed, position.plies, move);
            Score score = scores[move];
            frames_[0].line[0] = move;
            frames_[0].line_length = 1;
            if (root_score_known_) {
                score = known_root_score_;
            } else if (!known[move]) {
                const int rest = root_free_ ? depth : depth - 1;
                make(0, move);
                if (best < 0 || all) {
                    score = -search(1, rest, -kWin, kWin);
                } else {
                    // Worse ones need no exact score, but an equal one with priority is better.
                    const Score bar = priority > best_priority ? scores[best] - 1 : scores[best];
                    score = settings_.narrow ? -search(1, rest, -bar - 1, -bar) : kWin;
                    if (score > bar && !stopped_) score = -search(1, rest, -kWin, -bar);
                }
                unmake(move);
                if (stopped_) break;
                lead_line(0, move);
            }
            scores[move] = score;
            if (best < 0 || score > scores[best] ||
                (score == scores[best] && priority > best_priority)) {
                best = move;
                best_priority = priority;
                line_length = frames_[0].line_length;
                for (int j = 0; j < line_length; ++j) line[j] = frames_[0].line[j];
            }
        }
        if (stopped_) result.complete = false;
        // An unfinished search counts only if there is no finished one.
        if (stopped_ && result.move >= 0) return false;
        result.depth = stopped_ ? 0 : depth;
        result.move = best < 0 ? result.root_moves[0] : best;
        result.score = best < 0 ? 0 : scores[best];
        result.line_length = line_length;
        for (int j = 0; j < line_length; ++j) result.line[j] = line[j];
        for (int j = 0; j < result.root_count; ++j)
            result.root_scores[j] = scores[result.root_moves[j]];
        return !stopped_;
    }

    // The worth of all quiet moves at once, for a search of one ply.
    void score_quiet_moves(const MoveList<G::kMoves>& moves, const Points& quiet, Score* scores,
                           bool* known) {
        if constexpr (Values::kBatches) {
            const Position& position = frames_[0].position;
            Move batch[Values::kMaxBatch];
            Score found[Values::kMaxBatch];
            int count = 0;
            const auto flush = [&] {
                values_.values(frames_[0].state, position, batch, count, found);
                leaves_ += count;
                for (int i = 0; i < count; ++i) {
                    scores[batch[i]] = found[i];
                    known[batch[i]] = true;
                }
                count = 0;
            };
            for (const Move move : moves) {
                if (move == G::kPoints ? position_passes(position) > 0 : !quiet.has(move)) continue;
                batch[count++] = move;
                if (count == Values::kMaxBatch) flush();
            }
            if (count > 0) flush();
        } else {
            (void)moves, (void)quiet, (void)scores, (void)known;
        }
    }

    static int position_passes(const Position& position) {
        if constexpr (kTactical)
            return position.passes;
        else
            return (void)position, 0;
    }

    // The best of an earlier, shallower search first, then by its scores, then by history.
    void order_root(SearchResult& result) {
        struct Ranked {
            Score score;
            int rank, place;
            Move move;
        };
        const bool searched = result.move >= 0;
        const Ranks ranks = ranks_of(to_move(frames_[0].position), 0, -1);
        std::array<Ranked, kMaxRootMoves> moves;
        for (int i = 0; i < result.root_count; ++i) {
            const Move move = result.root_moves[i];
            moves[i] = {searched ? result.root_scores[i] : 0, ranks[move], i, move};
        }
        const auto end = moves.begin() + result.root_count;
        std::sort(moves.begin(), end, [&](const Ranked& a, const Ranked& b) {
            if (searched && (a.move == result.move) != (b.move == result.move))
                return a.move == result.move;
            if (a.score != b.score) return a.score > b.score;
            return a.rank != b.rank ? a.rank > b.rank : a.place < b.place;
        });
        for (int i = 0; i < result.root_count; ++i) {
            result.root_moves[i] = moves[i].move;
            result.root_scores[i] = moves[i].score;
        }
    }

    // --- the tree ---------------------------------------------------------------------------

    bool tactical() const { return first_capture_wins_ && settings_.forced; }

    Trail trail() const { return Trail(keys_.data(), trail_length_); }

    void make(int ply, Move move) {
        const Frame& from = frames_[ply];
        Frame& to = frames_[ply + 1];
        if constexpr (G::kMaxTrail > 0)
            if (move != G::kPoints) keys_[trail_length_++] = from.position.key();
        to.position = from.position;
        game_.play(to.position, move);
        to.move = move;
        to.ready = false;
        to.stones = from.stones ^ stone_key(to_move(from.position), move);
        if constexpr (kTactical) {
            if (tactical() && !to.position.result.over()) {
                if (move == G::kPoints)
                    to.tactics = from.tactics;
                else
                    to.tactics.play(from.tactics, to_move(from.position), move,
                                    to.position.empty());
            }
        }
    }

    static std::uint64_t stone_key(Side side, int move) {
        return move == G::kPoints ? 0 : kStoneKeys<G::kPoints>.of[side][move];
    }

    void unmake(Move move) {
        if constexpr (G::kMaxTrail > 0)
            if (move != G::kPoints) --trail_length_;
    }

    // Works out what the net keeps of a position, when it is first needed.
    typename Values::State& state(int ply) {
        Frame& frame = frames_[ply];
        if (!frame.ready) {
            if (Values::can_carry(frames_[ply - 1].position, frame.position))
                values_.play(state(ply - 1), frame.state, frames_[ply - 1].position, frame.move);
            else
                values_.start(frame.position, frame.state);
            frame.ready = true;
        }
        return frame.state;
    }

    static bool is_won(Score score) { return score > kDecided; }
    static bool is_lost(Score score) { return score < -kDecided; }
    // Whether no value of a net is above a bar, or every one.
    static bool is_clear(Score bar) { return is_won(bar) || is_lost(bar); }

    Score terminal(const Position& position, int ply) const {
        const int winner = position.result.winner;
        if (winner == 0) return 0;
        return winner == sign(to_move(position)) ? kWin - ply : ply - kWin;
    }

    bool out_of_budget() {
        if ((++nodes_ & 255) == 0) {
            if (stop_ && stop_->load(std::memory_order_relaxed)) stopped_ = true;
            if (settings_.max_seconds > 0 && std::chrono::steady_clock::now() >= deadline_)
                stopped_ = true;
        }
        if (settings_.max_nodes > 0 && nodes_ > settings_.max_nodes) stopped_ = true;
        return stopped_;
    }

    // The score for the side to move, exact if it lies between alpha and beta, else a bound.
    Score search(int ply, int depth, Score alpha, Score beta) {
        Frame& frame = frames_[ply];
        const Position& position = frame.position;
        frame.line_length = 0;
        if (position.result.over()) return terminal(position, ply);
        if (out_of_budget()) return 0;
        if constexpr (kTactical) {
            if (tactical()) {
                const Side side = to_move(position);
                if (frame.tactics.last_liberties(other(side)).any()) return kWin - (ply + 1);
                const Points saves = frame.tactics.last_liberties(side);
                if (saves.any()) return forced(ply, depth, saves, alpha, beta);
            }
        }
        if (depth == 0) return leaf(ply, alpha, beta);
        return widen(ply, depth, alpha, beta);
    }

    // A side in atari: it saves its string, or passes if that ends the game.
    Score forced(int ply, int depth, const Points& saves, Score alpha, Score beta) {
        const Position& position = frames_[ply].position;
        const int save = saves.lowest();
        const bool can_save = saves.count() == 1 && game_.playable(position, save, {});
        const bool can_end = position.passes > 0 && game_.may_pass(position);
        if (!can_save && !can_end) return ply + 2 - kWin;
        Score best = -kWin;
        if (can_save) best = follow(ply, static_cast<Move>(save), depth, alpha, beta, best);
        if (can_end && best < beta && !stopped_)
            best = follow(ply, G::kPoints, depth, alpha > best ? alpha : best, beta, best);
        return best;
    }

    // Searches one move and keeps the better score and its line.
    Score follow(int ply, Move move, int depth, Score alpha, Score beta, Score best) {
        make(ply, move);
        const Score score = -search(ply + 1, depth, -beta, -alpha);
        unmake(move);
        if (score > best) {
            best = score;
            if (score > alpha) lead_line(ply, move);
        }
        return best;
    }

    Score leaf(int ply, Score alpha, Score beta) {
        Score best;
        if (alpha + 1 == beta && is_clear(alpha)) {
            best = is_lost(alpha) ? beta : alpha;
        } else {
            ++leaves_;
            best = values_.value(state(ply), frames_[ply].position);
        }
        if constexpr (kTactical) {
            // Ataris are followed on; a side may also leave it at that.
            if (settings_.ataris && tactical() && best < beta) {
                const Position& position = frames_[ply].position;
                const auto moves = frames_[ply].tactics.moves(to_move(position), position.empty(),
                                                              position.empty());
                if (moves.doubles.any() && roomy(position)) return kWin - (ply + 3);
                Points rest = moves.ataris | moves.doubles;
                while (rest.any() && best < beta && !stopped_) {
                    const int point = rest.lowest();
                    rest.clear(point);
                    best = follow(ply, static_cast<Move>(point), 0, alpha > best ? alpha : best,
                                  beta, best);
                }
            }
        }
        return best;
    }

    // A node with depth left, in which nothing is forced.
    Score widen(int ply, int depth, Score alpha, Score beta) {
        Frame& frame = frames_[ply];
        const Position& position = frame.position;
        const Side side = to_move(position);

        Entry* entry = nullptr;
        std::uint64_t key = 0;
        Move remembered = -1;
        if (depth >= 2 && bits_ > 0 && game_.position_decides()) {
            key = position_key(position);
            entry = &table_[key >> (64 - bits_)];
            if (entry->key == key && entry->age == age_) {
                remembered = entry->move;
                if (entry->depth == depth) {
                    const Score score = from_here(entry->score, ply);
                    if (entry->bound == kExact || (entry->bound == kLower && score >= beta) ||
                        (entry->bound == kUpper && score <= alpha)) {
                        if (remembered >= 0) {
                            frame.line[0] = remembered;
                            frame.line_length = 1;
                        }
                        return score;
                    }
                }
            }
        }

        const Score given_alpha = alpha;
        Score best = -kWin;
        Move best_move = -1;
        MoveList<G::kMoves> moves;
        const Points wanted = neighbourhood(position);
        [[maybe_unused]] Points quiet;
        [[maybe_unused]] bool room = true;
        if constexpr (kTactical) {
            if (tactical()) {
                const auto kinds =
                    frame.tactics.moves(side, position.empty(), position.empty() & wanted);
                quiet = kinds.quiet;
                room = roomy(position);
                if (room && kinds.doubles.any()) {
                    frame.line[0] = static_cast<Move>(kinds.doubles.lowest());
                    frame.line_length = 1;
                    return kWin - (ply + 3);
                }
                if (kinds.blunders.any()) {
                    best = ply + 2 - kWin;
                    best_move = static_cast<Move>(kinds.blunders.lowest());
                }
                const bool pass = game_.may_pass(position);
                const Points rest = kinds.quiet | kinds.ataris | kinds.doubles;
                if (!(rest | kinds.blunders).any() && !pass) fill_all(ply, moves);
                if constexpr (Values::kBatches) {
                    if (depth == 1 && settings_.batch && !settings_.ataris && moves.count == 0 &&
                        room)
                        return last_step(ply, kinds, pass, best, best_move, alpha, beta);
                }
                rest.each([&](int point) { moves.add(point); });
                if (pass) moves.add(G::kPoints);
            } else {
                fill(ply, wanted, moves);
            }
        } else {
            fill(ply, wanted, moves);
        }

        if (best > alpha) alpha = best;
        bool together = false;
        if constexpr (kTactical && Values::kBatches)
            together = depth == 2 && tactical() && settings_.batch && !settings_.ataris && room;
        Order order(ranks_of(side, ply, remembered), moves);
        for (int i = 0; i < moves.count && best < beta; ++i) {
            if constexpr (kTactical && Values::kBatches)
                if (i > 0 && together && !is_lost(alpha)) {
                    together = false;
                    refute_together(ply, quiet, i, moves, alpha, best);
                    if (i == moves.count) break;
                    order.rank(i);
                }
            const Move move = order.take(i);

            make(ply, move);
            Score score;
            if (i == 0 || !settings_.narrow || alpha + 1 >= beta) {
                score = -search(ply + 1, depth - 1, -beta, -alpha);
            } else {
                score = -search(ply + 1, depth - 1, -alpha - 1, -alpha);
                if (score > alpha && score < beta && !stopped_)
                    score = -search(ply + 1, depth - 1, -beta, -score + 1);
            }
            unmake(move);
            if (stopped_) return 0;
            if (score > best) {
                best = score;
                best_move = move;
                if (score > alpha) {
                    alpha = score;
                    lead_line(ply, move);
                }
            }
        }
        if (best > given_alpha) remember_good(side, ply, depth, best_move);
        if (entry && !stopped_) {
            entry->key = key;
            entry->age = age_;
            entry->depth = static_cast<std::uint8_t>(depth);
            entry->score = to_here(best, ply);
            entry->move = best_move;
            entry->bound = best >= beta ? kLower : best > given_alpha ? kExact : kUpper;
        }
        return best;
    }

    // Two steps before the end: one strong reply is tried on all remaining quiet moves at once. A
    // move that it answers well enough needs no search of its own.
    void refute_together(int ply, const Points& quiet, int from, MoveList<G::kMoves>& moves,
                         Score alpha, Score& best) {
        const Position& position = frames_[ply].position;
        const Side side = to_move(position);
        const Points empty = position.empty();
        constexpr int kReplies = 3;
        constexpr int kWorthwhile = 4;
        // A local search replies near the stones that are there before the move.
        Points replies = empty;
        if (settings_.radius > 0)
            replies = empty == Points::all() ? Points{} : empty & neighbourhood(position);
        for (int round = 0; round < kReplies && moves.count - from >= kWorthwhile; ++round) {
            const int reply = strong_reply(ply, other(side), replies, empty);
            if (reply < 0) return;
            replies.clear(reply);
            Points open = quiet.without(Grid<G::kSize>::neighbours(reply));
            open.clear(reply);
            bool ready = false;
            const auto reply_state = [&]() -> typename Values::State& {
                if (!ready) values_.add_reply(state(ply), position, reply, reply_state_);
                ready = true;
                return reply_state_;
            };
            int kept = from;
            auto siblings =
                compared(reply_state, position, frames_[ply].stones ^ stone_key(other(side), reply),
                         alpha, [&](Move move, bool above) {
                             if (above) {
                                 moves.move[kept++] = move;
                             } else if (alpha > best) {
                                 best = alpha;
                             }
                         });
            const int total = moves.count;
            Points asked;
            for (int i = from; i < total; ++i) {
                const Move move = moves.move[i];
                if (move != G::kPoints && open.has(move))
                    asked.set(move);
                else
                    moves.move[kept++] = move;
            }
            siblings.add_while(asked, [] { return true; });
            moves.count = kept;
        }
    }

    // The reply that has refuted most, among those that stay quiet after any of the moves.
    int strong_reply(int ply, Side side, Points points, const Points& empty) const {
        for (int attempt = 0; attempt < 4; ++attempt) {
            const int point = most_promising(side, ply + 1, points);
            if (point < 0) return -1;
            if (frames_[ply].tactics.steady(side, point, empty)) return point;
            points.clear(point);
        }
        return -1;
    }

    // The last step of depth in Capture Go with a net that works on siblings together: the most
    // promising ones first, then, if they do not cut off, all the others.
    template <class Kinds>
    Score last_step(int ply, const Kinds& kinds, bool pass, Score best, Move best_move, Score alpha,
                    Score beta) {
        Frame& frame = frames_[ply];
        const Position& position = frame.position;
        const Side side = to_move(position);
        const Score given_alpha = alpha;
        const auto take = [&](Move move, Score score) {
            if (score <= best) return;
            best = score;
            best_move = move;
            if (score > alpha) {
                alpha = score;
                frame.line[0] = move;
                frame.line_length = 1;
            }
        };
        if (pass && position.passes > 0) {
            make(ply, G::kPoints);
            take(G::kPoints, -terminal(frames_[ply + 1].position, ply + 1));
            unmake(G::kPoints);
            pass = false;
        }
        const auto quiet_moves = [&](auto siblings) {
            constexpr int kFirst = 1;
            constexpr int kSecond = 5;
            Points rest = kinds.quiet;
            const auto add_promising = [&](int count) {
                for (int i = 0; i < count; ++i) {
                    const int point = most_promising(side, ply, rest);
                    if (point < 0) break;
                    rest.clear(point);
                    siblings.add(point);
                }
            };
            if (best < beta) {
                add_promising(kFirst);
                siblings.flush();
            }
            if (best < beta) {
                if (pass) siblings.add(G::kPoints);
                add_promising(kSecond);
                siblings.flush();
                siblings.add_while(rest, [&] { return best < beta; });
            }
        };
        // With nothing between alpha and beta, which of them a move reaches is all that counts.
        if (alpha + 1 == beta)
            quiet_moves(compared([this, ply]() -> auto& { return state(ply); }, position,
                                 frame.stones, alpha,
                                 [&](Move move, bool above) { take(move, above ? beta : alpha); }));
        else
            quiet_moves(valued(state(ply), position, take));
        Points ataris = kinds.ataris;
        while (ataris.any() && best < beta && !stopped_) {
            const int point = ataris.lowest();
            ataris.clear(point);
            const auto move = static_cast<Move>(point);
            make(ply, move);
            const Score score = -search(ply + 1, 0, -beta, -(alpha > best ? alpha : best));
            unmake(move);
            if (stopped_) return 0;
            if (score > alpha) lead_line(ply, move);
            if (score > best) {
                best = score;
                best_move = move;
                if (score > alpha) alpha = score;
            }
        }
        if (best > given_alpha) remember_good(side, ply, 1, best_move);
        return best;
    }

    // Where passing is forbidden a side without a legal move ends the game. That cannot be within
    // two moves as long as many empty points have empty neighbours: a stone takes away at most
    // five.
    bool roomy(const Position& position) const {
        if constexpr (kTactical)
            return !can_get_stuck_ || Grid<G::kSize>::open_points(position.empty()).count() > 10;
        else
            return (void)position, true;
    }

    // --- moves and their order -----------------------------------------------------------------

    // Points near a stone, if the search is local; else all.
    Points neighbourhood(const Position& position) const {
        const Points all = Points::all();
        if (settings_.radius == 0) return all;
        Points near = position.stones[kBlack] | position.stones[kWhite];
        if (!near.any()) return all;
        for (int step = 0; step < settings_.radius; ++step)
            near = (near | Grid<G::kSize>::beside(near)) & all;
        return near;
    }

    void fill_all(int ply, MoveList<G::kMoves>& moves) const {
        legal_moves(game_, frames_[ply].position, trail(), moves);
    }

    void fill(int ply, const Points& wanted, MoveList<G::kMoves>& moves) const {
        fill_all(ply, moves);
        if (settings_.radius == 0) return;
        MoveList<G::kMoves> near;
        for (const Move move : moves)
            if (move == G::kPoints || wanted.has(move)) near.add(move);
        if (near.count > 0) moves = near;
    }

    // How promising each move is: a remembered one, then what was good at this ply, then anywhere.
    using Ranks = std::array<int, G::kPoints + 1>;
    Ranks ranks_of(Side side, int ply, Move remembered) const {
        Ranks ranks{};
        if (settings_.history) ranks = history_[side];
        if (settings_.killers)
            for (int i = kKillers - 1; i >= 0; --i)
                if (killers_[ply][i] >= 0) ranks[killers_[ply][i]] = kMaxRank - 1 - i;
        if (remembered >= 0) ranks[remembered] = kMaxRank;
        return ranks;
    }

    // Moves in the order of their ranks, sorted as far as they are taken.
    class Order {
    public:
        Order(const Ranks& ranks, MoveList<G::kMoves>& moves) : ranks_(ranks), moves_(moves) {
            rank(0);
        }

        // Ranks the moves from a place on, after they were changed.
        void rank(int from) {
            for (int i = from; i < moves_.count; ++i) keys_[i] = key(ranks_[moves_.move[i]], i);
        }

        // The best of the moves from a place on; the one that was there takes its place.
        Move take(int from) {
            int best = keys_[from];  // of equals the first has the largest key
            for (int i = from + 1; i < moves_.count; ++i) best = std::max(best, keys_[i]);
            const int place = kPlaces - 1 - best % kPlaces;
            const Move move = moves_.move[place];
            moves_.move[place] = moves_.move[from];
            keys_[place] = key(keys_[from] / kPlaces, place);
            return move;
        }

    private:
        static constexpr int kPlaces = 256;
        static_assert(G::kMoves <= kPlaces && kMaxRank <= (1 << 30) / kPlaces);
        static int key(int rank, int place) { return rank * kPlaces + kPlaces - 1 - place; }

        Ranks ranks_;
        MoveList<G::kMoves>& moves_;
        int keys_[G::kMoves];
    };

    // The one of some points that is to be tried first, or -1.
    int most_promising(Side side, int ply, const Points& points) const {
        if (settings_.killers)
            for (const Move killer : killers_[ply])
                if (killer >= 0 && killer < G::kPoints && points.has(killer)) return killer;
        if (!settings_.history) return points.any() ? points.lowest() : -1;
        int best = -1, most = -1;
        points.each([&](int point) {
            if (history_[side][point] > most) {
                best = point;
                most = history_[side][point];
            }
        });
        return best;
    }

    void remember_good(Side side, int ply, int depth, Move move) {
        if (move < 0) return;
        int last = 0;  // the latest comes first, the others move on
        while (last < kKillers - 1 && killers_[ply][last] != move) ++last;
        for (; last > 0; --last) killers_[ply][last] = killers_[ply][last - 1];
        killers_[ply][0] = move;
        int& count = history_[side][move];
        count += depth * depth;
        if (count > kMaxRank / 2)
            for (int& one : history_[side]) one /= 2;
    }

    void lead_line(int ply, Move move) {
        Frame& frame = frames_[ply];
        const Frame& next = frames_[ply + 1];
        frame.line[0] = move;
        frame.line_length = next.line_length + 1;
        for (int i = 0; i < next.line_length; ++i) frame.line[i + 1] = next.line[i];
    }

    // --- the table -----------------------------------------------------------------------------

    // What the worth of a position depends on, hashed; the number of plies because of move caps.
    std::uint64_t position_key(const Position& position) const {
        const Setup setup = game_.describe(position);
        const auto counts =
            static_cast<std::uint64_t>(setup.plies | setup.passes << 16 | (setup.ko + 1) << 18);
        return mix(position.key() ^ mix(counts ^ std::uint64_t(setup.captured[0]) << 30 ^
                                        std::uint64_t(setup.captured[1]) << 47));
    }

    static Score to_here(Score score, int ply) {
        return score > kDecided ? score + ply : score < -kDecided ? score - ply : score;
    }
    static Score from_here(Score score, int ply) {
        return score > kDecided ? score - ply : score < -kDecided ? score + ply : score;
    }

    // --- siblings together -----------------------------------------------------------------------

    // Collects moves that end the search and are not known yet, and asks about them in batches.
    template <class Leaves>
    class Siblings {
    public:
        explicit Siblings(Leaves leaves) : leaves_(leaves) {}

        void add(int move) {
            if (!leaves_.tell(static_cast<Move>(move))) put(move);
        }

        // Adds points as long as more are wanted: first those that need not be asked about, then
        // the others, with those side by side that are cheaper together.
        template <class Wanted>
        void add_while(Points points, Wanted wanted) {
            points = leaves_.tell_some(points, wanted);
            while (points.any() && wanted()) {
                const int point = points.lowest();
                points.clear(point);
                put(point);
                const int partner = Values::partner(point);
                if (!points.has(partner) || !wanted()) continue;
                points.clear(partner);
                put(partner);
            }
            if (wanted()) flush();
        }

        void flush() {
            if (count_ > 0) leaves_.ask(moves_, count_);
            count_ = 0;
        }

    private:
        void put(int move) {
            moves_[count_++] = static_cast<Move>(move);
            if (count_ == Values::kMaxBatch) flush();
        }

        Leaves leaves_;
        int count_ = 0;
        Move moves_[Values::kMaxBatch];
    };

    // Leaves whose worth, for the side to move, is handed on.
    template <class Use>
    struct Valued {
        AlphaBeta& search;
        typename Values::State& state;
        const Position& position;
        Use use;

        static bool tell(Move) { return false; }
        template <class Wanted>
        static Points tell_some(const Points& points, Wanted) {
            return points;
        }
        void ask(const Move* moves, int count) {
            Score scores[Values::kMaxBatch];
            search.values_.values(state, position, moves, count, scores);
            search.leaves_ += count;
            for (int i = 0; i < count; ++i) use(moves[i], scores[i]);
        }
    };
    template <class Use>
    auto valued(typename Values::State& state, const Position& position, Use use) {
        return Siblings<Valued<Use>>({*this, state, position, use});
    }

    // Leaves of which only that is told: whether they are worth more than a bar. An estimate
    // answers that unless it is close, from this node or from another order of moves; so the
    // answer is as exact as a value. Nothing else depends on estimates, not even an order: they
    // may differ between instruction sets. state() is asked for only if it is needed.
    template <class State, class Use>
    struct Compared {
        AlphaBeta& search;
        State state;
        const Position& position;
        std::uint64_t stones;
        Score bar;
        Use use;

        // The estimate of a leaf that is remembered; of another, more than fits.
        std::uint64_t find(int move) const {
            const std::uint64_t key = stones ^ stone_key(to_move(position), move);
            return search.leaf_table_[key >> search.leaf_shift_] ^ search.leaf_tag(key);
        }
        static bool is_known(std::uint64_t found) { return found >> kWorthBits == 0; }

        void tell(Move move, std::uint64_t found) {
            const float worth = (static_cast<float>(found) - kWorthMiddle) * kWorthStep;
            bool above;
            if (!decided(sign(to_move(position)), worth, search.leaf_error_ + kWorthError, bar,
                         above))
                search.settle(state(), position, stones, &move, 1, bar, &above);
            use(move, above);
        }

        bool tell(Move move) {
            if (is_clear(bar)) {
                use(move, is_lost(bar));
                return true;
            }
            if (search.leaf_shift_ == 64) return false;
            const std::uint64_t found = find(move);
            if (!is_known(found)) return false;
            tell(move, found);
            return true;
        }

        // Tells of those that are known, as long as more are wanted, and gives the others.
        template <class Wanted>
        Points tell_some(Points points, Wanted wanted) {
            if (is_clear(bar)) {
                points.each([&](int point) {
                    if (wanted()) use(static_cast<Move>(point), is_lost(bar));
                });
                return {};
            }
            if (search.leaf_shift_ == 64) return points;
            Move known[G::kPoints + 1];
            std::uint64_t found[G::kPoints + 1];
            int count = 0;
            points.each([&](int point) {  // without a branch that could go either way
                known[count] = static_cast<Move>(point);
                found[count] = find(point);
                count += is_known(found[count]);
            });
            for (int i = 0; i < count; ++i) {
                points.clear(known[i]);
                if (wanted()) tell(known[i], found[i]);
            }
            return points;
        }

        void ask(const Move* moves, int count) {
            bool above[Values::kMaxBatch];
            search.leaves_ += count;
            search.compare(state(), position, stones, moves, count, bar, above);
            for (int i = 0; i < count; ++i) use(moves[i], above[i]);
        }
    };
    template <class State, class Use>
    auto compared(State state, const Position& position, std::uint64_t stones, Score bar, Use use) {
        return Siblings<Compared<State, Use>>({*this, state, position, stones, bar, use});
    }

    void compare(typename Values::State& state, const Position& position, std::uint64_t stones,
                 const Move* moves, int count, Score bar, bool* above) {
        if (!values_.can_estimate())
            return settle(state, position, stones, moves, count, bar, above);
        const Side side = to_move(position);
        alignas(64) float worth[Values::kMaxBatch];
        values_.estimates(state, position, moves, count, worth);
        for (int i = 0; i < count; ++i) {
            const float error = values_.error(state, moves[i]);
            leaf_error_ = std::max(leaf_error_, error);
            remember_leaf(stones ^ stone_key(side, moves[i]), worth[i]);
            if (!decided(sign(side), worth[i], error, bar, above[i]))
                settle(state, position, stones, moves + i, 1, bar, above + i);
        }
    }

    // The same by exact values, which are estimates without an error.
    void settle(typename Values::State& state, const Position& position, std::uint64_t stones,
                const Move* moves, int count, Score bar, bool* above) {
        const Side side = to_move(position);
        Score scores[Values::kMaxBatch];
        values_.values(state, position, moves, count, scores);
        for (int i = 0; i < count; ++i) {
            above[i] = scores[i] > bar;
            remember_leaf(stones ^ stone_key(side, moves[i]),
                          static_cast<float>(sign(side) * scores[i]));
        }
    }

    // Whether an estimate for black says on which side of the bar a move lies.
    static bool decided(int view, float worth, float error, Score bar, bool& above) {
        const float seen = static_cast<float>(view) * worth;
        const auto limit = static_cast<float>(bar);
        above = seen - error > limit;
        return above || seen + error <= limit;
    }

    void remember_leaf(std::uint64_t key, float worth) {
        if (leaf_shift_ == 64) return;
        const int step = static_cast<int>(worth / kWorthStep + kWorthMiddle);
        leaf_table_[key >> leaf_shift_] =
            leaf_tag(key) | static_cast<std::uint64_t>(std::clamp(step, 0, 2 * kWorthMiddle - 1));
    }

    G game_;
    bool first_capture_wins_;
    bool can_get_stuck_;
    SearchSettings settings_;
    Values values_;
    typename Values::State reply_state_;
    const std::atomic<bool>* stop_;
    std::chrono::steady_clock::time_point deadline_;
    bool limited_ = false;
    bool stopped_ = false;
    bool root_free_ = false;
    bool root_score_known_ = false;
    Score known_root_score_ = 0;
    std::int64_t nodes_ = 0;
    std::int64_t leaves_ = 0;
    std::uint32_t age_ = 0;
    int trail_length_ = 0;
    Ranks history_[2];
    Move killers_[kMaxPly + 2][kKillers];  // what was good at a ply, the latest first
    std::array<std::uint64_t, G::kMaxTrail ? G::kMaxTrail + kMaxDepth : 0> keys_;
    std::unique_ptr<Frame[]> frames_;
    int table_bits_;
    int bits_ = 0;
    std::unique_ptr<Entry[]> table_;
    int leaf_bits_;
    int leaf_shift_ = 64;  // how much of a key says the place; 64: nothing is remembered
    std::uint64_t leaf_salt_ = 0;
    float leaf_error_ = 0;  // the largest of this search
    std::unique_ptr<std::uint64_t[]> leaf_table_;
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
