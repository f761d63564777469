// How a player chooses its move: the one place for that, in batches of games and for single moves.
#pragma once

#include "core/rng.hpp"
#include "play/engine.hpp"
#include "search/score.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// Epsilon-random: whether the next move is drawn at random from all legal ones.
inline bool draws_at_random(const EnginePlayer& player, Rng& rng) {
    return player.kind == PlayerKind::random || (player.noise > 0 && rng.chance(player.noise));
}

// From what a search found. Greedy: the best move. Creative (Mayer 2007): uniform among the moves
// worth at least (1 - c) of the best, while the game is open.
inline Move choose_found(const EnginePlayer& player, const SearchResult& result, Rng& rng) {
    if (player.creative == 0 || result.depth == 0 || is_won(result.score) || is_lost(result.score))
        return result.move;
    const double best = static_cast<double>(result.score);
    const double least = best - player.creative * (best < 0 ? -best : best);
    const auto is_good = [&](int i) { return static_cast<double>(result.root_scores[i]) >= least; };
    int good = 0;
    for (int i = 0; i < result.root_count; ++i) good += is_good(i);
    int wanted = rng.below(good);
    for (int i = 0; i < result.root_count; ++i)
        if (is_good(i) && wanted-- == 0) return result.root_moves[i];
    return result.move;
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
