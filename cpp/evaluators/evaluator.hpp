// What a search asks of a net on a game, as concepts: the contract between nets and everything to
// their right. What a learner asks is in learning.hpp. docs/adding-an-evaluator.md says how to add
// one.
#pragma once

#include <concepts>

#include "core/types.hpp"
#include "games/game.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// E reads the rounded weights E::Net and keeps an E::State for a position, its accumulator. It is
// carried from ply to ply by delta updates, or is empty.
template <class E, class G>
concept EvaluatorOn =
    Game<G> && requires(E evaluator, const E reader, const typename E::Net& net,
                        typename E::State& state, const typename G::Position& position, Move move) {
        // Whose weights to read, and who is to move at the root: the viewer, where there is one and
        // positions are not seen by the side that has just moved.
        evaluator.use(net, kBlack, bool{});
        // Who has just moved at the leaves, which lie at one depth.
        evaluator.look_from(kBlack);
        // Whether the state after a move follows from the state before it.
        { E::can_update(position, position) } -> std::same_as<bool>;
        // The state of a position from nothing.
        reader.start(position, state);
        // The state after a move, from the state and the position before it.
        reader.play(state, state, position, move);
        // The value for the side to move.
        { reader.value(state, position) } -> std::same_as<Score>;
        // A number as values are counted, for the side to move in a position that nobody has won.
        { reader.score_of(double{}, position) } -> std::same_as<Score>;
    };

// Also values the positions after several moves of one position, its siblings, together.
template <class E, class G>
concept ValuesSiblings =
    EvaluatorOn<E, G> &&
    requires(const E reader, typename E::State& state, const typename G::Position& position,
             const Move* moves, int count, Score* scores) {
        { E::kMaxBatch } -> std::convertible_to<int>;
        // The point that is cheaper to ask for right after this one.
        { E::partner(int{}) } -> std::same_as<int>;
        // For the side to move; a pass among the moves leaves the board as it is.
        reader.values(state, position, moves, count, scores);
        // The state with a stone of the other side added, as a reply that comes before the move.
        reader.add_reply(state, position, int{}, state);
    };

// Also estimates siblings for less, with a bound on how far each estimate may be off.
template <class E, class G>
concept EstimatesSiblings =
    ValuesSiblings<E, G> &&
    requires(const E reader, typename E::State& state, const typename G::Position& position,
             const Move* moves, int count, float* values, float* errors) {
        // In black's view, and how far each may be off. Both have room for kMaxBatch.
        reader.estimates(state, position, moves, count, values, errors);
    };

}  // namespace ponnuki::inline PONNUKI_VARIANT
