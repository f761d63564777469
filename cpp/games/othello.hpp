// Othello on 8x8 or 6x6. A side that cannot turn a disc must pass; the pass is a move of its own.
#pragma once

#include "games/game.hpp"
#include "games/grid.hpp"
#include "games/options.hpp"
#include "games/othello_lines.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

template <int N>
class Othello {
public:
    using Options = OthelloOptions;
    using Board = Grid<N>;
    using Points = typename Board::Points;

    static constexpr int kSize = N;
    static constexpr int kPoints = N * N;
    static constexpr int kMoves = kPoints + 1;
    static constexpr int kMaxTrail = 0;
    enum Reason : std::uint8_t { kGoingOn, kDiscs };
    static constexpr const char* kReasons[] = {"", "discs"};

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

    explicit constexpr Othello(const Options&) {}
    constexpr Options options() const { return {.size = N}; }

    constexpr Position start() const {
        constexpr int corner = (N / 2 - 1) * (N + 1);
        Position position;
        position.stones[kWhite].set(corner);
        position.stones[kWhite].set(corner + N + 1);
        position.stones[kBlack].set(corner + 1);
        position.stones[kBlack].set(corner + N);
        return position;
    }

    // Every stone may be followed by a pass, never by two.
    constexpr int max_plies() const { return 2 * kPoints; }

    constexpr bool position_decides() const { return true; }
    Points candidates(const Position& position) const {
        return turning_moves(position, to_move(position));
    }
    constexpr bool playable(const Position&, int, Trail) const { return true; }
    bool may_pass(const Position& position) const { return !candidates(position).any(); }
    constexpr Verdict objection(const Position& position, int point, Trail) const {
        return position.empty().has(point) ? Verdict::flips_nothing : Verdict::occupied;
    }

    void play(Position& position, Move move) const {
        const Side side = to_move(position);
        ++position.plies;
        if (move == kPoints) return;
        Points& ours = position.stones[side];
        Points& theirs = position.stones[other(side)];
        const Points turned = turned_by(move, ours, theirs);
        ours = ours | turned;
        ours.set(move);
        theirs = theirs.without(turned);
        settle(position);
    }

    // The result of a game that ends with these discs.
    static constexpr Result counted(const Position& position) {
        const int lead = position.stones[kBlack].count() - position.stones[kWhite].count();
        return Result::by_lead(2 * lead, kDiscs);
    }

    constexpr Setup describe(const Position& position) const { return {.plies = position.plies}; }

    const char* arrange(Position& position, const Setup& setup) const {
        if (setup != Setup{.plies = setup.plies})
            return "Othello has no captures, no ko and counts no passes";
        position.plies = static_cast<std::uint16_t>(setup.plies);
        settle(position);
        // Who must pass now did not come to move by a pass.
        const int came = position.stones[kBlack].count() + position.stones[kWhite].count() - 4;
        if (may_pass(position) && !position.result.over() && setup.plies > 2 * came + 1)
            return "there are more passes than the side to move leaves room for";
        return nullptr;
    }

private:
    using Lines = OthelloLines<N>;

    static Points turning_moves(const Position& position, Side side) {
        Points out;
        out.word[0] =
            Lines::moves(position.stones[side].word[0], position.stones[other(side)].word[0])
                .points;
        return out;
    }

    static Points turned_by(int move, const Points& ours, const Points& theirs) {
        Points out;
        out.word[0] = Lines::turned_by(move, ours.word[0], theirs.word[0]);
        return out;
    }

    static void settle(Position& position) {
        const Side side = to_move(position);
        if (turning_moves(position, side).any() || turning_moves(position, other(side)).any())
            return;
        position.result = counted(position);
    }
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
