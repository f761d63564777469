// What a side has on a board: its shares of stones, of areas and of prisoners (Cai & Wunsch 2007,
// equation 4.7). A critic is rewarded by what it has gained since its last move.
#pragma once

#include "core/types.hpp"
#include "core/variant.hpp"
#include "evaluators/fates/head.hpp"
#include "learn/td/td.hpp"

namespace ponnuki::td::inline PONNUKI_VARIANT {

// By side.
struct Holdings {
    int stones[2] = {0, 0};
    int areas[2] = {0, 0};      // stones, and empty regions that touch no stone of the other side
    int prisoners[2] = {0, 0};  // stones that it has captured
};

// Where nobody has anything, each has a half.
inline double share_of(const int (&counts)[2], Side side) {
    const int both = counts[kBlack] + counts[kWhite];
    return both ? double(counts[side]) / both : 0.5;
}

inline double utility(const Utility& weights, const Holdings& holdings, Side side) {
    return weights.stones * share_of(holdings.stones, side) +
           weights.areas * share_of(holdings.areas, side) +
           weights.prisoners * share_of(holdings.prisoners, side);
}

template <class Board>
void count_areas(const typename Board::Points& black, const typename Board::Points& white,
                 int (&areas)[2]) {
    typename Board::Points points[2];
    areas_of<Board>(black, white, points);
    for (const Side side : {kBlack, kWhite}) areas[side] = points[side].count();
}

}  // namespace ponnuki::td::inline PONNUKI_VARIANT
