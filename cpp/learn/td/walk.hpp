// A game being played by a learner, whatever the game: its moves with the boards after them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/rng.hpp"
#include "evaluators/learning.hpp"
#include "games/eyes.hpp"
#include "games/game.hpp"
#include "play/random.hpp"
#include "search/settings.hpp"

namespace ponnuki::td::inline PONNUKI_VARIANT {

// Moves of a position, and what each of them does.
struct Candidates {
    int count = 0;
    Move move[kMaxRootMoves];
    int begin[kMaxRootMoves + 1];  // where a move's changes begin
    Result result[kMaxRootMoves];  // how the game ends by it, if it does
    std::vector<Change> changes;
};

// Calls are few, one or two a ply, so that nets and games need not be compiled for each other.
class GameWalk {
public:
    virtual ~GameWalk() = default;

    virtual void start() = 0;
    virtual Side mover() const = 0;
    virtual Result result() const = 0;
    // What the side to move may choose from; it may hold itself to keeping its eyes.
    virtual void list(bool eyes, Candidates& out) const = 0;
    virtual Move random_move(Rng& rng) const = 0;
    virtual void play(Move move) = 0;
    virtual bool is_pass(Move move) const = 0;

    Stones stones;  // on the board now
};

template <Game G>
class WalkOf final : public GameWalk {
public:
    explicit WalkOf(const G& game) : game_(game), walk_(game), begin_(walk_.mark()) { start(); }

    void start() override {
        walk_.rewind(begin_);
        show();
    }
    Side mover() const override { return to_move(walk_.position); }
    Result result() const override { return walk_.position.result; }
    bool is_pass(Move move) const override { return move == G::kPoints; }

    void list(bool eyes, Candidates& out) const override {
        const Position& now = walk_.position;
        MoveList<G::kMoves> moves;
        [[maybe_unused]] Points plain;  // where a stone is all that changes
        if constexpr (kHasEyes<G>) {
            const auto playable = game_.playable_points(now, walk_.trail());
            playable.points.each([&](int point) { moves.add(point); });
            moves.add(G::kPoints);
            if (now.plies + 1 < game_.max_plies())
                plain = playable.points.without(playable.captures);
        } else {
            legal_moves(game_, now, walk_.trail(), moves);
        }
        if (eyes) keep_eyes<G>(now, moves);
        out.count = moves.count;
        out.changes.clear();
        const auto by = static_cast<std::int16_t>(sign(to_move(now)));
        for (int i = 0; i < moves.count; ++i) {
            const Move move = moves.move[i];
            out.move[i] = move;
            out.begin[i] = static_cast<int>(out.changes.size());
            if (move != G::kPoints && plain.has(move)) {
                out.result[i] = {};
                out.changes.push_back({move, by});
                continue;
            }
            Position next = now;
            game_.play(next, move);
            out.result[i] = next.result;
            const Points black = differing(now.stones[kBlack], next.stones[kBlack]);
            const Points white = differing(now.stones[kWhite], next.stones[kWhite]);
            (black | white).each([&](int point) {
                out.changes.push_back(
                    {static_cast<std::int16_t>(point),
                     static_cast<std::int16_t>(cell(next, point) - cell(now, point))});
            });
        }
        out.begin[moves.count] = static_cast<int>(out.changes.size());
    }

    Move random_move(Rng& rng) const override {
        return ponnuki::random_move(game_, walk_.position, walk_.trail(), rng);
    }

    void play(Move move) override {
        walk_.play(move);
        show();
    }

private:
    using Position = typename G::Position;
    using Points = Bits<G::kPoints>;

    static Points differing(const Points& a, const Points& b) {
        return a.without(b) | b.without(a);
    }
    static int cell(const Position& position, int point) {
        return position.stones[kBlack].has(point) - position.stones[kWhite].has(point);
    }
    void show() {
        for (const Side side : {kBlack, kWhite}) stones.show(side, walk_.position.stones[side]);
    }

    G game_;
    Walk<G> walk_;
    typename Walk<G>::Mark begin_;
};

}  // namespace ponnuki::td::inline PONNUKI_VARIANT
