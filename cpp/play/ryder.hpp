// The Ryder player (1971, as the survey of Cai & Wunsch tells of it): influence, walls, groups and
// armies; every legal move gets a sum of features, the best go on, each is looked at once more on
// the board that it makes, and the best sum is played.
#pragma once

#include "play/engine.hpp"
#include "play/entities.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// The filter: features of moves on one board.
template <int N>
class Filter {
public:
    using Board = Grid<N>;
    using Points = typename Board::Points;

    Filter(const Scene<N>& scene, const Influence<N>& influence, const Fates<N>& fates)
        : scene_(scene),
          influence_(influence),
          fates_(fates),
          before_(influence.balance(scene.side)),
          eyes_(Board::eyes_of(scene.stones[scene.side])) {
        for (const Side side : {kBlack, kWhite}) {
            walls_[side] = walls_of(fates, Ties<N>(scene, influence, side), side);
            groups_[side] = groups_of(walls_[side], fates.dead(other(side)));
            armies_[side] = armies_of(scene, influence, side);
            for (int i = 0; i < armies_[side].count; ++i)
                if (weak(side, i))
                    weak_ = weak_ | armies_[side].part[i] | Board::beside(armies_[side].part[i]);
            for (int i = 0; i < fates.count(side); ++i)
                if (side == scene.side && fates.string(side, i).dead())
                    hopeless_ = hopeless_ | fates.string(side, i).liberties;
        }
    }

    // Moves that are looked at: legal ones, but for own eyes.
    Points moves() const { return scene_.legal.without(eyes_); }

    Reasons features(int move) const {
        Reasons out;
        const Side side = scene_.side;
        const Side theirs = other(side);
        const Scene<N> after = scene_.after(move);
        const Influence<N> influence = influence_.moved(scene_, after);
        const int taken = scene_.stones[theirs].count() - after.stones[theirs].count();
        if (taken) out.add("captures", 60 + 15 * taken);
        for (int i = 0; i < fates_.count(theirs); ++i) {
            const auto& one = fates_.string(theirs, i);
            if (one.open() && one.kill == move) out.add("kills", 40 + 15 * one.stones.count());
        }
        for (int i = 0; i < fates_.count(side); ++i) {
            const auto& one = fates_.string(side, i);
            if (one.open() && one.save == move) out.add("saves", 40 + 15 * one.stones.count());
        }
        if (hopeless_.has(move)) out.add("dead string", 10);
        const Points near = Board::neighbours(move);
        const Points held = near | Ties<N>(after, influence, side).of(move);
        if (groups_[side].touched(held & scene_.stones[side]) > 1) out.add("joins groups", 12);
        if (walls_[theirs].touched(near) > 1) out.add("touches walls", 12);
        if (weak_.has(move)) out.add("weak army", 8);
        out.add("gain", influence.balance(side) - before_);
        const int line = line_of<N>(move);
        const bool alone = !(near & (scene_.stones[kBlack] | scene_.stones[kWhite])).any();
        if (line == 1 && alone) out.add("first line", -10);
        if (line == 2) out.add("second line", -3);
        if (!taken) {
            const Points string = Board::connected(Points::only(move), after.stones[side]);
            if ((Board::beside(string) & after.empty()).count() == 1) out.add("self-atari", -30);
        }
        return out;
    }

    struct Candidate {
        int move;
        int sum;
        Reasons features;
    };
    // The moves with the highest sums, the best first; how many there are.
    int best(Candidate* out, int most) const {
        int count = 0;
        moves().each([&](int move) {
            const Reasons found = features(move);
            const int sum = found.sum();
            int place = count < most ? count++ : count;
            if (place == most && out[--place].sum >= sum) return;
            for (; place > 0 && out[place - 1].sum < sum; --place) out[place] = out[place - 1];
            out[place] = {move, sum, found};
        });
        return count;
    }

    void write(Notes* notes) const {
        if (!notes) return;
        for (const Side side : {kBlack, kWhite}) {
            const char* const who = side == kBlack ? "black" : "white";
            const Ties<N> ties(scene_, influence_, side);
            scene_.stones[side].each([&](int point) {
                ties.of(point).each([&](int other) {
                    if (point < other)
                        note(notes, "tie", Points::only(point) | Points::only(other), {}, who);
                });
            });
            for (int i = 0; i < walls_[side].count; ++i)
                note(notes, "wall", walls_[side].part[i], {}, who);
            for (int i = 0; i < groups_[side].count; ++i)
                note(notes, "group", groups_[side].part[i], {}, who);
            for (int i = 0; i < armies_[side].count; ++i)
                note(notes, "army", armies_[side].part[i], {{"weak", weak(side, i)}}, who);
        }
    }

private:
    bool weak(Side side, int i) const {
        return (armies_[side].part[i] & scene_.empty()).count() < 8;
    }

    const Scene<N>& scene_;
    const Influence<N>& influence_;
    const Fates<N>& fates_;
    int before_;
    Points eyes_;
    Parts<N> walls_[2];
    Parts<N> groups_[2];
    Parts<N> armies_[2];
    Points weak_;      // in or beside an army with little room
    Points hopeless_;  // liberties of dead own strings
};

constexpr int kRyderKept = 15;

template <int N>
void rank_as_ryder(const Scene<N>& scene, const ScriptSettings& settings, Worths<N>& out,
                   Notes* notes) {
    const Influence<N> influence(scene.stones[kBlack], scene.stones[kWhite]);
    const Fates<N> fates(scene);
    const Filter<N> filter(scene, influence, fates);
    typename Filter<N>::Candidate kept[kRyderKept];
    const int count = filter.best(kept, kRyderKept);
    fates.write(notes);
    filter.write(notes);
    // A board's worth to the side that has just moved on it, in quarters.
    const auto worth = [&](const Scene<N>& after) {
        const Fates<N> then(after, true, &fates, after.changed_from(scene));
        const int tactics =
            then.tactics(scene.side, [](const auto& one) { return 10 + 10 * one.stones.count(); });
        return 4 * influence.moved(scene, after).balance(scene.side) + 2 * tactics;
    };
    for (int i = 0; i < count; ++i) {
        int value = kept[i].sum;
        if (settings.look) value += worth(scene.after(kept[i].move));
        out.set(kept[i].move, value);
        kept[i].features.write(notes, kept[i].move, value);
    }
    out.set(N * N, settings.look ? worth(scene.after_pass()) - 4 * 30 : -30);
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
