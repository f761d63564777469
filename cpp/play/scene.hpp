// What players of Go that read see of a position, and the book in which they note what they saw.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "games/game.hpp"
#include "games/grid.hpp"
#include "play/notes.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// A board with the side to move and what it may do.
template <int N>
struct Scene {
    using Board = Grid<N>;
    using Points = typename Board::Points;

    Points stones[2];
    Side side = kBlack;  // to move
    Points legal;        // where it may play
    Points barred;       // where ko alone forbids it
    int passes = 0;      // just made in a row

    Points empty() const { return Board::kAll.without(stones[kBlack] | stones[kWhite]); }

    // After a legal stone. What is legal then is not found out, only what ko forbids.
    Scene after(int point) const {
        Scene out;
        out.side = other(side);
        out.stones[side] = stones[side];
        out.stones[side].set(point);
        Points rest = empty();
        rest.clear(point);
        const Points taken = Board::captured_by(point, stones[other(side)], rest);
        out.stones[other(side)] = stones[other(side)].without(taken);
        if (taken.count() == 1 && !(Board::neighbours(point) & out.stones[side]).any() &&
            (Board::neighbours(point) & out.empty()) == taken)
            out.barred = taken;
        return out;
    }
    Scene after_pass() const {
        Scene out = *this;
        out.side = other(side);
        out.barred = Points();
        return out;
    }

    // Where the side to move may play, as far as the board and a ko tell.
    void find_legal() {
        legal = Points();
        empty().without(barred).each([&](int point) {
            if (Board::breathes(point, stones[side], stones[other(side)])) legal.set(point);
        });
    }

    Points changed_from(const Scene& before) const {
        Points out = barred | before.barred;
        for (const Side one : {kBlack, kWhite})
            out = out | stones[one].without(before.stones[one]) |
                  before.stones[one].without(stones[one]);
        return out;
    }
};

// What the moves are worth to a player; it plays one of the highest. Who is not set is out of the
// question.
template <int N>
struct Worths {
    static constexpr std::int64_t kZero = std::int64_t{1} << 40;  // what a worth of 0 ranks

    void set(int move, std::int64_t worth) { of[move] = kZero + worth; }
    bool has(int move) const { return of[move] != 0; }

    std::int64_t of[N * N + 1] = {};
};

// Notes points by what they are; nothing if nobody wants to know.
template <class Points>
void note(Notes* notes, const char* what, const Points& points,
          std::initializer_list<Notes::Number> numbers = {}, const char* said = "") {
    if (!notes) return;
    Move list[kMaxNoted];
    int count = 0;
    points.each([&](int point) { list[count++] = static_cast<Move>(point); });
    notes->write(what, {list, static_cast<std::size_t>(count)}, {numbers.begin(), numbers.size()},
                 said);
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
