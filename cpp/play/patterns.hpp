// Well-known shapes: what a point and its eight neighbours look like to the player to move.
//
// They are written down once, as diagrams. All turns and mirror images count, and all of them are
// compiled into one table, so that looking a point up takes one read.
#pragma once

#include <array>
#include <cstdint>

#include "core/variant.hpp"
#include "games/grid.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// How a stone in the middle looks, from worse to better.
enum Worth : std::uint8_t { kUgly, kPlain, kQuiet, kBlock, kHane, kStretch, kConnect, kCut };

// A stone on `*`. X is an own stone, O one of theirs, . an empty point, # off the board; x is own
// or empty, o is theirs or empty, ? is anything.
struct Pattern {
    const char* name;
    Worth worth;
    const char* rows;
};

// Where several fit, the highest worth counts.
inline constexpr Pattern kPatterns[] = {
    // Cuts and connections.
    {"crosscut", kCut,
     "XO?"
     "O*x"
     "?x?"},
    {"push through", kCut,
     "?X?"
     "O*O"
     "?x?"},
    {"wedge", kStretch,
     "?.?"
     "O*O"
     "?.?"},
    {"solid connection", kConnect,
     "OX?"
     "X*o"
     "?o?"},
    {"connection against a push", kConnect,
     "?O?"
     "X*X"
     "?o?"},
    {"tiger's mouth", kQuiet,
     "X.X"
     ".*."
     "?.?"},
    // Around stones that touch.
    {"hane", kHane,
     "XO."
     ".*."
     "?.?"},
    {"hane from both sides", kHane,
     "XOX"
     ".*."
     "???"},
    {"hane at the head of two", kHane,
     "XOO"
     ".*o"
     "?o?"},
    {"turn", kHane,
     "XO?"
     "X*."
     "?.?"},
    {"stretch", kStretch,
     "O.?"
     "X*."
     "?.?"},
    {"stretch from under", kStretch,
     "OO."
     "X*."
     "?.?"},
    {"crawl", kQuiet,
     "OO?"
     "X*?"
     "###"},
    {"block", kBlock,
     "XX?"
     "O*."
     "?.?"},
    {"stop in front", kBlock,
     "?X?"
     "O*."
     "O.?"},
    {"push", kQuiet,
     "OXO"
     "?*?"
     "?.?"},
    {"shoulder hit", kQuiet,
     "O.."
     ".*."
     "..."},
    {"diagonal move", kQuiet,
     "X.o"
     ".*."
     "o.."},
    // On the edge.
    {"hane on the edge", kHane,
     "XO?"
     ".*."
     "###"},
    {"hane on the edge, supported", kHane,
     "XO?"
     "X*."
     "###"},
    {"block on the edge", kBlock,
     "?X?"
     "O*."
     "###"},
    {"block on the edge at a stone's foot", kBlock,
     "?XO"
     "O*x"
     "###"},
    {"descent", kBlock,
     "OX?"
     ".*."
     "###"},
    {"connection along the edge", kConnect,
     "?O?"
     "X*X"
     "###"},
    {"connection on the edge", kConnect,
     "OX?"
     "X*o"
     "###"},
    {"cut on the edge", kCut,
     "XO?"
     "O*x"
     "###"},
    {"push through on the edge", kCut,
     "?X?"
     "O*O"
     "###"},
    // In the corner.
    {"block in the corner", kBlock,
     "?X#"
     "O*#"
     "###"},
    {"connection in the corner", kConnect,
     "OX#"
     "X*#"
     "###"},
    // What is better left alone.
    {"empty triangle", kUgly,
     "XX?"
     ".*?"
     "???"},
    {"first line", kUgly,
     "x.x"
     "x*x"
     "###"},
    {"corner point", kUgly,
     "xx#"
     "x*#"
     "###"},
};

// The neighbours of a point as 16 bits. Cells are numbered row by row without the middle: bit i
// says own, bit 8 + i theirs, both off the board, none empty.
using Neighbourhood = std::uint16_t;

// Where a cell of a diagram, row by row with the middle, comes to lie under a symmetry.
constexpr int turned(int cell, int symmetry) {
    int row = cell / 3;
    int column = cell % 3;
    if (symmetry & 1) row = 2 - row;
    if (symmetry & 2) column = 2 - column;
    return symmetry & 4 ? 3 * column + row : 3 * row + column;
}

// The worth of every neighbourhood.
constexpr std::array<std::uint8_t, 65536> worth_table() {
    std::array<std::uint8_t, 65536> out{};
    for (std::uint8_t& worth : out) worth = kPlain;
    const auto enter = [&](const Pattern& pattern, int symmetry) {
        unsigned fixed = 0;
        unsigned open = 0;  // bits that may be either
        for (int cell = 0; cell < 9; ++cell) {
            if (cell == 4) continue;
            const int place = turned(cell, symmetry);
            const int bit = place < 4 ? place : place - 1;
            const unsigned own = 1u << bit;
            const unsigned theirs = 256u << bit;
            switch (pattern.rows[cell]) {
                case 'X': fixed |= own; break;
                case 'O': fixed |= theirs; break;
                case '#': fixed |= own | theirs; break;
                case 'x': open |= own; break;
                case 'o': open |= theirs; break;
                case '?': open |= own | theirs; break;
            }
        }
        for (unsigned some = open;; some = (some - 1) & open) {
            std::uint8_t& worth = out[fixed | some];
            if (worth == kPlain || worth < pattern.worth) worth = pattern.worth;
            if (some == 0) break;
        }
    };
    for (const Pattern& pattern : kPatterns)
        for (int symmetry = 0; symmetry < 8; ++symmetry) enter(pattern, symmetry);
    return out;
}

inline constexpr std::array<std::uint8_t, 65536> kWorthTable = worth_table();

inline Worth worth_of(Neighbourhood around) {
    return static_cast<Worth>(kWorthTable[around]);
}

// The neighbourhoods of a board's points.
template <int N>
class Neighbourhoods {
public:
    using Points = typename Grid<N>::Points;

    Neighbourhoods(const Points& own, const Points& theirs) {
        for (int row = 0; row < N + 2; ++row) own_[row] = theirs_[row] = kRim;
        own_[0] = theirs_[0] = own_[N + 1] = theirs_[N + 1] = 0xffff;
        own.each([&](int point) { own_[point / N + 1] |= bit(point); });
        theirs.each([&](int point) { theirs_[point / N + 1] |= bit(point); });
    }

    Neighbourhood around(int point) const {
        const int row = point / N;
        const int column = point % N;
        const int own = plane(own_ + row, column);
        const int theirs = plane(theirs_ + row, column);
        return static_cast<Neighbourhood>(own | theirs << 8);
    }

private:
    static constexpr std::uint16_t kRim = 1 | 1 << (N + 1);

    static constexpr std::uint16_t bit(int point) {
        return static_cast<std::uint16_t>(2 << (point % N));
    }

    static int plane(const std::uint16_t* rows, int column) {
        const int middle = rows[1] >> column;
        return (rows[0] >> column & 7) | (middle & 1) << 3 | (middle >> 2 & 1) << 4 |
               (rows[2] >> column & 7) << 5;
    }

    std::uint16_t own_[N + 2];  // rows with a rim on all sides
    std::uint16_t theirs_[N + 2];
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
