// What a search is told and what it answers: plain values, the same for every instruction set.
#pragma once

#include <cstdint>

#include "core/types.hpp"

namespace ponnuki {

// The worth of a position for the side that is asked about. A decided game outranks every value of
// a net: a win after t plies from the root is kWin - t, a loss the negative of that. Below that, a
// score counts the net's units, or is 0 for a drawn game.
using Score = std::int64_t;
constexpr Score kWin = Score{1} << 60;
constexpr Score kDecided = kWin / 2;

struct SearchSettings {
    int depth = 6;
    int radius = 0;       // candidates lie within that distance of a stone; 0: all legal moves
    bool forced = true;   // Capture Go: forced moves cost no depth
    bool ataris = false;  // Capture Go: at the end of the line, ataris are followed as well
    bool table = true;    // remember positions
    bool history = true;  // order moves by what cut off before
    bool killers = true;  // ... and first what cut off at the same ply
    bool narrow = true;   // prove later moves worse with a null window
    bool batch = true;    // evaluate siblings together
    std::int64_t max_nodes = 0;  // 0: no limit
    double max_seconds = 0;      // 0: no limit
};

constexpr int kMaxDepth = 64;
constexpr int kMaxRootMoves = 13 * 13 + 1;
constexpr int kMaxLine = 13 * 13 + kMaxDepth + 2;

struct SearchResult {
    Move move = -1;
    Score score = 0;  // for the side to move
    std::int64_t nodes = 0;
    std::int64_t leaves = 0;
    bool complete = true;  // false if a limit stopped it
    int depth = 0;         // of the last search that was finished
    int line_length = 0;
    Move line[kMaxLine];
    int root_count = 0;  // candidates at the root
    Move root_moves[kMaxRootMoves];
    Score root_scores[kMaxRootMoves];  // exact only if all were asked for
};

}  // namespace ponnuki
