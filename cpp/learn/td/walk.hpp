// A game being played by a learner, whatever the game: its moves with the boards after them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/rng.hpp"
#include "evaluators/learning.hpp"
#include "games/eyes.hpp"
#include "games/game.hpp"
#include "games/options.hpp"
#include "learn/td/utility.hpp"
#include "play/random.hpp"
#include "search/known_moves.hpp"
#include "search/settings.hpp"

namespace ponnuki::td::inline PONNUKI_VARIANT {

// Moves of a position, and what each of them does.
struct Candidates {
    int count = 0;
    Move move[kMaxRootMoves];
    int begin[kMaxRootMoves + 1];  // where a move's changes begin
    Result result[kMaxRootMoves];  // how the game ends by it, if it does
    std::vector<Change> changes;   // with room for all
};

// Calls are few, one or two a ply, so that nets and games need not be compiled for each other.
class GameWalk {
public:
    virtual ~GameWalk() = default;

    // A new game. With `forced`, what is forced is played: moves that are known to win or, unless
    // all do, not to lose are the only ones there are.
    virtual void start(bool forced) = 0;
    virtual Side mover() const = 0;
    virtual Result result() const = 0;
    // What the side to move may choose from; it may hold itself to keeping its eyes.
    virtual void list(bool eyes, Candidates& out) = 0;
    virtual Move random_move(Rng& rng) const = 0;
    virtual void play(Move move) = 0;
    virtual bool is_pass(Move move) const = 0;
    // For a player of the core: the bytes of the game's own position, and the boards before it.
    virtual const std::byte* position() const = 0;
    virtual Trail trail() const = 0;
    virtual Holdings holdings() const = 0;
    // Whose every point is as the board stands: 1 black's, -1 white's, 0 nobody's.
    virtual void owners(float* out) const = 0;

    Stones stones;  // on the board now
};

// A walk through the game with these options.
std::unique_ptr<GameWalk> new_game_walk(const Options& options);

template <Game G>
class WalkOf final : public GameWalk {
public:
    explicit WalkOf(const G& game) : game_(game), known_(game), walk_(game), begin_(walk_.mark()) {
        start(false);
    }

    void start(bool forced) override {
        forced_ = forced;
        known_.start(forced);
        walk_.rewind(begin_);
        show();
    }
    Side mover() const override { return to_move(walk_.position); }
    Result result() const override { return walk_.position.result; }
    bool is_pass(Move move) const override { return move == G::kPoints; }
    const std::byte* position() const override {
        return reinterpret_cast<const std::byte*>(&walk_.position);
    }
    Trail trail() const override { return walk_.trail(); }
    Holdings holdings() const override {
        const Position& now = walk_.position;
        Holdings out;
        for (const Side side : {kBlack, kWhite}) out.stones[side] = now.stones[side].count();
        if constexpr (requires { now.captured; }) {
            for (const Side side : {kBlack, kWhite}) out.prisoners[side] = now.captured[side];
            count_areas<typename G::Board>(now.stones[kBlack], now.stones[kWhite], out.areas);
        }
        return out;
    }

    void owners(float* out) const override {
        const Position& now = walk_.position;
        Points areas[2] = {now.stones[kBlack], now.stones[kWhite]};
        if constexpr (requires { now.captured; })
            areas_of<typename G::Board>(now.stones[kBlack], now.stones[kWhite], areas);
        for (int point = 0; point < G::kPoints; ++point)
            out[point] = static_cast<float>(areas[kBlack].has(point) - areas[kWhite].has(point));
    }

    void list(bool eyes, Candidates& out) override {
        const Position& now = walk_.position;
        if (out.changes.size() < kMostChanges) out.changes.resize(kMostChanges);
        int count = 0, changes = 0;  // so far
        const auto add = [&](int move) { add_played(move, out, count, changes); };
        if constexpr (kHasEyes<G>) {
            const auto playable = game_.playable_points(now, walk_.trail());
            const Side mover = to_move(now);
            Points points = playable.points;
            if (eyes) points = points.without(G::Board::eyes_of(now.stones[mover]));
            Points plain;  // where a stone is all that changes
            if (now.plies + 1 < game_.max_plies()) plain = points.without(playable.captures);
            const auto by = static_cast<std::int16_t>(sign(mover));
            Change* const change = out.changes.data();
            points.each([&](int point) {
                if (!plain.has(point)) return add(point);
                out.move[count] = static_cast<Move>(point);
                out.result[count] = {};
                out.begin[count++] = changes;
                change[changes++] = {static_cast<std::int16_t>(point), by};
            });
            if (!eyes || count == 0) add(G::kPoints);
        } else {
            MoveList<G::kMoves> moves;
            legal_moves(game_, now, walk_.trail(), moves);
            for (const Move move : moves) add(move);
        }
        out.begin[count] = changes;
        out.count = count;
        if (forced_) keep_forced(out);
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

    static constexpr std::size_t kMostChanges = G::kMoves * G::kPoints;

    // Plays a move on a copy of the board to see what it changes.
    void add_played(int move, Candidates& out, int& count, int& changes) const {
        const Position& now = walk_.position;
        Position next = now;
        game_.play(next, static_cast<Move>(move));
        out.move[count] = static_cast<Move>(move);
        out.result[count] = next.result;
        out.begin[count++] = changes;
        (differing(now.stones[kBlack], next.stones[kBlack]) |
         differing(now.stones[kWhite], next.stones[kWhite]))
            .each([&](int point) {
                out.changes[changes++] = {
                    static_cast<std::int16_t>(point),
                    static_cast<std::int16_t>(cell(next, point) - cell(now, point))};
            });
    }
    // Keeps the moves that are known to win, or else those that are not known to lose.
    void keep_forced(Candidates& out) {
        known_.look(walk_.position);
        int best = -1;
        std::int8_t wins[kMaxRootMoves];
        for (int i = 0; i < out.count; ++i) {
            const Result& result = out.result[i];
            wins[i] = result.over()
                          ? static_cast<std::int8_t>(result.winner * sign(to_move(walk_.position)))
                          : known_.of(out.move[i]).wins;
            best = wins[i] > best ? wins[i] : best;
        }
        int kept = 0, changes = 0;
        for (int i = 0; i < out.count; ++i) {
            if (wins[i] < best) continue;
            out.move[kept] = out.move[i];
            out.result[kept] = out.result[i];
            const int begin = out.begin[i], end = out.begin[i + 1];
            out.begin[kept++] = changes;
            for (int k = begin; k < end; ++k) out.changes[changes++] = out.changes[k];
        }
        out.begin[kept] = changes;
        out.count = kept;
    }
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
    KnownMoves<G> known_;
    bool forced_ = false;
    Walk<G> walk_;
    typename Walk<G>::Mark begin_;
};

}  // namespace ponnuki::td::inline PONNUKI_VARIANT
