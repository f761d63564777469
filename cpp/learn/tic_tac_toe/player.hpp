// A small net that plays whole games of tic-tac-toe.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "core/rng.hpp"
#include "learn/tic_tac_toe/small_net.hpp"

namespace ponnuki::tictactoe::inline PONNUKI_VARIANT {

// The move with the highest priority of some, by the rule of searches.
inline int break_tie(unsigned moves, int plies, const Streams& ties) {
    int best = -1;
    std::uint64_t best_priority = 0;
    for (; moves; moves &= moves - 1) {
        const int move = std::countr_zero(moves);
        const std::uint64_t priority = ties[static_cast<std::uint64_t>(1024 * plies + move)];
        if (best < 0 || priority > best_priority) {
            best = move;
            best_priority = priority;
        }
    }
    return best;
}

inline unsigned one_of(unsigned moves, int plies, const Streams& ties) {
    return (moves & (moves - 1)) == 0 ? moves : 1u << break_tie(moves, plies, ties);
}

// A net, and a cache of its best moves. The same few positions come again and again: every game
// begins with the empty board, and a net may stay for many epochs.
class Player {
public:
    void prepare(const NetShape& shape, const float* weights) {
        net_.prepare(shape, weights);
        std::memset(cache_, 0, sizeof cache_);
    }

    unsigned best_moves(Stones own, Stones theirs) {
        const std::uint32_t position = own << 9 | theirs;
        std::uint32_t& entry = cache_[(position * 0x9e3779b1u) >> 24];
        if (entry >> 9 != position || entry == 0)
            entry = position << 9 | net_.best_moves(own, theirs);
        return entry & kFull;
    }

    double score = 0;

private:
    SmallNet net_;
    std::uint32_t cache_[256];  // a position and its best moves
};

// A whole game: +1 if black won, -1 if white did, 0 for a draw.
inline int play(Player& black, Player& white, std::uint64_t seed) {
    const Streams ties(seed, "tie");
    Stones own = 0, theirs = 0;
    for (int plies = 0; plies < kPoints; ++plies) {
        Player& player = plies & 1 ? white : black;
        const unsigned moves = player.best_moves(own, theirs);
        const Stones after = own | one_of(moves, plies, ties);
        if (kHasLine[after]) return plies & 1 ? -1 : 1;
        own = theirs;
        theirs = after;
    }
    return 0;
}

}  // namespace ponnuki::tictactoe::inline PONNUKI_VARIANT
