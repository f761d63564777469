// Scripted players: rules written by hand, for the Go family.
//
// They rank the legal moves of a position and play the highest; among equals the game's seed
// decides as it does in a search. So they depend on position and seed alone. The rules are in
// defensive.hpp, naive.hpp, pattern_player.hpp and, of those that read, in thinkers.hpp; they are
// compiled in scripted.cpp.
#pragma once

#include <cstdint>

#include "games/capture_go.hpp"
#include "games/go.hpp"
#include "play/engine.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// The naive player plays these, the defensive one Capture Go alone, all others Go alone.
template <class G>
constexpr bool kHasScripts = false;
template <int N>
constexpr bool kHasScripts<CaptureGo<N>> = true;
template <int N>
constexpr bool kHasScripts<Go<N>> = true;

// The move of a scripted player in a position that is not over.
template <Game G>
Move scripted_move(const G& game, const typename G::Position& position, Trail trail,
                   PlayerKind kind, const ScriptSettings& settings, std::uint64_t seed);

template <Game G>
void scripted_ranks(const G& game, const typename G::Position& position, Trail trail,
                    PlayerKind kind, const ScriptSettings& settings, Ranking& out);

}  // namespace ponnuki::inline PONNUKI_VARIANT
