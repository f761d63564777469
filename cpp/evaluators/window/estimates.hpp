// Estimates of the window net in single precision, with a proven bound on how far each may be off.
//
// A search with a null window asks one thing of a leaf: is it above the bound? An estimate answers
// that for less than an exact value costs, unless it is too close. Estimates may differ between
// instruction sets; that answer may not.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/types.hpp"
#include "evaluators/window/exact.hpp"
#include "games/sizes.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// Deltas in single precision.
template <int N>
struct alignas(64) WindowEstimateDeltas {
    using Weights = WindowWeights<N>;
    float change[Weights::kClasses][Weights::kPadded];
    float sum2[Weights::kClasses][kWindowPadded2];
    float before[kWindowPadded2];  // the sums of the second layer, in single precision
    float error;                   // how far an estimate may be off, but for a point's reach
    bool known[Weights::kClasses];
    bool begun;

    void forget() {
        for (bool& one : known) one = false;
        begun = false;
    }
};

template <int N>
class WindowEstimator {
public:
    using Weights = WindowEstimateWeights<N>;
    using Accumulator = WindowAccumulator<N>;
    using EstimateDeltas = WindowEstimateDeltas<N>;

    static constexpr int kMaxBatch = WindowKernel<N>::kMaxBatch;

    WindowEstimator() = default;
    explicit WindowEstimator(const WindowWeights<N>& weights) : net_(&weights.estimate) {}

    // Estimates of the same, in single precision.
    void estimates(const Accumulator& before, EstimateDeltas& deltas, Side side, const Move* points,
                   int count, float* out) const {
        if (!deltas.begun) begin(before, deltas);
        alignas(64) Scratch scratch;
        Floats acc[kChunks], other[kChunks];
        for (int which = 0; which < count; ++which) {
            const int point = points[which];
            if (point == N * N) {  // a pass
                for (int i = 0; i < kChunks; ++i)
                    acc[i] = load<Floats>(deltas.before + i * kFloats);
                enter(scratch, which, acc);
                continue;
            }
            const int kind = class_of(point);
            prepare(before, deltas, side, kind);
            for (int i = 0; i < kChunks; ++i)
                acc[i] = load<Floats>(deltas.sum2[kind] + i * kFloats);
            const int partner = kWindow<N>.partner[point];
            if (which + 1 < count && points[which + 1] == partner && partner != point) {
                add_squares(deltas, kind, kWindowLists<N>.shared[point], acc);
                for (int i = 0; i < kChunks; ++i) other[i] = acc[i];
                add_squares(deltas, kind, kWindowLists<N>.rest[partner], other);
                enter(scratch, which + 1, other);
                add_squares(deltas, kind, kWindowLists<N>.rest[point], acc);
                enter(scratch, which++, acc);
                continue;
            }
            add_squares(deltas, kind, kWindowLists<N>.own[point], acc);
            enter(scratch, which, acc);
        }
        finish(scratch, count, out);
    }

    // How far the estimate of a point may be off.
    float error(const EstimateDeltas& deltas, int point) const {
        return deltas.error + net_->reach[point];
    }

    // Whether estimates can tell anything: with large weights they may be off by too much.
    bool can_estimate() const {
        constexpr int kMiddle = N / 2 * (N + 1);
        return net_->margin + net_->reach[kMiddle] < kGrid / 16;
    }

private:
    static constexpr int kPadded = WindowWeights<N>::kPadded;
    static constexpr int kChunks = (kWindowHidden2 + kFloats - 1) / kFloats;

    struct Scratch {
        float value2[kMaxBatch * kWindowPadded2];
        float value4[kMaxBatch];
    };

    static int class_of(int point) { return kWindow<N>.class_of[point]; }

    void begin(const Accumulator& sums, EstimateDeltas& deltas) const {
        deltas.begun = true;
        Doubles largest = Doubles{};
        for (int i = 0; i < kWindowHidden2 / kDoubles; ++i) {
            const Doubles sum = load<Doubles>(sums.sum2 + i * kDoubles) * net_->unit2;
            store(deltas.before + i * kDoubles, narrow(sum));
            const Doubles size = sum < 0.0 ? -sum : sum;
            largest = largest < size ? size : largest;
        }
        for (int j = kWindowHidden2; j < kWindowPadded2; ++j) deltas.before[j] = 0;
        deltas.error = net_->margin + net_->slope * static_cast<float>(largest_of(largest));
    }

    // tanh(a + b) = (tanh a + tanh b) / (1 + tanh a tanh b): no new tanh is needed.
    void prepare(const Accumulator& sums, EstimateDeltas& deltas, Side side, int kind) const {
        if (deltas.known[kind]) return;
        deltas.known[kind] = true;
        const float input = static_cast<float>(window_input(side)) * net_->shared[kind];
        const Floats added = fast_spread(input * kGrid), by = fast_spread(input / kGrid);
        for (int at = 0; at < kPadded; at += kFloats) {
            const Floats before = load<Floats>(sums.value1 + at);
            const Floats below = fast_multiply_add(before, by, fast_spread(1.0f));
            store(deltas.change[kind] + at, fast_quotient(before + added, below) - before);
        }
        Floats acc[kChunks];
        for (int i = 0; i < kChunks; ++i) acc[i] = load<Floats>(deltas.before + i * kFloats);
        add_squares(deltas, kind, kWindowLists<N>.of_class[kind], acc);
        for (int i = 0; i < kChunks; ++i) store(deltas.sum2[kind] + i * kFloats, acc[i]);
    }

    PONNUKI_INLINE void add_squares(const EstimateDeltas& deltas, int kind,
                                    typename WindowLists<N>::List list, Floats* sums) const {
        Floats acc[kChunks], more[kChunks];
        unrolled<kChunks>([&](auto i) {
            acc[i] = sums[i];
            more[i] = Floats{};
        });
        const float* const change = deltas.change[kind];
        const std::uint16_t* square = kWindowLists<N>.square.data() + list.first;
        for (int step = 0; step < list.steps; ++step, square += 4)
            unrolled<4>([&](auto k) {
                const Floats by = fast_spread(change[square[k]]);
                const float* column = net_->weights2[square[k]];
                unrolled<kChunks>([&](auto i) {
                    Floats& sum = k % 2 == 0 ? acc[i] : more[i];
                    sum = fast_multiply_add(load<Floats>(column + i * kFloats), by, sum);
                });
            });
        unrolled<kChunks>([&](auto i) { sums[i] = acc[i] + more[i]; });
    }

    PONNUKI_INLINE static void enter(Scratch& scratch, int which, const Floats* sums) {
        for (int i = 0; i < kChunks; ++i)
            store(scratch.value2 + which * kWindowPadded2 + i * kFloats, sums[i]);
    }

    void finish(Scratch& scratch, int count, float* out) const {
        int first = 0;
        for (; count - first > kFloats / 2; first += kFloats) last_layers(scratch, first, count);
        // All at once, because one alone would wait for itself.
        for (int at = first * kWindowPadded2; at < count * kWindowPadded2; at += kFloats)
            store(scratch.value2 + at, fast_tanh(load<Floats>(scratch.value2 + at)));
        for (; count - first > 1; first += 4) third_layer<4>(scratch, first, count);
        if (first < count) third_layer<1>(scratch, first, count);
        for (int at = 0; at < count; at += kFloats)
            store(out + at, fast_tanh(load<Floats>(scratch.value4 + at)) * kGrid);
    }

    // A board's values of the second layer; past the last board they are repeated, because numbers
    // that happen to be in memory may be so small that they take a hundred times as long.
    PONNUKI_INLINE static const float* board(const Scratch& scratch, int which, int count) {
        return scratch.value2 + std::min(which, count - 1) * kWindowPadded2;
    }

    // All but the last activation for as many boards as there are lanes, a board in each.
    void last_layers(Scratch& scratch, int first, int count) const {
        Floats acc[kWindowHidden3];
        unrolled<kWindowHidden3>([&](auto i) { acc[i] = fast_spread(net_->bias3[i]); });
        for (int from = 0; from < kWindowHidden2; from += kFloats) {
            Floats block[kFloats];
            unrolled<kFloats>(
                [&](auto b) { block[b] = load<Floats>(board(scratch, first + b, count) + from); });
            transpose(block);
            const int end = std::min(kFloats, kWindowHidden2 - from);
            for (int k = 0; k < end; ++k) {
                const Floats value = fast_tanh(block[k]);
                const float* weights = net_->weights3[from + k];
                unrolled<kWindowHidden3>([&](auto i) {
                    acc[i] = fast_multiply_add(value, fast_spread(weights[i]), acc[i]);
                });
            }
        }
        Floats last = fast_spread(net_->bias4);
        unrolled<kWindowHidden3>([&](auto i) {
            last = fast_multiply_add(fast_tanh(acc[i]), fast_spread(net_->weights4[i]), last);
        });
        store(scratch.value4 + first, last);
    }

    // The third layer and the sum of the last one. A board alone is taken in four parts, because
    // one sum would wait for itself.
    template <int Together>
    void third_layer(Scratch& scratch, int first, int count) const {
        constexpr int kWide = kWindowPadded3 / kFloats;
        constexpr int kParts = Together == 1 ? 4 : 1;
        const float* value2[Together];
        unrolled<Together>([&](auto b) { value2[b] = board(scratch, first + b, count); });
        Floats acc[Together * kParts * kWide];
        unrolled<Together * kParts * kWide>([&](auto at) {
            acc[at] = at / kWide % kParts == 0 ? load<Floats>(net_->bias3 + at % kWide * kFloats)
                                               : Floats{};
        });
        for (int j = 0; j < kWindowHidden2; j += kParts)
            unrolled<kParts * kWide>([&](auto at) {
                constexpr int part = at / kWide, i = at % kWide;
                const Floats weight = load<Floats>(net_->weights3[j + part] + i * kFloats);
                unrolled<Together>([&](auto b) {
                    Floats& sum = acc[(b * kParts + part) * kWide + i];
                    sum = fast_multiply_add(weight, fast_spread(value2[b][j + part]), sum);
                });
            });
        unrolled<Together>([&](auto b) {
            Floats last = Floats{};
            unrolled<kWide>([&](auto i) {
                Floats sum = acc[b * kParts * kWide + i];
                for (int part = 1; part < kParts; ++part)
                    sum += acc[(b * kParts + part) * kWide + i];
                last = fast_multiply_add(fast_tanh(sum), load<Floats>(net_->weights4 + i * kFloats),
                                         last);
            });
            scratch.value4[first + b] = net_->bias4 + fast_sum_of(last);
        });
    }

    const Weights* net_ = nullptr;
};

// Compiled in kernels.cpp, once for each size.
#define PONNUKI_EXTERN(N) extern template class WindowEstimator<N>
PONNUKI_FOR_EACH_SIZE(PONNUKI_EXTERN);
#undef PONNUKI_EXTERN

}  // namespace ponnuki::inline PONNUKI_VARIANT
