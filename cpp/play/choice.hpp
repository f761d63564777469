// How a player chooses its move: the one place for that, in batches of games and for single moves.
#pragma once

#include <algorithm>

#include "core/normals.hpp"
#include "core/rng.hpp"
#include "play/engine.hpp"
#include "search/score.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// What a player's book says at a place; -1 if nothing.
inline Move book_move(const EnginePlayer& player, int place, std::uint64_t seed, int plies) {
    if (place == Book::kOutside) return -1;
    return player.book->next(place, player.book_likeliest, seed, plies);
}

// Epsilon-random: whether the next move is drawn at random from all legal ones.
inline bool draws_at_random(const EnginePlayer& player, Rng& rng) {
    return player.kind == PlayerKind::random || (player.noise > 0 && rng.chance(player.noise));
}

// Creative (Mayer 2007): the index of one of `count` moves, uniform among those worth at least
// (1 - c) of the best.
template <class Worth>
int creative_choice(int count, double best, double creative, Worth worth, Rng& rng) {
    const double least = best - creative * (best < 0 ? -best : best);
    Bits<kMaxRootMoves> good;
    for (int i = 0; i < count; ++i)
        good.word[i >> 6] |= std::uint64_t{static_cast<double>(worth(i)) >= least} << (i & 63);
    const int among = good.count();
    return among > 0 ? good.nth(rng.below(among)) : 0;
}

// Gibbs sampling: the index of one of `count` moves, by chances in proportion to
// e^(worth / temperature). `weight` has room for them all.
template <class Worth>
int gibbs_choice(int count, double best, double temperature, Worth worth, double* weight,
                 Rng& rng) {
    double sum = 0;
    for (int i = 0; i < count; ++i) {
        const double below = (static_cast<double>(worth(i)) - best) / temperature;
        sum += weight[i] = below < -700 ? 0 : exp_of(below);
    }
    double rest = rng.uniform() * sum;
    for (int i = 0; i < count; ++i)
        if ((rest -= weight[i]) < 0) return i;
    return count - 1;
}

// From what a search found. Greedy: the best move; creative while the game is open.
inline Move choose_found(const EnginePlayer& player, const SearchResult& result, Rng& rng) {
    if (player.creative == 0 || result.depth == 0 || result.solved || is_won(result.score) ||
        is_lost(result.score))
        return result.move;
    // By the order of points: that in which a search has tried the moves decides nothing.
    int order[kMaxRootMoves];
    for (int i = 0; i < result.root_count; ++i) order[i] = i;
    std::sort(order, order + result.root_count,
              [&](int a, int b) { return result.root_moves[a] < result.root_moves[b]; });
    const int chosen = creative_choice(
        result.root_count, static_cast<double>(result.score), player.creative,
        [&](int i) { return result.root_scores[order[i]]; }, rng);
    return result.root_moves[order[chosen]];
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
