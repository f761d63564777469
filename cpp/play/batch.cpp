#include "play/batch.hpp"

#include <algorithm>
#include <atomic>
#include <variant>

#include "core/parallel.hpp"
#include "games/registry.hpp"
#include "play/endgame_sums.hpp"
#include "play/engine.hpp"
#include "play/kernels.hpp"
#include "search/search_walk.hpp"

namespace ponnuki {

const Kernels& kernels() {
    switch (instruction_set()) {
#if defined(PONNUKI_HAS_BASELINE)
        case InstructionSet::baseline: return kBaselineKernels;
#endif
#if defined(PONNUKI_HAS_AVX2)
        case InstructionSet::avx2: return kAvx2Kernels;
#endif
#if defined(PONNUKI_HAS_AVX512)
        case InstructionSet::avx512: return kAvx512Kernels;
#endif
        default: break;
    }
    throw_no_instruction_set();
}

Engine::~Engine() = default;
SearchWalk::~SearchWalk() = default;

bool plays(PlayerKind scripted, const Options& options) {
    if (std::holds_alternative<CaptureGoOptions>(options))
        return scripted == PlayerKind::defensive || scripted == PlayerKind::naive ||
               scripted == PlayerKind::child;
    return scripted != PlayerKind::defensive && scripted != PlayerKind::child &&
           std::holds_alternative<GoOptions>(options);
}

std::unique_ptr<Engine> make_engine(const Options& options, int depth,
                                    const std::atomic<bool>* stop) {
    return std::unique_ptr<Engine>(kernels().engine(options, depth, stop));
}

// Joins what the chunks have written, in order.
static void gather(const std::vector<PlayedGame>& played, std::vector<std::vector<Move>>& moves,
                   Batch& batch) {
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
    const auto play_chunk = [&](std::vector<Move>& buffer, std::int64_t chunk) {
        const std::int64_t first = chunk * kChunk;
        const int count = static_cast<int>(std::min(kChunk, games - first));
        buffer.resize(count * longest);
        const std::int64_t written =
            kernel(options, seed, first, count, buffer.data(), played.data() + first);
        moves[chunk].assign(buffer.begin(), buffer.begin() + written);
        done += count;
    };
    std::atomic<bool> stopped{false};
    if (!parallel_for(
            chunks, threads, stopped, [] { return std::vector<Move>(); }, play_chunk,
            [&] { return poll(done); }))
        return false;

    gather(played, moves, batch);
    return true;
}

bool play_games(const Options& options, std::span<const EnginePlayer> players,
                std::span<const Pairing> pairings, std::span<const std::uint64_t> seeds,
                int opening, int threads, const std::function<bool(std::int64_t)>& poll,
                EngineBatch& batch) {
    const std::size_t games = pairings.size();
    const int longest = with_game(options, [](const auto& game) { return game.max_plies(); });
    int depth = 1;
    for (const EnginePlayer& player : players) depth = std::max(depth, player.search.depth);

    std::vector<std::vector<Move>> moves(games);
    std::vector<PlayedGame> played(games);
    batch.nodes.resize(games);
    batch.leaves.resize(games);
    std::atomic<std::int64_t> done{0};
    std::atomic<bool> stopped{false};
    struct Worker {
        std::unique_ptr<Engine> engine;
        std::vector<Move> buffer;
    };
    const auto make_worker = [&] {
        return Worker{make_engine(options, depth, &stopped), std::vector<Move>(longest)};
    };
    const auto play_one = [&](Worker& worker, std::int64_t i) {
        PlayedEngineGame out;
        if (!worker.engine->play(players[pairings[i].black], players[pairings[i].white], seeds[i],
                                 opening, worker.buffer.data(), out))
            return;
        played[i] = out.game;
        batch.nodes[i] = out.nodes;
        batch.leaves[i] = out.leaves;
        moves[i].assign(worker.buffer.begin(), worker.buffer.begin() + out.game.plies);
        ++done;
    };
    if (!parallel_for(static_cast<std::int64_t>(games), threads, stopped, make_worker, play_one,
                      [&] { return poll(done); }))
        return false;
    gather(played, moves, batch);
    return true;
}

}  // namespace ponnuki
