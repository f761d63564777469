// The window net of Cai, Venayagamoorthy & Wunsch (2009): a hidden unit for every square of 3x3
// points or more, over input weights that all squares share; then 40, 10 and 1 units.
//
// All weights are whole numbers of their layer's unit and all hidden values whole numbers of grid
// steps, so that every sum is exact: a value depends on the board alone, not on the way to it.
#pragma once

#include <cstdint>
#include <span>

#include "core/aligned.hpp"
#include "core/types.hpp"
#include "evaluators/window/geometry.hpp"

namespace ponnuki {

class WindowNet;

struct WindowArchitecture {
    using Net = WindowNet;

    int size = 0;  // of the board

    int weight_count() const { return window_weight_count(size); }
};

// For estimates in single precision: the same weights as plain numbers, and what says how far an
// estimate may be off.
template <int N>
struct alignas(64) WindowEstimateWeights {
    static constexpr int kSquares = window_squares(N);

    // How far the sums after an activation may be off: as far as those before it, times `total` or
    // where tanh is flat less (by what `slope` and `slack` say), and what the layer adds.
    struct Error {
        float total, slack, added;
    };

    float factor[2][window_classes(N)];  // what a stone of a side makes of exp(2 sum)
    alignas(64) float weights2[kSquares + 1][kWindowPadded2];
    float weights3[kWindowHidden2][kWindowPadded3];
    float bias3[kWindowPadded3];
    float weights4[kWindowPadded3];
    float largest3[kWindowPadded2];  // the largest weight of an input of the third layer, by size
    float sizes4[kWindowPadded3];    // the size of every weight
    float bias4;
    float spread[N * N + 1];  // how far sums of the second layer are off more for a stone
    float rounding2;          // ... and for what the largest of them was before, as a share of it
    int most_stones;          // by which a board may differ from one with exact sums
    Error layer3, layer4, last;
};

// The rounded weights on one size of board: the same bytes for every instruction set.
template <int N>
struct alignas(64) WindowWeights {
    static constexpr int kSquares = window_squares(N);
    static constexpr int kPadded = (kSquares + 15) / 16 * 16;
    static constexpr int kClasses = window_classes(N);

    std::int32_t shared[kClasses];              // input weights, in units of unit1
    std::int32_t bias1[kPadded];                // in units of unit1
    double weights2[kSquares][kWindowHidden2];  // by square
    double bias2[kWindowHidden2];
    double weights3[kWindowHidden2][kWindowHidden3];
    double bias3[kWindowHidden3];
    double weights4[kWindowHidden3];
    double bias4;
    double unit2, unit3, unit4;  // what one in a sum of that layer stands for
    float unit1;

    WindowEstimateWeights<N> estimate;
};

// The rounded weights of one net on a board of any size. It owns them; nobody changes them.
class WindowNet {
public:
    // As many finite weights as the architecture has.
    WindowNet(const WindowArchitecture& architecture, std::span<const float> weights);

    // Whose view a value is.
    PONNUKI_INLINE Side view(Side) const { return kBlack; }

    // N must be the net's size.
    template <int N>
    PONNUKI_INLINE const WindowWeights<N>& on() const {
        return *reinterpret_cast<const WindowWeights<N>*>(memory_.get());
    }

    int size;
    double unit = 1 / double{1 << 20};  // what one in a value stands for

private:
    AlignedMemory memory_;
};

}  // namespace ponnuki
