// Any net on any game: every position is valued from nothing.
#pragma once

#include <variant>

#include "evaluators/evaluator.hpp"
#include "evaluators/nets.hpp"
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
    struct State {};

    void use(const Net& net, Side root, bool afterstates) {
        net_ = &net;
        root_ = root;
        afterstates_ = afterstates;
    }

    static bool can_update(const Position&, const Position&) { return true; }
    void start(const Position&, State&) const {}
    void play(State&, State&, const Position&, int) const {}

    Score value(State&, const Position& position) const {
        const Side viewer = afterstates_ ? other(to_move(position)) : root_;
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
    const Net* net_ = nullptr;
    Side root_ = kBlack;
    Side leaf_ = kBlack;
    bool afterstates_ = false;
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
