// How players are weak as people are: in some turns they look badly, and in the others they take
// what is easy to see. What a turn shows is a matter of rules; what is drawn, of the game's draws.
#pragma once

#include <cmath>

#include "core/rng.hpp"
#include "games/game.hpp"
#include "play/choice.hpp"
#include "play/engine.hpp"
#include "play/scripted.hpp"
#include "play/shapes.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// What a side sees of a position that is not over.
template <Game G>
struct Turn {
    using Points = Bits<G::kPoints>;

    Points legal;     // points where it may put a stone
    Points captures;  // it takes stones
    Points saves;     // strings of its own in atari have two liberties or more
    Points ataris;    // it can be captured at once
    Points eyes;      // of its own
    Points edge;      // the first line
    bool passes = false;

    Turn(const G& game, const typename G::Position& position, Trail trail) {
        MoveList<G::kMoves> moves;
        legal_moves(game, position, trail, moves);
        for (const Move move : moves)
            if (move < G::kPoints)
                legal.set(move);
            else
                passes = true;
        if constexpr (kHasScripts<G>) {
            const Shapes<G::kSize> shapes(position);
            eyes = shapes.eyes;
            legal.each([&](int point) {
                const auto effect = shapes.effect(point);
                const bool safe = effect.liberties >= 2;
                if (effect.captured)
                    captures.set(point);
                else if (effect.rescued && safe)
                    saves.set(point);
                else if (!safe)
                    ataris.set(point);
            });
            constexpr int kLast = G::kSize - 1;
            for (int i = 0; i < G::kSize; ++i)
                for (const int point :
                     {i, kLast * G::kSize + i, i * G::kSize, i * G::kSize + kLast})
                    edge.set(point);
        }
    }

    // Points that no player with guards leaves out: own eyes are not filled, and in the first six
    // plies nobody plays on the first line without need. Nothing is left if only a pass is.
    Points guarded(int plies) const {
        const Points out = passes ? legal.without(eyes) : but(legal, eyes);
        return plies < kEarly ? but(out, edge.without(captures | saves)) : out;
    }

    // A set without some points, or all of it if nothing would be left.
    static Points but(const Points& set, const Points& some) {
        const Points left = set.without(some);
        return left.any() ? left : set;
    }

    // Those of a set that lie so many steps or fewer from a point, or all if there are none.
    static Points near(const Points& set, Move point, int steps) {
        if (steps == 0 || point < 0 || point >= G::kPoints) return set;
        const int row = point / G::kSize, column = point % G::kSize;
        Points around;
        set.each([&](int one) {
            if (std::abs(one / G::kSize - row) + std::abs(one % G::kSize - column) <= steps)
                around.set(one);
        });
        return around.any() ? around : set;
    }

private:
    static constexpr int kEarly = 6;
};

// Each point of a set with that chance.
template <class Points>
Points seen(const Points& set, double chance, Rng& draws) {
    Points out;
    set.each([&](int point) {
        if (draws.chance(chance)) out.set(point);
    });
    return out;
}

// One of a set that is not empty; all are equally likely.
template <class Points>
Move one_of(const Points& set, Rng& draws) {
    return static_cast<Move>(set.nth(draws.below(set.count())));
}

// One of a set that is not empty, by chances in proportion to e^(worth / temperature).
template <class Points, class Worth>
Move one_by(const Points& set, double temperature, Worth worth, Rng& draws) {
    if (std::isinf(temperature)) return one_of(set, draws);
    Move order[kMaxRootMoves];
    double chances[kMaxRootMoves];
    int count = 0;
    double best = 0;
    set.each([&](int point) {
        const double own = worth(point);
        if (count == 0 || own > best) best = own;
        order[count++] = static_cast<Move>(point);
    });
    return order[gibbs_choice(
        count, best, temperature, [&](int i) { return worth(order[i]); }, chances, draws)];
}

// Whether a side plays a whole game without lapses.
inline bool in_form(const People& people, std::uint64_t seed, Side side) {
    return people.form > 0 &&
           Rng(stream(seed, "form", static_cast<std::uint64_t>(side))).chance(people.form);
}

// A turn in which a player looks badly; some point is open to it. `logit` says what the net's
// policy thinks of a point.
template <Game G, class Logit>
Move lapse(const Turn<G>& turn, const People& people, int plies, Move last, Logit logit,
           Rng& draws) {
    const auto open = people.guards ? turn.guarded(plies) : turn.legal;
    if (const auto found = seen(turn.captures & open, people.sees_captures, draws); found.any())
        return one_of(found, draws);
    if (const auto found = seen(turn.saves & open, people.sees_saves, draws); found.any())
        return one_of(found, draws);
    const auto left = turn.but(open, seen(turn.ataris & open, people.sees_ataris, draws));
    return one_by(turn.near(left, last, people.near), people.lapse_temperature, logit, draws);
}

// Where a player with such habits may move when it looks well.
template <Game G>
typename Turn<G>::Points sensible(const Turn<G>& turn, const People& people, int plies) {
    const auto open = people.guards ? turn.guarded(plies) : turn.legal;
    if (!people.tactics) return open;
    if (const auto found = turn.captures & open; found.any()) return found;
    if (const auto found = turn.saves & open; found.any()) return found;
    return turn.but(open, turn.ataris);
}

// A child that has learned Capture Go: it mostly sees captures, often saves, and else puts a stone
// anywhere, mostly not where it is captured at once. It draws from the game's seed and the ply.
template <Game G>
Move child_move(const G& game, const typename G::Position& position, Trail trail,
                std::uint64_t seed) {
    Rng draws(stream(seed, "child", static_cast<std::uint64_t>(position.plies)));
    const Turn<G> turn(game, position, trail);
    const bool captures = draws.chance(.9);
    const bool saves = draws.chance(.6);
    const bool careful = draws.chance(.7);
    if (!turn.legal.any()) return G::kPoints;
    if (captures && turn.captures.any()) return one_of(turn.captures, draws);
    if (saves && turn.saves.any()) return one_of(turn.saves, draws);
    const auto other = turn.but(turn.legal, turn.captures | turn.saves);
    return one_of(careful ? turn.but(other, turn.ataris) : other, draws);
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
