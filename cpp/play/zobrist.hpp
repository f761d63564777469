// The Zobrist player (1970, as the survey of Cai & Wunsch tells of it): arrays of a board, patterns
// on them that give a move a value, and a look-ahead of three moves; the highest value is played.
#pragma once

#include "play/engine.hpp"
#include "play/entities.hpp"
#include "play/patterns.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// Connected points that influence gives to a side. Every stone begins with 50; four times over
// points above zero add one to the points beside them, and those below take it off.
template <int N>
class Segments {
public:
    using Board = Grid<N>;
    using Points = typename Board::Points;

    Segments(const Points& black, const Points& white) {
        int level[N * N] = {};
        black.each([&](int point) { level[point] = kStone; });
        white.each([&](int point) { level[point] = -kStone; });
        Points sides[2] = {black, white};
        for (int round = 0; round < kRounds; ++round) {
            for (const Side side : {kBlack, kWhite})
                sides[side].each([&](int point) {
                    Board::neighbours(point).each([&](int near) { level[near] += sign(side); });
                });
            for (const Side side : {kBlack, kWhite}) sides[side] = Points();
            for (int point = 0; point < N * N; ++point)
                if (level[point]) sides[level[point] > 0 ? kBlack : kWhite].set(point);
        }
        for (const Side side : {kBlack, kWhite})
            while (sides[side].any()) {
                const Points part =
                    Board::connected(Points::only(sides[side].lowest()), sides[side]);
                of[side].part[of[side].count++] = part;
                all[side] = all[side] | part;
                sides[side] = sides[side].without(part);
            }
    }

    // The size of the one that a point lies in.
    int size_at(Side side, int point) const {
        for (int i = 0; i < of[side].count; ++i)
            if (of[side].part[i].has(point)) return of[side].part[i].count();
        return 0;
    }

    Parts<N> of[2];
    Points all[2];

private:
    static constexpr int kStone = 50;
    static constexpr int kRounds = 4;
};

template <int N>
class Zobrist {
public:
    using Board = Grid<N>;
    using Points = typename Board::Points;

    Zobrist(const Scene<N>& scene, int plies)
        : scene_(scene),
          side_(scene.side),
          theirs_(other(scene.side)),
          segments_(scene.stones[kBlack], scene.stones[kWhite]),
          shapes_(scene.stones[side_], scene.stones[theirs_]) {
        width_.plies = plies;
        for (const Side side : {kBlack, kWhite}) {
            Points rest = scene.stones[side];
            while (rest.any()) {
                String& one = strings_[side][count_[side]++];
                one.stones = Board::connected(Points::only(rest.lowest()), scene.stones[side]);
                one.liberties = Board::beside(one.stones) & scene.empty();
                rest = rest.without(one.stones);
                const int liberties = one.liberties.count();
                if (liberties <= 3)
                    beside_[side][liberties] = beside_[side][liberties] | one.liberties;
            }
        }
    }

    // What the reader says for moves.
    void read(Reasons* out, Notes* notes) const {
        for (int i = 0; i < count_[theirs_]; ++i) {
            const String& one = strings_[theirs_][i];
            const Answer found = ask(Goal::capture, one, side_, notes);
            if (found.said == Said::yes)
                enter(out, found.move, "capture", 500 + 20 * one.stones.count());
        }
        for (int i = 0; i < count_[side_]; ++i) {
            const String& one = strings_[side_][i];
            if (ask(Goal::capture, one, theirs_, nullptr).said != Said::yes) continue;
            const Answer found = ask(Goal::save, one, side_, notes);
            if (found.said == Said::yes)
                enter(out, found.move, "save", 400 + 20 * one.stones.count());
        }
        for (const Side side : {kBlack, kWhite})
            for (int i = 0; i < count_[side]; ++i)
                for (int j = i + 1; j < count_[side]; ++j)
                    link(side, strings_[side][i], strings_[side][j], out, notes);
        scene_.empty().each([&](int move) {
            if (splits(move)) enter(out, move, "eye", 150);
        });
    }

    // What the arrays and the shapes say of a move. A stone that can be captured at once and takes
    // none is nothing, but for what the reader says.
    void match(int move, Reasons& out) const {
        const Scene<N> after = scene_.after(move);
        const Points string = Board::connected(Points::only(move), after.stones[side_]);
        const int liberties = (Board::beside(string) & after.empty()).count();
        const bool takes = !(after.stones[theirs_] == scene_.stones[theirs_]);
        if (liberties < 2 && !takes) {
            if (out.highest() < kSave) out = Reasons();
            return;
        }
        const Points near = Board::neighbours(move);
        const bool home = segments_.all[side_].has(move);
        const bool away = segments_.all[theirs_].has(move);
        // Of other segments than the one that the move is in, which none of them touches.
        const Points mine = home ? Points() : near & segments_.all[side_];
        const Points theirs = away ? Points() : near & segments_.all[theirs_];
        const int line = line_of<N>(move);
        if (beside_[side_][2].has(move) && liberties >= 3) out.add("extend from two liberties", 60);
        if (beside_[theirs_][2].has(move)) out.add("press two liberties", 55);
        if (beside_[theirs_][3].has(move) && liberties >= 3) out.add("press three liberties", 30);
        if (!home && !away && mine.any() && theirs.any()) out.add("wall between segments", 40);
        if (home && theirs.any()) out.add("strengthen the border", 28);
        if (away && mine.any()) out.add("push the border", 32);
        if (away && segments_.size_at(theirs_, move) >= 8 && !(near & scene_.stones[theirs_]).any())
            out.add("enter a segment", 35);
        if (!home && !away && segments_.of[side_].touched(mine) > 1) out.add("link segments", 38);
        const Points room = near | Board::beside(near) | Points::only(move);
        const bool lonely = !(room & (scene_.stones[kBlack] | scene_.stones[kWhite])).any();
        if (line == 3 && lonely) out.add("third line", 45);
        if (line == 4 && lonely) out.add("fourth line", 42);
        const Points jumps = two_away(move) & scene_.stones[side_];
        bool along = false;
        jumps.each([&](int point) { along = along || line_of<N>(point) == 3; });
        if (line == 3 && along) out.add("extend along the third line", 36);
        if (!home && jumps.any()) out.add("jump out", 34);
        const Worth looks = worth_of(shapes_.around(move));
        if (looks > kPlain) out.add("shape", 10 * looks);
    }

    void write(Notes* notes) const {
        if (!notes) return;
        for (const Side side : {kBlack, kWhite})
            for (int i = 0; i < segments_.of[side].count; ++i) {
                const Points& part = segments_.of[side].part[i];
                note(notes, "segment", part, {{"points", part.count()}},
                     side == kBlack ? "black" : "white");
            }
    }

private:
    static constexpr int kSave = 400;

    struct String {
        Points stones;
        Points liberties;
    };

    static void enter(Reasons* out, int move, const char* name, int value) {
        if (move >= 0) out[move].raise(name, value);
    }

    Answer ask(Goal goal, const String& one, Side first, Notes* notes,
               const String* second = nullptr) const {
        Reader<N> reader(scene_.stones[kBlack], scene_.stones[kWhite], width_,
                         first == side_ ? scene_.barred : Points());
        const Answer found =
            reader.ask(goal, one.stones.lowest(), first, second ? second->stones.lowest() : -1);
        if (notes && found.tried > 0) {
            const Points where = second ? one.stones | second->stones : one.stones;
            note(notes, kGoals[static_cast<int>(goal)], where, {{"moves read", found.tried}},
                 kWords[static_cast<int>(found.said)]);
        }
        return found;
    }

    void link(Side side, const String& one, const String& two, Reasons* out, Notes* notes) const {
        const Points near = Board::beside(two.liberties) | two.liberties;
        if (!(one.liberties & near).any()) return;
        const Answer apart = ask(Goal::cut, one, other(side), notes, &two);
        if (apart.said != Said::yes) return;
        const Answer together = ask(Goal::connect, one, side, notes, &two);
        if (together.said != Said::yes) return;
        if (side == side_)
            enter(out, together.move, "connect", 200);
        else
            enter(out, apart.move, "cut", 200);
    }

    // Whether a point leaves an enclosure of at least three points in two parts.
    bool splits(int move) const {
        const auto found = Reader<N>::enclosure(scene_.stones[kBlack], scene_.stones[kWhite], move);
        if (found.points.count() < 3) return false;
        Points rest = found.points;
        rest.clear(move);
        return !(Board::connected(Points::only(rest.lowest()), rest) == rest);
    }

    // Points two steps away in line, with an empty point between.
    Points two_away(int move) const {
        Points out;
        (Board::neighbours(move) & scene_.empty()).each([&](int near) {
            const int point = 2 * near - move;
            const bool on = near / N == move / N ? point / N == move / N && point >= 0
                                                 : point >= 0 && point < N * N;
            if (on) out.set(point);
        });
        return out;
    }

    const Scene<N>& scene_;
    Side side_;
    Side theirs_;
    ReaderWidth width_;
    Segments<N> segments_;
    Neighbourhoods<N> shapes_;
    String strings_[2][(N * N + 1) / 2];
    int count_[2] = {0, 0};
    Points beside_[2][4];  // the liberties of strings that have so many
};

template <int N>
void rank_as_zobrist(const Scene<N>& scene, const ScriptSettings& settings, Worths<N>& out,
                     Notes* notes) {
    const Zobrist<N> player(scene, settings.plies);
    Reasons reasons[N * N];
    player.write(notes);
    if (settings.plies > 0) player.read(reasons, notes);
    scene.legal.without(Grid<N>::eyes_of(scene.stones[scene.side])).each([&](int move) {
        Reasons& own = reasons[move];
        player.match(move, own);
        if (!own.any()) return;
        const int worth = settings.sum ? own.sum() : own.highest();
        out.set(move, worth);
        own.write(notes, move, worth);
    });
    out.set(N * N, 0);
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
