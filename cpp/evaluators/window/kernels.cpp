// The window net's kernels on every size of board. Compiled once for each instruction set.
#include "evaluators/window/estimates.hpp"
#include "evaluators/window/exact.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

#define PONNUKI_KERNELS_OF(N)       \
    template class WindowKernel<N>; \
    template class WindowEstimator<N>
PONNUKI_FOR_EACH_SIZE(PONNUKI_KERNELS_OF);

}  // namespace ponnuki::inline PONNUKI_VARIANT
