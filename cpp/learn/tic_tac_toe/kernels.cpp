// Compiled once for each instruction set, with PONNUKI_VARIANT and PONNUKI_TIC_TAC_TOE naming it.
#include "learn/tic_tac_toe/measures.hpp"
#include "learn/tic_tac_toe/training.hpp"

namespace ponnuki {

namespace tictactoe::inline PONNUKI_VARIANT {

static bool train(const Coevolution& run, std::uint64_t seed, const std::atomic<bool>& stopped,
                  std::atomic<std::int64_t>& games, Trained& out) {
    Simulation simulation(run, seed, out);
    if (run.method == Method::pso)
        simulation.pso(stopped, games);
    else
        simulation.ep(stopped, games);
    return !stopped.load(std::memory_order_relaxed);
}

}  // namespace tictactoe::inline PONNUKI_VARIANT

const tictactoe::Kernels PONNUKI_TIC_TAC_TOE = {.coevolve = tictactoe::train,
                                                .policy = tictactoe::net_policy,
                                                .exact = tictactoe::exact,
                                                .sample = tictactoe::sample};

}  // namespace ponnuki
