// Games of Othello between players that look one ply ahead, without the machinery of a search.
//
// Bit for bit they are the games that a search of depth 1 plays, with its numbers of nodes and
// leaves: sums are exact, so a value may be had by what a move changes.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <utility>
#include <variant>

#include "core/rng.hpp"
#include "evaluators/nets.hpp"
#include "evaluators/tuples/following.hpp"
#include "games/othello.hpp"
#include "play/choice.hpp"
#include "play/engine.hpp"
#include "play/one_ply.hpp"
#include "search/score.hpp"
#include "search/ties.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// What a net says of the boards after a position's moves.
template <int N>
class OnePlyValues {
public:
    using Word = std::uint64_t;

    // Whether a net can be asked in this way: one that sees black and white on every point, or one
    // of tuples of what stands on points.
    static bool fits(const Net& net) {
        if (const auto* tuples = std::get_if<TupleNet>(&net.any()))
            return !tuples->tuples.sees_liberties();
        const auto* dense = std::get_if<DenseNet>(&net.any());
        const bool sees = dense && dense->encoding == Encoding::black_white;
        return sees && (dense->layer_count > 1 || !dense->byte_sums.empty());
    }

    void use(const Net& net) {
        tuples_ = std::get_if<TupleNet>(&net.any());
        if (tuples_) {
            counts_ = false;
            follower_.use(*tuples_);
            lookups_.known = false;
            return;
        }
        net_ = std::get_if<DenseNet>(&net.any());
        counts_ = net_->layer_count == 1;
        if (counts_) return;
        stones_[kBlack] = stones_[kWhite] = 0;
        const DenseLayer& first = net_->layers[0];
        for (int i = 0; i < first.padded; ++i) sums_[i] = first.biases[i];
    }

    // The position whose moves will be asked about.
    void look_at(Word black, Word white, Side mover) {
        mover_ = mover;
        if (tuples_) {
            follow(black, white);
            return;
        }
        if (counts_) {
            stones_[kBlack] = black;
            stones_[kWhite] = white;
            return;
        }
        Word changed = (stones_[kBlack] ^ black) | (stones_[kWhite] ^ white);
        for (; changed; changed &= changed - 1) {
            const int point = std::countr_zero(changed);
            const auto cell = [point](Word is_black, Word is_white) {
                return static_cast<int>(is_black >> point & 1) -
                       static_cast<int>(is_white >> point & 1);
            };
            const int by = cell(black, white) - cell(stones_[kBlack], stones_[kWhite]);
            add(point, by);
        }
        stones_[kBlack] = black;
        stones_[kWhite] = white;
    }

    // The value after a move in the view of its side. Of a piece counter it lacks what all moves of
    // the position have in common.
    PONNUKI_INLINE Score after(int move, Word turned) {
        if (counts_) {
            const Score discs = sum_of_bytes(turned);
            return weight(move) + 2 * discs;
        }
        return tuples_ ? value_by_tuples(move, turned) : value_after(move, turned);
    }

    // What `after` would have to be for a value of 0.
    Score of_zero() const {
        if (!counts_) return 0;
        const Score lead = sum_of_bytes(stones_[kBlack]) - sum_of_bytes(stones_[kWhite]);
        return mover_ == kBlack ? -lead : lead;
    }

private:
    static constexpr int kBytes = (N * N + 7) / 8;

    PONNUKI_INLINE Score sum_of_bytes(Word stones) const {
        const std::int32_t* const sums = net_->byte_sums.data();
        Score sum = 0;
        for (int i = 0; i < kBytes; ++i) sum += sums[256 * i + (stones >> (8 * i) & 255)];
        return sum;
    }
    PONNUKI_INLINE Score weight(int point) const {
        return net_->byte_sums[256 * (point >> 3) + (1 << (point & 7))];
    }

    void add(int point, int cells) {
        const DenseLayer& first = net_->layers[0];
        const double* const weights = first.weights + point * first.padded;
        const Doubles by = spread(cells * double{kGrid});
        for (int at = 0; at < first.padded; at += kDoubles)
            store(sums_ + at,
                  multiply_add(load<Doubles>(weights + at), by, load<Doubles>(sums_ + at)));
    }

    Score value_after(int move, Word turned) const {
        const DenseLayer& first = net_->layers[0];
        const double* discs[N * N];
        int count = 0;
        for (; turned; turned &= turned - 1)
            discs[count++] = first.weights + std::countr_zero(turned) * first.padded;
        const double* const played = first.weights + move * first.padded;
        const Doubles by = spread(sign(mover_) * double{kGrid});
        alignas(64) double sums[kMaxWidth + 9];
        for (int at = 0; at < first.padded; at += kDoubles) {
            Doubles change = load<Doubles>(discs[0] + at);
            for (int i = 1; i < count; ++i) change = change + load<Doubles>(discs[i] + at);
            change = change + change + load<Doubles>(played + at);
            store(sums + at, multiply_add(change, by, load<Doubles>(sums_ + at)));
        }
        return sign(mover_) * DenseKernel(*net_).finish(sums);
    }

    using Points = Bits<N * N>;

    // Brings the look-ups of an n-tuple network to a position, in the view of its mover.
    void follow(Word black, Word white) {
        Points after[2];
        after[kBlack].word[0] = black;
        after[kWhite].word[0] = white;
        if (lookups_.known && lookups_.viewer == mover_) {
            follower_.step(lookups_, board_, after, next_);
            std::swap(lookups_, next_);
        } else {
            follower_.start(after, mover_, lookups_);
        }
        board_[kBlack] = after[kBlack];
        board_[kWhite] = after[kWhite];
    }

    Score value_by_tuples(int move, Word turned) {
        Points after[2] = {board_[kBlack], board_[kWhite]};
        after[mover_].word[0] |= turned | Word{1} << move;
        after[other(mover_)].word[0] &= ~turned;
        return follower_.value(lookups_, board_, after);
    }

    const TupleNet* tuples_ = nullptr;  // if it is an n-tuple network
    TupleFollower<N> follower_;
    FollowedTuples lookups_, next_;
    Points board_[2];  // whose look-ups they are

    const DenseNet* net_ = nullptr;
    bool counts_ = false;  // a net without hidden layers
    Side mover_ = kBlack;
    Word stones_[2] = {};
    alignas(64) double sums_[kMaxWidth + 9];  // of the first layer, for these stones
};

template <int N>
class OnePly<Othello<N>> {
public:
    static constexpr bool kPlays = true;
    using Position = typename Othello<N>::Position;
    using Lines = OthelloLines<N>;
    using Word = std::uint64_t;

    static bool can_play(const EnginePlayer& player) {
        if (player.kind == PlayerKind::random) return true;
        const SearchSettings& search = player.search;
        return player.kind == PlayerKind::net && search.depth == 1 && search.radius == 0 &&
               search.narrow && search.draw == 0 && search.max_nodes == 0 &&
               search.max_seconds == 0 && player.creative == 0 && !player.people.any() &&
               OnePlyValues<N>::fits(*player.net);
    }

    // As `Engine::play`, for two players that can be played so.
    void play(const EnginePlayer& black, const EnginePlayer& white, std::uint64_t seed, int opening,
              Move* moves, PlayedEngineGame& out) {
        const EnginePlayer* const players[] = {&black, &white};
        int places[2];
        for (const Side side : {kBlack, kWhite}) {
            places[side] = players[side]->book ? Book::kStart : Book::kOutside;
            if (players[side]->kind == PlayerKind::net) values_[side].use(*players[side]->net);
        }
        Rng draws(seed);
        Rng opening_draws(stream(seed, "opening", 0));
        const Streams ties(seed, "tie");
        const Position start = Othello<N>({}).start();
        Word stones[] = {start.stones[kBlack].word[0], start.stones[kWhite].word[0]};
        out = {};
        int plies = 0;
        Side side = kBlack;
        typename Lines::Moves legal = Lines::moves(stones[kBlack], stones[kWhite]);
        for (bool over = false; !over; ++plies, side = other(side)) {
            const EnginePlayer& player = *players[side];
            Word& own = stones[side];
            Word& theirs = stones[other(side)];
            Picked picked{.move = Othello<N>::kPoints};
            const Move booked = book_move(player, places[side], seed, plies);
            if (plies < opening) {
                picked.move = at_random(legal.points, opening_draws);
            } else if (booked >= 0 && !player.book_noise) {
                picked.move = booked;
            } else if (draws_at_random(player, draws)) {
                picked.move = at_random(legal.points, draws);
            } else if (booked >= 0) {
                picked.move = booked;
            } else if (legal.points) {
                picked = best(values_[side], player, legal, stones, side, plies, ties, out);
            } else {  // a search values the board after the pass
                ++out.nodes;
                ++out.leaves;
            }
            moves[plies] = picked.move;
            for (const Side one : {kBlack, kWhite})
                if (places[one] != Book::kOutside)
                    places[one] = players[one]->book->after(places[one], picked.move);

            if (picked.move != Othello<N>::kPoints) {
                const Word turned =
                    picked.turned ? picked.turned : Lines::turned_by(picked.move, own, theirs);
                own |= turned | Word{1} << picked.move;
                theirs &= ~turned;
            }
            legal = Lines::moves(theirs, own);
            over = !legal.points && !Lines::moves(own, theirs).points;
        }
        Position end = start;
        for (const Side one : {kBlack, kWhite}) end.stones[one].word[0] = stones[one];
        out.game = {Othello<N>::counted(end), plies};
    }

private:
    struct Picked {
        Move move;
        Word turned = 0;  // by the move, if known
    };

    static Move at_random(Word points, Rng& rng) {
        if (!points) return Othello<N>::kPoints;
        return static_cast<Move>(select(points, rng.below(std::popcount(points))));
    }

    // The best move, and the nodes and leaves that a search of depth 1 counts: a move that is
    // better than the best so far is valued twice, first against a bound.
    static Picked best(OnePlyValues<N>& values, const EnginePlayer& player,
                       const typename Lines::Moves& legal, const Word* stones, Side side, int plies,
                       const Streams& ties, PlayedEngineGame& out) {
        values.look_at(stones[kBlack], stones[kWhite], side);
        const Word own = stones[side], theirs = stones[other(side)];
        const auto priority = [&](int move) {
            return tie_priority(player.search, ties, plies, move);
        };
        Picked found{.move = -1};
        Score highest = 0;
        int nodes = 0, leaves = 0;
        for (Word rest = legal.points; rest; rest &= rest - 1) {
            const int move = std::countr_zero(rest);
            const Word turned = Lines::turned_by(move, own, theirs);
            Score score;
            if (!(legal.witnesses & ~turned) && ends_game(own, theirs, move, turned)) {
                score = decided(values, own, theirs, turned);
            } else {
                ++nodes;
                if (found.move >= 0 && is_won(highest)) continue;
                score = values.after(move, turned);
                const bool after_loss = found.move >= 0 && is_lost(highest);
                leaves += !after_loss;
                const bool again = found.move >= 0 &&
                                   (score > highest ||
                                    (score == highest && priority(move) > priority(found.move)));
                nodes += again;
                leaves += again;
            }
            if (found.move < 0 || score > highest ||
                (score == highest && priority(move) > priority(found.move))) {
                found = {static_cast<Move>(move), turned};
                highest = score;
            }
        }
        out.nodes += nodes;
        out.leaves += leaves;
        return found;
    }

    static bool ends_game(Word own, Word theirs, int move, Word turned) {
        own |= turned | Word{1} << move;
        theirs &= ~turned;
        return !Lines::moves(theirs, own).points && !Lines::moves(own, theirs).points;
    }

    static Score decided(const OnePlyValues<N>& values, Word own, Word theirs, Word turned) {
        const int lead = std::popcount(own) + 1 + 2 * std::popcount(turned) - std::popcount(theirs);
        if (lead == 0) return values.of_zero();
        return lead > 0 ? win_after(1) : loss_after(1);
    }

    OnePlyValues<N> values_[2];
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
