// N-tuple networks: tables of weights, looked up by what stands on the points of a tuple; the value
// is their sum. A tuple is looked up at all its images under the symmetries of the board, which
// share one table.
//
// Weights are whole numbers of one unit, so that a sum is exact in any order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/bits.hpp"
#include "core/types.hpp"
#include "evaluators/activation.hpp"

namespace ponnuki {

constexpr int kMaxTuple = 12;      // points of a tuple
constexpr int kMaxLookups = 4096;  // of a net
constexpr int kMaxTupleWeights = 1 << 24;

class TupleNet;

// The look-ups of a net: tuples of points, each with the place of its table among the weights.
struct TupleLookups {
    struct One {
        int begin, length;  // its points
        int table;
    };
    std::vector<One> lookups;
    std::vector<std::int16_t> points;
    int weights = 0;  // of all tables of one stage
};

struct TupleArchitecture {
    using Net = TupleNet;

    int size = 0;                          // of the board
    std::vector<std::vector<int>> tuples;  // one of each family of images
    Activation output_activation = Activation::tanh;
    int stages = 1;  // tables of their own for so many stages of a game, by the stones on the board

    int weight_count() const;
    // Throws std::invalid_argument if a tuple does not fit the board.
    TupleLookups lookups() const;
    int stage(int stones) const {
        const int stage = stones * stages / (size * size);
        return stage < stages ? stage : stages - 1;
    }
};

// The rounded weights of one net. It owns them; nobody changes them.
class TupleNet {
public:
    TupleNet(const TupleArchitecture& architecture, std::span<const float> weights);

    // A value is in the viewer's view.
    Side view(Side viewer) const { return viewer; }

    int size;
    TupleArchitecture architecture;
    TupleLookups tuples;
    std::vector<std::int32_t> weights;
    double weight_unit;                 // what one in a sum stands for
    double unit = 1 / double{1 << 20};  // ... and in a value
};

inline namespace PONNUKI_VARIANT {

// What stands on every point: 0 nothing, 1 a stone of the viewer, 2 one of the other side.
template <int Points>
void show_cells(const Bits<Points>& black, const Bits<Points>& white, Side viewer,
                std::uint8_t* cells) {
    for (int point = 0; point < Points; ++point) cells[point] = 0;
    black.each([&](int point) { cells[point] = viewer == kBlack ? 1 : 2; });
    white.each([&](int point) { cells[point] = viewer == kBlack ? 2 : 1; });
}

// Where a look-up finds its weight in the tables of one stage.
PONNUKI_INLINE int place_of(const TupleLookups& tuples, const TupleLookups::One& one,
                            const std::uint8_t* cells) {
    int index = 0;
    for (int i = 0; i < one.length; ++i) index = 3 * index + cells[tuples.points[one.begin + i]];
    return one.table + index;
}

// The value of a board from nothing, in the viewer's view.
template <int N>
Score value_of(const TupleNet& net, const Bits<N * N>& black, const Bits<N * N>& white,
               Side viewer) {
    std::uint8_t cells[N * N];
    show_cells(black, white, viewer, cells);
    const int stage = net.architecture.stage(black.count() + white.count());
    const std::int32_t* const weights = net.weights.data() + stage * net.tuples.weights;
    std::int64_t sum = 0;
    for (const TupleLookups::One& one : net.tuples.lookups)
        sum += weights[place_of(net.tuples, one, cells)];
    if (net.architecture.output_activation == Activation::linear) return sum;
    const auto x = static_cast<float>(static_cast<double>(sum) * net.weight_unit);
    const float y =
        net.architecture.output_activation == Activation::tanh ? tanh_of(x) : sigmoid_of(x);
    return static_cast<Score>(on_grid(y));
}

}  // namespace PONNUKI_VARIANT

}  // namespace ponnuki
