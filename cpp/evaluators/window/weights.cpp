#include "evaluators/window/weights.hpp"

#include <algorithm>
#include <cmath>
#include <new>
#include <type_traits>
#include <utility>

#include "evaluators/activation.hpp"
#include "evaluators/rounding.hpp"
#include "games/sizes.hpp"

namespace ponnuki {

namespace {

// Fills in what estimates need, once the exact weights are there.
//
// How far an estimate may be off, layer by layer: its inputs are off, its activation differs from
// the exact one, and a sum of n terms in single precision loses at most n roundings of its largest
// partial sum. tanh never stretches an error, but tanh of a sum, taken from the tanh of its parts,
// may stretch theirs. In the second layer only squares that cover the point are off; what that
// comes to at the end is the point's reach.
template <int N>
void prepare_estimates(WindowWeights<N>& net) {
    using W = WindowWeights<N>;
    WindowEstimateWeights<N>& out = net.estimate;
    out.unit2 = net.unit2;
    constexpr double kSlack = 1.01, kRounding = kSlack / (1 << 24);
    constexpr double kExactError = kExactTanhError + 0.5 / kOne;  // of a value on the grid
    constexpr double kValueError = kFastTanhError + kExactError;
    constexpr int kTerms2 = window_largest_cover(N) + 8, kTerms3 = kWindowHidden2 + 4,
                  kTerms4 = kWindowHidden3 + 8;
    const double unit3 = net.unit3 * kOne, unit4 = net.unit4 * kOne;
    double shared = 0;
    for (int kind = 0; kind < W::kClasses; ++kind) {
        const double weight = double{net.unit1} * net.shared[kind];
        shared = std::max(shared, std::abs(weight));
        out.shared[kind] = static_cast<float>(std::tanh(weight));
    }

    double outer[kWindowHidden2] = {};  // what a value of the second layer that is off by 1 does
    double error4 = 0;                  // without what the second layer's sums are off by
    for (int i = 0; i < kWindowHidden3; ++i) {
        out.weights4[i] = static_cast<float>(net.weights4[i] * unit4);
        const double size4 = std::abs(net.weights4[i]) * unit4;
        double sizes = 0;
        for (int j = 0; j < kWindowHidden2; ++j) {
            out.weights3[j][i] = static_cast<float>(net.weights3[j][i] * unit3);
            const double size = std::abs(net.weights3[j][i]) * unit3;
            sizes += size;
            outer[j] += size4 * size;
        }
        out.bias3[i] = static_cast<float>(net.bias3[i] * net.unit3);
        const double error3 = sizes * kValueError +
                              kTerms3 * kRounding * (sizes + std::abs(net.bias3[i]) * net.unit3);
        error4 += size4 * (error3 + kValueError + kTerms4 * kRounding);
    }
    out.bias4 = static_cast<float>(net.bias4 * net.unit4);
    error4 += kTerms4 * kRounding * std::abs(net.bias4) * net.unit4;
    out.margin = static_cast<float>(kSlack * kOne * (error4 + kValueError));
    double all = 0;
    for (const double one : outer) all += one;
    out.slope = static_cast<float>(kSlack * kOne * all * kTerms2 * kRounding);

    const double stretch = (1 + std::tanh(shared)) / (1 - std::tanh(shared));
    const double change = std::min(shared + 2 / kOne, 2.0);
    const double off =
        (stretch + 1) * kExactError + kFastQuotientError + kTerms2 * kRounding * change;
    double reach[W::kSquares];
    for (int k = 0; k < W::kSquares; ++k) {
        double parts[8] = {};  // one sum would wait for itself
        for (int j = 0; j < kWindowHidden2; j += 8)
            for (int i = 0; i < 8; ++i) {
                const double weight = net.weights2[k][j + i];
                out.weights2[k][j + i] = static_cast<float>(weight * net.unit2);
                parts[i] += std::abs(weight) * outer[j + i];
            }
        reach[k] = 0;
        for (const double part : parts) reach[k] += part;
    }
    for (int point = 0; point < N * N; ++point) {
        double sum = 0;
        kWindow<N>.covering[point].each([&](int square) { sum += reach[square]; });
        out.reach[point] = static_cast<float>(kSlack * kOne * kOne * net.unit2 * off * sum);
    }
    out.reach[N * N] = 0;  // a pass
}

template <int N>
void prepare_window(std::span<const float> row, WindowWeights<N>& net) {
    using W = WindowWeights<N>;
    const auto first = take(row, W::kClasses + W::kSquares);
    // Sums of the first layer are 32 bits wide; a board of 127 points or more would fill them.
    const double unit1 = unit_of(first, N * N < 127 ? 24 : 23);
    net.unit1 = static_cast<float>(unit1);
    for (int i = 0; i < W::kClasses; ++i)
        net.shared[i] = static_cast<std::int32_t>(rounded(first[i], unit1));
    for (int i = 0; i < W::kSquares; ++i)
        net.bias1[i] = static_cast<std::int32_t>(rounded(first[W::kClasses + i], unit1));

    // Fills a dense layer: weights by input, then output.
    const auto layer = [&](int inputs, int outputs, auto weight, double* biases) {
        const auto values = take(row, (inputs + 1) * outputs);
        const double unit = unit_of(values, 24);
        for (int j = 0; j < outputs; ++j) {
            for (int i = 0; i < inputs; ++i) weight(i, j) = rounded(values[j * inputs + i], unit);
            biases[j] = rounded(values[inputs * outputs + j], unit) * kOne;
        }
        return unit / kOne;
    };
    net.unit2 = layer(
        W::kSquares, kWindowHidden2, [&](int i, int j) -> double& { return net.weights2[i][j]; },
        net.bias2);
    net.unit3 = layer(
        kWindowHidden2, kWindowHidden3, [&](int i, int j) -> double& { return net.weights3[i][j]; },
        net.bias3);
    net.unit4 = layer(
        kWindowHidden3, 1, [&](int i, int) -> double& { return net.weights4[i]; }, &net.bias4);
    prepare_estimates(net);
}

}  // namespace

WindowNet::WindowNet(const WindowArchitecture& architecture, std::span<const float> weights)
    : size(architecture.size) {
    with_board(size, [&]<int N>(Board<N>) {
        memory_ = AlignedMemory(sizeof(WindowWeights<N>));
        prepare_window(weights, *new (memory_.get()) WindowWeights<N>);  // zeros already
    });
}

}  // namespace ponnuki
