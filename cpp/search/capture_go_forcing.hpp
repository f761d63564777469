// What is forced in Capture Go: all that a search knows of this game beyond its rules.
//
// Where the first capture wins, a side that can capture has won, and a side in atari has to save
// its string. So atari and its reply are read before any move is made, and a reply costs no depth.
#pragma once

#include "games/capture_go.hpp"
#include "search/forcing.hpp"
#include "search/tactics.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

template <int N>
class CaptureGoForcing {
public:
    using Rules = CaptureGo<N>;
    using Position = typename Rules::Position;
    using Points = Bits<N * N>;
    using State = Tactics<N>;  // strings and their liberties

    static constexpr bool kTellsQuietMoves = true;

    explicit CaptureGoForcing(const Rules& game)
        : game_(game),
          first_capture_wins_(game.options().captures == 1),
          can_get_stuck_(!game.options().passing &&
                         game.options().no_move != CaptureGoOptions::NoMove::passes) {}

    void start(const SearchSettings& settings) {
        active_ = first_capture_wins_ && settings.forced;
        extends_leaves_ = active_ && settings.ataris;
    }

    bool active() const { return active_; }
    bool extends_leaves() const { return extends_leaves_; }

    void set_up(const Position& position, State& state) const {
        state.start(position.stones[kBlack], position.stones[kWhite]);
    }

    void play(const State& from, State& to, const Position& before, const Position& after,
              Move move) const {
        if (!active_) return;
        if (move == Rules::kPoints)
            to = from;
        else
            to.play(from, to_move(before), move, after.empty());
    }

    Forced<Rules> forced(const State& state, const Position& position) const {
        Forced<Rules> out;
        if (!active_) return out;
        const Side side = to_move(position);
        out.winning = state.last_liberties(other(side));
        if (out.winning.any()) {
            out.kind = Forced<Rules>::kWins;
            return out;
        }
        const Points saves = state.last_liberties(side);
        if (!saves.any()) return out;
        // In atari: save the string, or pass if that ends the game. Two strings whose last
        // liberties differ cannot both be saved; a save may be suicide.
        const int save = saves.lowest();
        if (saves.count() == 1 && game_.playable(position, save, {})) out.replies.add(save);
        if (pass_ends(position) && game_.may_pass(position)) out.replies.add(Rules::kPoints);
        out.kind = out.replies.count > 0 ? Forced<Rules>::kReplies : Forced<Rules>::kLoses;
        return out;
    }

    MoveKinds<Rules> kinds(const State& state, const Position& position,
                           const Points& wanted) const {
        const Points empty = position.empty();
        const auto moves = state.moves(to_move(position), empty, empty & wanted);
        return {moves.quiet, moves.ataris, moves.doubles, moves.blunders};
    }

    // Whether a stone of `side` stays quiet whatever quiet move the other side makes just before it
    // on a point that is not beside it.
    bool stays_quiet(const State& state, const Position& position, Side side, int point) const {
        return state.steady(side, point, position.empty());
    }

    // Whether a pass ends the game.
    static bool pass_ends(const Position& position) { return position.passes > 0; }

    // Whether the side to move wins with a pass.
    bool pass_wins(const Position& position) const {
        if (!pass_ends(position) || !game_.may_pass(position)) return false;
        Position after = position;
        game_.play(after, Rules::kPoints);
        return after.result.winner == sign(to_move(position));
    }

    // Where passing is forbidden a side without a legal move ends the game. That cannot be within
    // two plies as long as many empty points have empty neighbours: a stone takes away at most
    // five.
    bool moves_remain(const Position& position) const {
        return !can_get_stuck_ || Grid<N>::open_points(position.empty()).count() > 10;
    }

private:
    Rules game_;
    bool first_capture_wins_;
    bool can_get_stuck_;
    bool active_ = false;
    bool extends_leaves_ = false;
};

template <int N>
struct ForcingPolicy<CaptureGo<N>> {
    using Type = CaptureGoForcing<N>;
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
