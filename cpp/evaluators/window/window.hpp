// The window net on a game in which stones are only added: an accumulator goes from ply to ply, and
// siblings are valued and estimated together.
#pragma once

#include "evaluators/evaluator.hpp"
#include "evaluators/window/estimates.hpp"
#include "evaluators/window/exact.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

template <Game G>
class WindowOn {
public:
    static constexpr int N = G::kSize;
    static constexpr int kMaxBatch = WindowKernel<N>::kMaxBatch;

    using Net = WindowNet;
    using Position = typename G::Position;
    // Of a board. What a search needs of it is worked out when it is first asked for: exact sums
    // from those of the board before, estimates from its own exact sums if these are there, else
    // from estimates of the board before, as long as exact ones are not too many stones away.
    struct State {
        WindowAccumulator<N> accumulator;
        WindowDeltas<N> deltas;
        WindowEstimateSums<N> estimate;
        WindowEstimateDeltas<N> estimate_deltas;
        State* from;  // the board before
        Side side;    // who has put a stone on it
        Move move;
        bool is_reply;   // ... out of turn: the same side is to move on both boards
        bool exact;      // whether the accumulator is there
        bool estimated;  // ... and the sums of estimates

        void forget_deltas() {
            deltas.forget();
            estimate_deltas.forget();
        }
    };

    void use(const WindowNet& net, Side, bool) {
        exact_ = WindowKernel<N>(net.on<N>());
        estimator_ = WindowEstimator<N>(net.on<N>());
        unit_ = net.unit;
    }
    void look_from(Side) {}  // a value is black's

    Score score_of(double value, const Position& position) const {
        const auto score = static_cast<Score>(nearest(value / unit_));
        return to_move(position) == kBlack ? score : -score;
    }

    // As long as no stone leaves the board.
    static bool can_update(const Position& before, const Position& after) {
        return before.captured[kBlack] == after.captured[kBlack] &&
               before.captured[kWhite] == after.captured[kWhite];
    }

    void start(const Position& position, State& state) const {
        exact_.start(position.stones[kBlack], position.stones[kWhite], state.accumulator);
        state.forget_deltas();
        state.exact = true;
        state.estimated = false;
    }

    void play(State& from, State& to, const Position& before, int move) const {
        follow(from, to_move(before), move, false, to);
    }

    Score value(State& state, const Position& position) const {
        return sign(to_move(position)) * Score{exact_.value(exact(state).accumulator)};
    }

    void add_reply(State& from, const Position& position, int reply, State& to) const {
        follow(from, other(to_move(position)), reply, true, to);
    }

    static int partner(int point) { return kWindow<N>.partner[point]; }

    void values(State& state, const Position& position, const Move* moves, int count,
                Score* out) const {
        const Side side = to_move(position);
        std::int32_t found[kMaxBatch];
        exact_.values(exact(state).accumulator, state.deltas, side, moves, count, found);
        for (int i = 0; i < count; ++i) out[i] = sign(side) * Score{found[i]};
    }

    void estimates(State& state, const Position& position, const Move* moves, int count,
                   float* values, float* errors) const {
        estimator_.estimates(estimated(state).estimate, state.estimate_deltas, to_move(position),
                             moves, count, values, errors);
    }

private:
    static void follow(State& from, Side side, int move, bool is_reply, State& to) {
        to.from = &from;
        to.side = side;
        to.move = static_cast<Move>(move);
        to.is_reply = is_reply;
        to.exact = to.estimated = false;
        to.forget_deltas();
    }

    // Whether sums are there is asked at every use, so the work itself is a call: inlined, with its
    // boards before, it would be most of the code of a search.
    PONNUKI_INLINE State& exact(State& state) const {
        if (!state.exact) find_exact(state);
        return state;
    }
    PONNUKI_INLINE State& estimated(State& state) const {
        if (!state.estimated) find_estimate(state);
        return state;
    }

    PONNUKI_NOINLINE void find_exact(State& state) const {
        state.exact = true;
        State& from = exact(*state.from);
        if (state.move == G::kPoints) {
            state.accumulator = from.accumulator;
            return;
        }
        // Deltas of the board before are those of the side that is to move there.
        auto& deltas = state.is_reply ? state.deltas : from.deltas;
        exact_.play(from.accumulator, deltas, state.side, state.move, state.accumulator);
        if (state.is_reply) state.deltas.forget();
    }

    PONNUKI_NOINLINE void find_estimate(State& state) const {
        state.estimated = true;
        if (!state.exact && state.move != G::kPoints) {
            State& from = estimated(*state.from);
            if (estimator_.can_play(from.estimate)) {
                auto& deltas = state.is_reply ? state.estimate_deltas : from.estimate_deltas;
                estimator_.play(from.estimate, deltas, state.side, state.move, state.estimate);
                if (state.is_reply) state.estimate_deltas.forget();
                return;
            }
        }
        estimator_.begin(exact(state).accumulator, state.estimate);
    }

    WindowKernel<N> exact_;
    WindowEstimator<N> estimator_;
    double unit_ = 1;
};

// The value of a board from nothing, in black's view.
template <int N>
Score value_of(const WindowNet& net, const Bits<N * N>& black, const Bits<N * N>& white, Side) {
    WindowAccumulator<N> accumulator;
    const WindowKernel<N> kernel(net.on<N>());
    kernel.start(black, white, accumulator);
    return kernel.value(accumulator);
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
