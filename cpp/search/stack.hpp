// The stack of a search: the positions from the root to the current node, and what is kept of each.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "evaluators/evaluator.hpp"
#include "games/game.hpp"
#include "search/forcing.hpp"
#include "search/leaf_table.hpp"
#include "search/settings.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

template <Game G, EvaluatorOn<G> E>
class Stack {
public:
    using Position = typename G::Position;
    using Policy = typename ForcingPolicy<G>::Type;

    static constexpr int kMaxPly = G::kPoints + kMaxDepth + 2;
    // Whether siblings can be valued together: the policy tells which, the evaluator values them.
    static constexpr bool kBatchesSiblings = Policy::kTellsQuietMoves && ValuesSiblings<E, G>;

    struct Frame {
        Position position;
        [[no_unique_address]] typename Policy::State forcing;
        [[no_unique_address]] typename E::State state;  // of the evaluator, if it is ready
        std::uint64_t key;  // Zobrist key of the board; kept only where siblings are batched, and
                            // there no stone leaves the board
        Move move;          // the one that led here
        bool ready;         // whether `state` has been worked out
        int line_length;
        Move line[kMaxPly + 2];  // the principal variation from here
    };

    explicit Stack(const G& game) : game_(game), policy_(game), frames_(new Frame[kMaxPly + 2]) {}

    const G& game() const { return game_; }
    E& evaluator() { return evaluator_; }
    const Policy& policy() const { return policy_; }
    Frame& operator[](int ply) { return frames_[ply]; }
    const Frame& operator[](int ply) const { return frames_[ply]; }
    const Position& position(int ply) const { return frames_[ply].position; }
    Trail trail() const { return Trail(trail_.data(), trail_length_); }

    void start(const Position& position, Trail trail, const typename E::Net& net,
               const SearchSettings& settings) {
        policy_.start(settings);
        evaluator_.use(net, to_move(position), settings.afterstates);
        trail_length_ = 0;
        if constexpr (G::kMaxTrail > 0)
            for (const std::uint64_t key : trail) trail_[trail_length_++] = key;
        Frame& root = frames_[0];
        root.position = position;
        policy_.set_up(position, root.forcing);
        evaluator_.start(position, root.state);
        root.ready = true;
        root.key = 0;
        for (const Side side : {kBlack, kWhite})
            position.stones[side].each(
                [&](int point) { root.key ^= zobrist_key<G::kPoints>(side, point); });
    }

    void make(int ply, Move move) {
        const Frame& from = frames_[ply];
        Frame& to = frames_[ply + 1];
        if constexpr (G::kMaxTrail > 0)
            if (move != G::kPoints) trail_[trail_length_++] = from.position.key();
        to.position = from.position;
        game_.play(to.position, move);
        to.move = move;
        to.ready = false;
        if constexpr (kBatchesSiblings)
            to.key = from.key ^ zobrist_key<G::kPoints>(to_move(from.position), move);
        if (!to.position.result.over())
            policy_.play(from.forcing, to.forcing, from.position, to.position, move);
    }

    void unmake(Move move) {
        if constexpr (G::kMaxTrail > 0)
            if (move != G::kPoints) --trail_length_;
    }

    // The evaluator's state of a node, worked out when it is first needed.
    typename E::State& state(int ply) {
        Frame& frame = frames_[ply];
        if (!frame.ready) {
            const Position& before = frames_[ply - 1].position;
            if (E::can_update(before, frame.position))
                evaluator_.play(state(ply - 1), frame.state, before, frame.move);
            else
                evaluator_.start(frame.position, frame.state);
            frame.ready = true;
        }
        return frame.state;
    }

    // --- the principal variation ---

    void clear_line(int ply) { frames_[ply].line_length = 0; }

    void set_line(int ply, Move move) {
        frames_[ply].line[0] = move;
        frames_[ply].line_length = 1;
    }

    // A move, then the line of the node after it.
    void extend_line(int ply, Move move) {
        Frame& frame = frames_[ply];
        const Frame& next = frames_[ply + 1];
        frame.line[0] = move;
        frame.line_length = next.line_length + 1;
        for (int i = 0; i < next.line_length; ++i) frame.line[i + 1] = next.line[i];
    }

private:
    G game_;
    Policy policy_;
    E evaluator_;
    std::unique_ptr<Frame[]> frames_;
    int trail_length_ = 0;
    std::array<std::uint64_t, G::kMaxTrail ? G::kMaxTrail + kMaxDepth : 0> trail_;
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
