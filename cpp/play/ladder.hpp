// Whether a string can be caught by one atari after the other.
#pragma once

#include "games/grid.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

template <int N>
class Ladder {
public:
    using Board = Grid<N>;
    using Points = typename Board::Points;

    // How many ataris are read ahead. What has not been caught by then counts as free.
    static constexpr int kAtaris = 6;

    // Whether a string is caught that has one liberty and whose side is to move. Its `own` stones
    // can get away by more liberties or by capturing a stone beside them.
    static bool caught_in_atari(const Points& string, const Points& own, const Points& theirs,
                                int ataris = kAtaris) {
        const Points empty = Board::kAll.without(own | theirs);
        if (can_capture_beside(string, theirs, empty)) return false;
        const Points last = Board::beside(string) & empty;
        Points after = own | last;
        const Points grown = Board::connected(string | last, after);
        const int liberties = (Board::beside(grown) & empty.without(last)).count();
        if (liberties < 2) return true;
        if (liberties > 2) return false;
        return caught(grown, after, theirs, ataris - 1);
    }

    // Whether a string is caught that has two liberties, if the other side is to move.
    static bool caught(const Points& string, const Points& own, const Points& theirs,
                       int ataris = kAtaris) {
        if (ataris == 0) return false;
        const Points empty = Board::kAll.without(own | theirs);
        bool found = false;
        (Board::beside(string) & empty).each([&](int point) {
            if (found || !Board::breathes(point, theirs, own)) return;
            Points attackers = theirs;
            attackers.set(point);
            found = caught_in_atari(string, own, attackers, ataris);
        });
        return found;
    }

private:
    static bool can_capture_beside(const Points& string, const Points& theirs,
                                   const Points& empty) {
        Points rest = Board::beside(string) & theirs;
        while (rest.any()) {
            const Points other = Board::connected(Points::only(rest.lowest()), theirs);
            if ((Board::beside(other) & empty).count() == 1) return true;
            rest = rest.without(other);
        }
        return false;
    }
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
