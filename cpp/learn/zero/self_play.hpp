// Self-play by tree search, one game at a time.
#pragma once

#include <memory>

#include "core/aligned.hpp"
#include "core/rng.hpp"
#include "learn/zero/zero.hpp"
#include "search/search_tree.hpp"
#include "search/search_walk.hpp"

namespace ponnuki::zero::inline PONNUKI_VARIANT {

class SelfPlayGame final : public SelfPlay {
public:
    SelfPlayGame(const Options& options, const SelfPlaySettings& settings)
        : settings_(settings), walk_(new_search_walk(options)) {
        search_.visits = settings.visits;
        search_.gumbel = settings.gumbel;
        search_.gumbel_noise = true;
        search_.forced = settings.forced;
        search_.eyes = settings.eyes;
        points_ = walk_->points();
        walk_->use_marks(settings.marks);
    }

    void begin(std::int64_t number, bool to_the_end) override {
        clear(game_);
        movers_.clear();
        to_the_end_ = to_the_end;
        decided_ = false;
        seed_ = stream(settings_.seed, "game", static_cast<std::uint64_t>(number));
        walk_->start_game(settings_.forced);
        play_opening();
        start_search();
    }

    bool advance(std::uint8_t* cells) override {
        while (!over()) {
            if (!tree_.finished()) {
                if (tree_.descend(cells) != SearchTree::Visit::waits) continue;
                ++game_.leaves;
                return true;
            }
            move_on();
        }
        finish();
        return false;
    }
    void receive(double value, const float* logits) override { tree_.receive(value, logits); }

    void play(const ConvNet& net, const std::atomic<bool>& stop) override {
        std::uint8_t cells[kMaxRootMoves];
        float logits[kMaxRootMoves];
        while (!stop.load(std::memory_order_relaxed) && advance(cells)) {
            const Score score = conv_value(net, cells, logits);
            receive(static_cast<double>(score) * net.unit, logits);
        }
    }

    const ZeroGame& game() const override { return game_; }

private:
    bool over() const { return walk_->result().over() || (decided_ && !to_the_end_); }

    // Random moves of which none decides the game.
    void play_opening() {
        Rng rng(stream(seed_, "opening", 0));
        if (!rng.chance(settings_.opening_share)) return;
        WalkMove moves[kMaxRootMoves];
        for (int left = rng.below(settings_.opening + 1); left > 0; --left) {
            const int count = walk_->list(settings_.eyes, moves);
            int quiet = 0;
            for (int i = 0; i < count; ++i)
                if (moves[i].proof.wins == 0 && !moves[i].drawn && moves[i].move < points_)
                    moves[quiet++] = moves[i];
            if (quiet == 0) return;
            play_move(moves[rng.below(quiet)].move);
        }
    }

    void play_move(Move move) {
        add_move(game_, move);
        walk_->advance(move);
    }

    void start_search() {
        tree_.start(*walk_, search_, stream(seed_, "gumbel", game_.moves.size()));
    }

    // What the finished search says is kept, and its move played.
    void move_on() {
        const SearchTree::Node& root = tree_.root();
        walk_->rewind();
        const Side mover = walk_->mover();
        // A position that is decided at first sight teaches nothing: no net is ever asked for it.
        if (!decided_ && tree_.asked_net()) keep_sample(mover);
        if (root.proof.wins != 0 && !decided_) {
            decided_ = true;
            game_.winner = root.proof.wins * sign(mover);
        }
        play_move(tree_.edge(tree_.gumbel_edge()).move);
        if (!walk_->result().over()) start_search();
    }

    void keep_sample(Side mover) {
        const SearchTree::Node& root = tree_.root();
        Samples& kept = game_.samples;
        const std::size_t row = kept.cells.size();
        const double value = root.proof.wins != 0 ? root.proof.wins : tree_.value_of_root();
        add_sample(kept, points_, static_cast<float>(value));
        walk_->show(kept.cells.data() + row);
        double shares[kMaxRootMoves];
        tree_.improved_policy(shares);
        for (int i = 0; i < root.count; ++i)
            kept.policies[row + tree_.edge(root.first + i).move] =
                static_cast<std::uint16_t>(shares[i] * kPolicySteps + 0.5);
        movers_.push_back(static_cast<std::int8_t>(sign(mover)));
    }

    // The outcome goes into the values.
    void finish() {
        game_.result = walk_->result();
        if (!decided_) game_.winner = game_.result.winner;
        for (std::size_t i = 0; i < movers_.size(); ++i) {
            float& value = game_.samples.values[i];
            const auto outcome = static_cast<float>(game_.winner * movers_[i]);
            const auto share = static_cast<float>(settings_.outcome_share);
            value = share * outcome + (1 - share) * value;
        }
        movers_.clear();
    }

    SelfPlaySettings settings_;
    SearchSettings search_;
    std::unique_ptr<SearchWalk> walk_;
    SearchTree tree_;
    ZeroGame game_;
    std::vector<std::int8_t, AlignedAllocator<std::int8_t>> movers_;
    std::uint64_t seed_ = 0;
    int points_ = 0;
    bool to_the_end_ = false;
    bool decided_ = false;
};

}  // namespace ponnuki::zero::inline PONNUKI_VARIANT
