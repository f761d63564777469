// The knowledge player, after Many Faces of Go: strings, links, groups, eyes and strengths give a
// board a score; suggestions say which moves are tried, each with the other side's best reply. Two
// other styles stand in for Handtalk and Go4++.
#pragma once

#include "play/engine.hpp"
#include "play/groups.hpp"
#include "play/ryder.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// A board with all that is known of it.
template <int N>
class Knowledge {
public:
    using Board = Grid<N>;
    using Points = typename Board::Points;

    // A point counts so much in scores.
    static constexpr int kPoint = 400;

    // As a scene that follows one that is known, if there is one.
    Knowledge(const Scene<N>& scene, const ScriptSettings& settings,
              const Knowledge* before = nullptr)
        : scene_(scene),
          settings_(settings),
          fates_(scene, settings.reading, before ? &before->fates_ : nullptr,
                 before ? scene.changed_from(before->scene_) : Points()),
          groups_(scene, fates_, settings.links, settings.eyes) {}

    const Scene<N>& scene() const { return scene_; }
    const Fates<N>& fates() const { return fates_; }

    // What the board is worth to the side that has just moved.
    int score() const {
        const Side side = other(scene_.side);
        const bool territory = settings_.style == Style::go4;
        Influence<N> influence;
        int total = 0;
        Points settled;
        for (const Side one : {kBlack, kWhite}) {
            const int sign = one == side ? 1 : -1;
            const bool reversed = settings_.style == Style::handtalk;
            groups_.dead[one].each([&](int point) {
                if (reversed) influence.add(point, -ponnuki::sign(one));
            });
            total -= sign * kPoint * groups_.dead[one].count();
            for (int i = 0; i < groups_.count[one]; ++i) {
                const auto& group = groups_.of[one][i];
                const int strength = territory ? 10 : group.strength;
                const int points = group.stones.count() + group.enclosed.count();
                total += sign * points * (2 * strength - 10) * (kPoint / 10);
                group.stones.each([&](int point) { influence.add(point, ponnuki::sign(one)); });
                settled = settled | group.enclosed;
            }
        }
        const int most = territory ? kPoint : 6 * kPoint / 10;
        scene_.empty().without(settled).each([&](int point) {
            const int level = influence.at(point) * ponnuki::sign(side);
            total += level > most ? most : level < -most ? -most : level;
        });
        const int open = fates_.tactics(
            side, [](const auto& one) { return one.open() ? 2 * one.stones.count() + 1 : 0; });
        return total + open * (kPoint / 2);
    }

    // The moves that are suggested to the side to move, the best first; how many there are.
    struct Candidate {
        int move;
        int sum;
        Reasons reasons;
    };
    int suggest(Candidate* out, int most) const {
        const Influence<N> influence(scene_.stones[kBlack], scene_.stones[kWhite]);
        const Filter<N> filter(scene_, influence, fates_);
        const Points stones = scene_.stones[kBlack] | scene_.stones[kWhite];
        const bool opening = stones.count() < 12;
        const bool ahead = -score() >= 10 * kPoint;
        int count = 0;
        filter.moves().each([&](int move) {
            Reasons reasons = filter.features(move);
            for (const Side side : {kBlack, kWhite})
                for (int i = 0; i < groups_.count[side]; ++i) {
                    const auto& group = groups_.of[side][i];
                    if (group.vital != move) continue;
                    const char* const name = side == scene_.side ? "lives" : "kills group";
                    reasons.add(name, 2 * group.stones.count());
                }
            if (ahead) reasons.add("ahead", reasons.of("saves") + reasons.of("lives"));
            const int line = line_of<N>(move);
            if (opening && (line == 3 || line == 4)) reasons.add("opening", 5);
            const int sum = reasons.sum();
            int place = count < most ? count++ : count;
            if (place == most && out[--place].sum >= sum) return;
            for (; place > 0 && out[place - 1].sum < sum; --place) out[place] = out[place - 1];
            out[place] = {move, sum, reasons};
        });
        return count;
    }

    void write(Notes* notes) const {
        if (!notes) return;
        fates_.write(notes);
        groups_.write(notes);
        note(notes, "score", Points(), {{"hundredths of a point", -score() * 100 / kPoint}});
    }

private:
    Scene<N> scene_;
    const ScriptSettings& settings_;
    Fates<N> fates_;
    Groups<N> groups_;
};

// What a side has left of a board after the other side's best reply among four, or none.
template <int N>
int after_reply(const Knowledge<N>& after, const ScriptSettings& settings) {
    constexpr int kReplies = 4;
    int worst = after.score();
    if (settings.style != Style::many_faces || !settings.replies) return worst;
    typename Knowledge<N>::Candidate replies[kReplies];
    const int count = after.suggest(replies, kReplies);
    for (int i = 0; i < count; ++i) {
        const Knowledge<N> then(after.scene().after(replies[i].move), settings, &after);
        const int left = -then.score();
        if (left < worst) worst = left;
    }
    return worst;
}

template <int N>
void rank_as_knowledge(const Scene<N>& scene, const ScriptSettings& settings, Worths<N>& out,
                       Notes* notes) {
    constexpr int kMost = 50;
    const int most = settings.style == Style::go4 ? kMost : 8;
    const Knowledge<N> now(scene, settings);
    now.write(notes);
    typename Knowledge<N>::Candidate tried[kMost];
    const int count = now.suggest(tried, most);
    const auto left = [&](Scene<N> next) {
        next.find_legal();
        return after_reply(Knowledge<N>(next, settings, &now), settings);
    };
    const int pass = left(scene.after_pass());
    bool gains = false;
    for (int i = 0; i < count; ++i) {
        const int value = left(scene.after(tried[i].move)) - pass;
        const int worth = value + tried[i].sum * (Knowledge<N>::kPoint / 8);
        if (value <= 0) continue;
        gains = true;
        out.set(tried[i].move, worth);
        tried[i].reasons.write(notes, tried[i].move, worth);
    }
    if (!gains) return clean_up(scene, now.fates(), out, notes);
    out.set(N * N, 0);
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
