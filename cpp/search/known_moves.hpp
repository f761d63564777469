// What is known of moves without a search, by the game's policy of forced moves: captures, forced
// replies, moves into atari and double ataris in Capture Go; nothing elsewhere.
#pragma once

#include "core/types.hpp"
#include "games/game.hpp"
#include "search/capture_go_forcing.hpp"
#include "search/forcing.hpp"
#include "search/search_walk.hpp"
#include "search/settings.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

template <Game G>
class KnownMoves {
public:
    using Position = typename G::Position;

    explicit KnownMoves(const G& game) : policy_(game) {}

    // Whether forced moves are to be known at all.
    void start(bool forced) {
        SearchSettings settings;
        settings.forced = forced;
        policy_.start(settings);
    }

    // Looks at a position that is not over.
    void look(const Position& position) {
        forced_ = {};
        kinds_ = {};
        goes_on_ = false;
        if constexpr (Policy::kTellsQuietMoves) {
            if (!policy_.active()) return;
            typename Policy::State state;
            policy_.set_up(position, state);
            forced_ = policy_.forced(state, position);
            Bits<G::kPoints> wanted;
            if (forced_.kind == Forced<G>::kNothing) wanted = position.empty();
            for (const Move move : forced_.replies)
                if (move < G::kPoints) wanted.set(move);
            if (forced_.kind != Forced<G>::kWins) kinds_ = policy_.kinds(state, position, wanted);
            goes_on_ = forced_.kind == Forced<G>::kNothing && policy_.moves_remain(position);
        }
        (void)position;
    }

    // Whether the game goes on after every stone.
    bool goes_on() const { return goes_on_; }

    // Of a move after which the game goes on.
    Proof of(Move move) const {
        const bool loses = forced_.kind == Forced<G>::kLoses ||
                           (forced_.kind == Forced<G>::kReplies && !is_reply(move)) ||
                           (move < G::kPoints && kinds_.blunders.has(move));
        if (loses) return {-1, 2};
        if (move < G::kPoints && kinds_.winning.has(move)) return {1, 3};
        return {};
    }

private:
    using Policy = typename ForcingPolicy<G>::Type;

    bool is_reply(Move move) const {
        for (const Move one : forced_.replies)
            if (one == move) return true;
        return false;
    }

    Policy policy_;
    Forced<G> forced_;
    MoveKinds<G> kinds_;
    bool goes_on_ = false;
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
