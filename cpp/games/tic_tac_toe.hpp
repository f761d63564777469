// Tic-tac-toe: three in a row on 3x3; X is black and moves first.
#pragma once

#include "games/game.hpp"
#include "games/grid.hpp"
#include "games/options.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

class TicTacToe {
public:
    using Options = TicTacToeOptions;
    using Board = Grid<3>;
    using Points = Board::Points;

    static constexpr int kSize = 3;
    static constexpr int kPoints = 9;
    static constexpr int kMoves = kPoints;
    static constexpr int kMaxTrail = 0;
    enum Reason : std::uint8_t { kGoingOn, kLine, kFullBoard };
    static constexpr const char* kReasons[] = {"", "line", "full board"};

    struct Position {
        Points stones[2];
        std::uint16_t plies = 0;
        Result result;

        constexpr std::uint64_t key() const { return Board::key(stones[kBlack], stones[kWhite]); }
        constexpr Points empty() const {
            return Board::kAll.without(stones[kBlack] | stones[kWhite]);
        }
        friend constexpr bool operator==(const Position&, const Position&) = default;
    };

    explicit constexpr TicTacToe(const Options&) {}
    constexpr Options options() const { return {}; }

    constexpr Position start() const { return {}; }
    constexpr int max_plies() const { return kPoints; }
    constexpr bool position_decides() const { return true; }
    constexpr Points candidates(const Position& position) const { return position.empty(); }
    constexpr bool playable(const Position&, int, Trail) const { return true; }
    constexpr bool may_pass(const Position&) const { return false; }
    constexpr Verdict objection(const Position&, int, Trail) const { return Verdict::occupied; }

    constexpr void play(Position& position, Move move) const {
        position.stones[to_move(position)].set(move);
        ++position.plies;
        settle(position);
    }

    constexpr Setup describe(const Position& position) const { return {.plies = position.plies}; }

    constexpr const char* arrange(Position& position, const Setup& setup) const {
        const int black = position.stones[kBlack].count();
        const int white = position.stones[kWhite].count();
        if (setup != Setup{.plies = setup.plies})
            return "tic-tac-toe has no passes, no captures and no ko";
        if (black - white != (setup.plies & 1) || black + white != setup.plies)
            return "X and O take turns, X first: the stones do not fit the number of moves";
        const bool black_line = lines(position.stones[kBlack]) > 0;
        const bool white_line = lines(position.stones[kWhite]) > 0;
        if ((black_line && white_line) || (black_line && black == white) ||
            (white_line && black > white))
            return "a side moved on after the other had three in a row";
        position.plies = static_cast<std::uint16_t>(setup.plies);
        settle(position);
        return nullptr;
    }

private:
    static constexpr int lines(Points stones) {
        constexpr std::uint64_t kLines[] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
        int count = 0;
        for (const std::uint64_t line : kLines) count += (stones.word[0] & line) == line;
        return count;
    }

    static constexpr void settle(Position& position) {
        for (const Side side : {kBlack, kWhite})
            if (const int count = lines(position.stones[side]))
                position.result = {.margin2 = static_cast<std::int16_t>(2 * count),
                                   .winner = static_cast<std::int8_t>(sign(side)),
                                   .reason = kLine};
        if (!position.result.over() && position.plies == kPoints)
            position.result = {.reason = kFullBoard};
    }
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
