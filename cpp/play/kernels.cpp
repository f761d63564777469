// Compiled once for each instruction set, with PONNUKI_VARIANT and PONNUKI_KERNELS naming it.
#include "play/kernels.hpp"

#include "core/rng.hpp"
#include "games/registry.hpp"
#include "play/engine_of.hpp"
#include "play/random.hpp"

namespace ponnuki {

inline namespace PONNUKI_VARIANT {

template <Game G>
std::int64_t random_games(const G& game, std::uint64_t seed, std::int64_t first, int count,
                          Move* moves, PlayedGame* games) {
    Move* next = moves;
    for (int i = 0; i < count; ++i) {
        Rng rng(stream(seed, "game", static_cast<std::uint64_t>(first + i)));
        Walk<G> walk(game);
        const Move* const begin = next;
        while (!walk.position.result.over()) {
            *next = random_move(game, walk.position, walk.trail(), rng);
            walk.play(*next++);
        }
        games[i] = {walk.position.result, static_cast<std::int32_t>(next - begin)};
    }
    return next - moves;
}

static std::int64_t any_random_games(const Options& options, std::uint64_t seed, std::int64_t first,
                                     int count, Move* moves, PlayedGame* games) {
    return with_game(options, [&](const auto& game) {
        return random_games(game, seed, first, count, moves, games);
    });
}

Engine* capture_go_engine(const CaptureGoOptions& options, int depth,
                          const std::atomic<bool>* stop);

static Engine* any_engine(const Options& any, int depth, const std::atomic<bool>* stop) {
    return std::visit(
        [&]<class Some>(const Some& options) -> Engine* {
            if constexpr (std::is_same_v<Some, CaptureGoOptions>)
                return capture_go_engine(options, depth, stop);
            else
                return with_options(options, [&]<class G>(const G& game) -> Engine* {
                    return new EngineOf<G>(game, depth, stop);
                });
        },
        any);
}

}  // namespace PONNUKI_VARIANT

const Kernels PONNUKI_KERNELS = {.random_games = any_random_games, .engine = any_engine};

}  // namespace ponnuki
