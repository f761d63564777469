// Compiled once for each instruction set, with PONNUKI_VARIANT and PONNUKI_KERNELS naming it.
#include "play/kernels.hpp"

#include "core/rng.hpp"
#include "games/registry.hpp"
#include "play/engines.hpp"
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

static Engine* any_engine(const Options& options, int depth, const std::atomic<bool>* stop) {
    return with_game(options, [&](const auto& game) { return new_engine(game, depth, stop); });
}

}  // namespace PONNUKI_VARIANT

const Kernels PONNUKI_KERNELS = {.random_games = any_random_games, .engine = any_engine};

}  // namespace ponnuki
