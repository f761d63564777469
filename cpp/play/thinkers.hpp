// Players of Go that read: rules written by hand that look at strings with the reader and give
// every move a worth. They are compiled in thinkers.cpp.
#pragma once

#include "games/go.hpp"
#include "play/engine.hpp"
#include "play/scene.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

template <class G>
constexpr bool kHasThinkers = false;
template <int N>
constexpr bool kHasThinkers<Go<N>> = true;

template <int N>
Scene<N> scene_of(const Go<N>& game, const typename Go<N>::Position& position, Trail trail) {
    Scene<N> out;
    for (const Side side : {kBlack, kWhite}) out.stones[side] = position.stones[side];
    out.side = to_move(position);
    out.legal = game.playable_points(position, trail).points;
    out.barred = game.forbidden_by_ko(position, trail);
    return out;
}

// What the moves are worth to such a player, and what it saw, if somebody wants to know.
template <int N>
void rank_as(PlayerKind kind, const Scene<N>& scene, const ScriptSettings& settings, Worths<N>& out,
             Notes* notes);

template <int N>
Answer ask_reader(const Scene<N>& scene, const Question& question);

// Such a player as one whose moves are ranked one by one.
template <int N>
class Thinker {
public:
    Thinker(const Go<N>& game, const typename Go<N>::Position& position, Trail trail,
            PlayerKind kind, const ScriptSettings& settings) {
        rank_as(kind, scene_of(game, position, trail), settings, ranks_, nullptr);
    }
    std::int64_t rough(int move) const { return ranks_.of[move]; }
    std::int64_t fine(int) const { return 0; }

private:
    Worths<N> ranks_;
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
