#include "evaluators/net.hpp"

#include <algorithm>
#include <cmath>
#include <new>
#include <stdexcept>
#include <string>

#include "evaluators/lanes.hpp"

namespace ponnuki {

namespace {

constexpr std::align_val_t kAlignment{64};
constexpr double kOne = 1 << 20;  // grid steps in one

std::byte* allocate(std::size_t bytes) {
    auto* memory = static_cast<std::byte*>(::operator new(bytes, kAlignment));
    std::fill_n(memory, bytes, std::byte{0});
    return memory;
}

// Weights of a layer are whole numbers of a unit that is `bits` binary places below the power of
// two above the largest of them.
double unit_of(std::span<const float> layer, int bits) {
    float largest = 0;
    for (const float weight : layer) largest = std::max(largest, std::abs(weight));
    int exponent = -100;
    if (largest > 0) {
        std::frexp(largest, &exponent);
        exponent = std::max(exponent, -100);
    }
    return std::ldexp(1.0, exponent - bits);
}

// The nearest whole number of units, which are a power of two.
double rounded(float weight, double unit) {
    constexpr double kRound = 6755399441055744.0;  // adding it leaves no bits behind the point
    return (weight * (1 / unit) + kRound) - kRound;
}

// Takes the next weights from the front of a row.
std::span<const float> take(std::span<const float>& row, int count) {
    const std::span<const float> front = row.first(count);
    row = row.subspan(count);
    return front;
}

// Fills in what estimates need, once the exact weights are there.
//
// How far an estimate may be off, layer by layer: its inputs are off, its activation differs from
// the exact one, and a sum of n terms in single precision loses at most n roundings of its largest
// partial sum. tanh never stretches an error, but tanh of a sum, taken from the tanh of its parts,
// may stretch theirs. In the second layer only squares that cover the point are off; what that
// comes to at the end is the point's reach.
template <int N>
void prepare_estimates(WindowNet<N>& net) {
    using W = WindowNet<N>;
    constexpr double kSlack = 1.01, kRounding = kSlack / (1 << 24);
    constexpr double kExactError = kExactTanhError + 0.5 / kOne;  // of a value on the grid
    constexpr double kValueError = kTanhError + kExactError;
    constexpr int kTerms2 = window_largest_cover(N) + 8, kTerms3 = kWindowHidden2 + 4,
                  kTerms4 = kWindowHidden3 + 8;
    const double unit3 = net.unit3 * kOne, unit4 = net.unit4 * kOne;
    double shared = 0;
    for (int kind = 0; kind < W::kClasses; ++kind) {
        const double weight = double{net.unit1} * net.shared[kind];
        shared = std::max(shared, std::abs(weight));
        net.about_shared[kind] = static_cast<float>(std::tanh(weight));
    }

    double outer[kWindowHidden2] = {};  // what a value of the second layer that is off by 1 does
    double error4 = 0;                  // without what the second layer's sums are off by
    for (int i = 0; i < kWindowHidden3; ++i) {
        net.about4[i] = static_cast<float>(net.weights4[i] * unit4);
        const double size4 = std::abs(net.weights4[i]) * unit4;
        double sizes = 0;
        for (int j = 0; j < kWindowHidden2; ++j) {
            net.about3[j][i] = static_cast<float>(net.weights3[j][i] * unit3);
            const double size = std::abs(net.weights3[j][i]) * unit3;
            sizes += size;
            outer[j] += size4 * size;
        }
        net.about_bias3[i] = static_cast<float>(net.bias3[i] * net.unit3);
        const double error3 = sizes * kValueError +
                              kTerms3 * kRounding * (sizes + std::abs(net.bias3[i]) * net.unit3);
        error4 += size4 * (error3 + kValueError + kTerms4 * kRounding);
    }
    net.about_bias4 = static_cast<float>(net.bias4 * net.unit4);
    error4 += kTerms4 * kRounding * std::abs(net.bias4) * net.unit4;
    net.margin = static_cast<float>(kSlack * kOne * (error4 + kValueError));
    double all = 0;
    for (const double one : outer) all += one;
    net.slope = static_cast<float>(kSlack * kOne * all * kTerms2 * kRounding);

    const double stretch = (1 + std::tanh(shared)) / (1 - std::tanh(shared));
    const double change = std::min(shared + 2 / kOne, 2.0);
    const double off = (stretch + 1) * kExactError + kQuotientError + kTerms2 * kRounding * change;
    double reach[W::kSquares];
    for (int k = 0; k < W::kSquares; ++k) {
        double parts[8] = {};  // one sum would wait for itself
        for (int j = 0; j < kWindowHidden2; j += 8)
            for (int i = 0; i < 8; ++i) {
                const double weight = net.weights2[k][j + i];
                net.about2[k][j + i] = static_cast<float>(weight * net.unit2);
                parts[i] += std::abs(weight) * outer[j + i];
            }
        reach[k] = 0;
        for (const double part : parts) reach[k] += part;
    }
    for (int point = 0; point < N * N; ++point) {
        double sum = 0;
        kWindow<N>.covering[point].each([&](int square) { sum += reach[square]; });
        net.reach[point] = static_cast<float>(kSlack * kOne * kOne * net.unit2 * off * sum);
    }
    net.reach[N * N] = 0;  // a pass
}

template <int N>
void prepare_window(std::span<const float> row, WindowNet<N>& net) {
    using W = WindowNet<N>;
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

// Calls use(std::integral_constant<int, N>) for a board of that size.
template <int N = 3, class Use>
decltype(auto) with_board(int size, Use&& use) {
    if constexpr (N < 13)
        if (size != N) return with_board<N + 1>(size, std::forward<Use>(use));
    return use(std::integral_constant<int, N>{});
}

}  // namespace

int weight_count(const Architecture& architecture) {
    if (architecture.kind == NetKind::window) return window_weight_count(architecture.size);
    int inputs = input_count(architecture.encoding, architecture.size);
    int total = 0;
    const int bias = architecture.biases ? 1 : 0;
    for (const int width : architecture.hidden) {
        total += (inputs + bias) * width;
        inputs = width;
    }
    return total + inputs + bias;
}

void Net::Free::operator()(std::byte* memory) const {
    ::operator delete(memory, kAlignment);
}

Net::Net(const Architecture& architecture, std::span<const float> weights)
    : kind_(architecture.kind), size_(architecture.size) {
    const int expected = weight_count(architecture);
    if (static_cast<int>(weights.size()) != expected)
        throw std::invalid_argument("the net has " + std::to_string(expected) +
                                    " weights, the row has " + std::to_string(weights.size()));
    for (std::size_t i = 0; i < weights.size(); ++i)
        if (!std::isfinite(weights[i]))
            throw std::invalid_argument("weight " + std::to_string(i) + " is not finite");
    if (kind_ == NetKind::window) {
        with_board(size_, [&]<int N>(std::integral_constant<int, N>) {
            memory_.reset(allocate(sizeof(WindowNet<N>)));
            prepare_window(weights, *new (memory_.get()) WindowNet<N>);  // zeros already
        });
    } else {
        prepare_dense(architecture, weights);
    }
}

void Net::prepare_dense(const Architecture& architecture, std::span<const float> weights) {
    const auto padded = [](int count) { return (count + 7) / 8 * 8; };
    std::vector<int> widths{input_count(architecture.encoding, architecture.size)};
    widths.insert(widths.end(), architecture.hidden.begin(), architecture.hidden.end());
    widths.push_back(1);
    const int layers = static_cast<int>(widths.size()) - 1;
    std::size_t doubles = 0;
    for (int i = 0; i < layers; ++i)
        doubles += std::size_t(padded(widths[i]) + 1) * padded(widths[i + 1]);
    memory_.reset(allocate(doubles * sizeof(double)));
    auto* free = reinterpret_cast<double*>(memory_.get());

    dense_.size = architecture.size;
    dense_.encoding = architecture.encoding;
    dense_.layer_count = layers;
    bool after_linear = false;
    for (int i = 0; i < layers; ++i) {
        const int inputs = widths[i], outputs = widths[i + 1];
        const bool last = i + 1 == layers;
        const int width = last ? padded(inputs) : padded(outputs);
        const auto values = take(weights, (inputs + architecture.biases) * outputs);
        // Linear hidden units go up to 8, so the next layer's weights have 3 bits less.
        const double unit = unit_of(values, after_linear ? 21 : 24);
        double* const matrix = free;
        double* const biases = matrix + (last ? width : inputs * width);
        free = biases + padded(outputs);
        for (int j = 0; j < outputs; ++j) {
            for (int k = 0; k < inputs; ++k)
                matrix[last ? k : k * width + j] = rounded(values[j * inputs + k], unit);
            if (architecture.biases) biases[j] = rounded(values[inputs * outputs + j], unit) * kOne;
        }
        const Activation activation =
            last ? architecture.output_activation : architecture.hidden_activation;
        dense_.layers[i] = {inputs, outputs, width, activation, matrix, biases, unit / kOne};
        after_linear = activation == Activation::linear;
        if (last && activation == Activation::linear) unit_ = unit / kOne;
    }
}

}  // namespace ponnuki
