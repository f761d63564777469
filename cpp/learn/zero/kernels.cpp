// Compiled once for each instruction set, with PONNUKI_VARIANT and PONNUKI_ZERO naming it.
#include "learn/zero/gradient.hpp"
#include "learn/zero/self_play.hpp"
#include "learn/zero/zero.hpp"

namespace ponnuki::zero {

inline namespace PONNUKI_VARIANT {

static SelfPlay* new_self_play(const Options& options, const SelfPlaySettings& settings) {
    return new SelfPlayGame(options, settings);
}

static Gradient* new_gradient(const TrainLayout& layout) {
    return new ConvGradient(layout);
}

}  // namespace PONNUKI_VARIANT

const ZeroKernels PONNUKI_ZERO = {.self_play = new_self_play, .gradient = new_gradient};

}  // namespace ponnuki::zero
