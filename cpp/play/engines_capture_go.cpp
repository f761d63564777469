// Compiled once for each instruction set, as play/kernels.cpp is.
#include "games/registry.hpp"
#include "play/engine_of.hpp"
#include "play/kernels.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

Engine* capture_go_engine(const CaptureGoOptions& options, int depth,
                          const std::atomic<bool>* stop) {
    return with_options(options, [&]<class G>(const G& game) -> Engine* {
        return new EngineOf<G>(game, depth, stop);
    });
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
