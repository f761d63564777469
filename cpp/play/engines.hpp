// Makes the engine of a game. Engines are the slowest part to compile, so their sources are groups
// of games and sizes: engines_*.cpp.
#pragma once

#include <atomic>

#include "games/game.hpp"
#include "play/engine.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

template <Game G>
Engine* new_engine(const G& game, int depth, const std::atomic<bool>* stop);

}  // namespace ponnuki::inline PONNUKI_VARIANT

// Compiles the engine of a game in this source.
#define PONNUKI_ENGINE(...) \
    template Engine* new_engine(const __VA_ARGS__&, int, const std::atomic<bool>*)
