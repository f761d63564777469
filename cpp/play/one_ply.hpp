// Games between players that look one ply ahead, without the machinery of a search.
#pragma once

#include "core/variant.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// Of a game that has no such way. One that has gives, as othello_one_ply.hpp does, `can_play` and
// `play`; the games, nodes and leaves are those of a search of depth 1, bit for bit.
template <class G>
class OnePly {
public:
    static constexpr bool kPlays = false;
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
