// N-tuple networks: tables of weights, looked up by what stands on the points of a tuple; the value
// is their sum. A tuple is looked up at all its images under the symmetries of the board, which
// share one table; or wherever its shape fits.
//
// Weights are whole numbers of one unit, so that a sum is exact in any order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/bits.hpp"
#include "core/types.hpp"
#include "evaluators/activation.hpp"
#include "games/grid.hpp"

namespace ponnuki {

constexpr int kMaxTuple = 12;      // points of a tuple
constexpr int kMaxLookups = 4096;  // of a net
constexpr int kMaxTupleWeights = 1 << 24;
constexpr int kMaxLiberties = 8;  // that are told apart
constexpr int kMaxCodings = 4;    // ways to see a point, of a net

class TupleNet;

// Points that are looked up together.
struct PointTuple {
    std::vector<int> points;
    int liberties = 0;      // stones are told apart by those of their string, up to so many
    bool anywhere = false;  // one table for all places of the shape, not only for mirror images

    // What can stand on a point.
    int codes() const { return 1 + 2 * (liberties > 1 ? liberties : 1); }
};

// The look-ups of a net: tuples of points, each with the place of its table among the weights.
struct TupleLookups {
    struct One {
        int begin, length;  // its points
        int table;
        int codes, coding;  // how many codes a point has, and which
    };
    // A look-up that holds a point, and how far a code more moves it.
    struct Touched {
        int lookup, step;
    };
    std::vector<One> lookups;
    std::vector<std::int16_t> points;
    std::vector<int> codings;  // by number: liberties that are told apart, 0 for none
    std::vector<int> begin;    // by coding and point, where its look-ups begin
    std::vector<Touched> touched;
    // Where many of the look-ups hold a point, also a row for each point: how far a code more moves
    // every look-up. Rows are padded to whole vectors; empty where there are none.
    std::vector<std::int32_t> rows;
    int row_length = 0;
    // By place in the tables of one stage: where the weight is, if images share weights.
    std::vector<std::int32_t> shared;
    int weights = 0;  // of all tables of one stage

    // Made and ended in one source: kernels of all instruction sets share them.
    TupleLookups();
    TupleLookups(const TupleLookups&);
    TupleLookups(TupleLookups&&) noexcept;
    TupleLookups& operator=(const TupleLookups&);
    TupleLookups& operator=(TupleLookups&&) noexcept;
    ~TupleLookups();

    bool sees_liberties() const { return codings.size() > 1 || codings[0] > 0; }
};

struct TupleArchitecture {
    using Net = TupleNet;

    int size = 0;                    // of the board
    std::vector<PointTuple> tuples;  // one of each family of images
    Activation output_activation = Activation::tanh;
    int stages = 1;  // tables of their own for so many stages of a game, by the stones on the board
    // Whether a board and its mirror images have one value: entries of a table that are images of
    // each other on the same points share a weight.
    bool symmetric = false;

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

// The code of a point: 0 for nothing, then stones of the viewer, then those of the other side; with
// one liberty, two and so on, if they are told apart.
constexpr int cell_code(bool own, int liberties, int most) {
    const int strength = liberties < 1 ? 1 : liberties > most ? most : liberties;
    return own ? strength : most + strength;
}
constexpr int cell_code(bool own) {
    return cell_code(own, 1, 1);
}

// The codes of every point, by coding.
template <int N>
void show_cells(const TupleLookups& tuples, const Bits<N * N>& black, const Bits<N * N>& white,
                Side viewer, std::uint8_t (*cells)[N * N]) {
    const auto codings = static_cast<int>(tuples.codings.size());
    for (int i = 0; i < codings; ++i)
        for (int point = 0; point < N * N; ++point) cells[i][point] = 0;
    const Bits<N * N> empty = Grid<N>::kAll.without(black | white);
    for (const Side side : {kBlack, kWhite}) {
        const bool own = side == viewer;
        const Bits<N * N>& stones = side == kBlack ? black : white;
        for (int i = 0; i < codings; ++i)
            if (tuples.codings[i] == 0)
                stones.each([&](int point) {
                    cells[i][point] = static_cast<std::uint8_t>(cell_code(own));
                });
        if (!tuples.sees_liberties()) continue;
        Bits<N * N> rest = stones;
        while (rest.any()) {
            const Bits<N * N> string = Grid<N>::connected(Bits<N * N>::only(rest.lowest()), rest);
            const int liberties = (Grid<N>::beside(string) & empty).count();
            for (int i = 0; i < codings; ++i) {
                if (tuples.codings[i] == 0) continue;
                const int code = cell_code(own, liberties, tuples.codings[i]);
                string.each([&](int point) { cells[i][point] = static_cast<std::uint8_t>(code); });
            }
            rest = rest.without(string);
        }
    }
}

// Where a look-up finds its weight in the tables of one stage.
PONNUKI_INLINE int place_of(const TupleLookups& tuples, const TupleLookups::One& one,
                            const std::uint8_t* cells) {
    int index = 0;
    for (int i = 0; i < one.length; ++i)
        index = one.codes * index + cells[tuples.points[one.begin + i]];
    return one.table + index;
}

// What a sum of weights is worth.
inline Score score_of_sum(const TupleNet& net, std::int64_t sum) {
    if (net.architecture.output_activation == Activation::linear) return sum;
    const auto x = static_cast<float>(static_cast<double>(sum) * net.weight_unit);
    const float y =
        net.architecture.output_activation == Activation::tanh ? tanh_of(x) : sigmoid_of(x);
    return static_cast<Score>(on_grid(y));
}

// The value of a board from nothing, in the viewer's view.
template <int N>
Score value_of(const TupleNet& net, const Bits<N * N>& black, const Bits<N * N>& white,
               Side viewer) {
    std::uint8_t cells[kMaxCodings][N * N];
    show_cells<N>(net.tuples, black, white, viewer, cells);
    const int stage = net.architecture.stage(black.count() + white.count());
    const std::int32_t* const weights = net.weights.data() + stage * net.tuples.weights;
    std::int64_t sum = 0;
    for (const TupleLookups::One& one : net.tuples.lookups)
        sum += weights[place_of(net.tuples, one, cells[one.coding])];
    return score_of_sum(net, sum);
}

}  // namespace PONNUKI_VARIANT

}  // namespace ponnuki
