// The reader: asks one question about a board, with few moves for it and an end (PROBE, as the
// survey of Cai & Wunsch tells of it). An answer is yes, no, or unknown where its moves are used
// up.
#pragma once

#include <cstdint>

#include "games/grid.hpp"
#include "play/questions.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

template <int N>
class Reader {
public:
    using Board = Grid<N>;
    using Points = typename Board::Points;

    // What was found, and the points that it hangs on: while they stay as they are, so does it.
    struct Found : Answer {
        Points seen;
    };

    // `barred` are the points that the side to move first may not play.
    Reader(const Points& black, const Points& white, const ReaderWidth& width = {},
           const Points& barred = {})
        : width_(width), barred_(barred) {
        root_.stones[kBlack] = black;
        root_.stones[kWhite] = white;
    }

    // Whether a goal is reached if a side moves first. A target is a stone, and so is the second
    // one of a connection; that of an eye is a point inside an enclosure.
    Found ask(Goal goal, int target, Side first, int second = -1) {
        Step start = root_;
        tried_ = 0;
        target_ = target;
        second_ = second;
        seen_ = inside_ = outside_ = Points();
        if (goal == Goal::eye) {
            if (!wall_in(start)) return {};
        } else {
            side_ = start.stones[kBlack].has(target) ? kBlack : kWhite;
        }
        const bool own = first == side_;
        int move = -1;
        Said said;
        if (goal == Goal::connect || goal == Goal::cut)
            said = link(start, 0, own, move);
        else
            said = own ? defend(start, 0, move) : attack(start, 0, move);
        const bool turned = goal == Goal::save || goal == Goal::cut || goal == Goal::eye;
        if (turned && said != Said::unknown) said = said == Said::yes ? Said::no : Said::yes;
        Found out;
        out.said = said;
        out.move = static_cast<Move>(move);
        out.tried = tried_;
        out.seen = seen_ & Board::kAll;
        return out;
    }

    // The smaller of the two sides' enclosures that a point lies in.
    struct Enclosure {
        Side side = kBlack;
        Points points;  // none if there is none
    };
    static Enclosure enclosure(const Points& black, const Points& white, int point) {
        Enclosure out;
        for (const Side side : {kBlack, kWhite}) {
            const Points& wall = side == kBlack ? black : white;
            if (wall.has(point)) continue;
            const Points part = Board::connected(Points::only(point), Board::kAll.without(wall));
            if (part.count() > kEnclosure) continue;
            if (!out.points.any() || part.count() < out.points.count()) out = {side, part};
        }
        return out;
    }

private:
    // A board, and those before it.
    struct Step {
        Points stones[2];
        const Step* before = nullptr;
        bool taken = false;  // whether stones were taken on the way to it

        Points empty() const { return Board::kAll.without(stones[kBlack] | stones[kWhite]); }
        bool was_there(const Step& other) const {
            if (!taken) return false;
            for (const Step* one = &other; one; one = one->before)
                if (one->stones[kBlack] == stones[kBlack] && one->stones[kWhite] == stones[kWhite])
                    return true;
            return false;
        }
    };

    struct String {
        Points stones;
        Points liberties;
    };
    String string(const Step& at, Side side, int point) {
        String out;
        out.stones = Board::connected(Points::only(point), at.stones[side]);
        const Points beside = Board::beside(out.stones);
        seen_ = seen_ | out.stones | beside;
        out.liberties = beside & at.empty();
        return out;
    }
    // Liberties, or plenty of a string that goes on outside an enclosure.
    int breath(const String& one) const {
        return (one.stones & outside_).any() ? kPlenty : one.liberties.count();
    }

    // Moves in the order in which they are tried. -1 leaves it to the other side.
    struct List {
        int move[N * N + 1];
        int count = 0;
        Points known;

        void add(int one) {
            if (known.has(one)) return;
            known.set(one);
            move[count++] = one;
        }
        void add(const Points& points) {
            points.each([&](int one) { add(one); });
        }
    };

    // A stone on an empty point; false if rules or the enclosure forbid it.
    bool play(const Step& from, int point, Side side, Step& to) {
        if (inside_.any() && !inside_.has(point)) return false;
        if (!from.before && barred_.has(point)) return false;
        to.stones[side] = from.stones[side];
        to.stones[side].set(point);
        to.stones[other(side)] = from.stones[other(side)];
        to.before = &from;
        to.taken = from.taken;
        Points empty = from.empty();
        empty.clear(point);
        const Points near = Board::neighbours(point);
        seen_ = seen_ | near | Board::beside(near);
        const Points breathing = Board::beside(empty);
        Points taken;
        Points touched = (near & from.stones[other(side)]).without(breathing);
        while (touched.any()) {
            const String one = string(from, other(side), touched.lowest());
            if (!(one.liberties & empty).any() && !(one.stones & outside_).any())
                taken = taken | one.stones;
            touched = touched.without(one.stones);
        }
        if (taken.any()) {
            to.stones[other(side)] = to.stones[other(side)].without(taken);
            to.taken = true;
            return true;
        }
        return (near & empty).any() || breath(string(to, side, point)) > 0;
    }

    // The first moves of a list that may be played.
    void legal(const Step& at, const List& list, Side side, int most, List& out) {
        Step after;
        for (int i = 0; i < list.count && out.count < most; ++i)
            if (play(at, list.move[i], side, after)) out.add(list.move[i]);
    }
    // Those of a set, by what they promise: least first.
    template <class Promise>
    void sorted(const Step& at, const Points& points, Side side, Promise promise, List& out) {
        int value[N * N];
        int move[N * N];
        int count = 0;
        points.each([&](int point) {
            Step after;
            if (!play(at, point, side, after)) return;
            const int found = promise(after, point);
            if (found >= kNever) return;
            int place = count++;
            for (; place > 0 && value[place - 1] > found; --place) {
                value[place] = value[place - 1];
                move[place] = move[place - 1];
            }
            value[place] = found;
            move[place] = point;
        });
        for (int i = 0; i < count; ++i) out.add(move[i]);
    }

    // The first move with the wanted answer; else unknown if one is; else the other answer.
    template <class Then>
    Said tries(const Step& at, const List& list, Side side, Said want, int& move, Then then) {
        Said answer = want == Said::yes ? Said::no : Said::yes;
        for (int i = 0; i < list.count; ++i) {
            if (tried_ >= width_.limit) return Said::unknown;
            Step after = at;
            after.before = &at;
            if (list.move[i] >= 0 && (!play(at, list.move[i], side, after) || after.was_there(at)))
                continue;
            ++tried_;
            int unused = -1;
            const Said said = then(after, unused);
            if (said == want) {
                move = list.move[i];
                return said;
            }
            if (said == Said::unknown) answer = said;
        }
        return answer;
    }

    // Capture: yes if the target goes. The answer where no move is needed for it, else `unknown`.
    Said decided(const Step& at, int played, String& target) {
        if (!at.stones[side_].has(target_)) return Said::yes;
        target = string(at, side_, target_);
        if (!inside_.any()) {
            const int liberties = target.liberties.count();
            if (liberties >= width_.liberties || (played >= 2 && liberties >= width_.liberties - 1))
                return Said::no;
        }
        return played >= width_.plies ? Said::no : Said::unknown;
    }

    Said attack(const Step& at, int played, int& move) {
        String target;
        const Said over = decided(at, played, target);
        if (over != Said::unknown) return over;
        const Side theirs = other(side_);
        List list;
        attacks(at, target, list);
        return tries(at, list, theirs, Said::yes, move, [&](const Step& after, int& unused) {
            return defend(after, played + 1, unused);
        });
    }

    void attacks(const Step& at, const String& target, List& out) {
        const Side theirs = other(side_);
        if (target.liberties.count() == 1) {
            List last;
            last.add(target.liberties);
            legal(at, last, theirs, 1, out);
            if (out.count) return;
        }
        Points rescues;
        each_beside(at, target, theirs, [&](const String& one) {
            if (breath(one) != 1) return;
            rescues = rescues | one.liberties;
            each_beside(at, one, side_, [&](const String& further) {
                if (breath(further) == 1) rescues = rescues | further.liberties;
            });
        });
        List list;
        list.add(rescues);
        const Points empty = at.empty();
        const Points twice = Board::beside_two(target.liberties) & empty;
        seen_ = seen_ | Board::beside(target.liberties);
        sorted(
            at, target.liberties | twice, theirs,
            [&](const Step& after, int point) {
                if (!after.stones[side_].has(target_)) return -kPlenty;
                const int own = breath(string(after, theirs, point));
                int best = 0;
                string(after, side_, target_).liberties.each([&](int liberty) {
                    Step extended;
                    if (!play(after, liberty, side_, extended)) return;
                    const int found = string(extended, side_, target_).liberties.count();
                    if (found > best) best = found;
                });
                return 2 * best - (own < 3 ? own : 3);
            },
            list);
        legal(at, list, theirs, width_.attacks, out);
    }

    Said defend(const Step& at, int played, int& move) {
        String target;
        const Said over = decided(at, played, target);
        if (over != Said::unknown) return over;
        List list;
        defences(at, target, list);
        return tries(at, list, side_, Said::no, move, [&](const Step& after, int& unused) {
            return attack(after, played + 1, unused);
        });
    }

    void defences(const Step& at, const String& target, List& out) {
        const Side theirs = other(side_);
        Points captures;
        Points pairs;  // liberties of attackers that have two
        each_beside(at, target, theirs, [&](const String& one) {
            const int liberties = breath(one);
            if (liberties == 1) captures = captures | one.liberties;
            if (liberties == 2) pairs = pairs | one.liberties;
        });
        List list;
        list.add(captures);
        sorted(
            at, target.liberties, side_,
            [&](const Step& after, int) {
                const int liberties = string(after, side_, target_).liberties.count();
                return liberties > 1 ? -liberties : kNever;
            },
            list);
        if (target.liberties.count() < 2) {
            legal(at, list, side_, width_.defences, out);
            return;
        }
        list.add(pairs);
        const Points around = Board::beside(target.liberties);
        seen_ = seen_ | around;
        list.add(around & at.empty());
        legal(at, list, side_, width_.defences - 1, out);
        out.move[out.count++] = -1;
    }

    // The strings of a side beside a string.
    template <class Visit>
    void each_beside(const Step& at, const String& one, Side side, Visit visit) {
        Points rest = Board::beside(one.stones) & at.stones[side];
        while (rest.any()) {
            const String found = string(at, side, rest.lowest());
            rest = rest.without(found.stones);
            visit(found);
        }
    }

    // Connection: yes if two stones of a side come into one string within a few moves.
    Said link(const Step& at, int played, bool own, int& move) {
        const Points& stones = at.stones[side_];
        if (!stones.has(target_) || !stones.has(second_)) return Said::no;
        const String one = string(at, side_, target_);
        if (one.stones.has(second_)) return Said::yes;
        if (played >= width_.links || played >= width_.plies) return Said::no;
        const String two = string(at, side_, second_);
        const Side mover = own ? side_ : other(side_);
        List list;
        list.add(one.liberties & two.liberties);
        const Points a = one.liberties.without(two.liberties);
        const Points b = two.liberties.without(one.liberties);
        list.add((a & Board::beside(b)) | (b & Board::beside(a)));
        Points captures;
        for (const String* part : {&one, &two}) {
            if (!own && breath(*part) == 1) captures = captures | part->liberties;
            each_beside(at, *part, other(side_), [&](const String& beside) {
                if (breath(beside) == 1) captures = captures | beside.liberties;
            });
        }
        list.add(captures);
        List moves;
        legal(at, list, mover, N * N, moves);
        moves.move[moves.count++] = -1;
        return tries(
            at, moves, mover, own ? Said::yes : Said::no, move,
            [&](const Step& after, int& unused) { return link(after, played + 1, !own, unused); });
    }

    // Asks for the largest string around an enclosure; all else outside becomes the other side's.
    bool wall_in(Step& start) {
        const Enclosure found = enclosure(start.stones[kBlack], start.stones[kWhite], target_);
        if (!found.points.any()) return false;
        side_ = found.side;
        inside_ = found.points;
        Points rest = Board::beside(inside_) & start.stones[side_];
        Points wall;
        int most = 0;
        while (rest.any()) {
            const int point = rest.lowest();
            const String one = string(start, side_, point);
            rest = rest.without(one.stones);
            wall = wall | one.stones;
            if (one.stones.count() > most) {
                most = one.stones.count();
                target_ = one.stones.lowest();
            }
        }
        outside_ = Board::kAll.without(inside_ | wall);
        start.stones[side_] = wall;
        start.stones[other(side_)] = (start.stones[other(side_)] & inside_) | outside_;
        seen_ = Board::kAll;
        return most > 0;
    }

    static constexpr int kPlenty = 99;
    static constexpr int kNever = 1000;  // a promise of what is not tried

    ReaderWidth width_;
    Points barred_;
    Step root_;
    Side side_ = kBlack;  // of the target
    int target_ = -1;
    int second_ = -1;
    int tried_ = 0;
    Points seen_;
    Points inside_;   // where moves may be, for eyes; none says anywhere
    Points outside_;  // stones that nobody takes, for eyes
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
