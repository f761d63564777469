// The table of leaves: estimates of boards, because many orders of moves lead to the same leaf.
//
// An entry is one word, so that the table stays in the second cache: 17 bits of an estimate and 47
// bits of the board's Zobrist key. Together with the entry's place they tell 60 to 64 bits of the
// key; one probe in 2^47 may take another board for this one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/rng.hpp"
#include "core/types.hpp"
#include "core/variant.hpp"
#include "core/vectors.hpp"
#include "evaluators/activation.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// Zobrist keys: a random number for a stone of a side on a point. The key of a board is the
// exclusive or of those of its stones.
template <int Points>
struct ZobristKeys {
    std::uint64_t of[2][Points];
    constexpr ZobristKeys() : of{} {
        for (int side = 0; side < 2; ++side)
            for (int point = 0; point < Points; ++point)
                of[side][point] = mix(static_cast<std::uint64_t>(2 * point + side + 1));
    }
};
template <int Points>
inline constexpr ZobristKeys<Points> kZobristKeys{};

// Of a move; a pass changes no key.
template <int Points>
std::uint64_t zobrist_key(Side side, int move) {
    return move == Points ? 0 : kZobristKeys<Points>.of[side][move];
}

// An estimate as the table keeps it: 15 bits of a value and 2 bits of how far it may be off, which
// counts by the slope of the last activation, because that is how estimates are off.
class KeptEstimate {
public:
    static constexpr int kBits = 17;

    float value, error;

    explicit KeptEstimate(std::uint32_t bits) {
        const auto place = static_cast<float>(bits >> 2 & (kPlaces - 1));
        const float size = size_at(place);
        value = bits >> (kBits - 1) ? -size : size;
        error =
            kErrors[bits & 3] * flatness(size) + kLeast + (place < kWide ? 0.5f * kStep : 1.25f);
    }

    // The bits of as many estimates as a vector has lanes.
    static PONNUKI_INLINE Ints bits(Floats values, Floats errors) {
        const Floats sizes = values < 0.0f ? -values : values;
        const Floats within = sizes < kGrid ? sizes : fast_spread(kGrid);
        const Ints places = __builtin_convertvector(
            within < kEdge ? within * (1 / kStep) : (within - kEdge) * 0.5f + kWide, Ints);
        const Floats decoded = __builtin_convertvector(places, Floats);
        const Floats slope = flatness(size_at(decoded));
        Ints out = places << 2;
        out -= errors > kErrors[0] * slope + kLeast;  // a comparison that holds is -1
        out -= errors > kErrors[1] * slope + kLeast;
        out -= errors > kErrors[2] * slope + kLeast;
        return out - ((values < 0.0f) << (kBits - 1));
    }

private:
    static constexpr int kPlaces = 1 << (kBits - 3);
    // Values lie between -2^20 and 2^20; steps are small where tanh is flat.
    static constexpr float kStep = 128, kWide = 8064, kEdge = kWide * kStep;
    static_assert(kWide + (kGrid - kEdge) / 2 < kPlaces);
    static constexpr float kLeast = 2;
    static constexpr float kErrors[] = {512, 4096, 32768, 1e30f};

    template <class T>
    static PONNUKI_INLINE T size_at(T place) {
        return place < kWide ? (place + 0.5f) * kStep : (place - kWide) * 2.0f + (kEdge + 1);
    }
    template <class T>
    static PONNUKI_INLINE T flatness(T size) {
        const T part = size * (1 / kGrid);
        return 1.0f + 4 / kGrid - part * part;  // never below 0
    }
};

class LeafTable {
public:
    // Room for searches up to a depth.
    explicit LeafTable(int deepest)
        : room_(bits_for(deepest)),
          words_(room_ ? new std::uint64_t[std::size_t{1} << room_]() : nullptr) {}

    // Forgets everything: no search finds the leaves of another, because each has a salt of its
    // own. No salt is the key of a stone.
    void start(int depth, bool wanted) {
        shift_ = 64 - (wanted ? std::min(room_, bits_for(depth)) : 0);
        salt_ = mix(~std::uint64_t{++searches_});
    }

    bool used() const { return shift_ < 64; }

    // The entry of a board; `holds` says whether it is its estimate, a KeptEstimate.
    std::uint64_t find(std::uint64_t key) const { return words_[key >> shift_] ^ tag(key); }
    static bool holds(std::uint64_t found) { return found >> KeptEstimate::kBits == 0; }

    void store(std::uint64_t key, std::uint32_t bits) { words_[key >> shift_] = tag(key) | bits; }

private:
    static int bits_for(int depth) {
        if (depth <= 2) return 0;
        return depth >= 5 ? 17 : 2 * depth + 7;
    }

    std::uint64_t tag(std::uint64_t key) const { return (key ^ salt_) << KeptEstimate::kBits; }

    int room_;
    int shift_ = 64;  // how much of a key says the place; 64: the table is not used
    std::uint32_t searches_ = 0;
    std::uint64_t salt_ = 0;
    std::unique_ptr<std::uint64_t[]> words_;
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
