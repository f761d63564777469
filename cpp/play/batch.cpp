#include "play/batch.hpp"

#include <algorithm>
#include <atomic>

#include "core/parallel.hpp"
#include "games/registry.hpp"
#include "play/kernels.hpp"

namespace ponnuki {

const Kernels& kernels() {
#if defined(PONNUKI_X86_VARIANTS)
    switch (instruction_set()) {
        case InstructionSet::avx512: return kAvx512Kernels;
        case InstructionSet::avx2: return kAvx2Kernels;
        case InstructionSet::baseline: break;
    }
#endif
    return kBaselineKernels;
}

bool play_random(const Options& options, std::int64_t games, std::uint64_t seed, int threads,
                 const std::function<bool(std::int64_t)>& poll, Batch& batch) {
    constexpr std::int64_t kChunk = 64;
    const std::int64_t chunks = (games + kChunk - 1) / kChunk;
    const int longest = with_game(options, [](const auto& game) { return game.max_plies(); });
    const RandomGamesKernel kernel = kernels().random_games;

    std::vector<std::vector<Move>> moves(chunks);
    std::vector<PlayedGame> played(games);
    std::atomic<std::int64_t> done{0};
    const auto play_chunk = [&](std::int64_t chunk) {
        thread_local std::vector<Move> buffer;
        const std::int64_t first = chunk * kChunk;
        const int count = static_cast<int>(std::min(kChunk, games - first));
        buffer.resize(count * longest);
        const std::int64_t written =
            kernel(options, seed, first, count, buffer.data(), played.data() + first);
        moves[chunk].assign(buffer.begin(), buffer.begin() + written);
        done += count;
    };
    if (!parallel_for(chunks, threads, play_chunk, [&] { return poll(done); })) return false;

    batch.results.reserve(played.size());
    batch.offsets.reserve(played.size() + 1);
    batch.offsets.push_back(0);
    for (const PlayedGame& game : played) {
        batch.results.push_back(game.result);
        batch.offsets.push_back(batch.offsets.back() + game.plies);
    }
    batch.moves.reserve(batch.offsets.back());
    for (std::vector<Move>& chunk : moves) {
        batch.moves.insert(batch.moves.end(), chunk.begin(), chunk.end());
        std::vector<Move>().swap(chunk);
    }
    return true;
}

}  // namespace ponnuki
