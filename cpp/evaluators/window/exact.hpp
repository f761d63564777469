// Exact values of the window net: from nothing, by delta updates, and of siblings together.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "core/bits.hpp"
#include "core/types.hpp"
#include "core/vectors.hpp"
#include "evaluators/activation.hpp"
#include "evaluators/window/geometry.hpp"
#include "evaluators/window/weights.hpp"
#include "games/sizes.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// The accumulator: what the net keeps of a board and carries on by delta updates. Sums and values
// of the first layer, sums of the second.
template <int N>
struct alignas(64) WindowAccumulator {
    using Weights = WindowWeights<N>;
    std::int32_t sum1[Weights::kPadded];
    float value1[Weights::kPadded];
    double sum2[kWindowHidden2];
};

// Deltas: what changes in the first layer if the side to move plays on a point. That is the same
// for all points of a class, so it is worked out once a class, when first asked for.
template <int N>
struct alignas(64) WindowDeltas {
    using Weights = WindowWeights<N>;
    double change[Weights::kClasses][Weights::kPadded];
    double sum2[Weights::kClasses][kWindowHidden2];  // with the squares that cover the whole class
    typename WindowGeometry<N>::Squares changing[Weights::kClasses];  // where it is not 0
    bool known[Weights::kClasses];

    void forget() {
        for (bool& one : known) one = false;
    }
};

// The input that a stone is: black -1, white +1.
constexpr int window_input(Side side) {
    return side == kBlack ? -1 : 1;
}

template <int N>
class WindowKernel {
public:
    using Weights = WindowWeights<N>;
    using Accumulator = WindowAccumulator<N>;
    using Deltas = WindowDeltas<N>;
    using Points = Bits<N * N>;

    static constexpr int kMaxBatch = 16;

    WindowKernel() = default;
    explicit WindowKernel(const Weights& weights) : net_(&weights) {}

    // The sums of any board, from nothing.
    PONNUKI_NOINLINE void start(const Points& black, const Points& white, Accumulator& sums) const {
        std::memcpy(sums.sum1, net_->bias1, sizeof sums.sum1);
        for (const Side side : {kBlack, kWhite})
            (side == kBlack ? black : white).each([&](int point) {
                const std::int32_t input = window_input(side) * net_->shared[class_of(point)];
                kWindow<N>.covering[point].each([&](int square) { sums.sum1[square] += input; });
            });
        Doubles acc[kChunks];
        for (int i = 0; i < kChunks; ++i) acc[i] = load<Doubles>(net_->bias2 + i * kDoubles);
        for (int at = 0; at < Weights::kPadded; at += kFloats)
            store(sums.value1 + at, first_layer(load<Ints>(sums.sum1 + at)));
        for (int square = 0; square < Weights::kSquares; ++square) {
            const Doubles value = spread(sums.value1[square]);
            for (int i = 0; i < kChunks; ++i)
                acc[i] = multiply_add(load<Doubles>(net_->weights2[square] + i * kDoubles), value,
                                      acc[i]);
        }
        for (int i = 0; i < kChunks; ++i) store(sums.sum2 + i * kDoubles, acc[i]);
    }

    // The sums after a stone of `side` on an empty point.
    void play(const Accumulator& before, Deltas& deltas, Side side, int point,
              Accumulator& after) const {
        const int kind = class_of(point);
        prepare(before, deltas, side, kind);
        const Ints input = Ints{} + window_input(side) * net_->shared[kind];
        const double* change = deltas.change[kind];
        for (int at = 0; at < Weights::kPadded; at += kFloats) {
            const std::uint64_t lanes = kWindow<N>.covering[point].word[at / 64] >> (at % 64);
            const Floats changed = join(narrow(load<Doubles>(change + at)),
                                        narrow(load<Doubles>(change + at + kDoubles)));
            const Ints sum = load<Ints>(before.sum1 + at);
            const Floats value = load<Floats>(before.value1 + at);
            store(after.sum1 + at, choose_lanes(lanes, sum + input, sum));
            store(after.value1 + at, choose_lanes(lanes, value + changed, value));
        }
        Doubles acc[kChunks];
        begin(deltas, kind, acc);
        add_squares(deltas, kind, own_squares(deltas, kind, point), acc);
        for (int i = 0; i < kChunks; ++i) store(after.sum2 + i * kDoubles, acc[i]);
    }

    // Black's view of a board, in grid steps.
    std::int32_t value(const Accumulator& sums) const {
        alignas(64) Scratch scratch;
        Doubles acc[kChunks];
        for (int i = 0; i < kChunks; ++i) acc[i] = load<Doubles>(sums.sum2 + i * kDoubles);
        enter(scratch, 0, acc);
        std::int32_t out[kMaxBatch];
        finish(scratch, 1, out);
        return out[0];
    }

    // Black's view of the boards after a stone of `side` on each of up to kMaxBatch points.
    // Partners side by side are cheaper.
    void values(const Accumulator& before, Deltas& deltas, Side side, const Move* points, int count,
                std::int32_t* out) const {
        alignas(64) Scratch scratch;
        Doubles acc[kChunks], other[kChunks];
        for (int which = 0; which < count; ++which) {
            const int point = points[which];
            if (point == N * N) {  // a pass
                for (int i = 0; i < kChunks; ++i)
                    acc[i] = load<Doubles>(before.sum2 + i * kDoubles);
                enter(scratch, which, acc);
                continue;
            }
            const int kind = class_of(point);
            prepare(before, deltas, side, kind);
            begin(deltas, kind, acc);
            auto squares = own_squares(deltas, kind, point);
            const int partner = kWindow<N>.partner[point];
            if (which + 1 < count && points[which + 1] == partner && partner != point) {
                auto others = own_squares(deltas, kind, partner);
                const auto shared = squares & others;
                add_squares(deltas, kind, shared, acc);
                for (int i = 0; i < kChunks; ++i) other[i] = acc[i];
                add_squares(deltas, kind, others.without(shared), other);
                enter(scratch, which + 1, other);
                squares = squares.without(shared);
                add_squares(deltas, kind, squares, acc);
                enter(scratch, which++, acc);
                continue;
            }
            add_squares(deltas, kind, squares, acc);
            enter(scratch, which, acc);
        }
        finish(scratch, count, out);
    }

private:
    static constexpr int kChunks = kWindowHidden2 / kDoubles;

    // Sums, then values: of the second layer by board, of the third by unit for some boards.
    struct Scratch {
        float layer2[kMaxBatch * kWindowHidden2 + kFloats];
        float layer3[kWindowHidden3 * kDoubles];
        float layer4[kMaxBatch];
    };

    using Squares = typename WindowGeometry<N>::Squares;

    static int class_of(int point) { return kWindow<N>.class_of[point]; }

    PONNUKI_INLINE Floats first_layer(Ints sum) const {
        return on_grid(tanh_of(__builtin_convertvector(sum, Floats) * net_->unit1));
    }

    void prepare(const Accumulator& sums, Deltas& deltas, Side side, int kind) const {
        if (deltas.known[kind]) return;
        deltas.known[kind] = true;
        const Ints input = Ints{} + window_input(side) * net_->shared[kind];
        auto& changing = deltas.changing[kind];
        changing = {};
        for (int at = 0; at < Weights::kPadded; at += kFloats) {
            const Floats change =
                first_layer(load<Ints>(sums.sum1 + at) + input) - load<Floats>(sums.value1 + at);
            store(deltas.change[kind] + at, widen(low_half(change)));
            store(deltas.change[kind] + at + kDoubles, widen(high_half(change)));
            changing.word[at / 64] |= nonzero_lanes(change) << (at % 64);
        }
        Doubles acc[kChunks];
        for (int i = 0; i < kChunks; ++i) acc[i] = load<Doubles>(sums.sum2 + i * kDoubles);
        add_squares(deltas, kind, kWindow<N>.covering_class[kind] & changing, acc);
        for (int i = 0; i < kChunks; ++i) store(deltas.sum2[kind] + i * kDoubles, acc[i]);
    }

    // The squares that cover a point but not its whole class, and that change.
    PONNUKI_INLINE static Squares own_squares(const Deltas& deltas, int kind, int point) {
        return kWindow<N>.covering[point].without(kWindow<N>.covering_class[kind]) &
               deltas.changing[kind];
    }

    // The second layer's sums that all points of a class have in common.
    PONNUKI_INLINE static void begin(const Deltas& deltas, int kind, Doubles* acc) {
        for (int i = 0; i < kChunks; ++i) acc[i] = load<Doubles>(deltas.sum2[kind] + i * kDoubles);
    }

    PONNUKI_INLINE void add_squares(const Deltas& deltas, int kind, const Squares& squares,
                                    Doubles* sums) const {
        Doubles acc[kChunks];
        unrolled<kChunks>([&](auto i) { acc[i] = sums[i]; });
        for (int w = 0; w < squares.kWords; ++w) {
            const double* const change64 = deltas.change[kind] + 64 * w;
            const auto* const column64 = net_->weights2 + 64 * w;
            for (std::uint64_t rest = squares.word[w]; rest; rest &= rest - 1) {
                const int square = std::countr_zero(rest);
                const Doubles by = spread(change64[square]);
                const double* column = column64[square];
                unrolled<kChunks>([&](auto i) {
                    acc[i] = multiply_add(load<Doubles>(column + i * kDoubles), by, acc[i]);
                });
            }
        }
        unrolled<kChunks>([&](auto i) { sums[i] = acc[i]; });
    }

    PONNUKI_INLINE void enter(Scratch& scratch, int which, const Doubles* sums) const {
        for (int i = 0; i < kChunks; ++i)
            store(scratch.layer2 + which * kWindowHidden2 + i * kDoubles,
                  narrow(sums[i] * net_->unit2));
    }

    void finish(Scratch& scratch, int count, std::int32_t* out) const {
        const int sums = count * kWindowHidden2;
        for (int i = sums; i < sums + kFloats; ++i) scratch.layer2[i] = 0;
        for (float& sum : scratch.layer4) sum = 0;
        activate(scratch.layer2, sums);
        for (int first = 0; first < count; first += kDoubles) last_layers(scratch, first, count);
        activate(scratch.layer4, count);
        for (int which = 0; which < count; ++which)
            out[which] = static_cast<std::int32_t>(scratch.layer4[which]);
    }

    PONNUKI_INLINE static void activate(float* sums, int count) {
        for (int at = 0; at < count; at += kFloats)
            store(sums + at, on_grid(tanh_of(load<Floats>(sums + at))));
    }

    // From here a lane is a board: no lane is idle, and no sum is taken across lanes. Lanes past
    // the last board repeat it.
    void last_layers(Scratch& scratch, int first, int count) const {
        const float* boards[kDoubles];
        for (int b = 0; b < kDoubles; ++b)
            boards[b] = scratch.layer2 + std::min(first + b, count - 1) * kWindowHidden2;
        Doubles acc[kWindowHidden3];
        unrolled<kWindowHidden3>([&](auto i) { acc[i] = spread(net_->bias3[i]); });
        for (int j = 0; j < kWindowHidden2; j += kDoubles) {
            HalfFloats values[kDoubles];
            unrolled<kDoubles>([&](auto b) { values[b] = load<HalfFloats>(boards[b] + j); });
            transpose(values);
            unrolled<kDoubles>([&](auto k) {
                const Doubles value = widen(values[k]);
                const double* weights = net_->weights3[j + k];
                unrolled<kWindowHidden3>(
                    [&](auto i) { acc[i] = multiply_add(value, spread(weights[i]), acc[i]); });
            });
        }
        unrolled<kWindowHidden3>(
            [&](auto i) { store(scratch.layer3 + i * kDoubles, narrow(acc[i] * net_->unit3)); });
        activate(scratch.layer3, kWindowHidden3 * kDoubles);
        Doubles last = spread(net_->bias4);
        unrolled<kWindowHidden3>([&](auto i) {
            last = multiply_add(widen(load<HalfFloats>(scratch.layer3 + i * kDoubles)),
                                spread(net_->weights4[i]), last);
        });
        store(scratch.layer4 + first, narrow(last * net_->unit4));
    }

    const Weights* net_ = nullptr;
};

// Compiled in kernels.cpp, once for each size.
#define PONNUKI_EXTERN(N) extern template class WindowKernel<N>
PONNUKI_FOR_EACH_SIZE(PONNUKI_EXTERN);
#undef PONNUKI_EXTERN

}  // namespace ponnuki::inline PONNUKI_VARIANT
