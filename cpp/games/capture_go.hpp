// Capture Go: the first capture wins (Cai, Venayagamoorthy & Wunsch 2009), and its variants.
//
// Without a capture stones only come, so there is no ko. Where several stones must be captured the
// counts only grow, so every game ends all the same and ko is not needed there either.
#pragma once

#include "games/game.hpp"
#include "games/grid.hpp"
#include "games/options.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

template <int N>
class CaptureGo {
public:
    using Options = CaptureGoOptions;
    using Board = Grid<N>;
    using Points = typename Board::Points;
    using NoMove = Options::NoMove;

    static constexpr int kSize = N;
    static constexpr int kPoints = N * N;
    static constexpr int kMoves = kPoints + 1;
    static constexpr int kMaxTrail = 0;
    enum Reason : std::uint8_t { kGoingOn, kCapture, kTerritory, kArea, kNoMove };
    static constexpr const char* kReasons[] = {"", "capture", "territory", "area", "no move"};

    struct Position {
        Points stones[2];
        std::uint16_t captured[2] = {0, 0};  // by black, by white
        std::uint16_t plies = 0;
        std::uint16_t passes = 0;  // in a row, just made
        Result result;

        constexpr std::uint64_t key() const { return Board::key(stones[kBlack], stones[kWhite]); }
        constexpr Points empty() const {
            return Board::kAll.without(stones[kBlack] | stones[kWhite]);
        }
        friend constexpr bool operator==(const Position&, const Position&) = default;
    };

    explicit constexpr CaptureGo(const Options& options) : options_(options) {}

    constexpr const Options& options() const { return options_; }

    constexpr Position start() const {
        Position position;
        if (options_.crosscut) {
            constexpr int corner = (N - 2) / 2 * (N + 1);
            position.stones[kBlack].set(corner);
            position.stones[kBlack].set(corner + N + 1);
            position.stones[kWhite].set(corner + 1);
            position.stones[kWhite].set(corner + N);
        }
        return position;
    }

    // Every stone stays or is one of those captured before the end, and passes lie between stones.
    constexpr int max_plies() const { return 2 * (kPoints + 2 * options_.captures) + 2; }

    constexpr bool position_decides() const { return true; }
    constexpr Points candidates(const Position& position) const { return position.empty(); }

    constexpr bool playable(const Position& position, int point, Trail) const {
        const Side side = to_move(position);
        return Board::breathes(point, position.stones[side], position.stones[other(side)]);
    }

    constexpr bool may_pass(const Position& position) const {
        return options_.passing || (options_.no_move == NoMove::passes && !can_play(position));
    }

    constexpr Verdict objection(const Position& position, int point, Trail) const {
        return position.empty().has(point) ? Verdict::suicide : Verdict::occupied;
    }

    constexpr void play(Position& position, Move move) const {
        const Side side = to_move(position);
        ++position.plies;
        if (move == kPoints) {
            ++position.passes;
        } else {
            position.passes = 0;
            position.stones[side].set(move);
            Points& theirs = position.stones[other(side)];
            const Points taken = Board::captured_by(move, theirs, position.empty());
            if (taken.any()) {
                theirs = theirs.without(taken);
                position.captured[side] =
                    static_cast<std::uint16_t>(position.captured[side] + taken.count());
            }
        }
        settle(position);
    }

    constexpr Setup describe(const Position& position) const {
        return {.plies = position.plies,
                .passes = position.passes,
                .captured = {position.captured[kBlack], position.captured[kWhite]}};
    }

    constexpr const char* arrange(Position& position, const Setup& setup) const {
        if (setup.ko >= 0) return "Capture Go has no ko";
        if (setup.passes < 0 || setup.passes > 2) return "passes must be 0, 1 or 2";
        if (setup.passes > 0 && !options_.passing && options_.no_move != NoMove::passes)
            return "passing is not allowed here";
        if (setup.plies < setup.passes) return "there are more passes than moves";
        for (const Side side : {kBlack, kWhite}) {
            if (setup.captured[side] < 0 || setup.captured[side] > kPoints + options_.captures)
                return "captured stones must be 0 or more, and no more than a game can have";
            if (setup.captured[side] >= options_.captures &&
                (setup.passes > 0 || side == ((setup.plies & 1) ? kWhite : kBlack)))
                return "the game ended with a capture, so the side that captured moved last";
            if (Board::any_dead(position.stones[side], position.empty()))
                return "a string has no liberty";
            position.captured[side] = static_cast<std::uint16_t>(setup.captured[side]);
        }
        position.plies = static_cast<std::uint16_t>(setup.plies);
        position.passes = static_cast<std::uint16_t>(setup.passes);
        settle(position);
        return nullptr;
    }

private:
    // Whether the side to move has a legal point.
    constexpr bool can_play(const Position& position) const {
        Points rest = position.empty();
        if (Board::open_points(rest).any()) return true;
        while (rest.any()) {
            const int point = rest.lowest();
            if (playable(position, point, {})) return true;
            rest.clear(point);
        }
        return false;
    }

    // Sets the result if the game is over.
    constexpr void settle(Position& position) const {
        const int lead = position.captured[kBlack] - position.captured[kWhite];
        if (position.captured[kBlack] >= options_.captures ||
            position.captured[kWhite] >= options_.captures)
            position.result = Result::by_lead(2 * lead, kCapture);
        else if (position.passes == 2)
            position.result = Result::by_lead(
                2 * score(position), options_.scoring == Scoring::territory ? kTerritory : kArea);
        else if (!options_.passing && options_.no_move != NoMove::passes && !can_play(position))
            position.result = stuck(to_move(position));
    }

    constexpr int score(const Position& position) const {
        const Points& black = position.stones[kBlack];
        const Points& white = position.stones[kWhite];
        int balance = Board::territory(black, white, options_.neutral_majority);
        if (options_.scoring == Scoring::area) balance += black.count() - white.count();
        return balance;
    }

    constexpr Result stuck(Side side) const {
        const int winner = options_.no_move == NoMove::draws ? 0 : -sign(side);
        return {.winner = static_cast<std::int8_t>(winner), .reason = kNoMove};
    }

    Options options_;
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
