// A small sigmoid net on 3x3 boards, and the moves that it thinks best.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "core/types.hpp"
#include "core/vectors.hpp"
#include "evaluators/activation.hpp"
#include "learn/tic_tac_toe/tic_tac_toe.hpp"

namespace ponnuki::tictactoe::inline PONNUKI_VARIANT {

constexpr int kPoints = 9;
constexpr unsigned kFull = 0777;

// A set of points, a bit each, row by row.
using Stones = unsigned;

// Whether stones fill a line, for every set of stones.
constexpr auto kHasLine = [] {
    std::array<bool, kFull + 1> has{};
    for (const unsigned line : {0007u, 0070u, 0700u, 0111u, 0222u, 0444u, 0421u, 0124u})
        for (unsigned stones = 0; stones <= kFull; ++stones)
            if ((stones & line) == line) has[stones] = true;
    return has;
}();

// The sum of the ternary places of stones.
constexpr auto kPlaces = [] {
    std::array<int, kFull + 1> places{};
    for (unsigned stones = 0; stones <= kFull; ++stones)
        for (int point = 0, place = 1; point < kPoints; ++point, place *= 3)
            if (stones >> point & 1) places[stones] += place;
    return places;
}();

constexpr int code_of(Stones black, Stones white) {
    return kPlaces[black] + 2 * kPlaces[white];
}

// Weights rounded as those of all dense nets are, multiplied by their unit: sums are then the same
// real numbers, exact in any order.
class SmallNet {
public:
    void prepare(const NetShape& shape, const float* weights) {
        const int inputs = shape.inputs();
        const int hidden = shape.hidden;
        by_colour_ = shape.encoding == Encoding::messerschmidt;
        sees_wins_ = shape.sees_wins;
        ties_ = shape.ties;
        output_ = shape.output;
        wide_ = hidden > 8;
        const int first = (inputs + 1) * hidden;
        const double unit = unit_of(weights, first);
        const double per_unit = 1 / unit;
        const auto rounded = [&](int i) { return nearest(weights[i] * per_unit) * unit; };
        for (int j = 0; j < kMaxHidden; ++j) {
            double sum = 0;
            for (int i = 0; i < kPoints; ++i) {
                const double half = j < hidden ? 0.5 * rounded(j * inputs + i) : 0;
                half_[i][j] = half;
                sum += half;
            }
            if (j < hidden) sum += rounded(inputs * hidden + j);
            empty_[kBlack][j] = sum;
            empty_[kWhite][j] =
                by_colour_ && j < hidden ? sum + rounded(j * inputs + kPoints) : sum;
        }
        const double unit2 = unit_of(weights + first, hidden + 1);
        const double per_unit2 = 1 / unit2;
        // The hidden values are counted in steps of the grid.
        constexpr double kStep = 1 / double{kGrid};
        for (int j = 0; j < kMaxHidden; ++j)
            out_[j] = j < hidden ? nearest(weights[first + j] * per_unit2) * (unit2 * kStep) : 0;
        out_bias_ = nearest(weights[first + hidden] * per_unit2) * unit2;
    }

    // The best moves of the side to move, a bit each. There is at least one empty point.
    unsigned best_moves(Stones own, Stones theirs) const {
        const Stones empty = kFull & ~(own | theirs);
        if ((empty & (empty - 1)) == 0) return empty;
        const unsigned moves = all_best(own, theirs, empty);
        switch (ties_) {
            case Ties::first: return moves & -moves;
            case Ties::last: return std::bit_floor(moves);
            case Ties::random: break;
        }
        return moves;
    }

private:
    // 24 binary places below the power of two above the largest weight.
    static double unit_of(const float* weights, int count) {
        float largest = 0;
        for (int i = 0; i < count; ++i) {
            const float size = std::fabs(weights[i]);
            largest = size > largest ? size : largest;
        }
        int exponent = -100;
        if (largest >= 0x1p-100f)
            exponent = static_cast<int>(std::bit_cast<std::uint64_t>(double{largest}) >> 52) - 1022;
        return std::bit_cast<double>(static_cast<std::uint64_t>(exponent - 24 + 1023) << 52);
    }

    unsigned all_best(Stones own, Stones theirs, Stones empty) const {
        if (sees_wins_) {
            unsigned wins = 0;
            for (Stones rest = empty; rest; rest &= rest - 1)
                if (kHasLine[own | (rest & -rest)]) wins |= rest & -rest;
            if (wins) return wins;
        }
        return wide_ ? best_valued<16>(own, theirs, empty) : best_valued<8>(own, theirs, empty);
    }

    template <int kWidth>
    unsigned best_valued(Stones own, Stones theirs, Stones empty) const {
        constexpr int kSteps = kWidth / kDoubles;
        const Side side = std::popcount(own) == std::popcount(theirs) ? kBlack : kWhite;
        const bool inverse = by_colour_ && side == kWhite;
        Doubles sums[kSteps];
        for (int k = 0; k < kSteps; ++k) sums[k] = load<Doubles>(empty_[side] + k * kDoubles);
        for (Stones rest = inverse ? theirs : own; rest; rest &= rest - 1)
            for (int k = 0; k < kSteps; ++k) sums[k] += half(rest, k);
        for (Stones rest = inverse ? own : theirs; rest; rest &= rest - 1)
            for (int k = 0; k < kSteps; ++k) sums[k] -= half(rest, k);

        // All successors at once: hidden values, then outputs.
        alignas(64) float hidden[kPoints * kWidth + kFloats];
        int count = 0;
        for (Stones rest = empty; rest; rest &= rest - 1, ++count)
            for (int k = 0; k < kSteps; ++k)
                store(hidden + count * kWidth + k * kDoubles,
                      narrow(inverse ? sums[k] - half(rest, k) : sums[k] + half(rest, k)));
        if constexpr (kFloats > kWidth)
            for (int i = 0; i < kFloats; ++i) hidden[count * kWidth + i] = 0;
        for (int at = 0; at < count * kWidth; at += kFloats)
            store(hidden + at, on_grid(sigmoid_of(load<Floats>(hidden + at))));
        double outputs[kPoints];
        for (int i = 0; i < count; ++i) {
            Doubles sum = Doubles{};
            for (int k = 0; k < kSteps; ++k)
                sum = multiply_add(widen(load<HalfFloats>(hidden + i * kWidth + k * kDoubles)),
                                   load<Doubles>(out_ + k * kDoubles), sum);
            outputs[i] = sum_of(sum) + out_bias_;
        }
        if (output_ == Output::grid) {
            alignas(64) float values[16] = {};
            for (int i = 0; i < count; ++i) values[i] = static_cast<float>(outputs[i]);
            for (int at = 0; at < count; at += kFloats)
                store(values + at, on_grid(sigmoid_of(load<Floats>(values + at))));
            return highest(values, empty);
        }
        if (output_ == Output::doubles)
            for (int i = 0; i < count; ++i) {
                outputs[i] = outputs[i] < -709.782712893384 ? -709.782712893384 : outputs[i];
                outputs[i] = outputs[i] > 36.7368005696771 ? 36.7368005696771 : outputs[i];
            }
        return highest(outputs, empty);
    }

    // The points of the highest values; values are in the order of points.
    template <class Value>
    static unsigned highest(const Value* values, Stones points) {
        Value best = values[0];
        unsigned moves = 0;
        for (int i = 0; points; points &= points - 1, ++i) {
            const unsigned move = points & -points;
            moves = values[i] > best ? move : values[i] == best ? moves | move : moves;
            best = values[i] > best ? values[i] : best;
        }
        return moves;
    }

    Doubles half(Stones lowest_of, int k) const {
        return load<Doubles>(half_[std::countr_zero(lowest_of)] + k * kDoubles);
    }

    alignas(64) double empty_[2][kMaxHidden];       // sums of the empty board, by viewer
    alignas(64) double half_[kPoints][kMaxHidden];  // what a stone adds or takes off
    alignas(64) double out_[kMaxHidden];
    double out_bias_;
    bool by_colour_;  // whether X is 1 for both sides
    bool sees_wins_;
    Ties ties_;
    Output output_;
    bool wide_;  // more than 8 hidden units
};

}  // namespace ponnuki::tictactoe::inline PONNUKI_VARIANT
