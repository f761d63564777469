#include <cmath>
#include <vector>

#include "check.hpp"
#include "core/rng.hpp"
#include "evaluators/any_net.hpp"
#include "evaluators/dense/gradient.hpp"
#include "games/registry.hpp"

using namespace ponnuki;

// The contracts that searches and learners rely on.
static_assert(EvaluatorOn<AnyNetOn<Go<5>>, Go<5>> && !ValuesSiblings<AnyNetOn<Go<5>>, Go<5>>);
static_assert(EstimatesSiblings<WindowOn<CaptureGo<9>>, CaptureGo<9>>);
static_assert(Differentiates<DenseGradient, 5>);

template <int N>
static void check_gradient(const DenseArchitecture& architecture) {
    Rng rng(7);
    std::vector<float> weights(architecture.weight_count());
    for (float& weight : weights) weight = static_cast<float>(rng.uniform() - 0.5);
    Bits<N * N> stones[2];
    for (int point = 0; point < N * N; ++point)
        if (const int who = rng.below(3); who < 2) stones[who].set(point);
    DenseGradient net(architecture);
    std::vector<double> gradient(weights.size()), unused(weights.size());
    const auto value = [&](std::span<const float> row) {
        return net.value<N>(row, stones[kBlack], stones[kWhite], kWhite, 1, unused);
    };
    const double found = net.value<N>(weights, stones[kBlack], stones[kWhite], kWhite, 2, gradient);
    const Net rounded(architecture, weights);
    const auto& dense = std::get<DenseNet>(rounded.any());
    const double grid =
        static_cast<double>(value_of<N>(dense, stones[kBlack], stones[kWhite], kWhite)) *
        rounded.unit();
    CHECK(std::abs(found - grid) < 2e-5);
    for (std::size_t i = 0; i < weights.size(); ++i) {
        constexpr float kStep = 1.0f / 64;
        std::vector<float> more(weights), less(weights);
        more[i] += kStep;
        less[i] -= kStep;
        const double numeric = (value(more) - value(less)) / (double{more[i]} - double{less[i]});
        CHECK(std::abs(gradient[i] / 2 - numeric) < 2e-4);
    }
}

TEST(
    "the gradient of a dense net agrees with numeric differences, its value with the rounded net") {
    for (const Activation output : {Activation::linear, Activation::sigmoid, Activation::tanh})
        for (const Activation hidden : {Activation::sigmoid, Activation::tanh}) {
            check_gradient<5>({.size = 5,
                               .encoding = Encoding::koten,
                               .hidden = {7, 4},
                               .hidden_activation = hidden,
                               .output_activation = output});
            check_gradient<4>({.size = 4,
                               .encoding = Encoding::roban,
                               .hidden = {3},
                               .hidden_activation = hidden,
                               .output_activation = output,
                               .biases = false});
        }
    check_gradient<6>(
        {.size = 6, .encoding = Encoding::black_white, .hidden = {}, .biases = false});
}
