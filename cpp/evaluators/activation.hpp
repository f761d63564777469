// The activations, and the grid that hidden values live on.
//
// An activation is not exact, but it is the same sequence of single rounded operations for every
// instruction set, and nothing in it may be contracted. So it gives the same bits everywhere.
#pragma once

#include <cstdint>

#include "core/vectors.hpp"

namespace ponnuki {

enum class Activation : std::uint8_t { linear, sigmoid, tanh };

inline namespace PONNUKI_VARIANT {

// Values between -1 and 1 live on a grid of this step.
constexpr float kGrid = 1048576.0f;

// x, and -8 or 8 beyond: there the grid cannot tell tanh from 1.
template <class Vector>
PONNUKI_INLINE Vector within_8(Vector x) {
#if defined(__AVX512F__)
    if constexpr (sizeof x == 64)
        return (Vector)_mm512_max_ps(_mm512_min_ps((__m512)x, _mm512_set1_ps(8)),
                                     _mm512_set1_ps(-8));
#endif
#if defined(__AVX__)
    if constexpr (sizeof x == 32)
        return (Vector)_mm256_max_ps(_mm256_min_ps((__m256)x, _mm256_set1_ps(8)),
                                     _mm256_set1_ps(-8));
#endif
    x = x < -8.0f ? Vector{} - 8.0f : x;
    return x > 8.0f ? Vector{} + 8.0f : x;
}

// tanh by a rational function fitted to it on [-8, 8], within kExactTanhError.
constexpr double kExactTanhError = 4e-7;
template <class Vector>
PONNUKI_INLINE Vector tanh_of(Vector x) {
    x = within_8(x);
    const Vector y = x * x;
    Vector above = Vector{} + 2.302653727415116e-11f;
    above = above * y + -1.4517263835500671e-08f;
    above = above * y + 9.815614248509519e-06f;
    above = above * y + 0.002978820586577058f;
    above = above * y + 0.1297258883714676f;
    above = above * y + 0.9999999403953552f;
    Vector below = Vector{} + 0.00023623926972504705f;
    below = below * y + 0.023998869583010674f;
    below = below * y + 0.46305885910987854f;
    below = below * y + 1.0f;
    return x * above / below;
}

// a / b to about 22 bits, for estimates: a division takes as long as all the rest of a tanh. It is
// off by less than kFastQuotientError of itself.
constexpr double kFastQuotientError = 4e-7;
PONNUKI_INLINE Floats fast_quotient(Floats a, Floats b) {
#if defined(__AVX512F__)
    const auto guess = (Floats)_mm512_rcp14_ps((__m512)b);
#elif defined(__AVX__)
    const auto guess = (Floats)_mm256_rcp_ps((__m256)b);
#endif
#if defined(__AVX__)
    return a * (guess * (2.0f - b * guess));
#else
    return a / b;
#endif
}

// tanh within kFastTanhError, for estimates.
constexpr double kFastTanhError = 8e-7;
PONNUKI_INLINE Floats fast_tanh(Floats x) {
    x = within_8(x);
    const Floats y = x * x;
    const auto next = [&](Floats sum, float coefficient) {
        return fast_multiply_add(sum, y, fast_spread(coefficient));
    };
    Floats above = next(fast_spread(2.302653727415116e-11f), -1.4517263835500671e-08f);
    above = next(above, 9.815614248509519e-06f);
    above = next(above, 0.002978820586577058f);
    above = next(above, 0.1297258883714676f);
    above = next(above, 0.9999999403953552f);
    Floats below = next(fast_spread(0.00023623926972504705f), 0.023998869583010674f);
    below = next(below, 0.46305885910987854f);
    below = next(below, 1.0f);
    return fast_quotient(x * above, below);
}

template <class Vector>
PONNUKI_INLINE Vector sigmoid_of(Vector x) {
    return tanh_of(x * 0.5f) * 0.5f + 0.5f;
}

// The number of grid steps nearest to x, as a float; |x| is at most 1.
template <class Vector>
PONNUKI_INLINE Vector on_grid(Vector x) {
    constexpr float kRound = 12582912.0f;  // adding it leaves no bits behind the point
    return (x * kGrid + kRound) - kRound;
}

// The whole number nearest to x, an even one if there are two; |x| is below 2^51.
inline double nearest(double x) {
    constexpr double kRound = 6755399441055744.0;  // adding it leaves no bits behind the point
    return (x + kRound) - kRound;
}

}  // namespace PONNUKI_VARIANT

}  // namespace ponnuki
