// Links between strings, the groups that they hold together, and whether groups live: what programs
// of the nineties knew of a board.
#pragma once

#include "play/entities.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// Two strings of a side that share liberties. A solid link holds whoever moves first: it has two of
// them, or it goes over a dead string of the other side. One shared liberty is an open link.
template <int N>
struct Link {
    int one;
    int two;
    bool solid;
    typename Grid<N>::Points shared;
};

template <int N>
class Links {
public:
    using Board = Grid<N>;
    using Points = typename Board::Points;

    Links(const Fates<N>& fates, Side side) {
        const Points prey = fates.dead(other(side));
        for (int i = 0; i < fates.count(side); ++i)
            for (int j = i + 1; j < fates.count(side); ++j) {
                const auto& one = fates.string(side, i);
                const auto& two = fates.string(side, j);
                if (one.dead() || two.dead()) continue;
                const Points shared = one.liberties & two.liberties;
                const Points first = Board::beside(one.stones) & prey;
                const Points second = Board::beside(two.stones) & prey;
                const bool over =
                    first.any() && second.any() && (Board::connected(first, prey) & second).any();
                if (!shared.any() && !over) continue;
                link_[count_++] = {i, j, over || shared.count() > 1, shared};
                if (count_ == kMost) return;
            }
    }

    int count() const { return count_; }
    const Link<N>& operator[](int i) const { return link_[i]; }

private:
    static constexpr int kMost = 4 * N * N;
    Link<N> link_[kMost];
    int count_ = 0;
};

// How many eyes an enclosure is worth, and the point that decides if there is one.
template <int N>
struct Eyespace {
    using Board = Grid<N>;
    using Points = typename Board::Points;

    int eyes = 1;       // if the other side moves first
    bool more = false;  // one more if its owner does, on the vital point
    int vital = -1;

    // One or two points are an eye, and so are four in a square. Three in a row, four as a T, five
    // as a cross or a square with a tail are two if their owner takes the vital point. More are
    // two.
    Eyespace(const Points& region, const Points& empty) {
        const int points = region.count();
        int edges = 0;
        int most = 0;
        int middle = -1;
        region.each([&](int point) {
            const int near = (Board::neighbours(point) & region).count();
            edges += near;
            if (near > most) {
                most = near;
                middle = point;
            }
        });
        edges /= 2;
        const bool decided =
            points == 3 || (points == 4 && most == 3) || (points == 5 && (most == 4 || edges == 5));
        if (points < 3 || (points == 4 && edges == 4)) return;
        if (!decided) {
            eyes = 2;
        } else if (empty.has(middle)) {
            more = true;
            this->vital = middle;
        }
    }
};

// The groups of both sides, with their eyes and strengths.
template <int N>
class Groups {
public:
    using Board = Grid<N>;
    using Points = typename Board::Points;

    struct Group {
        Points stones;
        Points enclosed;   // empty points of its enclosures
        int eyes = 0;      // if the other side moves first
        int vital = -1;    // where one more is made or taken
        int strength = 0;  // in tenths: 10 has two eyes, 5 has them by move
    };

    Groups(const Scene<N>& scene, const Fates<N>& fates, bool links, bool eyes) {
        Points living[2];
        for (const Side side : {kBlack, kWhite}) {
            dead[side] = fates.dead(side);
            living[side] = scene.stones[side].without(dead[side]);
        }
        for (const Side side : {kBlack, kWhite}) {
            join(fates, side, links);
            if (eyes) find_eyes(scene, living, side);
            for (int i = 0; i < count[side]; ++i) judge(scene, living[other(side)], of[side][i]);
        }
    }

    void write(Notes* notes) const {
        if (!notes) return;
        for (const Side side : {kBlack, kWhite})
            for (int i = 0; i < count[side]; ++i) {
                const Group& one = of[side][i];
                note(notes, "group", one.stones,
                     {{"eyes", one.eyes}, {"strength in tenths", one.strength}},
                     side == kBlack ? "black" : "white");
                if (one.enclosed.any()) note(notes, "enclosed", one.enclosed);
                if (one.vital >= 0) note(notes, "vital point", Points::only(one.vital));
            }
    }

    Group of[2][(N * N + 1) / 2];
    int count[2] = {0, 0};
    Points dead[2];

private:
    void join(const Fates<N>& fates, Side side, bool links) {
        Parts<N> parts;
        for (int i = 0; i < fates.count(side); ++i) {
            const auto& one = fates.string(side, i);
            if (!one.dead()) parts.join(one.stones, one.stones);
        }
        if (links) {
            const Links<N> held(fates, side);
            for (int i = 0; i < held.count(); ++i) {
                if (!held[i].solid) continue;
                const Points both =
                    fates.string(side, held[i].one).stones | fates.string(side, held[i].two).stones;
                parts.join(both, both);
            }
        }
        count[side] = parts.count;
        for (int i = 0; i < parts.count; ++i) of[side][i].stones = parts.part[i];
    }

    // Enclosures: empty points and dead stones of the other side that one group alone borders.
    void find_eyes(const Scene<N>& scene, const Points* living, Side side) {
        const Points enemies = living[other(side)];
        const Points open = scene.empty() | dead[other(side)];
        Points rest = open;
        while (rest.any()) {
            const Points region = Board::connected(Points::only(rest.lowest()), open);
            rest = rest.without(region);
            const Points rim = Board::beside(region) & Board::kAll.without(region);
            if ((rim & (enemies | dead[side])).any()) continue;
            Group* owner = nullptr;
            int owners = 0;
            for (int i = 0; i < count[side]; ++i)
                if ((rim & of[side][i].stones).any()) {
                    owner = &of[side][i];
                    ++owners;
                }
            if (owners != 1) continue;
            const Eyespace<N> space(region, scene.empty());
            owner->eyes += space.eyes;
            owner->enclosed = owner->enclosed | (region & scene.empty());
            if (space.more) owner->vital = space.vital;
        }
    }

    // A group with two eyes lives; one that gets them by a move lives by half; others have room or
    // have none.
    static void judge(const Scene<N>& scene, const Points& enemies, Group& group) {
        if (group.eyes >= 2) {
            group.strength = 10;
            group.vital = -1;
            return;
        }
        if (group.vital >= 0) {
            group.strength = 5;
            return;
        }
        const Points free = scene.empty().without(group.enclosed);
        const Points near = Board::beside(group.stones) & free;
        const Points room = near | (Board::beside(near) & free);
        const int friendly = room.without(Board::beside(enemies)).count();
        group.strength = friendly >= 7 ? 8 : friendly > 0 ? 2 : 0;
    }
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
