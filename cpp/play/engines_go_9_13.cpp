// Compiled once for each instruction set, as play/kernels.cpp is.
#include "games/go.hpp"
#include "play/engine_of.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

PONNUKI_ENGINE(Go<9>);
#if !defined(PONNUKI_FEW_SIZES)
PONNUKI_ENGINE(Go<10>);
PONNUKI_ENGINE(Go<11>);
PONNUKI_ENGINE(Go<12>);
#endif
PONNUKI_ENGINE(Go<13>);

}  // namespace ponnuki::inline PONNUKI_VARIANT
