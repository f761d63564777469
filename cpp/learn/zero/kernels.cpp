// Compiled once for each instruction set, with PONNUKI_VARIANT and PONNUKI_ZERO naming it.
#include "learn/zero/gradient.hpp"
#include "learn/zero/self_play.hpp"
#include "learn/zero/zero.hpp"

namespace ponnuki::zero {

inline namespace PONNUKI_VARIANT {

static SelfPlay* new_self_play(const Options& options, const SelfPlaySettings& settings) {
    return new SelfPlayGame(options, settings);
}

static void add_gradient(const TrainLayout& layout, const float* weights,
                         const SamplesView& samples, double value_share, float* gradient,
                         Losses& losses) {
    ConvGradient one(layout, weights, gradient);
    const int row = layout.size * layout.size + 1;
    for (std::int64_t i = 0; i < samples.count; ++i)
        one.add(samples.cells + i * row, samples.policies + i * row, samples.values[i], value_share,
                losses);
}

}  // namespace PONNUKI_VARIANT

const ZeroKernels PONNUKI_ZERO = {.self_play = new_self_play, .gradient = add_gradient};

}  // namespace ponnuki::zero
