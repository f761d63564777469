// From options known at run time to the game's type: the one place that lists every game and size.
#pragma once

#include <utility>
#include <variant>

#include "games/capture_go.hpp"
#include "games/go.hpp"
#include "games/options.hpp"
#include "games/othello.hpp"
#include "games/tic_tac_toe.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

constexpr int kMinGoSize = 3;
constexpr int kMaxGoSize = 13;

// Calls use(game) with the member of the family `Sized` that has the size of the options.
template <template <int> class Sized, int Size, int Last, int Step, class Options, class Use>
decltype(auto) with_size(const Options& options, Use&& use) {
    static_assert(Game<Sized<Size>>);
    if constexpr (Size < Last)
        if (options.size != Size)
            return with_size<Sized, Size + Step, Last, Step>(options, std::forward<Use>(use));
    return use(Sized<Size>(options));
}

// One overload for the options of each game.
template <class Use>
decltype(auto) with_options(const CaptureGoOptions& options, Use&& use) {
    return with_size<CaptureGo, kMinGoSize, kMaxGoSize, 1>(options, std::forward<Use>(use));
}
template <class Use>
decltype(auto) with_options(const GoOptions& options, Use&& use) {
    return with_size<Go, kMinGoSize, kMaxGoSize, 1>(options, std::forward<Use>(use));
}
template <class Use>
decltype(auto) with_options(const OthelloOptions& options, Use&& use) {
    return with_size<Othello, 6, 8, 2>(options, std::forward<Use>(use));
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
