// Compiled once for each instruction set, as play/kernels.cpp is.
#include "games/capture_go.hpp"
#include "play/engine_of.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

PONNUKI_ENGINE(CaptureGo<9>);
#if !defined(PONNUKI_FEW_SIZES)
PONNUKI_ENGINE(CaptureGo<7>);
PONNUKI_ENGINE(CaptureGo<8>);
#endif

}  // namespace ponnuki::inline PONNUKI_VARIANT
