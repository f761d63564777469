#include "evaluators/window/weights.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
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
// partial sum. In the first layer only squares that cover the stone's point are off.
template <int N>
void prepare_estimates(WindowWeights<N>& net) {
    using W = WindowWeights<N>;
    WindowEstimateWeights<N>& out = net.estimate;
    constexpr double kSlack = 1.01, kRounding = kSlack / (1 << 24);
    // Of a value on the grid; its sum was rounded as well, which moves tanh by half of that.
    constexpr double kExactError = kExactTanhError + 0.5 / kOne + kRounding;
    constexpr double kValueError = kFastTanhError + kExactError;
    constexpr int kTerms2 = window_largest_cover(N) + 8, kTerms3 = kWindowHidden2 + 4,
                  kTerms4 = kWindowHidden3 + 8;
    const double unit2 = net.unit2 * kOne, unit3 = net.unit3 * kOne, unit4 = net.unit4 * kOne;

    double largest[kWindowHidden2] = {};  // weights of the third layer by their inputs
    double sizes3 = 0, sizes4 = 0;
    for (int i = 0; i < kWindowHidden3; ++i) {
        out.weights4[i] = static_cast<float>(net.weights4[i] * unit4);
        out.sizes4[i] = std::abs(out.weights4[i]);
        sizes4 += out.sizes4[i];
        double sizes = std::abs(net.bias3[i]) * net.unit3;
        for (int j = 0; j < kWindowHidden2; ++j) {
            const double weight = net.weights3[j][i] * unit3;
            out.weights3[j][i] = static_cast<float>(weight);
            largest[j] = std::max(largest[j], std::abs(weight));
            sizes += std::abs(weight);
        }
        sizes3 = std::max(sizes3, sizes);
        out.bias3[i] = static_cast<float>(net.bias3[i] * net.unit3);
    }
    out.bias4 = static_cast<float>(net.bias4 * net.unit4);
    double all = 0;
    for (int j = 0; j < kWindowHidden2; ++j) {
        out.largest3[j] = static_cast<float>(largest[j]);
        all += largest[j];
    }
    const auto layer = [](double total, double error, double tanh_error, int terms) {
        return typename WindowEstimateWeights<N>::Error{
            static_cast<float>(total),
            static_cast<float>(kSlack * total * (2 * tanh_error + terms * kRounding)),
            static_cast<float>(kSlack * error)};
    };
    out.layer3 =
        layer(all, all * kValueError + kTerms3 * kRounding * sizes3, kFastTanhError, kTerms3);
    const double bias4 = std::abs(net.bias4) * net.unit4;
    out.layer4 = layer(sizes4, sizes4 * kValueError + kTerms4 * kRounding * (sizes4 + bias4),
                       kFastTanhError, kTerms4);
    // The last activation is the exact one; what is compared with a bound is rounded once more.
    out.last = layer(1, kExactTanhError + kExactError + 0.2 / kOne, kExactTanhError, 2);

    double shared = 0;
    for (int kind = 0; kind < W::kClasses; ++kind) {
        const double weight = double{net.unit1} * net.shared[kind];
        shared = std::max(shared, std::abs(weight));
        out.factor[kBlack][kind] = static_cast<float>(std::exp(-2 * weight));
        out.factor[kWhite][kind] = static_cast<float>(std::exp(2 * weight));
    }
    const double change = std::min(shared + 4 / kOne, 2.0);
    // Powers stay finite, and what was cut off at 30 is not seen in tanh, as long as stones change
    // a sum by no more than 14 together.
    constexpr int kMostStones = 8;
    out.most_stones =
        14 / shared < kMostStones ? std::max(static_cast<int>(14 / shared), 2) : kMostStones;
    // A power that is off by some share moves tanh by half of that; every stone multiplies it.
    constexpr double kPowerError = kFastExpError + (2 * kMostStones + 2) * kRounding;
    double off = kPowerError / 2 + 2 * kFastReciprocalError + 2 * kRounding + kExactError +
                 kTerms2 * kRounding * change;
    if (shared > 7) off = std::numeric_limits<double>::infinity();  // powers may be infinite
    for (int k = 0; k < W::kSquares; ++k)
        for (int j = 0; j < kWindowHidden2; ++j)
            out.weights2[k][j] = static_cast<float>(net.weights2[k][j] * unit2);
    for (int point = 0; point < N * N; ++point) {
        float sums[kWindowHidden2] = {};
        kWindow<N>.covering[point].each([&](int square) {
            for (int j = 0; j < kWindowHidden2; ++j) sums[j] += std::abs(out.weights2[square][j]);
        });
        float most = 0;
        for (const float sum : sums) most = std::max(most, sum);
        out.spread[point] = static_cast<float>(kSlack * off * most);
    }
    out.spread[N * N] = 0;  // a pass
    out.rounding2 = static_cast<float>(kTerms2 * kRounding);
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
