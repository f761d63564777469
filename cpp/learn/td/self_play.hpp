// One game after another, with a net that learns as it goes: it plays against itself, or one side
// against an opponent that stays the same.
#pragma once

#include <cmath>
#include <optional>
#include <utility>

#include "core/rng.hpp"
#include "evaluators/coherence.hpp"
#include "evaluators/fates/learning.hpp"
#include "evaluators/learning.hpp"
#include "learn/td/actor.hpp"
#include "learn/td/opponent.hpp"
#include "learn/td/td.hpp"
#include "learn/td/trace.hpp"
#include "learn/td/walk.hpp"
#include "play/choice.hpp"

namespace ponnuki::td::inline PONNUKI_VARIANT {

template <class Net>
class SelfPlay {
public:
    // `coherence` gives every weight a learning rate of its own, unless it is null. Without an
    // opponent, and in some games with one, the net plays both sides. With an actor, that one
    // chooses the moves by what the net says of them.
    SelfPlay(GameWalk& walk, const Settings& settings, Net& net, Coherence* coherence,
             Opponent* opponent, Actor<Net>* actor)
        : walk_(walk),
          settings_(settings),
          net_(net),
          coherence_(coherence),
          opponent_(opponent),
          actor_(actor),
          sums_(net.units()),
          before_(seen()),
          end_(seen()) {
        for (Seen& one : boards_) one = seen();
        for (int i = 0; i < 2; ++i) chains_[i].last = &boards_[i];
        if (settings.trace > 0)
            for (Chain& chain : chains_) chain.trace.emplace(net);
    }

    // Plays one game and learns from it. False if a value was no number, or an opponent outside of
    // the core could not play on.
    bool play(std::int64_t index, Learned& out) {
        Rng rng(stream(settings_.seed, "self-play", static_cast<std::uint64_t>(index)));
        const double games = static_cast<double>(index);
        rate_ = settings_.rate_halving > 0 ? settings_.rate / (1 + games / settings_.rate_halving)
                                           : settings_.rate;
        actor_rate_ = settings_.actor_rate * rate_ / settings_.rate;
        temperature_ = settings_.temperature_halving > 0
                           ? settings_.temperature / (1 + games / settings_.temperature_halving)
                           : settings_.temperature;
        for (Chain& chain : chains_) chain.open = false;
        clear_traces();
        walk_.start(settings_.forced);
        meets_ = meets_opponent(index) ? opponent_ : nullptr;
        if (meets_) meets_->start(index);
        own_ = index % 2 ? kWhite : kBlack;
        if (settings_.critic) utility_ = utility(settings_.utility, walk_.holdings(), own_);
        out.moves.clear();
        int random_ply = -1000;  // of the latest move drawn at random
        while (!walk_.result().over()) {
            const int ply = static_cast<int>(out.moves.size());
            const Side mover = walk_.mover();
            const bool theirs = meets_ && mover != own_;
            if (settings_.difference == Difference::own_move) see(mover, before_);
            bool random = ply < settings_.opening;
            const Move move = random   ? walk_.random_move(rng)
                              : theirs ? meets_->choose(walk_, out.moves)
                                       : choose(mover, rng, random);
            if (move < 0) return false;
            out.moves.push_back(move);
            walk_.play(move);
            if (meets_) meets_->see(move);
            out.explored += random;
            if (theirs || (meets_ && ply < settings_.opening)) continue;
            if (random && !(settings_.learn_random && ply >= settings_.opening)) {
                random_ply = ply;
                clear_traces();
            }
            see(mover, *now_);
            if (!std::isfinite(now_->value)) return false;
            if (settings_.critic) find_gain();
            if constexpr (PredictsFates<Net>)
                learn_fates(mover, ply - random_ply, out);
            else
                learn_difference(mover, ply - random_ply, out);
        }
        out.result = walk_.result();
        if constexpr (PredictsFates<Net>)
            learn_owners(out);
        else if (meets_)
            learn_own_reward(out);
        else
            learn_rewards(out);
        out.plies += static_cast<std::int64_t>(out.moves.size());
        out.black_wins += out.result.winner > 0;
        out.draws += out.result.winner == 0;
        out.met += meets_ != nullptr;
        out.wins += meets_ && out.result.winner == sign(own_);
        ++out.games;
        return true;
    }

private:
    // A board as one side saw it, valued for that side.
    struct Seen {
        typename Net::Moment moment;
        float value = 0;
        float direction = 1;  // -1 where the net's value is the other side's
    };

    // Boards whose values are compared with the next one of the same chain.
    struct Chain {
        bool open = false;
        Seen* last = nullptr;
        float gain = 0;  // of utility by the move that led to the last one, for a critic
        std::optional<Trace<Net>> trace;  // of eligibility, if there is one
    };

    bool meets_opponent(std::int64_t index) const {
        if (!opponent_ || settings_.opponent_share >= 1) return opponent_;
        Rng rng(stream(settings_.seed, "meeting", static_cast<std::uint64_t>(index)));
        return rng.chance(settings_.opponent_share);
    }

    Seen seen() const { return {.moment = net_.moment()}; }

    float turned(float value) const {
        return static_cast<float>(settings_.win + settings_.loss) - value;
    }
    bool is_turned(Side side) const { return !net_.has_viewer() && side == kWhite; }

    float reward(const Result& result, Side side) const {
        if (result.winner == 0) return static_cast<float>(settings_.draw);
        const double margin = settings_.margin * result.margin2 / 2;
        return static_cast<float>(result.winner == sign(side) ? settings_.win + margin
                                                              : settings_.loss - margin);
    }

    // The board as it is now.
    void see(Side side, Seen& out) {
        const float value = net_.value(walk_.stones, side, out.moment);
        out.value = is_turned(side) ? turned(value) : value;
        out.direction = is_turned(side) ? -1.0f : 1.0f;
    }

    // The move to be played; `random` says whether it was drawn from all that are allowed.
    Move choose(Side mover, Rng& rng, bool& random) {
        walk_.list(settings_.eyes, candidates_);
        const int count = candidates_.count;
        if (settings_.selection == Selection::epsilon && rng.chance(settings_.epsilon)) {
            random = true;
            return candidates_.move[rng.below(count)];
        }
        if (count == 1) return candidates_.move[0];
        float best = -HUGE_VALF;
        net_.start(walk_.stones, mover, inputs_, sums_.data());
        net_.values_after(sums_.data(), candidates_.changes.data(), candidates_.begin, count, mover,
                          values_);
        for (int i = 0; i < count; ++i) {
            if (is_turned(mover)) values_[i] = turned(values_[i]);
            if (settings_.exact_end && candidates_.result[i].over())
                values_[i] = reward(candidates_.result[i], mover);
            if (values_[i] > best) best = values_[i];
        }
        if constexpr (!PredictsFates<Net>)
            if (actor_) {
                const int chosen =
                    actor_->choose(walk_.stones, candidates_, mover, values_, actor_rate_, rng);
                return candidates_.move[chosen];
            }
        const auto worth = [&](int i) { return values_[i]; };
        int chosen = 0;
        switch (settings_.selection) {
            case Selection::epsilon:  // ties are drawn
                chosen = creative_choice(count, best, 0, worth, rng);
                break;
            case Selection::creative:
                chosen = creative_choice(count, best, settings_.creativity, worth, rng);
                break;
            case Selection::gibbs:
                chosen = gibbs_choice(count, best, temperature_, worth, chances_, rng);
                break;
        }
        return candidates_.move[chosen];
    }

    // After a move: `since` is how many plies ago the latest random move was, 0 for this one.
    void learn_difference(Side mover, int since, Learned& out) {
        const auto discount = static_cast<float>(settings_.discount);
        switch (settings_.difference) {
            case Difference::two_plies:
                // What an opponent draws at random is part of the world that is learned.
                if (chains_[mover].open && since > (meets_ ? 0 : 2))
                    learn(chains_[mover], discount * now_->value + chains_[mover].gain, out);
                advance(chains_[mover], 1);
                return;
            case Difference::next_view:
                if (chains_[0].open && since > 1)
                    learn(chains_[0], discount * turned(now_->value), out);
                advance(chains_[0], -1);
                return;
            case Difference::naive:
                if (chains_[0].open && since > 1) learn(chains_[0], discount * now_->value, out);
                advance(chains_[0], 1);
                return;
            case Difference::own_move:
                if (since > 0) learn(before_, discount * now_->value, out);
                advance(chains_[0], 1);
                return;
        }
    }

    // The same for a net that predicts the fate of every point: each fate is drawn towards the
    // same point's on the next board, or on the same side's next one. Fates are black's on all
    // boards.
    void learn_fates(Side mover, int since, Learned& out) {
        const bool by_side = settings_.difference == Difference::two_plies;
        Chain& chain = chains_[by_side ? mover : 0];
        if (chain.open && since > (meets_ ? 0 : by_side ? 2 : 1))
            draw_fates(*chain.last, now_->moment.fates.data(), out);
        advance(chain, 1);
    }

    // The end of a game: whose the points have become.
    void learn_owners(Learned& out) {
        walk_.owners(owners_);
        for (const Chain& chain : chains_)
            if (chain.open) draw_fates(*chain.last, owners_, out);
    }

    // One step that draws all fates towards their targets at once. The error is the mean over
    // points, so that a rate means the same on every size of board.
    void draw_fates(const Seen& from, const float* targets, Learned& out) {
        const int points = net_.points();
        const auto rate = static_cast<float>(rate_ / points);
        float steps[kMaxFatePoints];
        double sizes = 0;
        for (int point = 0; point < points; ++point) {
            const float difference = targets[point] - from.moment.fates[point];
            steps[point] = rate * difference;
            sizes += std::fabs(static_cast<double>(difference));
        }
        net_.learn_fates(from.moment, steps);
        ++out.differences;
        out.error += sizes / points;
    }

    // The end of a game: what it is worth to whoever moved last, and to the other side, which sees
    // the same board from its own side.
    void learn_rewards(Learned& out) {
        if (out.moves.empty()) return;
        const Side last = other(walk_.mover());
        const Side first = other(last);
        const bool by_side = settings_.difference == Difference::two_plies;
        Chain& own = chains_[by_side ? last : 0];
        learn(own, reward(out.result, last), out);
        if (!settings_.both_rewards) return;
        const float theirs = reward(out.result, first);
        const bool board_changed = !walk_.is_pass(out.moves.back());
        const bool open = by_side && chains_[first].open;
        if (open && (board_changed || net_.has_viewer())) learn(chains_[first], theirs, out);
        if (net_.has_viewer() && (board_changed || !open)) {
            see(first, end_);
            learn(end_, theirs, out);
        }
    }

    // Against an opponent: what the game is worth to the learner, by its last board alone.
    void learn_own_reward(Learned& out) {
        Chain& own = chains_[own_];
        if (own.open) learn(own, settings_.critic ? own.gain : reward(out.result, own_), out);
    }

    // What the critic's own move, and the answer before it, have added to its utility.
    void find_gain() {
        const double now = utility(settings_.utility, walk_.holdings(), own_);
        gain_ = now > utility_ ? static_cast<float>(now - utility_) : 0.0f;
        utility_ = now;
    }

    void count(float difference, Learned& out) {
        ++out.differences;
        out.error += std::fabs(static_cast<double>(difference));
    }

    // One step that draws a value towards a target.
    void learn(const Seen& from, float target, Learned& out) {
        const float difference = target - from.value;
        const auto rate = static_cast<float>(rate_);
        if (coherence_)
            coherence_->learn(net_, from.moment, difference * from.direction, rate);
        else
            net_.learn(from.moment, rate * difference * from.direction);
        count(difference, out);
    }

    // ... or all values of a chain, each by its share in the trace.
    void learn(const Chain& chain, float target, Learned& out) {
        if (!chain.trace) {
            learn(*chain.last, target, out);
            return;
        }
        const float difference = target - chain.last->value;
        const auto rate = static_cast<float>(rate_);
        if (coherence_)
            chain.trace->learn(net_, difference, rate, *coherence_);
        else
            chain.trace->learn(net_, rate * difference);
        count(difference, out);
    }

    // The board that was just seen becomes the last one of a chain.
    void advance(Chain& chain, int turn) {
        std::swap(chain.last, now_);
        chain.open = true;
        chain.gain = gain_;
        if (!chain.trace) return;
        const auto decay = static_cast<float>(turn * settings_.discount * settings_.trace);
        chain.trace->add(net_, chain.last->moment, chain.last->direction, decay);
    }

    void clear_traces() {
        for (Chain& chain : chains_)
            if (chain.trace) chain.trace->clear();
    }

    GameWalk& walk_;
    const Settings& settings_;
    Net& net_;
    Coherence* coherence_;
    Opponent* opponent_;
    Actor<Net>* actor_;
    Opponent* meets_ = nullptr;  // in this game; else itself
    Side own_ = kBlack;          // the learner's side against an opponent
    double rate_ = 0;
    double actor_rate_ = 0;
    double temperature_ = 0;
    double utility_ = 0;  // of the critic's board before
    float gain_ = 0;
    Seen boards_[3];  // now, and the last one of each chain
    Seen* now_ = &boards_[2];
    Chain chains_[2];  // by side, or the first alone
    FloatRow sums_;
    typename Net::Inputs inputs_;
    Seen before_, end_;
    Candidates candidates_;
    float values_[kMaxRootMoves];
    float owners_[kMaxFatePoints];  // of points at the end of a game
    double chances_[kMaxRootMoves];
};

}  // namespace ponnuki::td::inline PONNUKI_VARIANT
