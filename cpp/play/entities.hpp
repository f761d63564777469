// What players of Go that read make of a board: influence, fates of strings, walls, armies.
#pragma once

#include <string_view>

#include "play/reader.hpp"
#include "play/scene.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// What speaks for and against a move; the names are for people.
class Reasons {
public:
    // Adds to what there is under a name.
    void add(const char* name, int value) {
        if (value == 0) return;
        for (int i = 0; i < count_; ++i)
            if (std::string_view(numbers_[i].name) == name) {
                numbers_[i].value += value;
                return;
            }
        numbers_[count_++] = {name, value};
    }
    // Under a name only the highest value.
    void raise(const char* name, int value) {
        for (int i = 0; i < count_; ++i)
            if (std::string_view(numbers_[i].name) == name) {
                if (value > numbers_[i].value) numbers_[i].value = value;
                return;
            }
        numbers_[count_++] = {name, value};
    }

    bool any() const { return count_ > 0; }
    int of(const char* name) const {
        for (int i = 0; i < count_; ++i)
            if (std::string_view(numbers_[i].name) == name) return numbers_[i].value;
        return 0;
    }
    int sum() const {
        int out = 0;
        for (int i = 0; i < count_; ++i) out += numbers_[i].value;
        return out;
    }
    int highest() const {
        int out = count_ ? numbers_[0].value : 0;
        for (int i = 1; i < count_; ++i)
            if (numbers_[i].value > out) out = numbers_[i].value;
        return out;
    }

    void write(Notes* notes, int move, int worth) const {
        if (!notes) return;
        Notes::Number numbers[kMost + 1] = {{"worth", worth}};
        for (int i = 0; i < count_; ++i) numbers[i + 1] = numbers_[i];
        const Move point = static_cast<Move>(move);
        notes->write("move", {&point, 1}, {numbers, static_cast<std::size_t>(count_ + 1)}, "");
    }

private:
    static constexpr int kMost = 24;
    Notes::Number numbers_[kMost];
    int count_ = 0;
};

// The line that a point is on: 1 on the edge.
template <int N>
constexpr int line_of(int point) {
    const int row = point / N;
    const int column = point % N;
    int line = row < column ? row : column;
    if (N - 1 - row < line) line = N - 1 - row;
    if (N - 1 - column < line) line = N - 1 - column;
    return line + 1;
}

// Influence by distance, in eighths: a stone has 50 on its own point, and half as much at every
// step further away. Black's is above zero.
template <int N>
class Influence {
public:
    using Points = typename Grid<N>::Points;

    static constexpr int kUnit = 8;
    static constexpr int kReach = 4;

    Influence() = default;
    Influence(const Points& black, const Points& white) {
        black.each([&](int point) { add(point, 1); });
        white.each([&](int point) { add(point, -1); });
    }

    // A stone of a sign more, or one of the other sign less.
    void add(int point, int sign) {
        const int row = point / N;
        const int column = point % N;
        for (int r = row < kReach ? 0 : row - kReach; r < N && r <= row + kReach; ++r) {
            const int left = kReach - (r < row ? row - r : r - row);
            for (int c = column < left ? 0 : column - left; c < N && c <= column + left; ++c) {
                const int away = kReach - left + (c < column ? column - c : c - column);
                level_[r * N + c] += sign * (50 * kUnit >> away);
            }
        }
    }

    // As a scene has it that follows another one.
    Influence moved(const Scene<N>& before, const Scene<N>& after) const {
        Influence out = *this;
        for (const Side side : {kBlack, kWhite}) {
            after.stones[side].without(before.stones[side]).each([&](int point) {
                out.add(point, sign(side));
            });
            before.stones[side].without(after.stones[side]).each([&](int point) {
                out.add(point, -sign(side));
            });
        }
        return out;
    }

    int at(int point) const { return level_[point]; }

    // Points above zero minus points below, in a side's view.
    int balance(Side side) const {
        int out = 0;
        for (const int level : level_) out += (level > 0) - (level < 0);
        return out * sign(side);
    }

    // The points that have at least so much of a side's influence.
    Points at_least(Side side, int level) const {
        Points out;
        for (int point = 0; point < N * N; ++point)
            if (level_[point] * sign(side) >= level) out.set(point);
        return out;
    }

private:
    int level_[N * N] = {};
};

// What the reader says of a string: nobody catches it; who moves first decides; it is caught; or
// its moves were used up.
enum class Standing : std::uint8_t { safe, open, dead, unclear };
inline constexpr const char* kGoals[] = {"capture", "save", "connect", "cut", "eye"};
inline constexpr const char* kWords[] = {"no", "yes", "unknown"};
inline constexpr const char* kStandings[] = {"safe", "open", "dead", "unclear"};

// All strings of a board with their standings, two questions a string.
template <int N>
class Fates {
public:
    using Board = Grid<N>;
    using Points = typename Board::Points;

    struct String {
        Points stones;
        Points liberties;
        Standing standing = Standing::safe;
        int kill = -1;
        int save = -1;
        int tried = 0;  // moves, in both questions
        Points seen;    // the points that the standing hangs on

        bool dead() const { return standing == Standing::dead; }
        bool open() const { return standing == Standing::open; }
    };

    // Of a scene that follows one whose fates are known, most need not be read again. Without
    // reading all strings are safe.
    explicit Fates(const Scene<N>& scene, bool reading = true, const Fates* before = nullptr,
                   const Points& changed = Points()) {
        for (const Side side : {kBlack, kWhite}) {
            Points rest = scene.stones[side];
            while (rest.any()) {
                const Points stones =
                    Board::connected(Points::only(rest.lowest()), scene.stones[side]);
                rest = rest.without(stones);
                String& one = strings_[side][count_[side]++];
                if (before && reading)
                    if (const String* known = before->same(side, stones, changed)) {
                        one = *known;
                        continue;
                    }
                one.stones = stones;
                one.liberties = Board::beside(stones) & scene.empty();
                if (reading) read(scene, side, one);
            }
        }
    }

    int count(Side side) const { return count_[side]; }
    const String& string(Side side, int i) const { return strings_[side][i]; }
    // The number of the string that a stone of a side belongs to.
    int index(Side side, int point) const {
        int i = 0;
        while (!strings_[side][i].stones.has(point)) ++i;
        return i;
    }
    Points dead(Side side) const {
        Points out;
        for (int i = 0; i < count_[side]; ++i)
            if (strings_[side][i].dead()) out = out | strings_[side][i].stones;
        return out;
    }

    // What the strings are worth to the side that has just moved, in halves: each its weight if it
    // is dead, half of it if it is open. The other side moves now: it takes the dearest open
    // string of ours, or else saves its own.
    template <class Weight>
    int tactics(Side side, Weight weight) const {
        int total = 0;
        int open[2] = {0, 0};
        int dearest[2] = {0, 0};
        for (const Side one : {kBlack, kWhite})
            for (int i = 0; i < count_[one]; ++i) {
                const int worth = weight(strings_[one][i]);
                if (strings_[one][i].dead()) total += one == side ? -2 * worth : 2 * worth;
                if (!strings_[one][i].open()) continue;
                open[one] += worth;
                if (worth > dearest[one]) dearest[one] = worth;
            }
        const int theirs = open[other(side)];
        if (open[side] > 0) return total - open[side] - dearest[side] + theirs;
        return total + theirs - dearest[other(side)];
    }

    void write(Notes* notes) const {
        if (!notes) return;
        for (const Side side : {kBlack, kWhite})
            for (int i = 0; i < count_[side]; ++i) {
                const String& one = strings_[side][i];
                if (one.tried == 0) continue;
                note(notes, "string", one.stones, {{"moves read", one.tried}},
                     kStandings[static_cast<int>(one.standing)]);
                if (one.kill >= 0) note(notes, "killed by", Points::only(one.kill));
                if (one.save >= 0) note(notes, "saved by", Points::only(one.save));
            }
    }

private:
    const String* same(Side side, const Points& stones, const Points& changed) const {
        for (int i = 0; i < count_[side]; ++i)
            if (strings_[side][i].stones == stones)
                return (strings_[side][i].seen & changed).any() ? nullptr : &strings_[side][i];
        return nullptr;
    }

    static void read(const Scene<N>& scene, Side side, String& out) {
        const int point = out.stones.lowest();
        const auto ask = [&](Goal goal, Side first) {
            Reader<N> reader(scene.stones[kBlack], scene.stones[kWhite], {},
                             first == scene.side ? scene.barred : Points());
            const auto found = reader.ask(goal, point, first);
            out.tried += found.tried;
            out.seen = out.seen | found.seen;
            return found;
        };
        const auto caught = ask(Goal::capture, other(side));
        if (caught.said != Said::yes) {
            out.standing = caught.said == Said::no ? Standing::safe : Standing::unclear;
            return;
        }
        out.kill = caught.move;
        const auto saved = ask(Goal::save, side);
        out.standing = saved.said == Said::no ? Standing::dead : Standing::open;
        if (saved.said == Said::yes) out.save = saved.move;
    }

    static constexpr int kMost = (N * N + 1) / 2;
    String strings_[2][kMost];
    int count_[2] = {0, 0};
};

// Where nothing else is worth a stone: takes dead strings of the other side off the board, because
// games are counted as the board stands; or passes.
template <int N>
void clean_up(const Scene<N>& scene, const Fates<N>& fates, Worths<N>& out, Notes* notes) {
    out.set(N * N, 0);
    const Side theirs = other(scene.side);
    for (int i = 0; i < fates.count(theirs); ++i) {
        const auto& one = fates.string(theirs, i);
        if (!one.dead() || !scene.legal.has(one.kill)) continue;
        const int worth = one.stones.count();
        if (out.has(one.kill) && out.of[one.kill] >= Worths<N>::kZero + worth) continue;
        out.set(one.kill, worth);
        note(notes, "move", Grid<N>::Points::only(one.kill), {{"worth", worth}}, "takes off");
    }
}

// Stones of a side that hold together: they stand in line with one or two empty points between,
// each of which has much of the side's influence, or diagonally with no stone of the other side on
// the two points that they share.
template <int N>
class Ties {
public:
    using Board = Grid<N>;
    using Points = typename Board::Points;

    static constexpr int kTie = 37 * Influence<N>::kUnit;

    Ties(const Scene<N>& scene, const Influence<N>& influence, Side side)
        : own_(scene.stones[side]),
          theirs_(scene.stones[other(side)]),
          strong_(influence.at_least(side, kTie) & scene.empty()) {}

    // The stones that one on a point is tied to.
    Points of(int point) const {
        Points out;
        const int row = point / N;
        const int column = point % N;
        for (const auto& [down, right] : kLines) {
            for (int steps = 1; steps <= 3; ++steps) {
                const int r = row + steps * down;
                const int c = column + steps * right;
                if (r < 0 || r >= N || c < 0 || c >= N) break;
                if (own_.has(r * N + c)) {
                    if (steps > 1) out.set(r * N + c);
                    break;
                }
                if (!strong_.has(r * N + c)) break;
            }
        }
        for (const int down : {-1, 1})
            for (const int right : {-1, 1}) {
                const int r = row + down;
                const int c = column + right;
                if (r < 0 || r >= N || c < 0 || c >= N || !own_.has(r * N + c)) continue;
                if (!theirs_.has(row * N + c) && !theirs_.has(r * N + column)) out.set(r * N + c);
            }
        return out;
    }

private:
    struct Line {
        int down;
        int right;
    };
    static constexpr Line kLines[] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

    Points own_;
    Points theirs_;
    Points strong_;
};

// Disjoint sets of points.
template <int N>
struct Parts {
    using Points = typename Grid<N>::Points;

    Points part[N * N];
    int count = 0;

    // Adds points, and joins the parts that have one of `touched`.
    void join(Points points, const Points& touched) {
        int kept = 0;
        for (int i = 0; i < count; ++i) {
            if ((part[i] & touched).any())
                points = points | part[i];
            else
                part[kept++] = part[i];
        }
        part[kept++] = points;
        count = kept;
    }
    // How many of them have a point of a set.
    int touched(const Points& points) const {
        int out = 0;
        for (int i = 0; i < count; ++i) out += (part[i] & points).any();
        return out;
    }
};

// Strings that ties hold together.
template <int N>
Parts<N> walls_of(const Fates<N>& fates, const Ties<N>& ties, Side side) {
    Parts<N> out;
    for (int i = 0; i < fates.count(side); ++i) {
        const auto& stones = fates.string(side, i).stones;
        auto touched = stones;
        stones.each([&](int point) { touched = touched | ties.of(point); });
        out.join(stones, touched);
    }
    return out;
}

// Walls with the dead strings of the other side beside them, which hold them together.
template <int N>
Parts<N> groups_of(const Parts<N>& walls, const typename Grid<N>::Points& dead) {
    Parts<N> out;
    for (int i = 0; i < walls.count; ++i) {
        auto group = walls.part[i];
        const auto prey = Grid<N>::beside(group) & dead;
        if (prey.any()) group = group | Grid<N>::connected(prey, dead);
        out.join(group, group);
    }
    return out;
}

// Connected points that influence gives to a side, with a stone of it among them.
template <int N>
Parts<N> armies_of(const Scene<N>& scene, const Influence<N>& influence, Side side) {
    constexpr int kArmy = 6 * Influence<N>::kUnit;
    Parts<N> out;
    auto rest = influence.at_least(side, kArmy);
    while (rest.any()) {
        const auto part = Grid<N>::connected(Grid<N>::Points::only(rest.lowest()), rest);
        rest = rest.without(part);
        if ((part & scene.stones[side]).any()) out.part[out.count++] = part;
    }
    return out;
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
