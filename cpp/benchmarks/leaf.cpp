// What a leaf of the window net takes: plain scalar loops with the C library's tanh, the floor that
// anybody would write first, beside our kernels for each instruction set, in one run.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

#include "core/cpu.hpp"
#include "core/rng.hpp"
#include "games/capture_go.hpp"
#include "play/engine.hpp"

using namespace ponnuki;

namespace {

constexpr int kSize = 9;
constexpr int kSquares = window_squares(kSize);

float dense(const float*& weights, const std::vector<float>& in, std::vector<float>& out) {
    const float* biases = weights + in.size() * out.size();
    for (std::size_t j = 0; j < out.size(); ++j) {
        float sum = biases[j];
        for (std::size_t i = 0; i < in.size(); ++i) sum += weights[j * in.size() + i] * in[i];
        out[j] = std::tanh(sum);
    }
    weights = biases + out.size();
    return out[0];
}

float naive_value(const std::vector<float>& row, const std::vector<float>& board) {
    const auto& classes = kWindow<kSize>.class_of;
    std::vector<float> first(kSquares), second(40), third(10), last(1);
    const float* biases = row.data() + window_classes(kSize);
    int square = 0;
    for (int n = 3; n <= kSize; ++n)
        for (int top = 0; top + n <= kSize; ++top)
            for (int left = 0; left + n <= kSize; ++left, ++square) {
                float sum = biases[square];
                for (int r = top; r < top + n; ++r)
                    for (int c = left; c < left + n; ++c)
                        sum += row[classes[r * kSize + c]] * board[r * kSize + c];
                first[square] = std::tanh(sum);
            }
    const float* weights = biases + kSquares;
    dense(weights, first, second);
    dense(weights, second, third);
    return dense(weights, third, last);
}

}  // namespace

int main() {
    const Architecture architecture = WindowArchitecture{kSize};
    Rng rng(1);
    std::vector<float> row(window_weight_count(kSize));
    for (float& weight : row)
        weight = 0.2f * (static_cast<float>(rng.below(1 << 24)) / (1 << 23) - 1);
    const Net net(architecture, row);

    const CaptureGo<kSize> game({});
    auto position = game.start();
    for (const int point : {40, 50, 48, 32, 30, 38, 42, 56, 58, 60})
        game.play(position, static_cast<Move>(point));
    std::vector<float> board(kSize * kSize);
    position.stones[kBlack].each([&](int point) { board[point] = -1; });
    position.stones[kWhite].each([&](int point) { board[point] = 1; });

    using Clock = std::chrono::steady_clock;
    std::vector<double> times;
    float total = 0;
    for (int repeat = 0; repeat < 7; ++repeat) {
        const auto begin = Clock::now();
        for (int i = 0; i < 500; ++i) {
            board[static_cast<std::size_t>(i % 9)] = 1;
            total += naive_value(row, board);
            board[static_cast<std::size_t>(i % 9)] = 0;
        }
        times.push_back(std::chrono::duration<double, std::nano>(Clock::now() - begin).count() /
                        500);
    }
    std::sort(times.begin(), times.end());
    std::printf("{\"naive\": %.1f", times[3] + 0 * total);
    for (const InstructionSet set : instruction_sets()) {
        use_instruction_set(name(set));
        const auto engine = make_engine(CaptureGoOptions{}, 1, nullptr);
        for (const bool estimate : {false, true}) {
            std::vector<double> ours;
            for (int repeat = 0; repeat < 7; ++repeat) {
                int leaves = 0;
                const double seconds = engine->time_leaves(
                    reinterpret_cast<const std::byte*>(&position), net, estimate, 1000, leaves);
                ours.push_back(seconds * 1e9 / 1000 / leaves);
            }
            std::sort(ours.begin(), ours.end());
            std::printf(", \"%s%s\": %.1f", name(set), estimate ? ", estimate" : "", ours[3]);
        }
    }
    std::printf("}\n");
}
