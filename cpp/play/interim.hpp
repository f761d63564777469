// The INTERIM player (Reitman & Wilcox, as the survey of Cai & Wunsch tells of it): it has goals,
// and asks the reader about each of them twice, once for either side first. The first goal whose
// answer hangs on who moves first is played. There is no search of the whole board.
#pragma once

#include "play/engine.hpp"
#include "play/groups.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

template <int N>
class Interim {
public:
    using Board = Grid<N>;
    using Points = typename Board::Points;

    explicit Interim(const Scene<N>& scene)
        : scene_(scene),
          side_(scene.side),
          fates_(scene),
          links_{Links<N>(fates_, kBlack), Links<N>(fates_, kWhite)} {}

    // Own strings are saved, others killed, own links made, others cut; the most stones first, a
    // link by the smaller of its strings.
    bool play_goal(Worths<N>& out, Notes* notes) const {
        Task tasks[kMostTasks];
        int count = 0;
        const auto enter = [&](const Task& task) {
            if (count == kMostTasks) return;
            int place = count++;
            for (; place > 0 && tasks[place - 1].worth < task.worth; --place)
                tasks[place] = tasks[place - 1];
            tasks[place] = task;
        };
        const Side theirs = other(side_);
        for (const Side side : {side_, theirs})
            for (int i = 0; i < fates_.count(side); ++i) {
                const auto& one = fates_.string(side, i);
                enter({side == side_ ? Goal::save : Goal::capture, 2 * one.stones.count(),
                       one.stones.lowest(), -1});
            }
        for (const Side side : {side_, theirs})
            for (int i = 0; i < links_[side].count(); ++i) {
                const Link<N>& link = links_[side][i];
                if (link.solid) continue;
                const Points& one = fates_.string(side, link.one).stones;
                const Points& two = fates_.string(side, link.two).stones;
                const int stones = one.count() < two.count() ? one.count() : two.count();
                enter({side == side_ ? Goal::connect : Goal::cut, 2 * stones, one.lowest(),
                       two.lowest()});
            }
        for (int i = 0; i < count; ++i) {
            const int move = decides(tasks[i], notes);
            if (move < 0 || !scene_.legal.has(move)) continue;
            out.set(move, tasks[i].worth);
            note(notes, "move", Points::only(move), {{"worth", tasks[i].worth}},
                 kGoals[static_cast<int>(tasks[i].goal)]);
            return true;
        }
        return false;
    }

    // The stones that gain most of the map and are not caught at once.
    void play_territory(Worths<N>& out, Notes* notes) const {
        const Influence<N> map(living(kBlack), living(kWhite));
        for (const Side side : {kBlack, kWhite})
            note(notes, "map", map.at_least(side, 1), {}, side == kBlack ? "black" : "white");
        const int before = map.balance(side_);
        int gains[N * N] = {};
        int high = 0;
        const Points moves = scene_.legal.without(Board::eyes_of(scene_.stones[side_]));
        moves.each([&](int move) {
            Influence<N> after = map;
            after.add(move, sign(side_));
            gains[move] = after.balance(side_) - before;
            if (gains[move] > high) high = gains[move];
        });
        bool found = false;
        for (; high > 0 && !found; --high)
            moves.each([&](int move) {
                if (gains[move] != high || caught(move)) return;
                found = true;
                out.set(move, high);
                note(notes, "move", Points::only(move), {{"worth", high}}, "territory");
            });
        if (!found) return clean_up(scene_, fates_, out, notes);
        out.set(N * N, 0);
    }

    void write(Notes* notes) const {
        if (!notes) return;
        fates_.write(notes);
        for (const Side side : {kBlack, kWhite})
            for (int i = 0; i < links_[side].count(); ++i)
                note(notes, links_[side][i].solid ? "solid link" : "open link",
                     links_[side][i].shared, {}, side == kBlack ? "black" : "white");
        Groups<N>(scene_, fates_, true, true).write(notes);
    }

private:
    static constexpr int kMostTasks = 4 * N * N;

    struct Task {
        Goal goal;
        int worth;
        int target;
        int second;
    };

    Points living(Side side) const { return scene_.stones[side].without(fates_.dead(side)); }

    auto ask(const Scene<N>& scene, Goal goal, const Task& task, Side first) const {
        Reader<N> reader(scene.stones[kBlack], scene.stones[kWhite], {},
                         first == scene.side ? scene.barred : Points());
        return reader.ask(goal, task.target, first, task.second);
    }

    // The move that reaches a goal which the other side, moving first, would keep from us.
    int decides(const Task& task, Notes* notes) const {
        const Answer first = ask(scene_, task.goal, task, side_);
        const Answer second = ask(scene_, task.goal, task, other(side_));
        if (first.tried + second.tried > 0)
            note(notes, kGoals[static_cast<int>(task.goal)], Points::only(task.target),
                 {{"moves read", first.tried + second.tried}},
                 kPairs[static_cast<int>(first.said)][static_cast<int>(second.said)]);
        return first.said == Said::yes && second.said == Said::no ? first.move : -1;
    }

    // Whether a stone is caught where it comes to stand.
    bool caught(int move) const {
        return ask(scene_.after(move), Goal::capture, {Goal::capture, 0, move, -1}, other(side_))
                   .said == Said::yes;
    }

    // What it says if we move first, and if they do.
    static constexpr const char* kPairs[3][3] = {
        {"no either way", "no, yes if they are first", "no, unknown if they are first"},
        {"yes, no if they are first", "yes either way", "yes, unknown if they are first"},
        {"unknown, no if they are first", "unknown, yes if they are first", "unknown"}};

    const Scene<N>& scene_;
    Side side_;
    Fates<N> fates_;
    Links<N> links_[2];
};

template <int N>
void rank_as_interim(const Scene<N>& scene, Worths<N>& out, Notes* notes) {
    const Interim<N> player(scene);
    player.write(notes);
    if (!player.play_goal(out, notes)) player.play_territory(out, notes);
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
