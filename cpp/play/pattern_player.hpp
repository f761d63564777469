// The pattern player: captures, saves and catches as far as ladders show, then well-known shapes,
// then the widest open space; it passes when none of that is left. For Go.
#pragma once

#include "play/ladder.hpp"
#include "play/patterns.hpp"
#include "play/shapes.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

template <Game G>
class PatternPlayer {
public:
    static constexpr int N = G::kSize;
    using Board = Grid<N>;
    using Points = typename Board::Points;

    PatternPlayer(const G&, const typename G::Position& position)
        : shapes_(position),
          neighbourhoods_(shapes_.mine, shapes_.theirs),
          settled_(small_parts(shapes_.mine, shapes_.theirs) |
                   small_parts(shapes_.theirs, Points())) {
        const auto& strings = shapes_.strings;
        for (int i = 0; i < strings.count(shapes_.side); ++i) {
            const Points& string = strings.stones(shapes_.side, i);
            if (strings.liberties(shapes_.side, i).count() == 2 &&
                Ladder<N>::caught(string, shapes_.mine, shapes_.theirs))
                endangered_ = endangered_ | string;
        }
    }

    // The rank of a legal move but for the space around it.
    std::int64_t rough(int move) const {
        if (move == G::kPoints) return kPass;
        const auto effect = shapes_.effect(move);
        if (effect.captured) return kCapture + detail(effect.captured, effect);
        if (effect.liberties < 2) return kSelfAtari;
        Points own = shapes_.mine;
        own.set(move);
        const bool holds =
            effect.liberties > 2 || !Ladder<N>::caught(effect.string, own, shapes_.theirs);
        if (effect.rescued && holds) return kSave + detail(effect.rescued, effect);
        if (shapes_.eyes.has(move)) return kOwnEye;
        if (!holds) return kLost;
        const int stones = (effect.string & endangered_).count() + caught_by(move, own);
        if (stones) return kLadder + detail(stones, effect);
        if (settled_.has(move)) return kSettled;
        const Worth worth = worth_of(neighbourhoods_.around(move));
        if (worth > kPlain) return kShape + std::int64_t{kFine} * worth;
        return worth == kPlain ? kOpen : kUglyOpen;
    }

    // Empty points that two steps over empty points reach.
    std::int64_t fine(int move) const {
        if (move == G::kPoints) return 0;
        const Points near = Board::neighbours(move) & shapes_.empty;
        return ((near | Board::beside(near)) & shapes_.empty).count();
    }

private:
    using Effect = typename Shapes<N>::Effect;

    static constexpr int kSmall = 7;  // points of a part that is not worth a stone
    static constexpr int kFine = 16;  // more than `fine` ever is
    static constexpr std::int64_t kStep = 1 << 24;
    enum Tier : std::int64_t {
        kOwnEye = 0,
        kSelfAtari = kStep,
        kLost = 2 * kStep,
        kSettled = 3 * kStep,
        kPass = 4 * kStep,
        kUglyOpen = 5 * kStep,
        kOpen = 6 * kStep,
        kShape = 7 * kStep,
        kLadder = 8 * kStep,
        kSave = 9 * kStep,
        kCapture = 10 * kStep,
    };

    static std::int64_t detail(int stones, const Effect& effect) {
        return std::int64_t{kFine} * (256 * stones + effect.liberties);
    }

    // The small parts that a wall of stones cuts off, those without a stone of `inside`.
    static Points small_parts(const Points& wall, const Points& inside) {
        Points found;
        Points rest = Board::kAll.without(wall);
        while (rest.any()) {
            const Points part = Board::connected(Points::only(rest.lowest()), rest);
            if (part.count() <= kSmall && !(part & inside).any()) found = found | part;
            rest = rest.without(part);
        }
        return found;
    }

    // Stones of theirs that an atari catches in a ladder.
    int caught_by(int move, const Points& own) const {
        const auto& strings = shapes_.strings;
        const Side theirs = other(shapes_.side);
        int stones = 0;
        for (int i = 0; i < strings.count(theirs); ++i) {
            const Points& liberties = strings.liberties(theirs, i);
            if (!liberties.has(move) || liberties.count() != 2) continue;
            const Points& string = strings.stones(theirs, i);
            if (Ladder<N>::caught_in_atari(string, shapes_.theirs, own)) stones += string.count();
        }
        return stones;
    }

    Shapes<N> shapes_;
    Neighbourhoods<N> neighbourhoods_;
    Points settled_;     // own territory, and places too small to live in
    Points endangered_;  // own stones that could be caught in a ladder
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
