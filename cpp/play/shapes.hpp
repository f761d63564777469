// What scripted players see of a position of the Go family: strings, liberties, eyes.
#pragma once

#include <cstdint>

#include "core/types.hpp"
#include "games/game.hpp"
#include "games/grid.hpp"
#include "search/tactics.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

template <int N>
class Shapes {
public:
    using Board = Grid<N>;
    using Points = typename Board::Points;

    template <class Position>
    explicit Shapes(const Position& position)
        : side(to_move(position)),
          mine(position.stones[side]),
          theirs(position.stones[other(side)]),
          empty(position.empty()),
          eyes(Board::eyes_of(mine)) {
        strings.start(position.stones[kBlack], position.stones[kWhite]);
    }

    // What a stone on an empty point does.
    struct Effect {
        int captured = 0;   // stones taken
        int joined = 0;     // own strings that it touches
        int liberties = 0;  // of the string that it makes
        int rescued = 0;    // stones of touched strings that were in atari
        int weak = 0;       // stones of touched strings that had two liberties
        int victim = 9;     // fewest liberties that it leaves to a string of theirs beside it
        Points string;      // the string that it makes
    };

    Effect effect(int point) const {
        Effect out;
        Points taken;
        for (int i = 0; i < strings.count(other(side)); ++i) {
            const Points& liberties = strings.liberties(other(side), i);
            if (!liberties.has(point)) continue;
            const int left = liberties.count() - 1;
            if (left == 0)
                taken = taken | strings.stones(other(side), i);
            else if (left < out.victim)
                out.victim = left;
        }
        out.captured = taken.count();
        out.string = Points::only(point);
        Points liberties = Board::neighbours(point) & empty;
        for (int i = 0; i < strings.count(side); ++i) {
            const Points& own = strings.liberties(side, i);
            if (!own.has(point)) continue;
            const Points& stones = strings.stones(side, i);
            ++out.joined;
            out.string = out.string | stones;
            liberties = liberties | own;
            const int before = own.count();
            if (before == 1) out.rescued += stones.count();
            if (before == 2) out.weak += stones.count();
        }
        liberties.clear(point);
        if (out.captured) liberties = liberties | (Board::beside(out.string) & taken);
        out.liberties = liberties.count();
        return out;
    }

    Side side;
    Points mine;
    Points theirs;
    Points empty;
    Points eyes;
    Tactics<N> strings;
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
