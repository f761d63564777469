// Endgames of Go as sums of local games: for players, and for people who ask what a position is
// worth. Areas are counted. Müller 1999, "Decomposition search".
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/types.hpp"
#include "play/engine.hpp"
#include "play/sums.hpp"

namespace ponnuki {

// A board of any size: the words of the bits of its points.
struct Boards {
    int size;
    std::span<const std::uint64_t> stones[2];
};

// Why a part of the board is no local game; `none` if it is one.
enum class Refusal : std::uint8_t { none, one_colour, too_large, repeats, too_many, too_deep };

struct EndgamePart {
    std::vector<Move> points;
    Refusal refusal = Refusal::none;
    Worth mean = 0;  // of the area of its points, for black
    Worth temperature = 0;
    Wall walls[2] = {};  // what each side has if it begins, for black
    int games = 0;       // that can come of it
};

struct EndgameMove {
    Move move = -1;   // a point, or the pass
    Worth worth = 0;  // what the whole board comes to, for black; 0 if that was too much to see
};

struct EndgameStudy {
    std::vector<Move> safe[2];     // stones that nobody can capture, whoever plays elsewhere
    std::vector<Move> settled[2];  // points that are a side's in any case
    std::vector<EndgamePart> parts;
    bool whole = false;              // every part is a local game: the board is their sum
    bool exact = false;              // the sum was played out
    std::int64_t nodes = 0;          // of that
    std::vector<EndgameMove> moves;  // in local games, and the pass; none if not whole
    Move capture = -1;               // takes dead stones off, or comes nearer to it
};

// What is known of a position with that side to move. Only `legal` moves are listed.
EndgameStudy study_endgame(const Boards& boards, Side side, bool passed,
                           std::span<const Move> legal);

// The move that gains most in the sum; nothing (-1) where the board is none. Among equals the
// hottest, then the one that the game's seed prefers.
Move endgame_move(const EndgameStudy& study, Side side, int plies, std::uint64_t seed, int pass);

}  // namespace ponnuki
