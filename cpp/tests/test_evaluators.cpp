#include <cmath>
#include <vector>

#include "check.hpp"
#include "core/rng.hpp"
#include "evaluators/any_net.hpp"
#include "evaluators/dense/learning.hpp"
#include "evaluators/fates/learning.hpp"
#include "evaluators/tuples/learning.hpp"
#include "evaluators/window/learning.hpp"
#include "games/registry.hpp"

using namespace ponnuki;

// The contracts that searches and learners rely on.
static_assert(EvaluatorOn<AnyNetOn<Go<5>>, Go<5>> && !ValuesSiblings<AnyNetOn<Go<5>>, Go<5>>);
static_assert(EstimatesSiblings<WindowOn<CaptureGo<9>>, CaptureGo<9>>);
static_assert(FirstLayer<DenseInputs> && FirstLayer<WindowInputs>);

template <int N, class Architecture>
static void check_learning(const Architecture& architecture) {
    Rng rng(7);
    std::vector<float> weights(architecture.weight_count());
    for (float& weight : weights) weight = static_cast<float>(rng.uniform() - 0.5);
    Bits<N * N> stones[2];
    for (int point = 0; point < N * N; ++point)
        if (const int who = rng.below(3); who < 2) stones[who].set(point);
    Stones board;
    for (const Side side : {kBlack, kWhite}) board.show(side, stones[side]);
    auto net = learning_net(architecture);
    auto moment = net.moment();
    const auto value = [&](std::span<const float> row) {
        net.load_weights(row);
        return double{net.value(board, kWhite, moment)};
    };
    const double found = value(weights);
    const Net rounded(architecture, weights);
    const auto& one = std::get<typename Architecture::Net>(rounded.any());
    const double grid =
        static_cast<double>(value_of<N>(one, stones[kBlack], stones[kWhite], kWhite)) *
        rounded.unit();
    CHECK(std::abs(found - grid) < 2e-5);

    // Learning with a step of 1 adds the gradient to the weights.
    net.learn(moment, 1);
    std::vector<float> learned(weights.size());
    net.store_weights(learned);
    for (std::size_t i = 0; i < weights.size(); i += weights.size() > 1000 ? 37 : 1) {
        constexpr float kStep = 1.0f / 128;
        std::vector<float> more(weights), less(weights);
        more[i] += kStep;
        less[i] -= kStep;
        const double numeric = (value(more) - value(less)) / (double{more[i]} - double{less[i]});
        CHECK(std::abs(double{learned[i]} - double{weights[i]} - numeric) < 1e-3);
    }

    // From the sums of another board it is the same value.
    net.load_weights(weights);
    FloatRow sums(net.units());
    typename decltype(net)::Inputs inputs;
    const auto cell = [&](int point) {
        return stones[kBlack].has(point) - stones[kWhite].has(point);
    };
    Bits<N * N> other[2] = {stones[kBlack], stones[kWhite]};
    std::vector<Change> changes;
    for (const int point : {0, 3, N + 1}) {
        const int before = cell(point) == 1 ? -1 : cell(point) + 1;
        for (const Side side : {kBlack, kWhite}) {
            other[side].clear(point);
            if (before == sign(side)) other[side].set(point);
        }
        changes.push_back(
            {static_cast<std::int16_t>(point), static_cast<std::int16_t>(cell(point) - before)});
    }
    Stones another;
    for (const Side side : {kBlack, kWhite}) another.show(side, other[side]);
    net.start(another, kWhite, inputs, sums.data());
    const int begin[] = {0, 0, 3, 3, 3, 3};
    float after[5];
    net.values_after(sums.data(), changes.data(), begin, 5, kWhite, after);
    CHECK(std::abs(double{after[1]} - found) < 1e-5);
    CHECK(after[0] == after[2] && after[0] == after[3] && after[0] == after[4]);
}

TEST("what a net learns is its gradient, and its value is the rounded net's") {
    for (const Activation output : {Activation::linear, Activation::sigmoid, Activation::tanh})
        for (const Activation hidden : {Activation::sigmoid, Activation::tanh}) {
            check_learning<5>(DenseArchitecture{.size = 5,
                                                .encoding = Encoding::koten,
                                                .hidden = {7, 20},
                                                .hidden_activation = hidden,
                                                .output_activation = output});
            check_learning<5>(DenseArchitecture{.size = 5,
                                                .encoding = Encoding::roban,
                                                .hidden = {17},
                                                .hidden_activation = hidden,
                                                .output_activation = output,
                                                .biases = false});
        }
    for (const Encoding encoding :
         {Encoding::own_opponent, Encoding::messerschmidt, Encoding::katatsugi})
        check_learning<5>(DenseArchitecture{.size = 5, .encoding = encoding, .hidden = {25}});
    check_learning<6>(DenseArchitecture{
        .size = 6, .encoding = Encoding::black_white, .hidden = {}, .biases = false});
    for (const int stages : {1, 3})
        for (const Activation output : {Activation::linear, Activation::tanh})
            check_learning<5>(TupleArchitecture{
                .size = 5,
                .tuples = {{{0, 1, 2}}, {{6, 12}}, {{7}}, {{0, 6, 12, 18, 24}}, {{2, 7, 12, 11}}},
                .output_activation = output,
                .stages = stages});
    check_learning<5>(FateArchitecture{.size = 5, .features = 5, .reach = 1});
    check_learning<9>(FateArchitecture{.size = 9, .features = 16, .reach = 3});
    check_learning<5>(WindowArchitecture{.size = 5});
    check_learning<9>(WindowArchitecture{.size = 9});
}
