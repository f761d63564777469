// The end of a game, solved: who wins by how much if both sides play the best moves to the end.
#pragma once

#include "core/variant.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// Of a game that has no such way. One that has gives, as othello_endgame.hpp does, `wanted` and
// `solve`.
template <class G>
class Endgame {
public:
    static constexpr bool kSolves = false;
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
