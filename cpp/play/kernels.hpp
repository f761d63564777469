// The entry points that exist once for each instruction set.
#pragma once

#include <cstdint>

#include "core/cpu.hpp"
#include "play/batch.hpp"
#include "play/engine.hpp"

namespace ponnuki {

// Plays the random games first .. first+count-1 of a run; `moves` has room for the longest games.
// Gives the number of moves written.
using RandomGamesKernel = std::int64_t (*)(const Options& options, std::uint64_t seed,
                                           std::int64_t first, int count, Move* moves,
                                           PlayedGame* games);

// Makes the engine of a game.
using EngineKernel = Engine* (*)(const Options& options, int depth, const std::atomic<bool>* stop);

struct Kernels {
    RandomGamesKernel random_games;
    EngineKernel engine;
};

extern const Kernels kBaselineKernels;
extern const Kernels kAvx2Kernels;
extern const Kernels kAvx512Kernels;

// Those of the instruction set in use.
const Kernels& kernels();

}  // namespace ponnuki
