// Compiled once for each instruction set, as play/kernels.cpp is.
#include "games/go.hpp"
#include "play/engine_of.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

PONNUKI_ENGINE(Go<3>);
PONNUKI_ENGINE(Go<5>);
#if !defined(PONNUKI_FEW_SIZES)
PONNUKI_ENGINE(Go<4>);
PONNUKI_ENGINE(Go<6>);
PONNUKI_ENGINE(Go<7>);
PONNUKI_ENGINE(Go<8>);
#endif

}  // namespace ponnuki::inline PONNUKI_VARIANT
