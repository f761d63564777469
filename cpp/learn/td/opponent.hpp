// A player that a learner meets and that stays the same.
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <span>

#include "core/rng.hpp"
#include "learn/td/td.hpp"
#include "learn/td/walk.hpp"
#include "play/engine.hpp"

namespace ponnuki::td::inline PONNUKI_VARIANT {

// What it draws at random in a game follows from the run's seed and the game's number.
class Opponent {
public:
    Opponent(const Run& run, const std::atomic<bool>* stop)
        : player_(run.opponent), outside_(run.outside), stop_(stop), seed_(run.settings.seed) {
        if (player_) engine_ = make_engine(run.options, player_->search.depth, stop);
    }

    void start(std::int64_t game) {
        game_seed_ = stream(seed_, "opponent", static_cast<std::uint64_t>(game));
        draws_ = Rng(game_seed_).state();
        place_ = player_ && player_->book ? Book::kStart : Book::kOutside;
        if (player_ && player_->search.reuse) engine_->new_game();
    }
    // Below 0 if it cannot play on, or is to stop.
    Move choose(const GameWalk& walk, std::span<const Move> moves) {
        if (outside_)
            return stop_->load(std::memory_order_relaxed) ? Move{-1} : outside_(game_seed_, moves);
        LastMoves last;
        for (const Move move : moves.last(std::min<std::size_t>(moves.size(), 2)))
            last = last.then(move);
        return engine_
            ->choose(*player_, walk.position(), walk.trail(), last, place_, game_seed_, draws_)
            .move;
    }
    // A move of either side.
    void see(Move move) {
        if (place_ != Book::kOutside) place_ = player_->book->after(place_, move);
    }

private:
    std::optional<EnginePlayer> player_;
    const AskOutside& outside_;
    const std::atomic<bool>* stop_;
    std::uint64_t seed_;
    std::unique_ptr<Engine> engine_;
    std::uint64_t game_seed_ = 0;
    RngState draws_{};
    int place_ = Book::kOutside;
};

}  // namespace ponnuki::td::inline PONNUKI_VARIANT
