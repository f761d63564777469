// A fixed set of up to a few hundred points, one bit each.
#pragma once

#include <bit>
#include <cstdint>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

#include "core/variant.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// Position of the set bit number `rank` (0 is the lowest) of a word that has more than `rank` bits.
inline int select(std::uint64_t word, int rank) {
#if defined(__BMI2__)
    return std::countr_zero(_pdep_u64(std::uint64_t{1} << rank, word));
#else
    for (; rank > 0; --rank) word &= word - 1;
    return std::countr_zero(word);
#endif
}

template <int Size>
struct Bits {
    static constexpr int kWords = (Size + 63) / 64;

    std::uint64_t word[kWords] = {};

    static constexpr Bits all() {
        Bits out;
        for (int point = 0; point < Size; ++point) out.set(point);
        return out;
    }
    static constexpr Bits only(int point) {
        Bits out;
        out.set(point);
        return out;
    }

    constexpr bool has(int point) const { return (word[point >> 6] >> (point & 63)) & 1; }
    constexpr void set(int point) { word[point >> 6] |= std::uint64_t{1} << (point & 63); }
    constexpr void clear(int point) { word[point >> 6] &= ~(std::uint64_t{1} << (point & 63)); }

    constexpr bool any() const {
        std::uint64_t joined = 0;
        for (int i = 0; i < kWords; ++i) joined |= word[i];
        return joined != 0;
    }
    constexpr int count() const {
        int total = 0;
        for (int i = 0; i < kWords; ++i) total += std::popcount(word[i]);
        return total;
    }

    // The lowest point of a set that is not empty.
    constexpr int lowest() const {
        for (int i = 0; i < kWords - 1; ++i)
            if (word[i]) return 64 * i + std::countr_zero(word[i]);
        return 64 * (kWords - 1) + std::countr_zero(word[kWords - 1]);
    }

    // The point number `rank` in ascending order; the set must have more than `rank` points.
    int nth(int rank) const {
        for (int i = 0; i < kWords - 1; ++i) {
            const int here = std::popcount(word[i]);
            if (rank < here) return 64 * i + select(word[i], rank);
            rank -= here;
        }
        return 64 * (kWords - 1) + select(word[kWords - 1], rank);
    }

    template <class Visit>
    constexpr void each(Visit visit) const {
        for (int i = 0; i < kWords; ++i)
            for (std::uint64_t rest = word[i]; rest; rest &= rest - 1)
                visit(64 * i + std::countr_zero(rest));
    }

    // Every point moved to a higher or lower index by Step.
    template <int Step>
    constexpr Bits up() const {
        static_assert(0 < Step && Step < 64);
        Bits out;
        for (int i = 0; i < kWords; ++i) {
            out.word[i] = word[i] << Step;
            if (i > 0) out.word[i] |= word[i - 1] >> (64 - Step);
        }
        return out;
    }
    template <int Step>
    constexpr Bits down() const {
        static_assert(0 < Step && Step < 64);
        Bits out;
        for (int i = 0; i < kWords; ++i) {
            out.word[i] = word[i] >> Step;
            if (i + 1 < kWords) out.word[i] |= word[i + 1] << (64 - Step);
        }
        return out;
    }

    constexpr Bits without(Bits other) const {
        for (int i = 0; i < kWords; ++i) other.word[i] = word[i] & ~other.word[i];
        return other;
    }
    friend constexpr Bits operator&(Bits a, Bits b) {
        for (int i = 0; i < kWords; ++i) a.word[i] &= b.word[i];
        return a;
    }
    friend constexpr Bits operator|(Bits a, Bits b) {
        for (int i = 0; i < kWords; ++i) a.word[i] |= b.word[i];
        return a;
    }
    friend constexpr bool operator==(Bits a, Bits b) {
        std::uint64_t difference = 0;
        for (int i = 0; i < kWords; ++i) difference |= a.word[i] ^ b.word[i];
        return difference == 0;
    }
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
