// What the reader is asked and what it answers: plain values, the same for every instruction set.
#pragma once

#include <cstdint>

#include "core/types.hpp"

namespace ponnuki {

enum class Goal : std::uint8_t { capture, save, connect, cut, eye };
enum class Said : std::uint8_t { no, yes, unknown };

constexpr int kEnclosure = 7;  // points of an enclosure that may be asked for an eye
constexpr int kManyPlies = 200;

// How far and how wide it reads.
struct ReaderWidth {
    int limit = 80;  // moves tried
    int plies = kManyPlies;
    int attacks = 4;    // moves of an attacker in a position
    int defences = 5;   // ... and of a defender
    int liberties = 4;  // a string with so many is not caught; from the third move on one less
    int links = 4;      // plies of a question about a connection
};

struct Question {
    Goal goal = Goal::capture;
    Move target = -1;  // a stone; of an eye a point inside an enclosure
    Move second = -1;  // the other stone of a connection
    Side first = kBlack;
    ReaderWidth width;
};

struct Answer {
    Said said = Said::no;
    Move move = -1;  // that reaches the goal, or keeps the other side from it; -1 if none does
    int tried = 0;
};

}  // namespace ponnuki
