// The sizes of boards in the Go family that this build has; the window net has the same, which are
// also those of the other games. Builds for sanitizers have fewer, because they take long to
// compile: boards of one, two and three words.
#pragma once

#include <utility>

#if defined(PONNUKI_FEW_SIZES)
#define PONNUKI_FOR_EACH_SIZE(USE) \
    USE(3);                        \
    USE(5);                        \
    USE(6);                        \
    USE(8);                        \
    USE(9);                        \
    USE(13)
#else
#define PONNUKI_FOR_EACH_SIZE(USE) \
    USE(3);                        \
    USE(4);                        \
    USE(5);                        \
    USE(6);                        \
    USE(7);                        \
    USE(8);                        \
    USE(9);                        \
    USE(10);                       \
    USE(11);                       \
    USE(12);                       \
    USE(13)
#endif

namespace ponnuki {

#if defined(PONNUKI_FEW_SIZES)
using GoSizes = std::integer_sequence<int, 3, 5, 6, 8, 9, 13>;
#else
using GoSizes = std::integer_sequence<int, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13>;
#endif
using OthelloSizes = std::integer_sequence<int, 6, 8>;

}  // namespace ponnuki
