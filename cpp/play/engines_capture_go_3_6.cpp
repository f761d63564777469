// Compiled once for each instruction set, as play/kernels.cpp is.
#include "games/capture_go.hpp"
#include "play/engine_of.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

PONNUKI_ENGINE(CaptureGo<3>);
PONNUKI_ENGINE(CaptureGo<5>);
#if !defined(PONNUKI_FEW_SIZES)
PONNUKI_ENGINE(CaptureGo<4>);
PONNUKI_ENGINE(CaptureGo<6>);
#endif

}  // namespace ponnuki::inline PONNUKI_VARIANT
