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
    struct State {
        WindowAccumulator<N> accumulator;
        WindowDeltas<N> deltas;
        WindowEstimateDeltas<N> estimate_deltas;

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
    }

    void play(State& from, State& to, const Position& before, int move) const {
        if (move == G::kPoints)
            to.accumulator = from.accumulator;
        else
            exact_.play(from.accumulator, from.deltas, to_move(before), move, to.accumulator);
        to.forget_deltas();
    }

    Score value(State& state, const Position& position) const {
        return sign(to_move(position)) * Score{exact_.value(state.accumulator)};
    }

    void add_reply(const State& from, const Position& position, int reply, State& to) const {
        to.deltas.forget();
        exact_.play(from.accumulator, to.deltas, other(to_move(position)), reply, to.accumulator);
        to.forget_deltas();
    }

    static int partner(int point) { return kWindow<N>.partner[point]; }

    void values(State& state, const Position& position, const Move* moves, int count,
                Score* out) const {
        const Side side = to_move(position);
        std::int32_t found[kMaxBatch];
        exact_.values(state.accumulator, state.deltas, side, moves, count, found);
        for (int i = 0; i < count; ++i) out[i] = sign(side) * Score{found[i]};
    }

    bool can_estimate() const { return estimator_.can_estimate(); }

    void estimates(State& state, const Position& position, const Move* moves, int count,
                   float* out) const {
        estimator_.estimates(state.accumulator, state.estimate_deltas, to_move(position), moves,
                             count, out);
    }
    float error(const State& state, Move move) const {
        return estimator_.error(state.estimate_deltas, move);
    }

private:
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
