// Any net on any game: every position is valued from nothing, or, by an n-tuple network, from the
// look-ups of the position before.
#pragma once

#include <variant>

#include "evaluators/evaluator.hpp"
#include "evaluators/nets.hpp"
#include "evaluators/tuples/following.hpp"
#include "evaluators/window/window.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// Calls use(net) with the net's own type.
template <class Use, class... Each>
PONNUKI_INLINE Score with_net(const std::variant<Each...>& any, Use use) {
    Score found = 0;
    (void)((std::holds_alternative<Each>(any) && (found = use(*std::get_if<Each>(&any)), true)) ||
           ...);
    return found;
}

template <Game G>
class AnyNetOn {
public:
    using Net = ponnuki::Net::Any;
    using Position = typename G::Position;
    // The look-ups of an n-tuple network, worked out when a leaf below asks for them. Other nets
    // keep nothing.
    struct State {
        FollowedTuples tuples;
        State* parent = nullptr;
        const Position* position = nullptr;  // known once there are positions after it
    };

    void use(const Net& net, Side root, bool afterstates) {
        net_ = &net;
        root_ = root;
        afterstates_ = afterstates;
        tuples_ = std::get_if<TupleNet>(&net);
        if (tuples_) follower_.use(*tuples_);
    }

    static bool can_update(const Position&, const Position&) { return true; }
    void start(const Position&, State& state) const {
        state.parent = nullptr;
        state.tuples.known = false;
    }
    // Both positions stay where they are as long as their states are used.
    void play(State& from, State& to, const Position& before, int) const {
        from.position = &before;
        to.parent = &from;
        to.tuples.known = false;
    }

    Score value(State& state, const Position& position) const {
        const Side viewer = afterstates_ ? other(to_move(position)) : root_;
        if (tuples_ && state.parent) {
            const State& before = followed(*state.parent, viewer);
            const Score score =
                follower_.value(before.tuples, before.position->stones, position.stones);
            return viewer == to_move(position) ? score : -score;
        }
        return with_net(*net_, [&](const auto& net) {
            const Score score =
                value_of<G::kSize>(net, position.stones[kBlack], position.stones[kWhite], viewer);
            return net.view(viewer) == to_move(position) ? score : -score;
        });
    }

    void look_from(Side leaf) { leaf_ = leaf; }
    Score score_of(double value, const Position& position) const {
        return with_net(*net_, [&](const auto& net) {
            const auto score = static_cast<Score>(nearest(value / net.unit));
            return net.view(afterstates_ ? leaf_ : root_) == to_move(position) ? score : -score;
        });
    }

private:
    // A state that has its look-ups.
    State& followed(State& state, Side viewer) const {
        if (state.tuples.known && state.tuples.viewer == viewer) return state;
        if (state.parent) {
            const State& before = followed(*state.parent, viewer);
            follower_.step(before.tuples, before.position->stones, state.position->stones,
                           state.tuples);
        } else {
            follower_.start(state.position->stones, viewer, state.tuples);
        }
        return state;
    }

    const Net* net_ = nullptr;
    const TupleNet* tuples_ = nullptr;          // if it is one
    mutable TupleFollower<G::kSize> follower_;  // what it notes is gone after each call
    Side root_ = kBlack;
    Side leaf_ = kBlack;
    bool afterstates_ = false;
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
