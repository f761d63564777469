// Sums of products of four bytes: activations of 7 bits with weights of 8 bits.
#pragma once

#include <cstdint>
#include <cstring>

#include "core/vectors.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace ponnuki::inline PONNUKI_VARIANT {

// Each has Sum, a vector of as many sums as fit; add(sum, four inputs, four weights for each sum);
// and the sums as floats.

#if defined(__AVX512BW__)

constexpr int kSums = 16;

struct Dot {
    using Sum = __m512i;
    using Input = __m512i;
    using Weights = __m512i;
    static PONNUKI_INLINE Input input(std::uint32_t four) {
        return _mm512_set1_epi32(static_cast<int>(four));
    }
    static PONNUKI_INLINE Weights weights(const std::int8_t* from) {
        return _mm512_loadu_si512(from);
    }
    static PONNUKI_INLINE Sum add(Sum sum, Input input, Weights weights) {
#if defined(__AVX512VNNI__)
        return _mm512_dpbusd_epi32(sum, input, weights);
#else
        // No pair of products leaves 16 bits: 2 * 127 * 127 is below 2^15.
        const __m512i pairs = _mm512_maddubs_epi16(input, weights);
        return _mm512_add_epi32(sum, _mm512_madd_epi16(pairs, _mm512_set1_epi16(1)));
#endif
    }
    static PONNUKI_INLINE Floats floats(Sum sum) { return (Floats)_mm512_cvtepi32_ps(sum); }
};

#elif defined(__AVX2__)

constexpr int kSums = 8;

struct Dot {
    using Sum = __m256i;
    using Input = __m256i;
    using Weights = __m256i;
    static PONNUKI_INLINE Input input(std::uint32_t four) {
        return _mm256_set1_epi32(static_cast<int>(four));
    }
    static PONNUKI_INLINE Weights weights(const std::int8_t* from) {
        return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
    }
    static PONNUKI_INLINE Sum add(Sum sum, Input input, Weights weights) {
        const __m256i pairs = _mm256_maddubs_epi16(input, weights);
        return _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
    }
    static PONNUKI_INLINE Floats floats(Sum sum) { return (Floats)_mm256_cvtepi32_ps(sum); }
};

#else

// Whole numbers below 2^24 in floats: exact, and there on every CPU.
constexpr int kSums = kFloats;

struct Dot {
    using Sum = Floats;
    struct Input {
        float of[4];
    };
    struct Weights {
        Floats of[4];
    };
    static PONNUKI_INLINE Input input(std::uint32_t four) {
        Input out;
        for (int i = 0; i < 4; ++i) out.of[i] = static_cast<float>(four >> 8 * i & 0xff);
        return out;
    }
    static PONNUKI_INLINE Weights weights(const std::int8_t* from) {
        const Ints bytes = load<Ints>(from);
        Weights out;
        for (int i = 0; i < 4; ++i)
            out.of[i] = __builtin_convertvector(bytes << (24 - 8 * i) >> 24, Floats);
        return out;
    }
    static PONNUKI_INLINE Sum add(Sum sum, Input input, Weights weights) {
        for (int i = 0; i < 4; ++i) sum += weights.of[i] * input.of[i];
        return sum;
    }
    static PONNUKI_INLINE Floats floats(Sum sum) { return sum; }
};

#endif

}  // namespace ponnuki::inline PONNUKI_VARIANT
