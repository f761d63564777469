// Compiled once for each instruction set, as play/kernels.cpp is.
#include "games/capture_go.hpp"
#include "play/engine_of.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

#if !defined(PONNUKI_FEW_SIZES)
PONNUKI_ENGINE(CaptureGo<7>);
#endif
PONNUKI_ENGINE(CaptureGo<8>);
PONNUKI_ENGINE(CaptureGo<9>);

}  // namespace ponnuki::inline PONNUKI_VARIANT
