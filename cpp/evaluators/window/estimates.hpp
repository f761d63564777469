// Estimates of the window net in single precision, with a proven bound on how far each may be off.
//
// A search with a null window asks one thing of a leaf: is it above the bound? An estimate answers
// that for less than an exact value costs, unless it is too close. Estimates may differ between
// instruction sets; that answer may not.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "core/types.hpp"
#include "evaluators/window/exact.hpp"
#include "games/sizes.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// What an estimate keeps of a board, and carries on by one move: like the accumulator, but the
// sums of the second layer in single precision.
template <int N>
struct alignas(64) WindowEstimateSums {
    using Weights = WindowWeights<N>;
    float power1[Weights::kPadded];  // exp(2 sum): a stone multiplies it
    float rest1[Weights::kPadded];   // 1 - tanh(sum), which is 2 / (power + 1)
    float sum2[kWindowPadded2];
    float error;  // how far a sum of the second layer may be off, but for the next stone
    int stones;   // played since these were begun with exact ones
};

// Deltas in single precision.
template <int N>
struct alignas(64) WindowEstimateDeltas {
    using Weights = WindowWeights<N>;
    float change[Weights::kClasses][Weights::kPadded];
    float sum2[Weights::kClasses][kWindowPadded2];
    bool known[Weights::kClasses];

    void forget() {
        for (bool& one : known) one = false;
    }
};

template <int N>
class WindowEstimator {
public:
    using Weights = WindowEstimateWeights<N>;
    using Accumulator = WindowAccumulator<N>;
    using Sums = WindowEstimateSums<N>;
    using EstimateDeltas = WindowEstimateDeltas<N>;

    static constexpr int kMaxBatch = WindowKernel<N>::kMaxBatch;

    WindowEstimator() = default;
    explicit WindowEstimator(const WindowWeights<N>& weights)
        : exact_(&weights), net_(&weights.estimate) {}

    // The sums of a board whose exact ones are there.
    void begin(const Accumulator& exact, Sums& sums) const {
        for (int at = 0; at < kPadded; at += kFloats) {
            // Beyond 30 nothing that the next stones can do is seen in tanh.
            const Floats sum = __builtin_convertvector(load<Ints>(exact.sum1 + at), Floats);
            store(sums.power1 + at, fast_exp(within<60>(sum * exact_->unit1) * 2.0f));
            store(sums.rest1 + at, 1.0f - load<Floats>(exact.value1 + at) * (1 / kGrid));
        }
        for (int i = 0; i < kWindowHidden2; i += kDoubles)
            store(sums.sum2 + i, narrow(load<Doubles>(exact.sum2 + i) * exact_->unit2));
        for (int j = kWindowHidden2; j < kWindowPadded2; ++j) sums.sum2[j] = 0;
        sums.error = net_->rounding2 * largest_sum(sums);
        sums.stones = 0;
    }

    // Whether there may be sums after a stone, and estimates of the stones after it.
    bool can_play(const Sums& before) const { return before.stones + 1 < net_->most_stones; }

    // The sums after a stone of `side` on an empty point.
    void play(const Sums& before, EstimateDeltas& deltas, Side side, int point, Sums& after) const {
        const int kind = class_of(point);
        prepare(before, deltas, side, kind);
        const Floats factor = fast_spread(net_->factor[side][kind]);
        for (int at = 0; at < kPadded; at += kFloats) {
            const std::uint64_t lanes = kWindow<N>.covering[point].word[at / 64] >> (at % 64);
            const Floats power = load<Floats>(before.power1 + at);
            const Floats rest = load<Floats>(before.rest1 + at);
            const Floats change = load<Floats>(deltas.change[kind] + at);
            store(after.power1 + at, choose_lanes(lanes, power * factor, power));
            store(after.rest1 + at, choose_lanes(lanes, rest - change, rest));
        }
        Floats acc[kChunks];
        for (int i = 0; i < kChunks; ++i) acc[i] = load<Floats>(deltas.sum2[kind] + i * kFloats);
        add_squares(deltas, kind, kWindowLists<N>.own[point], acc);
        for (int i = 0; i < kChunks; ++i) store(after.sum2 + i * kFloats, acc[i]);
        after.error = before.error + net_->spread[point] + net_->rounding2 * largest_sum(after);
        after.stones = before.stones + 1;
    }

    // Estimates in black's view of the boards after a stone of `side` on each of some points, in
    // grid steps, and how far each may be off. There must be room for kMaxBatch of them.
    void estimates(const Sums& before, EstimateDeltas& deltas, Side side, const Move* points,
                   int count, float* values, float* errors) const {
        alignas(64) Scratch scratch;
        Floats acc[kChunks], other[kChunks];
        for (int which = 0; which < count; ++which) {
            const int point = points[which];
            scratch.error2[which] = before.error + net_->spread[point];
            if (point == N * N) {  // a pass
                for (int i = 0; i < kChunks; ++i) acc[i] = load<Floats>(before.sum2 + i * kFloats);
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
                scratch.error2[which + 1] = before.error + net_->spread[partner];
                enter(scratch, which++, acc);
                continue;
            }
            add_squares(deltas, kind, kWindowLists<N>.own[point], acc);
            enter(scratch, which, acc);
        }
        finish(scratch, count, values, errors);
    }

private:
    static constexpr int kPadded = WindowWeights<N>::kPadded;
    static constexpr int kChunks = (kWindowHidden2 + kFloats - 1) / kFloats;

    // By board.
    struct Scratch {
        float value2[kMaxBatch * kWindowPadded2];
        float value4[kMaxBatch];
        float error2[kMaxBatch];  // how far sums of the second layer may be off
        float slope2[kMaxBatch];  // what an error of 1 in all of them does to a sum of the third
        float slope3[kMaxBatch];  // what an error of 1 in all of these does to the last sum
    };

    static int class_of(int point) { return kWindow<N>.class_of[point]; }

    static float largest_sum(const Sums& sums) {
        Floats largest = Floats{};
        for (int i = 0; i < kChunks; ++i) {
            const Floats sum = load<Floats>(sums.sum2 + i * kFloats);
            const Floats size = sum < 0.0f ? -sum : sum;
            largest = largest < size ? size : largest;
        }
        return fast_largest_of(largest);
    }

    void prepare(const Sums& sums, EstimateDeltas& deltas, Side side, int kind) const {
        if (deltas.known[kind]) return;
        deltas.known[kind] = true;
        const Floats factor = fast_spread(net_->factor[side][kind]);
        for (int at = 0; at < kPadded; at += kFloats) {
            const Floats above =
                fast_multiply_add(load<Floats>(sums.power1 + at), factor, fast_spread(1));
            store(deltas.change[kind] + at,
                  load<Floats>(sums.rest1 + at) - 2.0f * fast_reciprocal(above));
        }
        Floats acc[kChunks];
        for (int i = 0; i < kChunks; ++i) acc[i] = load<Floats>(sums.sum2 + i * kFloats);
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
        for (int step = 0; step < list.steps; ++step, square += 2)
            unrolled<2>([&](auto k) {
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

    void finish(Scratch& scratch, int count, float* values, float* errors) const {
        int first = 0;
        for (; count - first > kFloats / 2; first += kFloats) last_layers(scratch, first, count);
        // All at once, because one alone would wait for itself.
        for (int at = first * kWindowPadded2; at < count * kWindowPadded2; at += kFloats)
            store(scratch.value2 + at, fast_tanh(load<Floats>(scratch.value2 + at)));
        for (; count - first > 1; first += 4) third_layer<4>(scratch, first, count);
        if (first < count) third_layer<1>(scratch, first, count);
        for (int at = 0; at < count; at += kFloats) {
            const Floats value = tanh_of(load<Floats>(scratch.value4 + at));
            const Floats error3 = error_after(load<Floats>(scratch.error2 + at),
                                              load<Floats>(scratch.slope2 + at), net_->layer3);
            const Floats error4 =
                error_after(error3, load<Floats>(scratch.slope3 + at), net_->layer4);
            const Floats error = error_after(error4, 1.0f - value * value, net_->last);
            store(values + at, value * kGrid);
            store(errors + at, error * (1.01f * kGrid));
        }
    }

    // How far the sums after an activation may be off, if those before it may be off by `error`.
    // Where tanh is flat little of it remains: between x and x + e its slope is at most exp(2e)
    // times that at x, and exp(2e) is less than 1 + 3e where e is below 0.3.
    static Floats error_after(Floats error, Floats slope, const typename Weights::Error& layer) {
        const Floats grown = (1.0f + 3.0f * error) * (slope + layer.slack);
        return error * (error < 0.3f ? grown : fast_spread(layer.total)) + layer.added;
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
        Floats slope2 = fast_spread(net_->layer3.total), slope3 = fast_spread(net_->layer4.total);
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
                slope2 = fast_multiply_add(value * value, fast_spread(-net_->largest3[from + k]),
                                           slope2);
            }
        }
        Floats last = fast_spread(net_->bias4);
        unrolled<kWindowHidden3>([&](auto i) {
            const Floats value = fast_tanh(acc[i]);
            last = fast_multiply_add(value, fast_spread(net_->weights4[i]), last);
            slope3 = fast_multiply_add(value * value, fast_spread(-net_->sizes4[i]), slope3);
        });
        store(scratch.value4 + first, last);
        store(scratch.slope2 + first, slope2);
        store(scratch.slope3 + first, slope3);
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
            Floats last = Floats{}, slope2 = Floats{}, slope3 = Floats{};
            for (int j = 0; j < kChunks * kFloats; j += kFloats) {
                const Floats value = load<Floats>(value2[b] + j);
                slope2 = fast_multiply_add(value * value, load<Floats>(net_->largest3 + j), slope2);
            }
            unrolled<kWide>([&](auto i) {
                Floats sum = acc[b * kParts * kWide + i];
                for (int part = 1; part < kParts; ++part)
                    sum += acc[(b * kParts + part) * kWide + i];
                const Floats value = fast_tanh(sum);
                last = fast_multiply_add(value, load<Floats>(net_->weights4 + i * kFloats), last);
                slope3 = fast_multiply_add(value * value, load<Floats>(net_->sizes4 + i * kFloats),
                                           slope3);
            });
            scratch.value4[first + b] = net_->bias4 + fast_sum_of(last);
            scratch.slope2[first + b] = net_->layer3.total - fast_sum_of(slope2);
            scratch.slope3[first + b] = net_->layer4.total - fast_sum_of(slope3);
        });
    }

    const WindowWeights<N>* exact_ = nullptr;
    const Weights* net_ = nullptr;
};

// Compiled in kernels.cpp, once for each size.
#define PONNUKI_EXTERN(N) extern template class WindowEstimator<N>
PONNUKI_FOR_EACH_SIZE(PONNUKI_EXTERN);
#undef PONNUKI_EXTERN

}  // namespace ponnuki::inline PONNUKI_VARIANT
