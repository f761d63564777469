// Compiled once for each instruction set.
#include "evaluators/fates/kernel.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

Score fate_value(const FateNet& net, const std::int8_t* cell) {
    return FateKernel(net, cell).value();
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
