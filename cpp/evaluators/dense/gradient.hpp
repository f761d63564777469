// The value of a dense net from float weights, as a learner holds and changes them, and its
// gradient.
//
// Plain sums in a fixed order, one board at a time; the same activations as the rounded net. A
// value differs from the rounded net's by what rounding does.
#pragma once

#include <span>
#include <vector>

#include "core/bits.hpp"
#include "core/types.hpp"
#include "evaluators/dense/dense.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

class DenseGradient {
public:
    using Architecture = DenseArchitecture;

    explicit DenseGradient(const DenseArchitecture& architecture) : architecture_(architecture) {
        widths_.push_back(input_count(architecture.encoding, architecture.size));
        for (const int width : architecture.hidden) widths_.push_back(width);
        widths_.push_back(1);
        for (const int width : widths_) values_.emplace_back(width), errors_.emplace_back(width);
    }

    // The value of a board in the net's view. The derivative by every weight is added to
    // `gradient`, times `scale`; both rows are as long as the architecture has weights.
    template <int N>
    double value(std::span<const float> weights, const Bits<N * N>& black, const Bits<N * N>& white,
                 Side viewer, double scale, std::span<double> gradient) {
        const Side view = has_viewer(architecture_.encoding) ? viewer : kBlack;
        encode<N>(architecture_.encoding, black, white, view, values_[0].data());
        for (double& input : values_[0]) input /= double{kGrid};
        std::size_t at = 0;
        for (std::size_t layer = 1; layer < widths_.size(); ++layer)
            at += forward(layer, weights, at);
        const double value = values_.back()[0];
        errors_.back()[0] = scale * slope(widths_.size() - 1, value);
        for (std::size_t layer = widths_.size() - 1; layer > 0; --layer)
            at -= backward(layer, weights, at, gradient);
        return value;
    }

private:
    Activation activation(std::size_t layer) const {
        return layer + 1 == widths_.size() ? architecture_.output_activation
                                           : architecture_.hidden_activation;
    }

    static double activated(Activation activation, double sum) {
        if (activation == Activation::linear) return sum;
        const auto x = static_cast<float>(sum);
        return activation == Activation::tanh ? tanh_of(x) : sigmoid_of(x);
    }

    // The derivative of an activation, from its value.
    double slope(std::size_t layer, double value) const {
        switch (activation(layer)) {
            case Activation::tanh: return 1 - value * value;
            case Activation::sigmoid: return value * (1 - value);
            case Activation::linear: break;
        }
        return 1;
    }

    // Weights of a layer: by output, then input; the biases after them. Gives how many there are.
    std::size_t forward(std::size_t layer, std::span<const float> weights, std::size_t at) {
        const auto& in = values_[layer - 1];
        auto& out = values_[layer];
        for (std::size_t j = 0; j < out.size(); ++j) {
            double sum =
                architecture_.biases ? double{weights[at + in.size() * out.size() + j]} : 0.0;
            for (std::size_t i = 0; i < in.size(); ++i)
                sum += double{weights[at + j * in.size() + i]} * in[i];
            out[j] = activated(activation(layer), sum);
        }
        return (in.size() + architecture_.biases) * out.size();
    }

    // `end` is where the layer's weights end.
    std::size_t backward(std::size_t layer, std::span<const float> weights, std::size_t end,
                         std::span<double> gradient) {
        const auto& in = values_[layer - 1];
        const auto& error = errors_[layer];
        auto& before = errors_[layer - 1];
        const std::size_t count = (in.size() + architecture_.biases) * error.size();
        const std::size_t at = end - count;
        for (double& one : before) one = 0;
        for (std::size_t j = 0; j < error.size(); ++j) {
            for (std::size_t i = 0; i < in.size(); ++i) {
                gradient[at + j * in.size() + i] += error[j] * in[i];
                before[i] += error[j] * double{weights[at + j * in.size() + i]};
            }
            if (architecture_.biases) gradient[at + in.size() * error.size() + j] += error[j];
        }
        if (layer > 1)
            for (std::size_t i = 0; i < before.size(); ++i) before[i] *= slope(layer - 1, in[i]);
        return count;
    }

    DenseArchitecture architecture_;
    std::vector<int> widths_;
    std::vector<std::vector<double>> values_;  // by layer, inputs first
    std::vector<std::vector<double>> errors_;  // derivatives of the result by sums
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
