// The end of a game of Othello, solved exactly: the difference in discs if both sides play the best
// moves to the end, by the game's own counting. No net is asked.
//
// A null-window search with what is known to pay there: replies that leave the other side few moves
// come first; near the end, points in quarters of the board with an odd number of empty ones; a
// table of positions; and the last four points go without lists of moves.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>

#include "games/othello.hpp"
#include "games/othello_lines.hpp"
#include "search/endgame.hpp"
#include "search/limits.hpp"
#include "search/score.hpp"
#include "search/settings.hpp"
#include "search/ties.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

template <int N>
class Endgame<Othello<N>> {
public:
    using Rules = Othello<N>;
    using Position = typename Rules::Position;

    static constexpr bool kSolves = true;

    explicit Endgame(const std::atomic<bool>* stop)
        : limits_(stop), table_(new Entry[std::size_t{1} << kTableBits]()) {}

    // A player that looks one ply ahead looks no further here.
    static bool wanted(const Position& position, const SearchSettings& settings) {
        return settings.depth > 1 && position.empty().count() <= settings.endgame;
    }

    // The best move and its margin; with `all`, the margins of all moves are exact. Under a limit
    // half of it is spent here, and what is given back are the settings for an ordinary search
    // where that was not enough. `drawn` is the score of a draw.
    SearchSettings solve(const Position& position, const SearchSettings& settings, Score drawn,
                         std::uint64_t seed, bool all, SearchResult& result) {
        SearchSettings rest = settings;
        rest.max_nodes = (settings.max_nodes + 1) / 2;
        rest.max_seconds = settings.max_seconds / 2;
        limits_.start(rest);
        ++age_;
        few_ = 0;
        const Side side = to_move(position);
        const Board board{position.stones[side].word[0], position.stones[other(side)].word[0]};
        if (!solve_root(board, position.plies, settings, seed, all, result)) return rest;
        score(drawn, result);
        limits_.count(few_);
        result.nodes = limits_.nodes();
        result.leaves = 0;
        result.complete = true;
        result.solved = true;
        result.depth = board.empty_count();
        return rest;
    }

private:
    using Lines = OthelloLines<N>;
    using Word = std::uint64_t;

    static constexpr int kMost = N * N;    // no margin is larger
    static constexpr int kTableBits = 17;  // 4 MB
    static constexpr int kFew = 4;         // empty points without lists of moves
    static constexpr int kOrdered = 7;     // from here on moves are ordered by the replies to them
    static constexpr int kRemembered = 6;  // ... and positions are remembered

    // From the side to move.
    struct Board {
        Word own, theirs;

        Word empty() const { return Lines::kAll & ~(own | theirs); }
        int empty_count() const { return std::popcount(empty()); }
        int margin() const { return std::popcount(own) - std::popcount(theirs); }
        // After a move that turns some discs; and after a pass. The other side is to move.
        Board after(int point, Word turned) const {
            return {theirs & ~turned, own | turned | Word{1} << point};
        }
        Board passed() const { return {theirs, own}; }
        Word moves() const { return Lines::moves(own, theirs).points; }
        Word turned_by(int point) const { return Lines::turned_by(point, own, theirs); }
    };

    struct Entry {
        Board board{0, 0};
        std::uint32_t age = 0;
        std::int8_t low = 0, high = 0, move = -1;
    };

    struct Ranked {
        int rank;
        int point;
        Word turned;
    };

    // The four quarters of the board.
    static constexpr Word quarter(int down, int right) {
        Word out = 0;
        for (int row = 0; row < N / 2; ++row)
            for (int column = 0; column < N / 2; ++column)
                out |= Word{1} << ((row + down * N / 2) * N + column + right * N / 2);
        return out;
    }
    static constexpr Word kQuarters[] = {quarter(0, 0), quarter(0, 1), quarter(1, 0),
                                         quarter(1, 1)};
    static constexpr Word kCorners =
        Word{1} | Word{1} << (N - 1) | Word{1} << (N * (N - 1)) | Word{1} << (N * N - 1);

    // Empty points in quarters that have an odd number of them: who moves there moves last there.
    static Word odd_points(Word empty) {
        Word out = 0;
        for (const Word quarter : kQuarters)
            if (std::popcount(empty & quarter) & 1) out |= empty & quarter;
        return out;
    }

    Entry& entry_of(const Board& board) {
        return table_[mix(board.own ^ mix(board.theirs)) >> (64 - kTableBits)];
    }

    // --- the last points ---

    // One empty point: it is played by whoever can.
    static int last(const Board& board, int point) {
        const int margin = board.margin();
        if (const Word turned = board.turned_by(point))
            return margin + 2 * std::popcount(turned) + 1;
        if (const Word turned = board.passed().turned_by(point))
            return margin - 2 * std::popcount(turned) - 1;
        return margin;
    }

    // K empty points, in the order in which they are tried.
    template <int K>
    int few(const Board& board, const int (&points)[K], int alpha, int beta, bool passed) {
        if constexpr (K == 1) {
            (void)alpha, (void)beta, (void)passed;
            return last(board, points[0]);
        } else {
            ++few_;
            int best = -kMost - 1;
            for (int i = 0; i < K; ++i) {
                const Word turned = board.turned_by(points[i]);
                if (!turned) continue;
                int others[K - 1];
                for (int j = 0; j < K - 1; ++j) others[j] = points[j < i ? j : j + 1];
                const int margin = -few<K - 1>(board.after(points[i], turned), others, -beta,
                                               -(alpha > best ? alpha : best), false);
                if (margin > best) {
                    best = margin;
                    if (best >= beta) return best;
                }
            }
            if (best >= -kMost) return best;
            if (passed) return board.margin();
            return -few<K>(board.passed(), points, -beta, -alpha, true);
        }
    }

    template <int K>
    int few(const Board& board, Word empty, int alpha, int beta) {
        int points[K];
        int count = 0;
        const Word odd = odd_points(empty);
        for (Word rest = odd; rest; rest &= rest - 1) points[count++] = std::countr_zero(rest);
        for (Word rest = empty & ~odd; rest; rest &= rest - 1)
            points[count++] = std::countr_zero(rest);
        return few<K>(board, points, alpha, beta, false);
    }

    // --- the tree ---

    // The margin for the side to move: exact between alpha and beta, else a bound.
    int search(const Board& board, int alpha, int beta, bool passed) {
        const Word empty = board.empty();
        const int count = std::popcount(empty);
        switch (count) {
            case 0: return board.margin();
            case 1: return last(board, std::countr_zero(empty));
            case 2: return few<2>(board, empty, alpha, beta);
            case 3: return few<3>(board, empty, alpha, beta);
            case 4: return few<4>(board, empty, alpha, beta);
            default: break;
        }
        if (limits_.reached()) return 0;
        Entry* entry = nullptr;
        int known_move = -1;
        if (count >= kRemembered) {
            entry = &entry_of(board);
            if (entry->age == age_ && entry->board.own == board.own &&
                entry->board.theirs == board.theirs) {
                if (entry->low >= beta || entry->low == entry->high) return entry->low;
                if (entry->high <= alpha) return entry->high;
                if (entry->low > alpha) alpha = entry->low;
                if (entry->high < beta) beta = entry->high;
                known_move = entry->move;
            }
        }
        Ranked moves[kMost];
        const int listed = list(board, empty, count, known_move, moves);
        if (listed == 0) {
            if (passed) return board.margin();
            return -search(board.passed(), -beta, -alpha, true);
        }
        const int given_alpha = alpha;
        int best = -kMost - 1, best_move = -1;
        for (int i = 0; i < listed; ++i) {
            const Ranked& move = take(moves, i, listed);
            const Board next = board.after(move.point, move.turned);
            int margin;
            if (i == 0 || alpha + 1 >= beta) {
                margin = -search(next, -beta, -alpha, false);
            } else {
                margin = -search(next, -alpha - 1, -alpha, false);
                if (margin > alpha && margin < beta) margin = -search(next, -beta, -margin, false);
            }
            if (limits_.stopped()) return 0;
            if (margin > best) {
                best = margin;
                best_move = move.point;
                if (best > alpha) alpha = best;
                if (best >= beta) break;
            }
        }
        if (entry) remember(*entry, board, best, given_alpha, beta, best_move);
        return best;
    }

    void remember(Entry& entry, const Board& board, int best, int alpha, int beta, int move) const {
        const bool same =
            entry.age == age_ && entry.board.own == board.own && entry.board.theirs == board.theirs;
        int low = same ? entry.low : -kMost, high = same ? entry.high : kMost;
        if (best > alpha) low = best > low ? best : low;
        if (best < beta) high = best < high ? best : high;
        entry = {board, age_, static_cast<std::int8_t>(low), static_cast<std::int8_t>(high),
                 static_cast<std::int8_t>(move)};
    }

    // The moves with their ranks, the lowest first; nothing is sorted yet.
    int list(const Board& board, Word empty, int count, int known_move, Ranked* out) const {
        int listed = 0;
        const Word odd = odd_points(empty);
        for (Word rest = board.moves(); rest; rest &= rest - 1) {
            const int point = std::countr_zero(rest);
            const Word bit = rest & -rest;
            const Word turned = board.turned_by(point);
            int rank = (bit & odd) ? 0 : 1;
            if (count >= kOrdered) {
                const Word replies = board.after(point, turned).moves();
                rank += 4 * (std::popcount(replies) + std::popcount(replies & kCorners));
                if (bit & kCorners) rank -= 8;
            }
            if (point == known_move) rank = -1000;
            out[listed++] = {rank, point, turned};
        }
        return listed;
    }

    static const Ranked& take(Ranked* moves, int i, int count) {
        int best = i;
        for (int j = i + 1; j < count; ++j)
            if (moves[j].rank < moves[best].rank) best = j;
        const Ranked found = moves[best];
        moves[best] = moves[i];
        return moves[i] = found;
    }

    // --- the root ---

    // False if a limit stopped it.
    bool solve_root(const Board& board, int plies, const SearchSettings& settings,
                    std::uint64_t seed, bool all, SearchResult& result) {
        Ranked moves[kMost];
        const int listed = list(board, board.empty(), kOrdered, -1, moves);
        const Streams ties(seed, "tie");
        int best = -1;
        std::uint64_t best_priority = 0;
        for (int i = 0; i < (listed ? listed : 1); ++i) {
            int point = N * N;
            Board next = board.passed();
            if (listed) {
                const Ranked& move = take(moves, i, listed);
                point = move.point;
                next = board.after(point, move.turned);
            }
            const std::uint64_t priority = tie_priority(settings, ties, plies, point);
            int margin;
            if (best < 0 || all) {
                margin = -search(next, -kMost - 1, kMost + 1, !listed);
            } else {
                // Worse moves need no exact margin, but an equal one with priority is better.
                const int bound = result.root_margins[best] - (priority > best_priority);
                margin = -search(next, -bound - 1, -bound, !listed);
                if (margin > bound) margin = -search(next, -kMost - 1, -bound, !listed);
            }
            if (limits_.stopped()) return false;
            result.root_moves[i] = static_cast<Move>(point);
            result.root_margins[i] = static_cast<std::int16_t>(margin);
            if (best < 0 || margin > result.root_margins[best] ||
                (margin == result.root_margins[best] && priority > best_priority)) {
                best = i;
                best_priority = priority;
            }
        }
        result.root_count = listed ? listed : 1;
        result.move = result.root_moves[best];
        result.margin = result.root_margins[best];
        return follow(board, result);
    }

    // The line of best moves to the end. False if a limit stopped it.
    bool follow(Board board, SearchResult& result) {
        int margin = result.margin, move = result.move;
        result.line_length = 0;
        while (true) {
            result.line[result.line_length++] = static_cast<Move>(move);
            board = move == N * N ? board.passed() : board.after(move, board.turned_by(move));
            margin = -margin;
            Ranked moves[kMost];
            const int listed = list(board, board.empty(), kOrdered, -1, moves);
            if (!listed && !board.passed().moves()) return true;
            move = N * N;
            for (int i = 0; i < listed && move == N * N; ++i) {
                const Ranked& one = take(moves, i, listed);
                const Board next = board.after(one.point, one.turned);
                if (-search(next, -margin, -margin + 1, false) >= margin) move = one.point;
                if (limits_.stopped()) return false;
            }
        }
    }

    // Margins as a search scores them: games that are decided, and draws. How long another line
    // than the best one takes is not known.
    static void score(Score drawn, SearchResult& result) {
        const auto scored = [&](int margin) -> Score {
            if (margin == 0) return drawn;
            return margin > 0 ? win_after(result.line_length) : loss_after(result.line_length);
        };
        result.score = scored(result.margin);
        for (int i = 0; i < result.root_count; ++i)
            result.root_scores[i] = scored(result.root_margins[i]);
    }

    Limits limits_;
    std::unique_ptr<Entry[]> table_;
    std::uint32_t age_ = 0;
    std::int64_t few_ = 0;  // nodes with few empty points
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
