// Square boards as sets of points, and what the Go family shares: strings, liberties, territory.
#pragma once

#include <array>
#include <cstdint>

#include "core/bits.hpp"
#include "core/rng.hpp"
#include "core/types.hpp"
#include "core/variant.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

template <int N>
struct Grid {
    static constexpr int kPoints = N * N;
    using Points = Bits<kPoints>;

    static constexpr Points column(int c) {
        Points out;
        for (int r = 0; r < N; ++r) out.set(r * N + c);
        return out;
    }
    static constexpr Points kAll = Points::all();
    static constexpr Points kNotLeft = kAll.without(column(0));
    static constexpr Points kNotRight = kAll.without(column(N - 1));

    // All points beside a point of the set; may hold points of the set and bits past the board.
    static constexpr Points beside(Points set) {
        return (set & kNotRight).template up<1>() | (set & kNotLeft).template down<1>() |
               set.template up<N>() | set.template down<N>();
    }

    static constexpr std::array<Points, kPoints> neighbour_table() {
        std::array<Points, kPoints> out{};
        for (int point = 0; point < kPoints; ++point)
            out[point] = beside(Points::only(point)) & kAll;
        return out;
    }
    static constexpr std::array<Points, kPoints> kNeighbours = neighbour_table();
    static constexpr Points neighbours(int point) { return kNeighbours[point]; }

    // All points of `within` that are connected to the seed, which must lie in it.
    static constexpr Points connected(Points seed, Points within) {
        for (;;) {
            // Two steps at a time: fewer branches that nobody can predict.
            const Points once = (seed | beside(seed)) & within;
            const Points twice = (once | beside(once)) & within;
            if (twice == seed) return seed;
            seed = twice;
        }
    }

    // The stones of `theirs` that lose their last liberty when a stone is played on `point`;
    // `empty` is what is empty after that stone, before any is taken off.
    static constexpr Points captured_by(int point, Points theirs, Points empty) {
        Points taken;
        Points touched = neighbours(point) & theirs;
        if (!touched.any()) return taken;
        const Points breathing = beside(empty) & theirs;
        touched = touched.without(breathing);
        while (touched.any()) {
            const Points string = connected(Points::only(touched.lowest()), theirs);
            if (!(string & breathing).any()) taken = taken | string;
            touched = touched.without(string);
        }
        return taken;
    }

    // Whether a stone of `ours` on an empty point would have a liberty or make a capture.
    static constexpr bool breathes(int point, Points ours, Points theirs) {
        Points empty = kAll.without(ours | theirs);
        if ((neighbours(point) & empty).any()) return true;
        empty.clear(point);
        const Points breathing = beside(empty);
        const Points friends = neighbours(point) & ours;
        if ((friends & breathing).any()) return true;
        if (friends.any() && (connected(friends, ours) & breathing).any()) return true;
        return captured_by(point, theirs, empty).any();
    }

    // The points that have two points of the set beside them, or more.
    static constexpr Points beside_two(Points set) {
        const Points right = (set & kNotRight).template up<1>();
        const Points left = (set & kNotLeft).template down<1>();
        const Points below = set.template up<N>();
        const Points above = set.template down<N>();
        return (right & left) | (below & above) | ((right | left) & (below | above));
    }

    // What the strings of one colour have.
    struct Strength {
        Points in_atari;  // the points that are the only liberty of a string
        Points safe;      // the stones whose string has more liberties than one
    };
    static constexpr Strength strength(Points stones, Points empty) {
        Strength out;
        // Most strings have a stone that has two liberties on its own: all of them at once.
        const Points sure = stones & beside_two(empty);
        if (sure.any()) out.safe = connected(sure, stones);
        Points rest = stones.without(out.safe);
        while (rest.any()) {
            const Points string = connected(Points::only(rest.lowest()), rest);
            const Points liberties = beside(string) & empty;
            if (liberties.count() == 1)
                out.in_atari = out.in_atari | liberties;
            else if (liberties.any())
                out.safe = out.safe | string;
            rest = rest.without(string);
        }
        return out;
    }

    // Empty points that a side surely may play on: they have an empty neighbour.
    static constexpr Points open_points(Points empty) { return empty & beside(empty); }

    // One-point eyes: empty points that have none but own stones beside them.
    static constexpr Points eyes_of(const Points& own) {
        const Points rest = kAll.without(own);
        return rest.without(beside(rest));
    }

    // Whether some string of `stones` has no liberty.
    static constexpr bool any_dead(Points stones, Points empty) {
        Points rest = stones.without(beside(empty));
        while (rest.any()) {
            const Points string = connected(Points::only(rest.lowest()), stones);
            if (!(string & beside(empty)).any()) return true;
            rest = rest.without(string);
        }
        return false;
    }

    // Black's empty points minus white's, as the board stands. A region that touches one colour is
    // that colour's; the other points are neutral and go, if `majority`, one by one to the colour
    // that has more stones beside them.
    static constexpr int territory(Points black, Points white, bool majority) {
        int balance = 0;
        Points rest = kAll.without(black | white);
        while (rest.any()) {
            const Points region = connected(Points::only(rest.lowest()), rest);
            const Points rim = beside(region);
            const bool touches_black = (rim & black).any();
            const bool touches_white = (rim & white).any();
            if (touches_black != touches_white) {
                balance += touches_black ? region.count() : -region.count();
            } else if (majority) {
                region.each([&](int point) {
                    const int more_black =
                        (neighbours(point) & black).count() - (neighbours(point) & white).count();
                    balance += (more_black > 0) - (more_black < 0);
                });
            }
            rest = rest.without(region);
        }
        return balance;
    }

    // A hash of a board.
    static constexpr std::uint64_t key(Points black, Points white) {
        std::uint64_t out = N;
        for (int i = 0; i < Points::kWords; ++i)
            out = mix(mix(out ^ black.word[i]) ^ white.word[i]);
        return out;
    }
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
