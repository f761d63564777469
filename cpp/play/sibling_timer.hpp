// How long a net takes for the children of a position; for benchmarks.
#pragma once

#include <algorithm>
#include <chrono>
#include <memory>

#include "evaluators/window/window.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// Seconds for all children, `repeats` times over, in the order in which a search asks for them.
template <Game G>
double time_siblings(const G& game, const typename G::Position& position, const WindowNet& net,
                     bool estimate, int repeats, int& leaves) {
    using Clock = std::chrono::steady_clock;
    using Evaluator = WindowOn<G>;
    Evaluator evaluator;
    evaluator.use(net, kBlack, false);
    const auto state = std::make_unique<typename Evaluator::State>();
    evaluator.start(position, *state);
    MoveList<G::kMoves> moves;
    for (const int point : kWindow<G::kSize>.in_pairs)
        if (game.playable(position, point, {})) moves.add(point);
    leaves = moves.count;
    Score scores[Evaluator::kMaxBatch];
    alignas(64) float estimates[Evaluator::kMaxBatch], errors[Evaluator::kMaxBatch];
    float total = 0;
    const auto begin = Clock::now();
    for (int i = 0; i < repeats; ++i) {
        state->forget_deltas();
        for (int at = 0; at < moves.count; at += Evaluator::kMaxBatch) {
            const Move* some = moves.begin() + at;
            const int count = std::min(Evaluator::kMaxBatch, moves.count - at);
            if (estimate) {
                evaluator.estimates(*state, position, some, count, estimates, errors);
                for (int j = 0; j < count; ++j) total += estimates[j];
            } else {
                evaluator.values(*state, position, some, count, scores);
                for (int j = 0; j < count; ++j) total += static_cast<float>(scores[j]);
            }
        }
    }
    [[maybe_unused]] const volatile float used = total;  // nothing may be left out
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
