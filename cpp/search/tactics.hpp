// Strings and their liberties in Capture Go, kept from move to move. The first capture ends the
// game, so strings only grow and merge, and what a move does to them is known before it is made.
#pragma once

#include "core/types.hpp"
#include "games/grid.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

template <int N>
class Tactics {
public:
    using Board = Grid<N>;
    using Points = typename Board::Points;

    void start(const Points& black, const Points& white) {
        const Points empty = Board::kAll.without(black | white);
        for (const Side side : {kBlack, kWhite}) {
            Points rest = side == kBlack ? black : white;
            Strings& strings = strings_[side];
            strings.count = 0;
            const Points all = rest;
            while (rest.any()) {
                const Points string = Board::connected(Points::only(rest.lowest()), all);
                strings.add(string, Board::beside(string) & empty);
                rest = rest.without(string);
            }
        }
    }

    // After a stone of `side` on an empty point; `empty` is what is empty after it.
    void play(const Tactics& before, Side side, int point, const Points& empty) {
        Strings& mine = strings_[side];
        Points stones = Points::only(point);
        Points liberties = Board::neighbours(point) & empty;
        mine.count = 0;
        const Strings& old = before.strings_[side];
        for (int i = 0; i < old.count; ++i) {
            if (old.liberties[i].has(point)) {
                stones = stones | old.stones[i];
                liberties = liberties | old.liberties[i];
            } else {
                mine.add(old.stones[i], old.liberties[i]);
            }
        }
        liberties.clear(point);
        mine.add(stones, liberties);

        Strings& theirs = strings_[other(side)];
        const Strings& others = before.strings_[other(side)];
        theirs.count = others.count;
        for (int i = 0; i < others.count; ++i) {
            theirs.stones[i] = others.stones[i];
            theirs.liberties[i] = others.liberties[i];
            theirs.liberties[i].clear(point);
        }
    }

    int count(Side side) const { return strings_[side].count; }
    const Points& stones(Side side, int string) const { return strings_[side].stones[string]; }
    const Points& liberties(Side side, int string) const {
        return strings_[side].liberties[string];
    }

    // The points that are the only liberty of a string.
    Points last_liberties(Side side) const {
        Points out;
        const Strings& strings = strings_[side];
        for (int i = 0; i < strings.count; ++i)
            if (single(strings.liberties[i])) out = out | strings.liberties[i];
        return out;
    }

    // What a side's moves do, where it cannot capture and is not in atari itself.
    struct Moves {
        Points quiet;     // neither gives atari nor takes a liberty too much
        Points doubles;   // gives two ataris at once: the other side cannot save both
        Points ataris;    // gives one atari: the reply is forced
        Points blunders;  // can be captured at once
    };

    Moves moves(Side side, const Points& empty, const Points& wanted) const {
        Points their_seconds;  // liberties of strings that have just two
        const Strings& theirs = strings_[other(side)];
        for (int i = 0; i < theirs.count; ++i)
            if (theirs.liberties[i].count() == 2)
                their_seconds = their_seconds | theirs.liberties[i];
        Points strong;  // stones whose string keeps two liberties after losing one
        const Strings& mine = strings_[side];
        for (int i = 0; i < mine.count; ++i)
            if (mine.liberties[i].count() >= 3) strong = strong | mine.stones[i];

        Moves out;
        const Points safe = with_two_beside(empty) | Board::beside(strong);
        out.quiet = (wanted & safe).without(their_seconds);
        wanted.without(out.quiet).each([&](int point) { classify(side, point, empty, out); });
        return out;
    }

    // Whether a stone of `side` on an empty point stays quiet whatever quiet move the other side
    // has made just before on a point that is not beside it.
    bool steady(Side side, int point, const Points& empty) const {
        const Strings& theirs = strings_[other(side)];
        for (int i = 0; i < theirs.count; ++i)
            if (theirs.liberties[i].has(point) && theirs.liberties[i].count() < 4) return false;
        return liberties_after(side, point, empty).count() >= 3;
    }

private:
    struct Strings {
        static constexpr int kMost = (N * N + 1) / 2;
        int count;
        Points stones[kMost];
        Points liberties[kMost];

        void add(const Points& one, const Points& its_liberties) {
            stones[count] = one;
            liberties[count++] = its_liberties;
        }
    };

    static bool single(const Points& points) { return points.count() == 1; }

    // Points with at least two points of a set beside them.
    static Points with_two_beside(const Points& set) {
        const Points a = (set & Board::kNotRight).template up<1>();
        const Points b = (set & Board::kNotLeft).template down<1>();
        const Points c = set.template up<N>();
        const Points d = set.template down<N>();
        return (a & b) | (c & d) | ((a | b) & (c | d));
    }

    // The liberties of the string that a stone on an empty point makes.
    Points liberties_after(Side side, int point, const Points& empty) const {
        Points liberties = Board::neighbours(point) & empty;
        const Strings& mine = strings_[side];
        for (int i = 0; i < mine.count; ++i)
            if (mine.liberties[i].has(point)) liberties = liberties | mine.liberties[i];
        liberties.clear(point);
        return liberties;
    }

    void classify(Side side, int point, const Points& empty, Moves& out) const {
        const int own = liberties_after(side, point, empty).count();
        if (own == 0) return;  // suicide
        if (own == 1) {
            out.blunders.set(point);
            return;
        }
        Points attacked;
        const Strings& theirs = strings_[other(side)];
        for (int i = 0; i < theirs.count; ++i)
            if (theirs.liberties[i].has(point) && theirs.liberties[i].count() == 2)
                attacked = attacked | theirs.liberties[i];
        attacked.clear(point);
        const int replies = attacked.count();
        (replies == 0 ? out.quiet : replies == 1 ? out.ataris : out.doubles).set(point);
    }

    Strings strings_[2];
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
