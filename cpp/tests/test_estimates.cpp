// Estimates against exact values, compiled once for each instruction set.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "check.hpp"
#include "core/cpu.hpp"
#include "core/rng.hpp"
#include "evaluators/nets.hpp"
#include "evaluators/window/estimates.hpp"
#include "search/leaf_table.hpp"

#define PONNUKI_TEXT_OF(x) #x
#define PONNUKI_TEXT(x) PONNUKI_TEXT_OF(x)

using namespace ponnuki;

namespace {

struct Found {
    double worst = 0;    // of error and what was promised, as a share
    double largest = 0;  // of what was promised, in grid steps
    int promises = 0, useful = 0;
};

constexpr float kUseful = kGrid / 100;  // a promise that tells most values apart

// All siblings of random boards with random weights; every second board is reached by a stone that
// is played on estimates, or by as many as may be.
template <int N>
Found compare(float scale, float outliers, std::uint64_t seed) {
    const WindowArchitecture architecture{N};
    Rng rng(seed);
    std::vector<float> weights(architecture.weight_count());
    for (float& weight : weights) {
        weight = scale * (static_cast<float>(rng.below(1 << 20)) / (1 << 19) - 1);
        if (rng.below(50) == 0) weight *= outliers;
    }
    const WindowNet net(architecture, weights);
    const WindowKernel<N> kernel(net.on<N>());
    const WindowEstimator<N> estimator(net.on<N>());
    const auto accumulator = std::make_unique<WindowAccumulator<N>>();
    const auto deltas = std::make_unique<WindowDeltas<N>>();
    const auto first = std::make_unique<WindowEstimateSums<N>>();
    const auto second = std::make_unique<WindowEstimateSums<N>>();
    const auto estimate_deltas = std::make_unique<WindowEstimateDeltas<N>>();
    constexpr int kBatch = WindowKernel<N>::kMaxBatch;
    Found found;
    for (int board = 0; board < 12; ++board) {
        Bits<N * N> stones[2];
        const int share = rng.below(10);
        for (int point = 0; point < N * N; ++point)
            if (rng.below(10) < share) stones[rng.below(2)].set(point);
        const Side side = board % 2 == 0 ? kBlack : kWhite;
        std::vector<Move> moves;
        for (const int point : kWindow<N>.in_pairs)
            if (!stones[0].has(point) && !stones[1].has(point))
                moves.push_back(static_cast<Move>(point));
        kernel.start(stones[kBlack], stones[kWhite], *accumulator);
        deltas->forget();
        estimate_deltas->forget();
        estimator.begin(*accumulator, *first);
        const int most = board % 4 == 2 ? 1 : board % 4 == 3 ? N * N : 0;
        for (int count = 0; count < most && !moves.empty() && estimator.can_play(*first); ++count) {
            const Side player = count % 2 == 0 ? other(side) : side;
            const Move stone = moves[rng.below(static_cast<int>(moves.size()))];
            moves.erase(std::find(moves.begin(), moves.end(), stone));
            estimator.play(*first, *estimate_deltas, player, stone, *second);
            std::swap(*first, *second);
            estimate_deltas->forget();
            stones[player].set(stone);
        }
        kernel.start(stones[kBlack], stones[kWhite], *accumulator);
        moves.push_back(Move{N * N});
        if (board % 3 == 0) std::reverse(moves.begin(), moves.end());  // other batches
        const int batch = board % 4 == 0 ? 1 : kBatch;
        for (std::size_t at = 0; at < moves.size(); at += batch) {
            const int count = std::min<int>(batch, static_cast<int>(moves.size() - at));
            std::int32_t exact[kBatch];
            alignas(64) float about[kBatch], errors[kBatch];
            kernel.values(*accumulator, *deltas, side, moves.data() + at, count, exact);
            estimator.estimates(*first, *estimate_deltas, side, moves.data() + at, count, about,
                                errors);
            for (int i = 0; i < count; ++i) {
                found.largest = std::max(found.largest, double{errors[i]});
                ++found.promises;
                found.useful += errors[i] < kUseful;
                const double off = std::abs(double{about[i]} - exact[i]);
                // What is no number promises nothing, and no comparison with it holds.
                if (std::isfinite(off) && std::isfinite(errors[i]))
                    found.worst = std::max(found.worst, off / errors[i]);
            }
        }
    }
    return found;
}

}  // namespace

TEST("an estimate is as near to the exact value as it says") {
    for (const float scale : {1e-6f, 0.01f, 0.2f, 0.5f, 2.0f, 100.0f, 1e20f, 3e38f})
        for (const float outliers : {1.0f, 0.0f, 30.0f})
            for (int seed = 0; seed < check::often(3, 1); ++seed) {
                if (scale * outliers > 3.3e38f) continue;
                CHECK(compare<9>(scale, outliers, seed).worst < 1);
                CHECK(compare<5>(scale, outliers, seed).worst < 1);
                CHECK(compare<13>(scale, outliers, seed).worst < 1);
            }
}

TEST("estimates go on over many stones, over fewer where weights are large") {
    const auto most = [](float scale) {
        const WindowArchitecture architecture{9};
        const std::vector<float> weights(architecture.weight_count(), scale);
        return WindowNet(architecture, weights).on<9>().estimate.most_stones;
    };
    CHECK(most(0) == most(0.2f));
    CHECK(most(0.2f) >= 8);
    for (const float scale : {1.0f, 2.0f, 3.0f, 6.0f, 7.0f})
        CHECK(most(scale) >= 2 && static_cast<float>(most(scale)) * scale <= 14);
    CHECK(most(1e30f) == 2);
}

TEST("what an estimate says is worth something") {
    for (std::uint64_t seed = 0; seed < 5; ++seed)
        CHECK(compare<9>(0.2f, 1.0f, seed).largest < kGrid / 500);
}

TEST("estimates of a net with large weights are worth something") {
    for (const float scale : {1.0f, 2.0f, 3.0f})
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
            const Found found = compare<9>(scale, 1.0f, seed);
            CHECK(found.useful > 0.9 * found.promises);
        }
}

TEST("an estimate that the table keeps says no more than it did") {
    Rng rng(1);
    double worst = 0, loosest = 0;
    for (int i = 0; i < 200'000; ++i) {
        // Anywhere, or close to what tanh cannot pass; an estimate may lie a little beyond.
        float value = static_cast<float>(rng.below(1 << 22)) / 2 - kGrid;
        if (i % 2) value = kGrid + 8 - static_cast<float>(rng.below(1 << 12)) / 8;
        if (i % 4 > 1) value = -value;
        const float flat = std::max(0.0f, 1 - value / kGrid * (value / kGrid));
        const float usual = std::ldexp(1.0f, rng.below(14)) * flat + 1.5f;  // as estimates are off
        const float error = i % 8 > 3 ? usual : std::ldexp(1.0f, rng.below(22) - 2);
        std::int32_t bits[kFloats];
        store(bits, KeptEstimate::bits(fast_spread(value), fast_spread(error)));
        CHECK(bits[kFloats - 1] >= 0 && bits[kFloats - 1] < 1 << KeptEstimate::kBits);
        const KeptEstimate kept(static_cast<std::uint32_t>(bits[kFloats - 1]));
        for (const double one : {double{value} - error, double{value} + error}) {
            const double exact = std::clamp(one, -double{kGrid}, double{kGrid});
            worst = std::max(worst, std::abs(exact - kept.value) - kept.error);
        }
        if (error == usual) loosest = std::max(loosest, kept.error - 9.0 * error);
    }
    CHECK(worst <= 0);
    CHECK(loosest < 600);
}

TEST("tanh, its short cut, exp and the reciprocal are as near as they say") {
    double exact = 0, about = 0, reciprocal = 0, power = 0;
    for (int i = -300'000; i < 300'000; ++i) {
        const float x = static_cast<float>(i) * 3e-5f;
        float found[kFloats];
        const Floats all = fast_spread(x);
        store(found, tanh_of(all));
        exact = std::max(exact, std::abs(double{found[0]} - std::tanh(double{x})));
        store(found, fast_tanh(all));
        about = std::max(about, std::abs(double{found[0]} - std::tanh(double{x})));
        const float below = 1.0f + std::exp(x);
        store(found, fast_reciprocal(fast_spread(below)));
        reciprocal = std::max(reciprocal, std::abs(double{found[0]} * double{below} - 1));
        const float wide = x * (60 / 9.0f);
        store(found, fast_exp(fast_spread(wide)));
        power = std::max(power, std::abs(double{found[0]} / std::exp(double{wide}) - 1));
    }
    CHECK(exact < kExactTanhError);
    CHECK(about < kFastTanhError);
    CHECK(reciprocal < kFastReciprocalError);
    CHECK(power < kFastExpError);
    for (const float x : {std::numeric_limits<float>::infinity(), 3e38f, 9.0f}) {
        float found[kFloats];
        store(found, fast_tanh(fast_spread(x)));
        CHECK(std::abs(found[0] - 1) < kFastTanhError);
        store(found, fast_tanh(fast_spread(-x)));
        CHECK(std::abs(found[0] + 1) < kFastTanhError);
    }
}

int main() {
    const auto& sets = instruction_sets();
    const std::string own = PONNUKI_TEXT(PONNUKI_VARIANT);
    if (std::none_of(sets.begin(), sets.end(), [&](auto set) { return own == name(set); })) {
        std::printf("this CPU has no %s\n", own.c_str());
        return 0;
    }
    return check::run_all();
}
