// The options of every game, as plain values that are the same for every instruction set.
#pragma once

#include <cstdint>
#include <variant>

namespace ponnuki {

enum class Scoring : std::uint8_t { territory, area };

struct CaptureGoOptions {
    enum class NoMove : std::uint8_t { loses, draws, passes };

    int size = 9;
    int captures = 1;  // stones to capture for the win
    bool passing = true;
    bool crosscut = false;          // start from a crosscut in the centre
    bool neutral_majority = false;  // a neutral point goes to the colour with more stones beside it
    Scoring scoring = Scoring::territory;
    NoMove no_move = NoMove::loses;  // where passing is forbidden and a side has no legal point

    friend constexpr bool operator==(const CaptureGoOptions&, const CaptureGoOptions&) = default;
};

struct GoOptions {
    int size = 5;
    int cap = 100;  // the game is scored as it stands after that many moves
    int komi2 = 0;  // twice white's komi
    bool superko = true;
    Scoring scoring = Scoring::territory;

    friend constexpr bool operator==(const GoOptions&, const GoOptions&) = default;
};

struct OthelloOptions {
    int size = 8;

    friend constexpr bool operator==(const OthelloOptions&, const OthelloOptions&) = default;
};

struct TicTacToeOptions {
    friend constexpr bool operator==(const TicTacToeOptions&, const TicTacToeOptions&) = default;
};

using Options = std::variant<CaptureGoOptions, GoOptions, OthelloOptions, TicTacToeOptions>;

constexpr int kMaxGoPlies = 4096;

}  // namespace ponnuki
