// The plain values that every part shares; they are the same for every instruction set.
#pragma once

#include <cstdint>
#include <span>

namespace ponnuki {

// A point (row-major, row 0 on top), or the number of points for a pass.
using Move = std::int16_t;

// Black moves first in every game (X in tic-tac-toe).
enum Side : int { kBlack = 0, kWhite = 1 };

constexpr Side other(Side side) {
    return side == kBlack ? kWhite : kBlack;
}

// The sign that a side has in cells and results: +1 black, -1 white.
constexpr int sign(Side side) {
    return side == kBlack ? 1 : -1;
}

// Keys of the boards that came before a position in its game, oldest first. Only rules that forbid
// repetition read it.
using Trail = std::span<const std::uint64_t>;

// The last move of a game and the one before it; -1 where there is none, or nobody knows it.
struct LastMoves {
    Move last = -1;
    Move before = -1;

    constexpr LastMoves then(Move move) const { return {move, last}; }
};

// What a position is worth to one side, in whole units: of the net that values it, or, for a
// decided game, as search/score.hpp says.
using Score = std::int64_t;

// How a game ended: facts, no points. While it goes on, `reason` is 0.
struct Result {
    std::int16_t margin2 = 0;  // twice the winner's margin, since komi comes in half points
    std::int8_t winner = 0;    // +1 black, -1 white, 0 nobody
    std::uint8_t reason = 0;   // index into the game's kReasons

    constexpr bool over() const { return reason != 0; }

    // The end of a game that is counted: black leads by half of `lead2`.
    static constexpr Result by_lead(int lead2, std::uint8_t reason) {
        return {.margin2 = static_cast<std::int16_t>(lead2 < 0 ? -lead2 : lead2),
                .winner = static_cast<std::int8_t>((lead2 > 0) - (lead2 < 0)),
                .reason = reason};
    }
    friend constexpr bool operator==(const Result&, const Result&) = default;
};

// Why a move is or is not legal.
enum class Verdict : std::uint8_t {
    legal,
    game_over,
    off_board,
    occupied,
    suicide,
    ko,
    repetition,
    flips_nothing,
    pass_forbidden,
};

// What a diagram says about a position beside its stones: the common, plain form of every game.
struct Setup {
    int plies = 0;             // moves played, passes included; its parity says who moves
    int passes = 0;            // passes just made in a row
    int captured[2] = {0, 0};  // stones captured by black, by white
    int ko = -1;               // point that simple ko forbids, or -1

    friend constexpr bool operator==(const Setup&, const Setup&) = default;
};

}  // namespace ponnuki
