// A net that chooses the moves of a learner whose own net only values boards: the actor beside a
// critic. It learns which moves the critic likes better than what it plays on average.
#pragma once

#include <cmath>
#include <vector>

#include "core/rng.hpp"
#include "evaluators/learning.hpp"
#include "learn/td/walk.hpp"
#include "play/choice.hpp"

namespace ponnuki::td::inline PONNUKI_VARIANT {

template <class Net>
class Actor {
public:
    Actor(Net& net, double temperature)
        : net_(net), temperature_(temperature), sums_(net.units()) {}

    // The index of a move, by chances in proportion to e^(value / temperature). `worth` is what the
    // critic says of the moves. The chances then take a step of the rate along the gradient of what
    // they are worth on average: the derivative by the value of a move is its chance times what its
    // worth has above the average, by temperature.
    //
    // Moves that end the game are known, as they are to a search: one that wins is played, one that
    // loses is not unless all do, and a draw has a value of 0. Nothing is learned about them.
    int choose(const Stones& stones, const Candidates& candidates, Side mover, const float* worth,
               double rate, Rng& rng) {
        const int count = candidates.count;
        net_.start(stones, mover, inputs_, sums_.data());
        net_.values_after(sums_.data(), candidates.changes.data(), candidates.begin, count, mover,
                          values_);
        float best = -HUGE_VALF;
        for (int i = 0; i < count; ++i) {
            const Result& result = candidates.result[i];
            if (!net_.has_viewer() && mover == kWhite) values_[i] = -values_[i];
            if (result.over()) {
                const int wins = result.winner * sign(mover);
                if (wins > 0) return i;
                values_[i] = wins < 0 ? -HUGE_VALF : 0.0f;
            }
            if (values_[i] > best) best = values_[i];
        }
        if (!std::isfinite(best)) return rng.below(count);
        const int chosen = gibbs_choice(
            count, best, temperature_, [&](int i) { return values_[i]; }, chances_, rng);
        learn(stones, candidates, mover, worth, rate);
        return chosen;
    }

private:
    void learn(const Stones& stones, const Candidates& candidates, Side mover, const float* worth,
               double rate) {
        const int count = candidates.count;
        double total = 0, average = 0;
        for (int i = 0; i < count; ++i) total += chances_[i];
        for (int i = 0; i < count; ++i) average += chances_[i] / total * worth[i];
        while (static_cast<int>(moments_.size()) < count) moments_.push_back(net_.moment());
        // All gradients are those of the weights as they are now.
        for (int i = 0; i < count; ++i) {
            const double change = rate * (chances_[i] / total) * (worth[i] - average);
            steps_[i] = static_cast<float>(change / temperature_);
            if (candidates.result[i].over() || std::fabs(steps_[i]) < kLeast) steps_[i] = 0;
            if (steps_[i] == 0) continue;
            net_.value(after(stones, candidates, i), mover, moments_[i]);
        }
        const bool turned = !net_.has_viewer() && mover == kWhite;
        for (int i = 0; i < count; ++i)
            if (steps_[i] != 0) net_.learn(moments_[i], turned ? -steps_[i] : steps_[i]);
    }

    static Stones after(Stones board, const Candidates& candidates, int i) {
        for (int k = candidates.begin[i]; k < candidates.begin[i + 1]; ++k) {
            const auto [point, by] = candidates.changes[k];
            const std::uint64_t bit = std::uint64_t{1} << (point & 63);
            std::uint64_t& black = board.word[kBlack][point >> 6];
            std::uint64_t& white = board.word[kWhite][point >> 6];
            const int now = ((black & bit) != 0) - ((white & bit) != 0) + by;
            black = now > 0 ? black | bit : black & ~bit;
            white = now < 0 ? white | bit : white & ~bit;
        }
        return board;
    }

    static constexpr float kLeast = 1e-8f;  // a smaller step changes nothing worth its time

    Net& net_;
    double temperature_;
    FloatRow sums_;
    typename Net::Inputs inputs_;
    std::vector<typename Net::Moment> moments_;  // by move; their memory is used again
    float values_[kMaxRootMoves];
    float steps_[kMaxRootMoves];
    double chances_[kMaxRootMoves];
};

}  // namespace ponnuki::td::inline PONNUKI_VARIANT
