// The first layer of a dense net, as a learner holds it.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "evaluators/dense/dense.hpp"
#include "evaluators/learning.hpp"
#include "games/sizes.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// Every encoding is linear in the stones: an input is a constant, and a share for each stone of the
// viewer among some points, taken off for each stone of the other side.
class DenseInputs {
public:
    using Inputs = FloatRow;

    template <int N>
    static DenseInputs on(const DenseArchitecture& net) {
        DenseInputs out;
        out.has_viewer_ = ponnuki::has_viewer(net.encoding);
        out.inputs_ = input_count(net.encoding, N);
        out.units_ = net.hidden.empty() ? 1 : net.hidden[0];
        out.biases_ = net.biases;
        std::vector<double> empty(out.inputs_), one(out.inputs_);
        for (const Side viewer : {kBlack, kWhite}) {
            encode<N>(net.encoding, {}, {}, viewer, empty.data());
            for (const double input : empty)
                out.constants_[viewer].push_back(static_cast<float>(input / double{kGrid}));
            out.constants_[viewer].resize(padded(out.inputs_));
        }
        encode<N>(net.encoding, {}, {}, kBlack, empty.data());
        out.words_ = Bits<N * N>::kWords;
        out.points_.resize(out.inputs_ * out.words_);
        out.shares_.resize(padded(out.inputs_));
        for (int point = 0; point < N * N; ++point) {
            out.begin_.push_back(static_cast<int>(out.touched_.size()));
            encode<N>(net.encoding, Bits<N * N>::only(point), {}, kBlack, one.data());
            for (int i = 0; i < out.inputs_; ++i) {
                if (one[i] == empty[i]) continue;
                const auto share = static_cast<float>((one[i] - empty[i]) / double{kGrid});
                out.touched_.push_back({i, share});
                out.shares_[i] = share;
                out.points_[i * out.words_ + (point >> 6)] |= std::uint64_t{1} << (point & 63);
                out.one_each_ = out.one_each_ && i == point;
            }
        }
        out.begin_.push_back(static_cast<int>(out.touched_.size()));
        encode<N>(net.encoding, Bits<N * N>::only(0), {}, kWhite, empty.data());
        encode<N>(net.encoding, {}, Bits<N * N>::only(0), kBlack, one.data());
        out.mirrors_ = empty[0] == one[0];
        return out;
    }

    int units() const { return units_; }
    int parameters() const { return (inputs_ + 1) * padded(units_); }
    bool has_viewer() const { return has_viewer_; }
    bool mirrors() const { return mirrors_; }

    void inputs(const Stones& stones, Side viewer, Inputs& out) const {
        out.resize(padded(inputs_));
        const bool as_black = viewer == kBlack || !mirrors_;
        const std::uint64_t* const own = stones.word[as_black ? kBlack : kWhite];
        const std::uint64_t* const theirs = stones.word[as_black ? kWhite : kBlack];
        const float* const constants = constants_[viewer].data();
        const auto count_stones = [&](auto words) __attribute__((always_inline)) {
            const std::uint64_t* points = points_.data();
            for (int i = 0; i < inputs_; ++i) {
                int more = 0;
                for (int word = 0; word < words; ++word, ++points)
                    more +=
                        std::popcount(*points & own[word]) - std::popcount(*points & theirs[word]);
                out[i] = constants[i] + shares_[i] * static_cast<float>(more);
            }
        };
        if (one_each_)
            read_cells(own, theirs, constants, out.data());
        else if (words_ == 1)
            count_stones(std::integral_constant<int, 1>{});
        else
            count_stones(words_);
    }

    void sums(const float* parameters, const Inputs& inputs, float* out) const {
        with_length(padded(units_), [&](auto count) __attribute__((always_inline)) {
            const float* const biases = parameters + inputs_ * count;
            for (int at = 0; at < count; at += kFloats) {
                Floats acc[4] = {load<Floats>(biases + at)};  // a single sum would wait for itself
                const float* weight = parameters + at;
                const float* input = inputs.data();
                int i = 0;
                for (; i + 4 <= inputs_; i += 4, input += 4)
                    unrolled<4>([&](auto part) {
                        acc[part] = acc[part] + load<Floats>(weight) * input[part];
                        weight += count;
                    });
                for (; i < inputs_; ++i, ++input, weight += count)
                    acc[0] = acc[0] + load<Floats>(weight) * *input;
                store(out + at, (acc[0] + acc[1]) + (acc[2] + acc[3]));
            }
        });
    }

    void sums_after(const float* parameters, const float* sums, const Change* changes,
                    const int* begin, int boards, float sign, int stride, float* out) const {
        const int* const begins = begin_.data();
        const Touched* const touched = touched_.data();
        with_length(padded(units_), [&](auto count) __attribute__((always_inline)) {
            constexpr int kAtOnce = kRegisters<decltype(count)>;
            for (int board = 0; board < boards; ++board, out += stride)
                for (int at = 0; at < count; at += kAtOnce * kFloats) {
                    Floats sum[kAtOnce];
                    unrolled<kAtOnce>(
                        [&](auto i) { sum[i] = load<Floats>(sums + at + i * kFloats); });
                    for (int change = begin[board]; change < begin[board + 1]; ++change) {
                        const auto [point, by] = changes[change];
                        const Touched* const last = touched + begins[point + 1];
                        for (const Touched* one = touched + begins[point]; one != last; ++one) {
                            const float* const weights = parameters + one->input * count + at;
                            const float share = sign * static_cast<float>(by) * one->share;
                            unrolled<kAtOnce>([&](auto i) {
                                sum[i] = sum[i] + load<Floats>(weights + i * kFloats) * share;
                            });
                        }
                    }
                    unrolled<kAtOnce>([&](auto i) { store(out + at + i * kFloats, sum[i]); });
                }
        });
    }

    void add_gradient(const Inputs& inputs, const float* errors, float scale, float* to) const {
        with_length(padded(units_), [&](auto count) __attribute__((always_inline)) {
            const float* const input = inputs.data();
            for (int i = 0; i < inputs_; ++i, to += count)
                add_scaled(to, errors, scale * input[i], count);
            if (biases_) add_scaled(to, errors, scale, count);
        });
    }

    void read(std::span<const float>& weights, float* parameters) const {
        each_weight(parameters, [&](float& one) {
            one = weights.front();
            weights = weights.subspan(1);
        });
    }
    void write(float* parameters, std::span<float>& to) const {
        each_weight(parameters, [&](const float& one) {
            to.front() = one;
            to = to.subspan(1);
        });
    }

private:
    struct Touched {
        int input;
        float share;
    };

    // The inputs where each is a point of its own: bits become floats.
    void read_cells(const std::uint64_t* own, const std::uint64_t* theirs, const float* constants,
                    float* out) const {
        Ints bit;
        for (int lane = 0; lane < kFloats; ++lane) bit[lane] = 1 << lane;
        for (int at = 0; at < inputs_; at += kFloats) {
            const auto ours = static_cast<std::int32_t>(own[at >> 6] >> (at & 63));
            const auto others = static_cast<std::int32_t>(theirs[at >> 6] >> (at & 63));
            const Ints more = ((bit & others) != 0) - ((bit & ours) != 0);  // true is -1
            store(out + at,
                  load<Floats>(constants + at) +
                      load<Floats>(shares_.data() + at) * __builtin_convertvector(more, Floats));
        }
    }

    template <class Visit>
    void each_weight(float* parameters, Visit visit) const {
        const int count = padded(units_);
        for (int unit = 0; unit < units_; ++unit)
            for (int input = 0; input < inputs_; ++input) visit(parameters[input * count + unit]);
        for (int unit = 0; biases_ && unit < units_; ++unit)
            visit(parameters[inputs_ * count + unit]);
    }

    int inputs_ = 0, units_ = 0;
    bool has_viewer_ = false, mirrors_ = false, biases_ = false;
    FloatRow constants_[2];         // the inputs of an empty board, by viewer
    std::vector<int> begin_;        // by point, where its inputs begin
    std::vector<Touched> touched_;  // what a stone of the viewer adds to which input
    // By input, the points that it reads.
    std::vector<std::uint64_t, AlignedAllocator<std::uint64_t>> points_;
    FloatRow shares_;       // by input, of a stone on such a point
    bool one_each_ = true;  // whether input i reads point i alone
    int words_ = 0;         // of a board
};

inline LearningNet<DenseInputs> learning_net(const DenseArchitecture& net) {
    std::vector<int> rest(net.hidden);
    if (!rest.empty()) rest.erase(rest.begin());
    return {with_board(net.size, [&]<int N>(Board<N>) { return DenseInputs::on<N>(net); }),
            rest,
            net.hidden.empty(),
            net.hidden_activation,
            net.output_activation,
            net.biases};
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
