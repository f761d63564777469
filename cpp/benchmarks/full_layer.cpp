// What a leaf of the window net takes without the idea that makes ours fast: the first layer goes
// on from the board before, but the whole second layer is summed for every leaf, in single
// precision, by vectors. It leans on the machine as our kernels do, on loads and multiply-adds, so
// times on two machines are compared by it: our time as a share of this one carries over, a time
// does not.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <vector>

#include "core/rng.hpp"
#include "evaluators/window/window.hpp"

using namespace ponnuki;

namespace {

constexpr int kSize = 9, kPoints = kSize * kSize;
using Shape = WindowWeights<kSize>;
constexpr int kWide2 = kWindowPadded2 / kFloats, kWide3 = kWindowPadded3 / kFloats;

struct alignas(64) PlainNet {
    float sum1[Shape::kPadded];
    float weights2[Shape::kSquares][kWindowPadded2];
    float bias2[kWindowPadded2];
    float weights3[kWindowHidden2][kWindowPadded3];
    float bias3[kWindowPadded3];
    float weights4[kWindowPadded3];
    float shared[Shape::kClasses];
    float bias4;
};

// The board after a stone that covers these squares.
float value(const PlainNet& net, const float* covered, float weight) {
    alignas(64) float value1[Shape::kPadded], value2[kWindowPadded2];
    for (int at = 0; at < Shape::kPadded; at += kFloats)
        store(value1 + at,
              fast_tanh(fast_multiply_add(load<Floats>(covered + at), fast_spread(weight),
                                          load<Floats>(net.sum1 + at))));
    Floats even[kWide2], odd[kWide2];  // one sum would wait for itself
    unrolled<kWide2>([&](auto i) {
        even[i] = load<Floats>(net.bias2 + i * kFloats);
        odd[i] = Floats{};
    });
    for (int k = 0; k < Shape::kSquares; k += 2) {
        const Floats first = fast_spread(value1[k]), second = fast_spread(value1[k + 1]);
        unrolled<kWide2>([&](auto i) {
            const float* weights = net.weights2[k] + i * kFloats;
            even[i] = fast_multiply_add(load<Floats>(weights), first, even[i]);
            odd[i] = fast_multiply_add(load<Floats>(weights + kWindowPadded2), second, odd[i]);
        });
    }
    unrolled<kWide2>([&](auto i) { store(value2 + i * kFloats, fast_tanh(even[i] + odd[i])); });
    Floats sums[4 * kWide3];
    unrolled<4 * kWide3>([&](auto at) {
        sums[at] = at < kWide3 ? load<Floats>(net.bias3 + at * kFloats) : Floats{};
    });
    for (int j = 0; j < kWindowHidden2; j += 4)
        unrolled<4 * kWide3>([&](auto at) {
            constexpr int part = at / kWide3, i = at % kWide3;
            sums[at] = fast_multiply_add(load<Floats>(net.weights3[j + part] + i * kFloats),
                                         fast_spread(value2[j + part]), sums[at]);
        });
    Floats last = Floats{};
    unrolled<kWide3>([&](auto i) {
        const Floats sum =
            (sums[i] + sums[kWide3 + i]) + (sums[2 * kWide3 + i] + sums[3 * kWide3 + i]);
        last = fast_multiply_add(fast_tanh(sum), load<Floats>(net.weights4 + i * kFloats), last);
    });
    return net.bias4 + fast_sum_of(last);
}

}  // namespace

int main() {
    static_assert(Shape::kSquares % 2 == 0 && sizeof(PlainNet) % sizeof(float) == 0);
    const auto net = std::make_unique<PlainNet>();
    Rng rng(1);
    float* weights = net->sum1;
    for (std::size_t i = 0; i < sizeof(PlainNet) / sizeof(float); ++i)
        weights[i] = 0.2f * (static_cast<float>(rng.below(1 << 24)) / (1 << 23) - 1);
    alignas(64) static float covered[kPoints][Shape::kPadded] = {};
    for (int point = 0; point < kPoints; ++point)
        kWindow<kSize>.covering[point].each([&](int square) { covered[point][square] = 1; });

    using Clock = std::chrono::steady_clock;
    constexpr int kRounds = 200;
    std::vector<double> times;
    float total = 0;
    for (int repeat = 0; repeat < 21; ++repeat) {
        const auto begin = Clock::now();
        for (int round = 0; round < kRounds; ++round)
            for (int point = 0; point < kPoints; ++point)
                total += value(*net, covered[point], net->shared[kWindow<kSize>.class_of[point]]);
        times.push_back(std::chrono::duration<double, std::nano>(Clock::now() - begin).count() /
                        (kRounds * kPoints));
    }
    [[maybe_unused]] const volatile float used = total;  // nothing may be left out
    std::sort(times.begin(), times.end());
    std::printf("%.1f\n", times[times.size() / 2]);
}
