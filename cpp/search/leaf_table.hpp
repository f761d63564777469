// The table of leaves: estimates of boards, because many orders of moves lead to the same leaf.
//
// An entry is one word, so that the table stays in the second cache: 17 bits of a value and 47 bits
// of the board's Zobrist key. Together with the entry's place they tell 60 to 64 bits of the key;
// one probe in 2^47 may take another board for this one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/rng.hpp"
#include "core/types.hpp"
#include "core/variant.hpp"

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

class LeafTable {
public:
    static constexpr float kError = 16;  // of a kept value, in grid steps: it is rounded

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

    // The entry of a board, in a form that `holds` and `value` read.
    std::uint64_t find(std::uint64_t key) const { return words_[key >> shift_] ^ tag(key); }
    static bool holds(std::uint64_t found) { return found >> kValueBits == 0; }
    static float value(std::uint64_t found) {
        return (static_cast<float>(found) - kMiddle) * kStep;
    }

    void store(std::uint64_t key, float value) {
        if (!used()) return;
        const int step = static_cast<int>(value / kStep + kMiddle);
        words_[key >> shift_] =
            tag(key) | static_cast<std::uint64_t>(std::clamp(step, 0, 2 * kMiddle - 1));
    }

private:
    static constexpr int kValueBits = 17;
    static constexpr int kMiddle = 1 << (kValueBits - 1);
    static constexpr float kStep = 16;  // in grid steps; values lie between -2^20 and 2^20

    static int bits_for(int depth) {
        if (depth <= 2) return 0;
        return depth >= 5 ? 17 : 2 * depth + 7;
    }

    std::uint64_t tag(std::uint64_t key) const { return (key ^ salt_) << kValueBits; }

    int room_;
    int shift_ = 64;  // how much of a key says the place; 64: the table is not used
    std::uint32_t searches_ = 0;
    std::uint64_t salt_ = 0;
    std::unique_ptr<std::uint64_t[]> words_;
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
