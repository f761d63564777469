#include "learn/td/td.hpp"

#include "core/cpu.hpp"
#include "core/parallel.hpp"
#include "games/registry.hpp"

namespace ponnuki::td {

static Kernel kernel() {
    switch (instruction_set()) {
#if defined(PONNUKI_HAS_BASELINE)
        case InstructionSet::baseline: return kBaselineTdKernel;
#endif
#if defined(PONNUKI_HAS_AVX2)
        case InstructionSet::avx2: return kAvx2TdKernel;
#endif
#if defined(PONNUKI_HAS_AVX512)
        case InstructionSet::avx512: return kAvx512TdKernel;
#endif
        default: break;
    }
    throw_no_instruction_set();
}

bool learn(std::span<const Run> runs, int threads, const std::function<bool(std::int64_t)>& poll,
           std::span<Learned> learned) {
    std::atomic<std::int64_t> games{0};
    std::atomic<bool> stopped{false};
    const Kernel use = kernel();
    const auto one = [&](int, std::int64_t i) {
        learned[i].moves.reserve(
            with_game(runs[i].options, [](const auto& game) { return game.max_plies(); }));
        use(runs[i], stopped, games, learned[i]);
    };
    return parallel_for(
        static_cast<std::int64_t>(runs.size()), threads, stopped, [] { return 0; }, one,
        [&] { return poll(games); });
}

}  // namespace ponnuki::td
