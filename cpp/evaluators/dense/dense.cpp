#include "evaluators/dense/dense.hpp"

#include <bit>

#include "evaluators/rounding.hpp"

namespace ponnuki {

int DenseArchitecture::weight_count() const {
    int inputs = input_count(encoding, size);
    int total = 0;
    const int bias = biases ? 1 : 0;
    for (const int width : hidden) {
        total += (inputs + bias) * width;
        inputs = width;
    }
    return total + inputs + bias;
}

DenseNet::DenseNet(const DenseArchitecture& architecture, std::span<const float> weights)
    : size(architecture.size), encoding(architecture.encoding) {
    const auto padded = [](int count) { return (count + 7) / 8 * 8; };
    std::vector<int> widths{input_count(architecture.encoding, architecture.size)};
    widths.insert(widths.end(), architecture.hidden.begin(), architecture.hidden.end());
    widths.push_back(1);
    layer_count = static_cast<int>(widths.size()) - 1;
    std::size_t doubles = 0;
    for (int i = 0; i < layer_count; ++i)
        doubles += std::size_t(padded(widths[i]) + 1) * padded(widths[i + 1]);
    memory_ = AlignedMemory(doubles * sizeof(double));
    auto* free = reinterpret_cast<double*>(memory_.get());

    bool after_linear = false;
    for (int i = 0; i < layer_count; ++i) {
        const int inputs = widths[i], outputs = widths[i + 1];
        const bool last = i + 1 == layer_count;
        const int width = last ? padded(inputs) : padded(outputs);
        const auto values = take(weights, (inputs + architecture.biases) * outputs);
        // Linear hidden units go up to 8, so the next layer's weights have 3 bits less.
        const double step = unit_of(values, after_linear ? 21 : 24);
        double* const matrix = free;
        double* const biases = matrix + (last ? width : inputs * width);
        free = biases + padded(outputs);
        for (int j = 0; j < outputs; ++j) {
            for (int k = 0; k < inputs; ++k)
                matrix[last ? k : k * width + j] = rounded(values[j * inputs + k], step);
            if (architecture.biases) biases[j] = rounded(values[inputs * outputs + j], step) * kOne;
        }
        const Activation activation =
            last ? architecture.output_activation : architecture.hidden_activation;
        layers[i] = {inputs, outputs, width, activation, matrix, biases, step / kOne};
        after_linear = activation == Activation::linear;
        if (last && activation == Activation::linear) unit = step / kOne;
    }
    if (layer_count == 1 && encoding == Encoding::black_white && widths[0] <= 64 &&
        architecture.output_activation == Activation::linear) {
        byte_sums.resize(std::size_t{256} * ((widths[0] + 7) / 8));
        for (std::size_t i = 0; i < byte_sums.size(); ++i) {
            const unsigned bits = i % 256;
            if (bits == 0) continue;
            const std::size_t point = i / 256 * 8 + std::countr_zero(bits);
            const double weight =
                point < static_cast<std::size_t>(widths[0]) ? layers[0].weights[point] : 0;
            byte_sums[i] =
                byte_sums[i / 256 * 256 + (bits & (bits - 1))] + static_cast<std::int32_t>(weight);
        }
    }
}

}  // namespace ponnuki
