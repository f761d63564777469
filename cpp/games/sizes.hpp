// The sizes of boards that this build has: those of the Go family, and those of nets, which are for
// all games. Builds that are only checked have fewer, because they take long to compile: boards of
// one, two and three words.
#pragma once

#include <type_traits>
#include <utility>

#if defined(PONNUKI_FEW_SIZES)
#define PONNUKI_FOR_EACH_GO_SIZE(USE) \
    USE(3);                           \
    USE(5);                           \
    USE(9);                           \
    USE(13)
#define PONNUKI_FOR_EACH_SIZE(USE) \
    PONNUKI_FOR_EACH_GO_SIZE(USE); \
    USE(6);                        \
    USE(8)
#else
#define PONNUKI_FOR_EACH_GO_SIZE(USE) \
    USE(3);                           \
    USE(4);                           \
    USE(5);                           \
    USE(6);                           \
    USE(7);                           \
    USE(8);                           \
    USE(9);                           \
    USE(10);                          \
    USE(11);                          \
    USE(12);                          \
    USE(13)
#define PONNUKI_FOR_EACH_SIZE(USE) PONNUKI_FOR_EACH_GO_SIZE(USE)
#endif

namespace ponnuki {

#if defined(PONNUKI_FEW_SIZES)
using GoSizes = std::integer_sequence<int, 3, 5, 9, 13>;
using NetSizes = std::integer_sequence<int, 3, 5, 6, 8, 9, 13>;
#else
using GoSizes = std::integer_sequence<int, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13>;
using NetSizes = GoSizes;
#endif
using OthelloSizes = std::integer_sequence<int, 6, 8>;

template <int N>
using Board = std::integral_constant<int, N>;

// Calls use(Board<N>) for a board of that size, which is one of a list.
template <int N, int... Rest, class Use>
decltype(auto) with_board(std::integer_sequence<int, N, Rest...>, int size, Use&& use) {
    if constexpr (sizeof...(Rest) > 0)
        if (size != N)
            return with_board(std::integer_sequence<int, Rest...>{}, size, std::forward<Use>(use));
    return use(Board<N>{});
}
template <class Use>
decltype(auto) with_board(int size, Use&& use) {
    return with_board(NetSizes{}, size, std::forward<Use>(use));
}

}  // namespace ponnuki
