// Scores of decided games. They outrank every value of a net: a win after t plies from the root is
// kWin - t, a loss the negative of that. A drawn game is 0.
#pragma once

#include "core/types.hpp"
#include "core/variant.hpp"

namespace ponnuki {

constexpr Score kWin = Score{1} << 60;
constexpr Score kDecided = kWin / 2;

inline namespace PONNUKI_VARIANT {

constexpr Score win_after(int plies) {
    return kWin - plies;
}
constexpr Score loss_after(int plies) {
    return plies - kWin;
}
constexpr bool is_won(Score score) {
    return score > kDecided;
}
constexpr bool is_lost(Score score) {
    return score < -kDecided;
}

// Whether a net need not be asked: none of its values is above the bound, or every one is.
constexpr bool needs_no_net(Score bound) {
    return is_won(bound) || is_lost(bound);
}

// A score that counts plies from the root, as one that counts them from a node at `ply`; and back.
constexpr Score from_node(Score score, int ply) {
    return is_won(score) ? score + ply : is_lost(score) ? score - ply : score;
}
constexpr Score from_root(Score score, int ply) {
    return is_won(score) ? score - ply : is_lost(score) ? score + ply : score;
}

}  // namespace PONNUKI_VARIANT

}  // namespace ponnuki
