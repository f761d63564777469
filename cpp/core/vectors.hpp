// Vectors as wide as the instruction set has them.
//
// Sums are made of whole numbers that a double holds exactly, so they may be fused and taken in any
// order. Functions called fast_... are for estimates alone: their last bits may differ between
// instruction sets.
#pragma once

#include <cstdint>
#include <cstring>
#include <utility>
#if defined(__AVX512F__) || defined(__FMA__)
#include <immintrin.h>
#endif

#include "core/variant.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

#if defined(__AVX512F__)
constexpr int kDoubles = 8;
#elif defined(__AVX__)
constexpr int kDoubles = 4;
#else
constexpr int kDoubles = 2;
#endif
constexpr int kFloats = 2 * kDoubles;

using Doubles = double __attribute__((vector_size(kDoubles * sizeof(double))));
using Floats = float __attribute__((vector_size(kFloats * sizeof(float))));
using HalfFloats = float __attribute__((vector_size(kDoubles * sizeof(float))));
using Ints = std::int32_t __attribute__((vector_size(kFloats * sizeof(std::int32_t))));
using Shorts = std::int16_t __attribute__((vector_size(kFloats * sizeof(std::int32_t))));

// one(0), one(1) and so on, written out, so that small arrays stay in registers.
template <int Count, class One>
PONNUKI_INLINE void unrolled(One one) {
    [&]<int... i>(std::integer_sequence<int, i...>) __attribute__((always_inline)) {
        (one(std::integral_constant<int, i>{}), ...);
    }(std::make_integer_sequence<int, Count>{});
}

template <class Vector, class T>
PONNUKI_INLINE Vector load(const T* from) {
    Vector out;
    std::memcpy(&out, from, sizeof out);
    return out;
}
template <class Vector, class T>
PONNUKI_INLINE void store(T* to, Vector vector) {
    std::memcpy(to, &vector, sizeof vector);
}

// Whether `gather` is quicker than one load after the other.
#if defined(__AVX512F__) || defined(__AVX2__)
constexpr bool kGathers = true;
#else
constexpr bool kGathers = false;
#endif

// from[at], lane by lane.
PONNUKI_INLINE Ints gather(const std::int32_t* from, Ints at) {
#if defined(__AVX512F__)
    return (Ints)_mm512_i32gather_epi32((__m512i)at, from, 4);
#elif defined(__AVX2__)
    return (Ints)_mm256_i32gather_epi32(from, (__m256i)at, 4);
#else
    Ints out;
    for (int lane = 0; lane < kFloats; ++lane) out[lane] = from[at[lane]];
    return out;
#endif
}

// a * b + c, for whole numbers whose result is exact.
PONNUKI_INLINE Doubles multiply_add(Doubles a, Doubles b, Doubles c) {
#if defined(__AVX512F__)
    return (Doubles)_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)c);
#elif defined(__FMA__)
    return (Doubles)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
#else
    return a * b + c;
#endif
}

// The same in single precision, fused where the instruction set can.
PONNUKI_INLINE Floats fast_multiply_add(Floats a, Floats b, Floats c) {
#if defined(__AVX512F__)
    return (Floats)_mm512_fmadd_ps((__m512)a, (__m512)b, (__m512)c);
#elif defined(__FMA__)
    return (Floats)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
#else
    return a * b + c;
#endif
}

PONNUKI_INLINE Doubles spread(double x) {
    return x - Doubles{};
}
PONNUKI_INLINE Floats fast_spread(float x) {
    return x - Floats{};
}

PONNUKI_INLINE HalfFloats low_half(Floats x) {
#if defined(__AVX512F__)
    return (HalfFloats)_mm512_castps512_ps256((__m512)x);
#elif defined(__AVX__)
    return (HalfFloats)_mm256_castps256_ps128((__m256)x);
#else
    HalfFloats out;
    std::memcpy(&out, &x, sizeof out);
    return out;
#endif
}
PONNUKI_INLINE HalfFloats high_half(Floats x) {
#if defined(__AVX512F__)
    return (HalfFloats)_mm512_extractf32x8_ps((__m512)x, 1);
#elif defined(__AVX__)
    return (HalfFloats)_mm256_extractf128_ps((__m256)x, 1);
#else
    HalfFloats out;
    std::memcpy(&out, reinterpret_cast<const float*>(&x) + kDoubles, sizeof out);
    return out;
#endif
}

PONNUKI_INLINE Floats join(HalfFloats low, HalfFloats high) {
#if defined(__AVX512F__)
    return (Floats)_mm512_insertf32x8(_mm512_castps256_ps512((__m256)low), (__m256)high, 1);
#elif defined(__AVX__)
    return (Floats)_mm256_set_m128((__m128)high, (__m128)low);
#else
    Floats out;
    std::memcpy(&out, &low, sizeof low);
    std::memcpy(reinterpret_cast<float*>(&out) + kDoubles, &high, sizeof high);
    return out;
#endif
}

// The sum of all lanes, exact for whole numbers.
PONNUKI_INLINE double sum_of(Doubles x) {
    double lane[kDoubles];
    std::memcpy(lane, &x, sizeof x);
    for (int half = kDoubles / 2; half > 0; half /= 2)
        for (int i = 0; i < half; ++i) lane[i] += lane[i + half];
    return lane[0];
}

PONNUKI_INLINE std::int32_t largest_of(Ints x) {
#if defined(__AVX512F__)
    return _mm512_reduce_max_epi32((__m512i)x);
#else
    std::int32_t lane[kFloats];
    std::memcpy(lane, &x, sizeof x);
    for (int half = kFloats / 2; half > 0; half /= 2)
        for (int i = 0; i < half; ++i)
            lane[i] = lane[i] < lane[i + half] ? lane[i + half] : lane[i];
    return lane[0];
#endif
}

PONNUKI_INLINE float fast_largest_of(Floats x) {
#if defined(__AVX512F__)
    return _mm512_reduce_max_ps((__m512)x);
#else
    float lane[kFloats];
    std::memcpy(lane, &x, sizeof x);
    for (int half = kFloats / 2; half > 0; half /= 2)
        for (int i = 0; i < half; ++i)
            lane[i] = lane[i] < lane[i + half] ? lane[i + half] : lane[i];
    return lane[0];
#endif
}

PONNUKI_INLINE float fast_sum_of(Floats x) {
#if defined(__AVX512F__)
    return _mm512_reduce_add_ps((__m512)x);
#else
    float lane[kFloats];
    std::memcpy(lane, &x, sizeof x);
    for (int half = kFloats / 2; half > 0; half /= 2)
        for (int i = 0; i < half; ++i) lane[i] += lane[i + half];
    return lane[0];
#endif
}

// Between single and double precision; written out because compilers take such vectors apart.
PONNUKI_INLINE Doubles widen(HalfFloats x) {
#if defined(__AVX512F__)
    return (Doubles)_mm512_cvtps_pd((__m256)x);
#elif defined(__AVX__)
    return (Doubles)_mm256_cvtps_pd((__m128)x);
#else
    return __builtin_convertvector(x, Doubles);
#endif
}
PONNUKI_INLINE HalfFloats narrow(Doubles x) {
#if defined(__AVX512F__)
    return (HalfFloats)_mm512_cvtpd_ps((__m512d)x);
#elif defined(__AVX__)
    return (HalfFloats)_mm256_cvtpd_ps((__m256d)x);
#else
    return __builtin_convertvector(x, HalfFloats);
#endif
}

// A bit for every lane that is not zero.
PONNUKI_INLINE std::uint64_t nonzero_lanes(Floats x) {
#if defined(__AVX512F__)
    return _mm512_cmp_ps_mask((__m512)x, _mm512_setzero_ps(), _CMP_NEQ_UQ);
#elif defined(__AVX__)
    return static_cast<unsigned>(
        _mm256_movemask_ps(_mm256_cmp_ps((__m256)x, _mm256_setzero_ps(), _CMP_NEQ_UQ)));
#else
    std::uint64_t bits = 0;
    for (int lane = 0; lane < kFloats; ++lane) bits |= std::uint64_t{x[lane] != 0.0f} << lane;
    return bits;
#endif
}

// x in the lanes that have a bit, y in the others.
template <class Vector>
PONNUKI_INLINE Vector choose_lanes(std::uint64_t lanes, Vector x, Vector y) {
    static_assert(sizeof(Vector) == sizeof(Ints));
#if defined(__AVX512F__)
    return (Vector)_mm512_mask_blend_epi32((__mmask16)lanes, (__m512i)y, (__m512i)x);
#else
    Ints bit;
    for (int lane = 0; lane < kFloats; ++lane) bit[lane] = 1 << lane;
    return (bit & static_cast<std::int32_t>(lanes)) != 0 ? x : y;
#endif
}

// Turns as many rows of floats as a row has lanes into columns, in halves, quarters and so on.
template <class Row, int Half = sizeof(Row) / sizeof(float) / 2>
PONNUKI_INLINE void transpose(Row* rows) {
    constexpr int kLanes = sizeof(Row) / sizeof(float);
    if constexpr (Half > 0) {
        unrolled<kLanes>([&](auto row) {
            if constexpr ((row & Half) == 0) {
                const Row a = rows[row], b = rows[row + Half];
                [&]<int... lane>(std::integer_sequence<int, lane...>)
                    __attribute__((always_inline)) {
                        rows[row] = __builtin_shufflevector(
                            a, b, (lane & Half ? kLanes + lane - Half : lane)...);
                        rows[row + Half] = __builtin_shufflevector(
                            a, b, (lane & Half ? kLanes + lane : lane + Half)...);
                    }(std::make_integer_sequence<int, kLanes>{});
            }
        });
        transpose<Row, Half / 2>(rows);
    }
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
