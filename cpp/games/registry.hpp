// From options known at run time to the game's type: the one place that lists every game and size.
#pragma once

#include <utility>
#include <variant>

#include "games/capture_go.hpp"
#include "games/go.hpp"
#include "games/options.hpp"
#include "games/othello.hpp"
#include "games/sizes.hpp"
#include "games/tic_tac_toe.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// Calls use(game) with the member of the family `Sized` that has the size of the options, which is
// one of a list.
template <template <int> class Sized, int Size, int... Rest, class Options, class Use>
decltype(auto) with_size(std::integer_sequence<int, Size, Rest...>, const Options& options,
                         Use&& use) {
    static_assert(Game<Sized<Size>>);
    if constexpr (sizeof...(Rest) > 0)
        if (options.size != Size)
            return with_size<Sized>(std::integer_sequence<int, Rest...>{}, options,
                                    std::forward<Use>(use));
    return use(Sized<Size>(options));
}

// One overload for the options of each game.
template <class Use>
decltype(auto) with_options(const CaptureGoOptions& options, Use&& use) {
    return with_size<CaptureGo>(GoSizes{}, options, std::forward<Use>(use));
}
template <class Use>
decltype(auto) with_options(const GoOptions& options, Use&& use) {
    return with_size<Go>(GoSizes{}, options, std::forward<Use>(use));
}
template <class Use>
decltype(auto) with_options(const OthelloOptions& options, Use&& use) {
    return with_size<Othello>(OthelloSizes{}, options, std::forward<Use>(use));
}
template <class Use>
decltype(auto) with_options(const TicTacToeOptions& options, Use&& use) {
    static_assert(Game<TicTacToe>);
    return use(TicTacToe(options));
}

// Calls use(game) with the game that the options describe; they have been checked before.
template <class Use>
decltype(auto) with_game(const Options& any, Use&& use) {
    return std::visit(
        [&](const auto& options) -> decltype(auto) {
            return with_options(options, std::forward<Use>(use));
        },
        any);
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
