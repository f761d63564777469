// Move ordering: the move of the transposition table, killers, then history.
#pragma once

#include <algorithm>
#include <array>

#include "core/types.hpp"
#include "core/vectors.hpp"
#include "games/game.hpp"
#include "search/settings.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

constexpr int kMaxRank = 1 << 22;

// How promising each move is, by move; filled up so that vectors can be loaded from it.
template <Game G>
constexpr int kRanks = (G::kPoints + 1 + kFloats - 1) / kFloats * kFloats;
template <Game G>
using Ranks = std::array<int, kRanks<G>>;

// Keys of ranks, each with a place: the largest is that of the first among the best.
constexpr int kPlaces = 256;
static_assert(kMaxRank <= (1 << 30) / kPlaces);

// What earlier cutoffs say about moves.
template <Game G, int kPlies>
class Ordering {
public:
    using Points = Bits<G::kPoints>;

    void new_game() {
        for (auto& side : history_) side.fill(0);
        for (auto& some : killers_)
            for (Move& one : some) one = -1;
    }

    void start(const SearchSettings& settings) {
        use_history_ = settings.history;
        use_killers_ = settings.killers;
    }

    // The move of the table first, then the killers of this ply, then by history.
    Ranks<G> ranks(Side side, int ply, Move table_move) const {
        Ranks<G> ranks{};
        if (use_history_) ranks = history_[side];
        if (use_killers_)
            for (int i = kKillers - 1; i >= 0; --i)
                if (killers_[ply][i] >= 0) ranks[killers_[ply][i]] = kMaxRank - 1 - i;
        if (table_move >= 0) ranks[table_move] = kMaxRank;
        return ranks;
    }

    // The place among ascending moves of the one that ranks first, if that needs no look at
    // history; or -1.
    int foremost(int ply, Move table_move, const MoveList<G::kMoves>& moves) const {
        const auto place = [&](Move move) {
            const Move* found = std::lower_bound(moves.begin(), moves.end(), move);
            return found != moves.end() && *found == move ? static_cast<int>(found - moves.begin())
                                                          : -1;
        };
        if (table_move >= 0)
            if (const int found = place(table_move); found >= 0) return found;
        if (use_killers_)
            for (const Move killer : killers_[ply])
                if (killer >= 0)
                    if (const int found = place(killer); found >= 0) return found;
        return -1;
    }

    // The one of some points that is to be tried first, or -1.
    int most_promising(Side side, int ply, const Points& points) const {
        if (use_killers_)
            for (const Move killer : killers_[ply])
                if (killer >= 0 && killer < G::kPoints && points.has(killer)) return killer;
        if (!use_history_) return points.any() ? points.lowest() : -1;
        Ints best = Ints{} - 1, backwards;
        for (int lane = 0; lane < kFloats; ++lane) backwards[lane] = kPlaces - 1 - lane;
        for (int at = 0; at < G::kPoints; at += kFloats) {
            const Ints keys = load<Ints>(history_[side].data() + at) * kPlaces + backwards - at;
            const Ints some = choose_lanes(points.word[at / 64] >> (at % 64), keys, Ints{} - 1);
            best = best > some ? best : some;
        }
        const int most = largest_of(best);
        return most < 0 ? -1 : kPlaces - 1 - most % kPlaces;
    }

    // A move that raised alpha or caused a cutoff at this ply with this depth left.
    void reward(Side side, int ply, int depth, Move move) {
        if (move < 0) return;
        int last = 0;  // the latest killer comes first, the others move on
        while (last < kKillers - 1 && killers_[ply][last] != move) ++last;
        for (; last > 0; --last) killers_[ply][last] = killers_[ply][last - 1];
        killers_[ply][0] = move;
        int& count = history_[side][move];
        count += depth * depth;
        if (count > kMaxRank / 2)
            for (int& one : history_[side]) one /= 2;
    }

private:
    static constexpr int kKillers = 4;

    bool use_history_ = true;
    bool use_killers_ = true;
    Ranks<G> history_[2];             // what is past the moves stays 0
    Move killers_[kPlies][kKillers];  // the latest first
};

// Hands out moves in the order of their ranks, sorted only as far as they are taken.
template <Game G, class Order>
class MovePicker {
public:
    // The moves are ascending.
    MovePicker(const Order& ordering, Side side, int ply, Move table_move,
               MoveList<G::kMoves>& moves)
        : ranks_(ordering.ranks(side, ply, table_move)),
          foremost_(ordering.foremost(ply, table_move, moves)),
          moves_(moves) {}

    // Ranks the moves from a place on, after they were changed.
    void rank(int from) {
        static_assert(G::kMoves <= kPlaces);
        const int begin = from / kFloats * kFloats;
        for (int i = begin; i < from; ++i) keys_[i] = -1;
        for (int i = from; i < moves_.count; ++i) keys_[i] = key(ranks_[moves_.move[i]], i);
        for (int i = moves_.count; i % kFloats; ++i) keys_[i] = -1;
        ranked_ = true;
    }

    // The best of the moves from a place on; the one that was there takes its place.
    Move take(int from) {
        if (from == 0 && foremost_ >= 0) return swap(foremost_, 0);  // often there is no other
        if (!ranked_) rank(from);
        Ints best = Ints{} - 1;
        for (int at = from / kFloats * kFloats; at < moves_.count; at += kFloats) {
            const Ints some = load<Ints>(keys_ + at);
            best = best > some ? best : some;
        }
        const int place = kPlaces - 1 - largest_of(best) % kPlaces;
        keys_[place] = key(keys_[from] / kPlaces, place);
        keys_[from] = -1;
        return swap(place, from);
    }

private:
    static int key(int rank, int place) { return rank * kPlaces + kPlaces - 1 - place; }

    Move swap(int place, int from) {
        const Move move = moves_.move[place];
        moves_.move[place] = moves_.move[from];
        moves_.move[from] = move;
        return move;
    }

    Ranks<G> ranks_;
    int foremost_;
    bool ranked_ = false;
    MoveList<G::kMoves>& moves_;
    alignas(64) int keys_[(G::kMoves + kFloats - 1) / kFloats * kFloats];
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
