// The uniformly random player.
#pragma once

#include "core/rng.hpp"
#include "games/game.hpp"
#include "games/go.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// In Go the random player counts the pass as one of its moves (Mayer 2007); elsewhere it passes
// only when it has no legal point (Cai, Venayagamoorthy & Wunsch 2009).
template <class G>
constexpr bool kRandomPasses = false;
template <int N>
constexpr bool kRandomPasses<Go<N>> = true;

// A move drawn from a position that is not over: a candidate is drawn, and another one if the rules
// refuse it, which leaves every legal move equally likely.
template <Game G>
Move random_move(const G& game, const typename G::Position& position, Trail trail, Rng& rng) {
    auto left = game.candidates(position);
    for (int count = left.count(); count > 0; --count) {
        const int rank = rng.below(count + (kRandomPasses<G> ? 1 : 0));
        if (rank == count) break;
        const int point = left.nth(rank);
        if (game.playable(position, point, trail)) return static_cast<Move>(point);
        left.clear(point);
    }
    return G::kPoints;
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
