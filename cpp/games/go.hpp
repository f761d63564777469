// Go on small boards: suicide is illegal, ko or positional superko, scored as the board stands.
#pragma once

#include "games/game.hpp"
#include "games/grid.hpp"
#include "games/options.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

template <int N>
class Go {
public:
    using Options = GoOptions;
    using Board = Grid<N>;
    using Points = typename Board::Points;

    static constexpr int kSize = N;
    static constexpr int kPoints = N * N;
    static constexpr int kMoves = kPoints + 1;
    static constexpr int kMaxTrail = kMaxGoPlies;
    enum Reason : std::uint8_t { kGoingOn, kTerritory, kArea, kMoveCap };
    static constexpr const char* kReasons[] = {"", "territory", "area", "move cap"};

    struct Position {
        Points stones[2];
        std::uint16_t captured[2] = {0, 0};  // by black, by white
        std::uint16_t plies = 0;
        std::uint8_t passes = 0;  // in a row, just made
        std::int16_t ko = -1;     // the point that simple ko forbids now
        Result result;

        constexpr std::uint64_t key() const { return Board::key(stones[kBlack], stones[kWhite]); }
        constexpr Points empty() const {
            return Board::kAll.without(stones[kBlack] | stones[kWhite]);
        }
        friend constexpr bool operator==(const Position&, const Position&) = default;
    };

    explicit constexpr Go(const Options& options) : options_(options) {}

    constexpr Position start() const { return {}; }
    constexpr const Options& options() const { return options_; }
    constexpr int max_plies() const { return options_.cap; }
    constexpr bool position_decides() const { return !options_.superko; }
    constexpr Points candidates(const Position& position) const { return position.empty(); }
    constexpr bool may_pass(const Position&) const { return true; }

    constexpr bool playable(const Position& position, int point, Trail trail) const {
        const Side side = to_move(position);
        return point != position.ko &&
               Board::breathes(point, position.stones[side], position.stones[other(side)]) &&
               !repeats(position, point, trail);
    }

    // All playable points at once, which costs less than one by one, and which of them capture.
    struct Playable {
        Points points;
        Points captures;
    };
    constexpr Playable playable_points(const Position& position, Trail trail) const {
        const Side side = to_move(position);
        const Points empty = position.empty();
        Playable out;
        out.captures = Board::strength(position.stones[other(side)], empty).in_atari;
        out.points = Board::open_points(empty) | (empty & out.captures);
        const Points closed = empty.without(out.points);  // they need a friend with a liberty
        if (closed.any()) {
            const Points safe = Board::strength(position.stones[side], empty).safe;
            out.points = out.points | (closed & Board::beside(safe));
        }
        if (position.ko >= 0) out.points.clear(position.ko);
        if (!options_.superko) return out;
        const Points suspects = both_captured(position) ? out.points : out.points & out.captures;
        suspects.each([&](int point) {
            Points taken;
            if (out.captures.has(point)) taken = taken_at(position, point);
            if (was_there(position, point, taken, trail)) out.points.clear(point);
        });
        return out;
    }

    // The points that the rule of ko or superko alone forbids.
    constexpr Points forbidden_by_ko(const Position& position, Trail trail) const {
        if (!options_.superko) return position.ko < 0 ? Points() : Points::only(position.ko);
        return playable_points(position, {})
            .points.without(playable_points(position, trail).points);
    }

    constexpr Verdict objection(const Position& position, int point, Trail trail) const {
        if (!position.empty().has(point)) return Verdict::occupied;
        if (point == position.ko) return Verdict::ko;
        return repeats(position, point, trail) ? Verdict::repetition : Verdict::suicide;
    }

    constexpr void play(Position& position, Move move) const {
        const Side side = to_move(position);
        ++position.plies;
        position.ko = -1;
        if (move == kPoints) {
            ++position.passes;
        } else {
            position.passes = 0;
            position.stones[side].set(move);
            const Points taken =
                Board::captured_by(move, position.stones[other(side)], position.empty());
            if (taken.any()) take(position, move, taken);
        }
        settle(position);
    }

    constexpr Setup describe(const Position& position) const {
        return {.plies = position.plies,
                .passes = position.passes,
                .captured = {position.captured[kBlack], position.captured[kWhite]},
                .ko = position.ko};
    }

    constexpr const char* arrange(Position& position, const Setup& setup) const {
        if (setup.passes < 0 || setup.passes > 2) return "passes must be 0, 1 or 2";
        if (setup.plies < setup.passes) return "there are more passes than moves";
        const Points empty = position.empty();
        for (const Side side : {kBlack, kWhite}) {
            if (setup.captured[side] < 0 || setup.captured[side] > kMaxGoPlies)
                return "captured stones must be 0 or more, and no more than a game can have";
            if (Board::any_dead(position.stones[side], empty)) return "a string has no liberty";
            position.captured[side] = static_cast<std::uint16_t>(setup.captured[side]);
        }
        if (setup.ko >= 0) {
            if (options_.superko) return "a ko point is marked only under simple ko";
            if (!empty.has(setup.ko)) return "the ko point is not empty";
            if (setup.passes > 0) return "a pass lifts a ko";
            if (!ko_began(position, setup.ko, setup.plies & 1 ? kBlack : kWhite))
                return "no stone there can have been captured by a ko just now";
        }
        position.plies = static_cast<std::uint16_t>(setup.plies);
        position.passes = static_cast<std::uint8_t>(setup.passes);
        position.ko = static_cast<std::int16_t>(setup.ko);
        settle(position);
        return nullptr;
    }

private:
    // Takes captured stones off the board after `move`, and marks a ko that it may have begun.
    constexpr void take(Position& position, int move, Points taken) const {
        const Side side = to_move(position) == kBlack ? kWhite : kBlack;  // who has just moved
        Points& theirs = position.stones[other(side)];
        theirs = theirs.without(taken);
        position.captured[side] =
            static_cast<std::uint16_t>(position.captured[side] + taken.count());
        if (options_.superko || taken.count() != 1) return;
        if (is_ko_stone(position, move, side, taken))
            position.ko = static_cast<std::int16_t>(taken.lowest());
    }

    // Whether a stone is alone and its only liberty is `captured`, where it has just captured.
    static constexpr bool is_ko_stone(const Position& position, int stone, Side side,
                                      Points captured) {
        const Points around = Board::neighbours(stone);
        return !(around & position.stones[side]).any() && (around & position.empty()) == captured;
    }

    // Whether `side` can have captured one stone on `point` with its last move, and begun a ko.
    static constexpr bool ko_began(const Position& position, int point, Side side) {
        const Points around = Board::neighbours(point);
        if (position.captured[side] == 0 || !(around == (around & position.stones[side])))
            return false;
        bool found = false;
        around.each([&](int stone) {
            found = found || is_ko_stone(position, stone, side, Points::only(point));
        });
        return found;
    }

    // The stones that a stone on an empty point would take.
    static constexpr Points taken_at(const Position& position, int point) {
        Points empty = position.empty();
        empty.clear(point);
        return Board::captured_by(point, position.stones[other(to_move(position))], empty);
    }

    // Whether a stone that takes nothing can bring an earlier board back. There it stood already,
    // so it was taken since, by a stone that must have been taken as well.
    static constexpr bool both_captured(const Position& position) {
        return position.captured[kBlack] > 0 && position.captured[kWhite] > 0;
    }

    // Whether a stone on `point` would bring an earlier board back.
    constexpr bool repeats(const Position& position, int point, Trail trail) const {
        if (!options_.superko) return false;
        const Points taken = taken_at(position, point);
        if (!taken.any() && !both_captured(position)) return false;
        return was_there(position, point, taken, trail);
    }

    // Whether the board after a stone on `point` that takes some stones is one of the trail.
    static constexpr bool was_there(const Position& position, int point, const Points& taken,
                                    Trail trail) {
        const Side side = to_move(position);
        Points after[2] = {position.stones[kBlack], position.stones[kWhite]};
        after[side].set(point);
        after[other(side)] = after[other(side)].without(taken);
        const std::uint64_t key = Board::key(after[kBlack], after[kWhite]);
        std::uint64_t seen = 0;  // as wide as the keys, so that they are compared by vectors
        for (const std::uint64_t earlier : trail) seen |= earlier == key ? 1u : 0u;
        return seen != 0;
    }

    constexpr void settle(Position& position) const {
        if (position.passes < 2 && position.plies < options_.cap) return;
        const Points& black = position.stones[kBlack];
        const Points& white = position.stones[kWhite];
        int balance = Board::territory(black, white, false);
        if (options_.scoring == Scoring::area)
            balance += black.count() - white.count();
        else
            balance += position.captured[kBlack] - position.captured[kWhite];
        const int lead2 = 2 * balance - options_.komi2;
        const Reason by_score = options_.scoring == Scoring::area ? kArea : kTerritory;
        position.result = Result::by_lead(lead2, position.passes == 2 ? by_score : kMoveCap);
    }

    Options options_;
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
