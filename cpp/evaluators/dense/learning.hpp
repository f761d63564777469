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
        }
        encode<N>(net.encoding, {}, {}, kBlack, empty.data());
        out.reads_.resize(out.inputs_);
        for (int point = 0; point < N * N; ++point) {
            out.begin_.push_back(static_cast<int>(out.touched_.size()));
            encode<N>(net.encoding, Bits<N * N>::only(point), {}, kBlack, one.data());
            for (int i = 0; i < out.inputs_; ++i) {
                if (one[i] == empty[i]) continue;
                const auto share = static_cast<float>((one[i] - empty[i]) / double{kGrid});
                out.touched_.push_back({i, share});
                out.reads_[i].share = share;
                out.reads_[i].points[point >> 6] |= std::uint64_t{1} << (point & 63);
            }
        }
        out.begin_.push_back(static_cast<int>(out.touched_.size()));
        out.words_ = Bits<N * N>::kWords;
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
        out.resize(inputs_);
        const bool as_black = viewer == kBlack || !mirrors_;
        const auto& own = stones.word[as_black ? kBlack : kWhite];
        const auto& theirs = stones.word[as_black ? kWhite : kBlack];
        for (int i = 0; i < inputs_; ++i) {
            int more = 0;
            for (int word = 0; word < words_; ++word)
                more += std::popcount(reads_[i].points[word] & own[word]) -
                        std::popcount(reads_[i].points[word] & theirs[word]);
            out[i] = constants_[viewer][i] + reads_[i].share * static_cast<float>(more);
        }
    }

    void sums(const float* parameters, const Inputs& inputs, float* out) const {
        const int count = padded(units_);
        const float* const biases = parameters + inputs_ * count;
        for (int at = 0; at < count; at += kFloats) {
            Floats acc[4] = {load<Floats>(biases + at)};  // a single sum would wait for itself
            const float* weight = parameters + at;
            int i = 0;
            for (; i + 4 <= inputs_; i += 4)
                for (int part = 0; part < 4; ++part, weight += count)
                    acc[part] = acc[part] + load<Floats>(weight) * inputs[i + part];
            for (; i < inputs_; ++i, weight += count)
                acc[0] = acc[0] + load<Floats>(weight) * inputs[i];
            store(out + at, (acc[0] + acc[1]) + (acc[2] + acc[3]));
        }
    }

    void sums_after(const float* parameters, const float* sums, const Change* begin,
                    const Change* end, float sign, float* out) const {
        const int count = padded(units_);
        const float* from = sums;
        for (const Change* one = begin; one != end; ++one) {
            const float by = sign * static_cast<float>(one->by);
            for (int i = begin_[one->point]; i < begin_[one->point + 1]; ++i) {
                const float* const weights = parameters + touched_[i].input * count;
                const float share = by * touched_[i].share;
                for (int at = 0; at < count; at += kFloats)
                    store(out + at, load<Floats>(from + at) + load<Floats>(weights + at) * share);
                from = out;
            }
        }
        if (from != out)  // nothing has changed
            for (int at = 0; at < count; at += kFloats) store(out + at, load<Floats>(sums + at));
    }

    void add_gradient(const Inputs& inputs, const float* errors, float scale, float* to) const {
        const int count = padded(units_);
        for (int i = 0; i < inputs_; ++i, to += count)
            if (inputs[i] != 0) add_scaled(to, errors, scale * inputs[i], count);
        if (biases_) add_scaled(to, errors, scale, count);
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
    struct Read {
        std::uint64_t points[Stones::kWords] = {};
        float share = 0;
    };

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
    std::vector<Read> reads_;       // by input
    int words_ = 0;                 // of a board
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
