// Move ordering: the move of the transposition table, killers, then history.
#pragma once

#include <algorithm>
#include <array>

#include "core/types.hpp"
#include "games/game.hpp"
#include "search/settings.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

constexpr int kMaxRank = 1 << 22;

// How promising each move is, by move.
template <Game G>
using Ranks = std::array<int, G::kPoints + 1>;

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

    // The one of some points that is to be tried first, or -1.
    int most_promising(Side side, int ply, const Points& points) const {
        if (use_killers_)
            for (const Move killer : killers_[ply])
                if (killer >= 0 && killer < G::kPoints && points.has(killer)) return killer;
        if (!use_history_) return points.any() ? points.lowest() : -1;
        int best = -1, most = -1;
        points.each([&](int point) {
            if (history_[side][point] > most) {
                best = point;
                most = history_[side][point];
            }
        });
        return best;
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
    Ranks<G> history_[2];
    Move killers_[kPlies][kKillers];  // the latest first
};

// Hands out moves in the order of their ranks, sorted only as far as they are taken.
template <Game G>
class MovePicker {
public:
    MovePicker(const Ranks<G>& ranks, MoveList<G::kMoves>& moves) : ranks_(ranks), moves_(moves) {
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

    Ranks<G> ranks_;
    MoveList<G::kMoves>& moves_;
    int keys_[G::kMoves];
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
