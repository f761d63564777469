// Batches of whole games between random players.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/types.hpp"
#include "games/options.hpp"

namespace ponnuki {

// What a kernel writes for one game.
struct PlayedGame {
    Result result;
    std::int32_t plies;
};

// Whole games, in order. The moves of game i are moves[offsets[i]] up to moves[offsets[i + 1]].
struct Batch {
    std::vector<Result> results;
    std::vector<std::int64_t> offsets;
    std::vector<Move> moves;
};

// Plays random games on `threads` threads; game i draws from the stream ("game", i) of the seed,
// so the batch is the same for any number of threads and for every instruction set. `poll` is asked
// every 50 ms on the calling thread with the number of games done; false gives the batch up, and
// then the result is false.
bool play_random(const Options& options, std::int64_t games, std::uint64_t seed, int threads,
                 const std::function<bool(std::int64_t)>& poll, Batch& batch);

}  // namespace ponnuki
