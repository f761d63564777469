// Compiled once for each instruction set, as play/kernels.cpp is.
#include "games/capture_go.hpp"
#include "play/engine_of.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

#if !defined(PONNUKI_FEW_SIZES)
PONNUKI_ENGINE(CaptureGo<10>);
PONNUKI_ENGINE(CaptureGo<11>);
PONNUKI_ENGINE(CaptureGo<12>);
#endif
PONNUKI_ENGINE(CaptureGo<13>);

}  // namespace ponnuki::inline PONNUKI_VARIANT
