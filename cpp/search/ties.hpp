// Who comes first among moves of equal worth.
#pragma once

#include <cstdint>

#include "core/rng.hpp"
#include "search/settings.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// The priority of a move among equals, from the game's seed.
inline std::uint64_t tie_priority(std::uint64_t seed, int plies, int move) {
    return stream(seed, "tie", static_cast<std::uint64_t>(1024 * plies + move));
}

// The same for a search, which may also prefer the move that comes first on the board.
inline std::uint64_t tie_priority(const SearchSettings& search, const Streams& ties, int plies,
                                  int move) {
    return search.first_of_equals ? static_cast<std::uint64_t>(kMaxRootMoves - move)
                                  : ties[static_cast<std::uint64_t>(1024 * plies + move)];
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
