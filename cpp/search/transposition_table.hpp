// The transposition table: scores of positions that other orders of moves have led to already.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/rng.hpp"
#include "games/game.hpp"
#include "search/score.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

class TranspositionTable {
public:
    enum Bound : std::uint8_t { kUpper = 1, kLower = 2, kExact = 3 };

    struct Entry {
        std::uint64_t key;
        Score score;  // a decided one counts from this position
        Move move;
        std::uint8_t depth;
        Bound bound;
        std::uint32_t age;

        // Whether the score answers a node with this depth and window. The depth must be equal: a
        // deeper search may give another value.
        bool answers(int wanted, Score here, Score alpha, Score beta) const {
            return depth == wanted && (bound == kExact || (bound == kLower && here >= beta) ||
                                       (bound == kUpper && here <= alpha));
        }
    };

    // Room for searches up to a depth.
    explicit TranspositionTable(int deepest)
        : room_(bits_for(deepest)),
          entries_(room_ ? new Entry[std::size_t{1} << room_]() : nullptr) {}

    // Forgets everything. The depth alone says how much room is used, so that counts of nodes
    // depend on nothing else.
    void start(int depth, bool wanted) {
        bits_ = wanted ? std::min(room_, bits_for(depth)) : 0;
        ++age_;
    }

    bool used() const { return bits_ > 0; }
    Entry& at(std::uint64_t key) { return entries_[key >> (64 - bits_)]; }
    bool holds(const Entry& entry, std::uint64_t key) const {
        return entry.key == key && entry.age == age_;
    }

    void store(Entry& entry, std::uint64_t key, int depth, Score score, Move move, Bound bound) {
        entry = {key, score, move, static_cast<std::uint8_t>(depth), bound, age_};
    }

private:
    static int bits_for(int depth) {
        if (depth <= 2) return 0;
        return depth >= 7 ? 20 : 2 * depth + 7;
    }

    int room_;
    int bits_ = 0;
    std::uint32_t age_ = 0;
    std::unique_ptr<Entry[]> entries_;
};

// The key of all that the value of a position depends on; the number of plies because of move caps.
template <Game G>
std::uint64_t position_key(const G& game, const typename G::Position& position) {
    const Setup setup = game.describe(position);
    const auto counts =
        static_cast<std::uint64_t>(setup.plies | setup.passes << 16 | (setup.ko + 1) << 18);
    return mix(position.key() ^ mix(counts ^ std::uint64_t(setup.captured[0]) << 30 ^
                                    std::uint64_t(setup.captured[1]) << 47));
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
