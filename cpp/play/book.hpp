// Opening books: lines of moves from the start of a game.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/types.hpp"

namespace ponnuki {

// A tree of lines that counts how many go through each move. A line may be there more than once,
// and then counts as often. It is outside of all instruction sets.
class Book {
public:
    static constexpr int kStart = 0;
    static constexpr int kOutside = -1;

    explicit Book(std::span<const std::vector<Move>> lines);

    // The place in the book after a move; outside if no line goes on so.
    int after(int place, Move move) const;

    // A move at a place, drawn from the lines that go on there, each as likely as any other; or,
    // `likeliest`, the one of most lines, and among equals that of the line that came first. -1 if
    // no line goes on. What is drawn follows from the game's seed and the number of plies alone.
    Move next(int place, bool likeliest, std::uint64_t seed, int plies) const;

private:
    struct Branch {
        Move move;
        int lines;
        int place;  // behind the move
    };
    struct Place {
        int lines = 0;  // that go on
        std::vector<Branch> branches;
    };

    std::vector<Place> places_;
};

}  // namespace ponnuki
