// Zobrist's influence (1970): stones radiate over the board, black's as positive numbers and
// white's as negative ones; the points above zero are black's, those below zero white's. The value
// is how many more points black has.
//
// Weights are whole numbers of one unit, and few: a number never leaves 16 bits.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/bits.hpp"
#include "core/types.hpp"
#include "core/vectors.hpp"

namespace ponnuki {

constexpr int kMaxReach = 5;  // 61 points lie that near, each below 2^9: together below 2^15

class InfluenceNet;

struct InfluenceArchitecture {
    using Net = InfluenceNet;

    int size = 0;  // of the board
    int reach = 4;
    // Whether a stone gives a weight to each point by its distance; else points pass influence on
    // from neighbour to neighbour, in as many rounds as it reaches.
    bool by_distance = false;

    // What a stone has on its own point; then what a round adds, or what arrives at a distance.
    int weight_count() const { return 1 + reach; }
};

// A board as the kernels see it: rows with an empty point between them, so that no influence leaves
// at one edge and comes in at the other.
struct InfluenceLayout {
    static constexpr int kStep = 32;  // widths are a multiple of it, enough for every vector
    PONNUKI_INLINE static constexpr int up_to_step(int width) {
        return (width + kStep - 1) / kStep * kStep;
    }

    int size;

    PONNUKI_INLINE constexpr int stride() const { return size + 1; }
    PONNUKI_INLINE constexpr int width() const { return up_to_step(size * stride()); }
    PONNUKI_INLINE constexpr int place(int point) const { return point + point / size; }
};

// The rounded weights of one net. It owns them; nobody changes them.
class InfluenceNet {
public:
    InfluenceNet(const InfluenceArchitecture& architecture, std::span<const float> weights);

    // A value is in black's view.
    PONNUKI_INLINE Side view(Side) const { return kBlack; }

    int size;
    int reach;
    bool by_distance;
    std::int16_t weights[1 + kMaxReach] = {};
    // By distance: what a black stone on each point gives to the board, a row for each.
    std::vector<std::int16_t> given;
    double unit;  // what one in a value stands for: one point's share of the board
};

inline namespace PONNUKI_VARIANT {

template <int N>
class InfluenceKernel {
public:
    InfluenceKernel(const InfluenceNet& net, const Bits<N * N>& black, const Bits<N * N>& white) {
        if (net.by_distance) {
            const auto row = [&](int point) { return &net.given[point * kWidth]; };
            black.each([&](int point) { add(row(point), true); });
            white.each([&](int point) { add(row(point), false); });
            return;
        }
        const std::int16_t own = net.weights[0];
        black.each([&](int point) { level_[kLayout.place(point)] = own; });
        white.each(
            [&](int point) { level_[kLayout.place(point)] = static_cast<std::int16_t>(-own); });
        for (int i = 1; i <= net.reach; ++i) {
            find_signs();
            spread_signs(net.weights[i]);
        }
    }

    // Black's points minus white's.
    int lead() {
        find_signs();
        Shorts sum{};
        for (int at = 0; at < kWidth; at += kLanes) sum += load<Shorts>(signs_ + kMargin + at);
        int total = 0;
        for (int lane = 0; lane < kLanes; ++lane) total += sum[lane];
        return total;
    }

private:
    static constexpr int kLanes = sizeof(Shorts) / sizeof(std::int16_t);
    static constexpr InfluenceLayout kLayout{N};
    static constexpr int kWidth = kLayout.width();
    static constexpr int kMargin = InfluenceLayout::kStep;  // a row above the board, and one below
    static_assert(kMargin >= kLayout.stride());

    static constexpr std::array<std::int16_t, kWidth> on_board() {
        std::array<std::int16_t, kWidth> out{};
        for (int point = 0; point < N * N; ++point) out[kLayout.place(point)] = -1;
        return out;
    }
    alignas(64) static constexpr std::array<std::int16_t, kWidth> kOnBoard = on_board();

    void add(const std::int16_t* row, bool black) {
        for (int at = 0; at < kWidth; at += kLanes) {
            const Shorts here = load<Shorts>(level_ + at), more = load<Shorts>(row + at);
            store(level_ + at, black ? here + more : here - more);
        }
    }
    void find_signs() {
        for (int at = 0; at < kWidth; at += kLanes) {
            const Shorts here = load<Shorts>(level_ + at);
            store(signs_ + kMargin + at, (here < 0) - (here > 0));  // true is -1
        }
    }
    // Every point gets a weight from each point beside it that is above zero, and loses one to each
    // that is below.
    void spread_signs(std::int16_t weight) {
        const Shorts each = Shorts{} + weight;
        for (int at = 0; at < kWidth; at += kLanes) {
            const std::int16_t* const here = signs_ + kMargin + at;
            const Shorts sum = load<Shorts>(here - 1) + load<Shorts>(here + 1) +
                               load<Shorts>(here - kLayout.stride()) +
                               load<Shorts>(here + kLayout.stride());
            const Shorts more = (sum * each) & load<Shorts>(kOnBoard.data() + at);
            store(level_ + at, load<Shorts>(level_ + at) + more);
        }
    }

    alignas(64) std::int16_t level_[kWidth] = {};
    alignas(64) std::int16_t signs_[kMargin + kWidth + kMargin] = {};
};

// The value of a board from nothing, in black's view.
template <int N>
Score value_of(const InfluenceNet& net, const Bits<N * N>& black, const Bits<N * N>& white, Side) {
    return InfluenceKernel<N>(net, black, white).lead();
}

}  // namespace PONNUKI_VARIANT

}  // namespace ponnuki
