// Compiled once for each instruction set, with PONNUKI_VARIANT and PONNUKI_TD naming it.
#include <memory>
#include <optional>
#include <stdexcept>

#include "evaluators/any_net.hpp"
#include "evaluators/dense/learning.hpp"
#include "evaluators/fates/learning.hpp"
#include "evaluators/tuples/learning.hpp"
#include "evaluators/window/learning.hpp"
#include "learn/td/self_play.hpp"

namespace ponnuki::td {

inline namespace PONNUKI_VARIANT {

// `acting`, which chooses the moves, may be null.
template <class Net>
static void learn_with(GameWalk& walk, Net net, Net* acting, const Run& run,
                       const std::atomic<bool>& stopped, std::atomic<std::int64_t>& games,
                       Learned& out) {
    net.load_weights(out.weights);
    if constexpr (!PredictsFates<Net>)
        if (run.settings.logistic) net.use_logistic_error();
    std::optional<Actor<Net>> actor;
    if (acting) {
        acting->load_weights(out.actor);
        actor.emplace(*acting, run.settings.temperature);
    }
    Coherence coherence;
    if (run.settings.coherence) {
        net.read_row(out.sums, coherence.sums);
        net.read_row(out.sizes, coherence.sizes);
    }
    std::optional<Opponent> opponent;
    if (run.meets_somebody()) opponent.emplace(run, &stopped);
    SelfPlay<Net> self_play(walk, run.settings, net, run.settings.coherence ? &coherence : nullptr,
                            opponent ? &*opponent : nullptr, actor ? &*actor : nullptr);
    for (std::int64_t i = 0; i < run.games && out.finite; ++i) {
        if (stopped.load(std::memory_order_relaxed)) return;
        out.finite = self_play.play(run.first + i, out);
        games.fetch_add(1, std::memory_order_relaxed);
    }
    out.finite = out.finite && net.finite();
    net.store_weights(out.weights);
    if (acting) {
        out.finite = out.finite && acting->finite();
        acting->store_weights(out.actor);
    }
    if (run.settings.coherence) {
        net.write_row(coherence.sums, out.sums);
        net.write_row(coherence.sizes, out.sizes);
    }
}

static void learn_games(const Run& run, const std::atomic<bool>& stopped,
                        std::atomic<std::int64_t>& games, Learned& out) {
    const std::unique_ptr<GameWalk> walk = new_game_walk(run.options);
    with_net(run.net, [&]<class Architecture>(const Architecture& net) -> Score {
        if constexpr (requires { learning_net(net); }) {
            using Net = decltype(learning_net(net));
            std::optional<Net> actor;
            if (run.actor) actor.emplace(learning_net(*std::get_if<Architecture>(&*run.actor)));
            learn_with(*walk, learning_net(net), actor ? &*actor : nullptr, run, stopped, games,
                       out);
        } else {
            throw std::invalid_argument("this net has no gradient");
        }
        return 0;
    });
}

}  // namespace PONNUKI_VARIANT

const Kernel PONNUKI_TD = learn_games;

}  // namespace ponnuki::td
