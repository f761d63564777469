// Counts of move sequences by length: the number that two implementations of rules must share.
#pragma once

#include <cstdint>
#include <span>

#include "games/game.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

struct PerftLevel {
    std::uint64_t nodes = 0;     // sequences of that many moves
    std::uint64_t finished = 0;  // those of them that end the game
};

// Fills level d-1 with the counts for depth d. `poll` is asked now and then; false stops.
template <Game G, class Poll>
bool perft(const G& game, Walk<G>& walk, std::span<PerftLevel> levels, Poll& poll) {
    MoveList<G::kMoves> moves;
    legal_moves(game, walk.position, walk.trail(), moves);
    const auto mark = walk.mark();
    for (const Move move : moves) {
        walk.play(move);
        ++levels[0].nodes;
        if (walk.position.result.over())
            ++levels[0].finished;
        else if (levels.size() > 1 && !perft(game, walk, levels.subspan(1), poll))
            return false;
        walk.rewind(mark);
    }
    return poll();
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
