// Keeping one's own eyes: in Go, what a player may hold itself to beyond the rules.
#pragma once

#include "games/game.hpp"
#include "games/go.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

template <class G>
constexpr bool kHasEyes = false;
template <int N>
constexpr bool kHasEyes<Go<N>> = true;

// Leaves out moves that fill a one-point eye of the side to move. It passes only if no other move
// is left.
template <Game G>
void keep_eyes(const typename G::Position& position, MoveList<G::kMoves>& moves) {
    if constexpr (kHasEyes<G>) {
        const auto eyes = G::Board::eyes_of(position.stones[to_move(position)]);
        int kept = 0;
        for (const Move move : moves)
            if (move != G::kPoints && !eyes.has(move)) moves.move[kept++] = move;
        if (kept == 0) moves.move[kept++] = G::kPoints;
        moves.count = kept;
    }
    (void)position, (void)moves;
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
