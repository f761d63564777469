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

// x, and half of -Halves or Halves beyond.
template <int Halves, class Vector>
PONNUKI_INLINE Vector within(Vector x) {
    constexpr float kMost = 0.5f * Halves;
#if defined(__AVX512F__)
    if constexpr (sizeof x == 64)
        return (Vector)_mm512_max_ps(_mm512_min_ps((__m512)x, _mm512_set1_ps(kMost)),
                                     _mm512_set1_ps(-kMost));
#endif
#if defined(__AVX__)
    if constexpr (sizeof x == 32)
        return (Vector)_mm256_max_ps(_mm256_min_ps((__m256)x, _mm256_set1_ps(kMost)),
                                     _mm256_set1_ps(-kMost));
#endif
    x = x < -kMost ? Vector{} - kMost : x;
    return x > kMost ? Vector{} + kMost : x;
}

// tanh by a rational function fitted to it on [-8, 8], within kExactTanhError.
constexpr double kExactTanhError = 4e-7;
template <class Vector>
PONNUKI_INLINE Vector tanh_of(Vector x) {
    x = within<16>(x);  // beyond 8 the grid cannot tell tanh from 1
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

// 1 / x to about 22 bits, for estimates: a division takes as long as all the rest of a tanh. It is
// off by less than kFastReciprocalError of itself.
constexpr double kFastReciprocalError = 4e-7;
PONNUKI_INLINE Floats fast_reciprocal(Floats x) {
#if defined(__AVX512F__)
    const auto guess = (Floats)_mm512_rcp14_ps((__m512)x);
#elif defined(__AVX__)
    const auto guess = (Floats)_mm256_rcp_ps((__m256)x);
#endif
#if defined(__AVX__)
    return guess * (2.0f - x * guess);
#else
    return 1.0f / x;
#endif
}

// exp within kFastExpError of itself where |x| is at most 60, for estimates.
constexpr double kFastExpError = 5e-7;
PONNUKI_INLINE Floats fast_exp(Floats x) {
    constexpr float kRound = 12582912.0f;  // adding it leaves no bits behind the point
    const Floats twos = (x * 1.44269504f + kRound) - kRound;
    const Floats rest = (x - twos * 0.693359375f) - twos * -2.12194440e-4f;
    Floats sum = rest * 1.9875691500e-4f + 1.3981999507e-3f;
    sum = sum * rest + 8.3334519073e-3f;
    sum = sum * rest + 4.1665795894e-2f;
    sum = sum * rest + 1.6666665459e-1f;
    sum = sum * rest + 5.0000001201e-1f;
    sum = sum * (rest * rest) + rest + 1.0f;
    return (Floats)((Ints)sum + (__builtin_convertvector(twos, Ints) << 23));
}

// tanh within kFastTanhError, for estimates: fitted like tanh_of, with fewer terms.
constexpr double kFastTanhError = 1.7e-5;
PONNUKI_INLINE Floats fast_tanh(Floats x) {
    x = within<13>(x);
    const Floats y = x * x;
    const auto next = [&](Floats sum, float coefficient) {
        return fast_multiply_add(sum, y, fast_spread(coefficient));
    };
    Floats above = next(fast_spread(0.0014328303514048457f), 0.11344563215970993f);
    above = next(above, 0.9999526143074036f);
    Floats below = next(fast_spread(5.133064405526966e-05f), 0.01710801012814045f);
    below = next(below, 0.446635365486145f);
    below = next(below, 1.0f);
    return x * above * fast_reciprocal(below);
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
