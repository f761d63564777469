// Evaluators as a search uses them: what is kept of a position from ply to ply, and its worth.
#pragma once

#include "evaluators/net.hpp"
#include "games/capture_go.hpp"
#include "search/settings.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// Any net on any game: every position is worked out from nothing.
template <class G>
class PlainValues {
public:
    static constexpr bool kBatches = false;
    struct State {};

    void use(const Net& net, Side root) {
        net_ = &net;
        root_ = root;
    }

    static bool can_carry(const typename G::Position&, const typename G::Position&) { return true; }
    void start(const typename G::Position&, State&) const {}
    void play(State&, State&, const typename G::Position&, int) const {}

    // The worth of a position for the side to move.
    Score value(State&, const typename G::Position& position) const {
        const auto& black = position.stones[kBlack];
        const auto& white = position.stones[kWhite];
        if (net_->kind() == NetKind::dense) {
            const DenseNet& net = net_->dense();
            const Side view = net.encoding == Encoding::black_white ? kBlack : root_;
            const Score score = DenseEvaluator(net).value<G::kSize>(black, white, view);
            return view == to_move(position) ? score : -score;
        }
        WindowSums<G::kSize> sums;
        const WindowEvaluator<G::kSize> net(
            *static_cast<const WindowNet<G::kSize>*>(net_->window()));
        net.start(black, white, sums);
        return sign(to_move(position)) * Score{net.value(sums)};
    }

private:
    const Net* net_ = nullptr;
    Side root_ = kBlack;
};

// The window net on games in which no stone leaves the board: sums go from ply to ply, and
// siblings are worked out together.
template <class G>
class WindowValues {
public:
    static constexpr int N = G::kSize;
    static constexpr bool kBatches = true;
    static constexpr int kMaxBatch = WindowEvaluator<N>::kMaxBatch;
    struct State {
        WindowSums<N> sums;
        WindowChanges<N> changes;
        WindowGuesses<N> guesses;

        void forget() {
            changes.forget();
            guesses.forget();
        }
    };

    void use(const Net& net, Side) {
        net_ = WindowEvaluator<N>(*static_cast<const WindowNet<N>*>(net.window()));
    }

    // Sums are carried on as long as no stone leaves the board.
    static bool can_carry(const typename G::Position& before, const typename G::Position& after) {
        return before.captured[kBlack] == after.captured[kBlack] &&
               before.captured[kWhite] == after.captured[kWhite];
    }

    void start(const typename G::Position& position, State& state) const {
        net_.start(position.stones[kBlack], position.stones[kWhite], state.sums);
        state.forget();
    }

    // `before` is the position in which `move` is made.
    void play(State& from, State& to, const typename G::Position& before, int move) const {
        if (move == G::kPoints)
            to.sums = from.sums;
        else
            net_.play(from.sums, from.changes, to_move(before), move, to.sums);
        to.forget();
    }

    Score value(State& state, const typename G::Position& position) const {
        return sign(to_move(position)) * Score{net_.value(state.sums)};
    }

    // What is kept of the position with a stone of the other side added, as a reply that comes
    // before the move; the side to move stays the same.
    void add_reply(const State& from, const typename G::Position& position, int reply,
                   State& to) const {
        to.changes.forget();
        net_.play(from.sums, to.changes, other(to_move(position)), reply, to.sums);
        to.forget();
    }

    // The point that is cheaper to ask for right after this one.
    static int partner(int point) { return kWindow<N>.partner[point]; }

    // The worth, for the side to move, of up to kMaxBatch of its moves; a pass among them leaves
    // the board as it is.
    void values(State& state, const typename G::Position& position, const Move* moves, int count,
                Score* out) const {
        const Side side = to_move(position);
        std::int32_t found[kMaxBatch];
        net_.values(state.sums, state.changes, side, moves, count, found);
        for (int i = 0; i < count; ++i) out[i] = sign(side) * Score{found[i]};
    }

    // Whether estimates can tell anything: with large weights they may be off by too much.
    bool can_estimate() const { return net_.can_estimate(); }

    // Estimates of the same for black; and how far one may be off, in the same units.
    void estimates(State& state, const typename G::Position& position, const Move* moves, int count,
                   float* out) const {
        net_.estimates(state.sums, state.guesses, to_move(position), moves, count, out);
    }
    float error(const State& state, Move move) const { return net_.error(state.guesses, move); }

private:
    WindowEvaluator<N> net_;
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
