// Encodings: what the inputs of a dense net are.
#pragma once

#include <cstdint>

#include "core/bits.hpp"
#include "core/types.hpp"
#include "evaluators/activation.hpp"
#include "games/grid.hpp"

namespace ponnuki {

enum class Encoding : std::uint8_t {
    own_opponent,   // own 1, opponent 0, empty 1/2 (Franken & Engelbrecht 2003)
    messerschmidt,  // black 1, white 0, empty 1/2, and which player the viewer is
    black_white,    // black +1, white -1
    koten,          // own +1, opponent -1 (Mayer 2007, as the next two)
    roban,          // means of koten over 3x3 squares and over the board
    katatsugi,      // mean of koten over a point and its four neighbours
};

// The number of inputs that an encoding makes of a board.
constexpr int input_count(Encoding encoding, int size) {
    switch (encoding) {
        case Encoding::messerschmidt: return size * size + 1;
        case Encoding::roban: return (size - 2) * (size - 2) + 1;
        default: return size * size;
    }
}

// Whether the inputs show the board from one player's side.
constexpr bool has_viewer(Encoding encoding) {
    return encoding != Encoding::black_white;
}

inline namespace PONNUKI_VARIANT {

// A share in grid steps.
inline double share(int part, int whole) {
    return nearest(static_cast<double>(part) / whole * double{kGrid});
}

// The inputs of a dense net in grid steps, from the side of `viewer`. Gives how many there are.
template <int N>
int encode(Encoding encoding, const Bits<N * N>& black, const Bits<N * N>& white, Side viewer,
           double* out) {
    constexpr int kPoints = N * N;
    const auto fill = [&](const Bits<N * N>& first, const Bits<N * N>& second, double own,
                          double other_side, double empty) {
        for (int point = 0; point < kPoints; ++point) out[point] = empty;
        first.each([&](int point) { out[point] = own; });
        second.each([&](int point) { out[point] = other_side; });
    };
    const auto& own = viewer == kBlack ? black : white;
    const auto& theirs = viewer == kBlack ? white : black;
    switch (encoding) {
        case Encoding::own_opponent: fill(own, theirs, kGrid, 0, kGrid / 2); return kPoints;
        case Encoding::messerschmidt:
            fill(black, white, kGrid, 0, kGrid / 2);
            out[kPoints] = viewer == kBlack ? 0 : kGrid;
            return kPoints + 1;
        case Encoding::black_white: fill(black, white, kGrid, -kGrid, 0); return kPoints;
        case Encoding::koten: fill(own, theirs, kGrid, -kGrid, 0); return kPoints;
        case Encoding::roban: {
            int count = 0;
            for (int top = 0; top + 3 <= N; ++top)
                for (int left = 0; left + 3 <= N; ++left) {
                    Bits<N * N> square;
                    for (int r = top; r < top + 3; ++r)
                        for (int c = left; c < left + 3; ++c) square.set(r * N + c);
                    out[count++] = share((square & own).count() - (square & theirs).count(), 9);
                }
            out[count++] = share(own.count() - theirs.count(), kPoints);
            return count;
        }
        case Encoding::katatsugi:
            for (int point = 0; point < kPoints; ++point) {
                auto around = Grid<N>::neighbours(point);
                around.set(point);
                out[point] = share((around & own).count() - (around & theirs).count(), 5);
            }
            return kPoints;
    }
    return 0;
}

}  // namespace PONNUKI_VARIANT

}  // namespace ponnuki
