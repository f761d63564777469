// A net that predicts the fate of every point of a board, after Schraudolph, Dayan & Sejnowski
// (1994): whose it will be at the end of the game. The value of a board is the mean of that.
//
// A unit of a point reads the square around it: stones of one side and of the other, and where the
// board ends. Weights are shared over all points, rotations and reflections. Every unit has a twin
// that sees the colours exchanged and counts against it, so the exchange of colours turns every
// prediction around. A second layer reads the units of the points around a point.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/aligned.hpp"
#include "core/bits.hpp"
#include "core/types.hpp"
#include "core/variant.hpp"
#include "evaluators/fates/squares.hpp"

namespace ponnuki {

constexpr int kMaxFateFeatures = 16;
constexpr int kMaxFateReach = 3;
constexpr int kMaxFatePoints = 13 * 13;
constexpr int kFateKinds = kinds_of_offsets(1);  // of the second layer

class FateNet;

struct FateArchitecture {
    using Net = FateNet;

    int size = 0;      // of the board
    int features = 8;  // units of a point
    int reach = 2;     // of the square that a unit reads

    int kinds() const { return kinds_of_offsets(reach); }
    // By unit: own stones by kind of offset, the other side's, what is off the board (which a point
    // itself never is), the bias; then the second layer, by kind of offset and unit.
    int weight_count() const { return features * (3 * kinds() + kFateKinds); }
};

// The rounded weights of one net. It owns them; nobody changes them.
class FateNet {
public:
    // As many finite weights as the architecture has.
    FateNet(const FateArchitecture& architecture, std::span<const float> weights);

    // A value is in black's view.
    PONNUKI_INLINE Side view(Side) const { return kBlack; }

    // The predictions for all points of a board, 1 for black; cells are 1, -1 or 0.
    std::vector<double> fates(std::span<const std::int8_t> cells) const;

    static constexpr int kWidth = kMaxFateFeatures;  // rows of units are padded to it

    int size;
    Squares squares;               // that units read
    Squares near;                  // that the second layer reads
    const std::int32_t* own;       // by kind and unit: what one's own stone adds
    const std::int32_t* theirs;    // ... and a stone of the other side
    const std::int32_t* empty;     // by point and unit: the sums of an empty board
    const double* output;          // by kind and unit
    double unit;                   // what one in a value stands for
    double sum_unit, output_unit;  // ... and in sums

private:
    AlignedMemory memory_;
};

inline namespace PONNUKI_VARIANT {

// In fates/kernels.cpp: no net is compiled for a size of board.
Score fate_value(const FateNet& net, const std::int8_t* cell);

// The value of a board from nothing, in black's view.
template <int N>
Score value_of(const FateNet& net, const Bits<N * N>& black, const Bits<N * N>& white, Side) {
    std::int8_t cell[N * N] = {};
    black.each([&](int point) { cell[point] = 1; });
    white.each([&](int point) { cell[point] = -1; });
    return fate_value(net, cell);
}

}  // namespace PONNUKI_VARIANT

}  // namespace ponnuki
