// What a search is told and what it answers: plain values, the same for every instruction set.
#pragma once

#include <cstdint>

#include "core/types.hpp"

namespace ponnuki {

struct SearchSettings {
    int depth = 6;
    int radius = 0;            // candidates lie within that distance of a stone; 0: all legal moves
    bool forced = true;        // forced moves cost no depth, where the game has a policy for them
    bool afterstates = false;  // leaves are seen by the side that has just moved, not by the root's
    bool eyes = false;         // Go: keeps its eyes, and passes only if no other move is left
    bool ataris = false;       // Capture Go: quiescence search that follows ataris at the leaves
    bool table = true;         // transposition table and table of leaves
    bool history = true;       // order moves by what caused cutoffs anywhere
    bool killers = true;       // ... and first what caused cutoffs at the same ply
    bool narrow = true;  // principal variation search: null windows for all moves but the first
    bool batch = true;   // evaluate siblings together
    double draw = 0;     // what a drawn game is worth, as the net counts
    std::int64_t max_nodes = 0;    // 0: no limit
    double max_seconds = 0;        // 0: no limit
    bool first_of_equals = false;  // among equals, the first move on the board; else by the seed
    int endgame = 0;  // Othello: so many empty points are solved, by searches deeper than one ply
    int visits = 0;   // of a tree search, for nets with a policy; 0: alpha-beta
    int gumbel = 0;   // it halves so many moves of the root by Gumbel's top-k; 0: PUCT there too
    bool gumbel_noise = false;  // ... and draws them by the policy instead of taking the likeliest
    int symmetries = 1;  // boards of a leaf that the net sees: 1, or all 8, whose mean is taken
    int parallel = 1;    // leaves that are found by virtual loss, and then valued together
    int threads = 1;     // that value them; no result depends on it
    bool reuse = false;  // the tree of the search before is gone on with, if it has the position
};

constexpr int kMaxParallel = 64;

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
    Move line[kMaxLine];  // the principal variation
    int root_count = 0;   // candidates at the root
    Move root_moves[kMaxRootMoves];
    Score root_scores[kMaxRootMoves];         // exact only if all were asked for
    int visits = 0;                           // of a tree search
    std::int32_t root_visits[kMaxRootMoves];  // ... by candidate
    bool solved = false;  // the rest of the game is known, and so is by how much it is won:
    int margin = 0;       // for the side to move
    std::int16_t root_margins[kMaxRootMoves];  // exact as the scores are
};

}  // namespace ponnuki
