// From options known at run time to the game's type: the one place that lists every game and size.
#pragma once

#include <concepts>
#include <stdexcept>

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

// Calls use(game) with the game that the options describe; they have been checked before.
template <class Use>
decltype(auto) with_game(const Options& any, Use&& use) {
    static_assert(Game<TicTacToe>);
    if (const auto* capture_go = std::get_if<CaptureGoOptions>(&any))
        return with_size<CaptureGo, kMinGoSize, kMaxGoSize, 1>(*capture_go, std::forward<Use>(use));
    if (const auto* go = std::get_if<GoOptions>(&any))
        return with_size<Go, kMinGoSize, kMaxGoSize, 1>(*go, std::forward<Use>(use));
    if (const auto* othello = std::get_if<OthelloOptions>(&any))
        return with_size<Othello, 6, 8, 2>(*othello, std::forward<Use>(use));
    return use(TicTacToe(*std::get_if<TicTacToeOptions>(&any)));
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
