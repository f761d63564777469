// Who comes first among moves of equal worth.
#pragma once

#include <cstdint>

#include "core/rng.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// The priority of a move among equals, from the game's seed.
inline std::uint64_t tie_priority(std::uint64_t seed, int plies, int move) {
    return stream(seed, "tie", static_cast<std::uint64_t>(1024 * plies + move));
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
