// Compiled once for each instruction set: the walks of all games.
#include "games/registry.hpp"
#include "learn/td/walk.hpp"

namespace ponnuki::td::inline PONNUKI_VARIANT {

std::unique_ptr<GameWalk> new_game_walk(const Options& options) {
    return with_game(options, []<class G>(const G& game) -> std::unique_ptr<GameWalk> {
        return std::make_unique<WalkOf<G>>(game);
    });
}

}  // namespace ponnuki::td::inline PONNUKI_VARIANT
