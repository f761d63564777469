// How float weights are rounded so that every sum of a net is exact. A learner owns and changes
// float weights; a net owns the rounded form that searches read, and never changes it.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace ponnuki {

constexpr double kOne = 1 << 20;  // grid steps in one

// Weights of a layer are whole numbers of a unit that is `bits` binary places below the power of
// two above the largest of them.
inline double unit_of(std::span<const float> layer, int bits) {
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
inline double rounded(float weight, double unit) {
    constexpr double kRound = 6755399441055744.0;  // adding it leaves no bits behind the point
    return (weight * (1 / unit) + kRound) - kRound;
}

// Takes the next weights from the front of a row.
inline std::span<const float> take(std::span<const float>& row, int count) {
    const std::span<const float> front = row.first(count);
    row = row.subspan(count);
    return front;
}

}  // namespace ponnuki
