// One training run: a particle swarm whose personal bests play beside it, or EP.
#pragma once

#include <atomic>
#include <cmath>
#include <cstring>
#include <memory>

#include "core/normals.hpp"
#include "learn/tic_tac_toe/player.hpp"
#include "learn/tic_tac_toe/tic_tac_toe.hpp"

namespace ponnuki::tictactoe::inline PONNUKI_VARIANT {

constexpr float kLargest = 3.40282347e38f;

// As float32; what is too large becomes its largest number.
inline float rounded(double x) {
    x = x > double{kLargest} ? double{kLargest} : x;
    x = x < -double{kLargest} ? -double{kLargest} : x;
    return static_cast<float>(x);
}

inline double size_of(const float* values, std::int64_t count) {
    double sum = 0;
    for (std::int64_t i = 0; i < count; ++i) sum += double{values[i]} * double{values[i]};
    return std::sqrt(sum / static_cast<double>(count));
}

inline double mean_of(const float* values, std::int64_t count) {
    double sum = 0;
    for (std::int64_t i = 0; i < count; ++i) sum += double{values[i]};
    return sum / static_cast<double>(count);
}

// One training run.
class Simulation {
public:
    Simulation(const Coevolution& run, std::uint64_t seed, Trained& out)
        : run_(run),
          seed_(seed),
          out_(out),
          first_(out.epochs),
          count_(2 * run.particles),
          weights_(run.shape.weights()),
          players_(new Player[count_]) {
        for (int i = 0; i < count_; ++i) at_[i] = i;
    }

    // The first `rows` nets.
    void draw_weights(float* to, int rows) const {
        const Streams streams(seed_, "weights");
        const int inputs = run_.shape.inputs();
        const int first = (inputs + 1) * run_.shape.hidden;
        const double bounds[2] = {1 / std::sqrt(static_cast<double>(inputs + 1)),
                                  1 / std::sqrt(static_cast<double>(run_.shape.hidden + 1))};
        for (int i = 0; i < rows; ++i) {
            Rng rng(streams[static_cast<std::uint64_t>(i)]);
            for (int j = 0; j < weights_; ++j)
                *to++ = static_cast<float>((2 * rng.uniform() - 1) * bounds[j >= first]);
        }
    }

    void play_epoch(int epoch) {
        Rng rng(stream(seed_, "opponents", static_cast<std::uint64_t>(epoch)));
        const Streams seeds(stream(seed_, "games", static_cast<std::uint64_t>(epoch)), "game");
        std::uint64_t game = 0;
        for (int i = 0; i < count_; ++i) {
            double score = 0;
            for (int k = 0; k < run_.opponents; ++k, ++game) {
                int other = rng.below(count_ - 1);
                other += other >= i;
                const int winner = play(player(i), player(other), seeds[game]);
                score += winner > 0 ? run_.win : winner < 0 ? run_.loss : run_.draw;
            }
            player(i).score = score;
        }
    }

    void pso(const std::atomic<bool>& stopped, std::atomic<std::int64_t>& games) {
        const int particles = run_.particles;
        float* const x = out_.positions.data();
        float* const v = out_.velocities.data();
        float* const bests = out_.bests.data();
        if (!out_.begun) {
            out_.begun = true;
            draw_weights(x, particles);
            std::memset(v, 0, sizeof(float) * particles * weights_);
            std::memcpy(bests, x, sizeof(float) * particles * weights_);
        }
        for (int i = 0; i < particles; ++i)
            player(particles + i).prepare(run_.shape, row(bests, i));
        for (int epoch = out_.epochs; epoch < run_.epochs; ++epoch) {
            for (int i = 0; i < particles; ++i) player(i).prepare(run_.shape, row(x, i));
            play_epoch(epoch);
            // A particle that outscored its personal best replaces it.
            int replaced = 0;
            double total = 0, best_total = 0;
            for (int i = 0; i < particles; ++i) {
                total += player(i).score;
                if (player(i).score > player(particles + i).score) {
                    std::memcpy(row(bests, i), row(x, i), sizeof(float) * weights_);
                    const int old = at_[i];
                    at_[i] = at_[particles + i];
                    at_[particles + i] = old;
                    ++replaced;
                }
                out_.best_scores[i] = player(particles + i).score;
                best_total += out_.best_scores[i];
            }
            if (run_.history)
                out_.history[epoch - first_] = {mean_of(x, particles * weights_),
                                                size_of(x, particles * weights_),
                                                size_of(bests, particles * weights_),
                                                size_of(v, particles * weights_),
                                                total / particles,
                                                best_total / particles,
                                                static_cast<double>(replaced) / particles};
            move_swarm(epoch);
            if (done(stopped, games)) return;
        }
        find_champion();
    }

    void ep(const std::atomic<bool>& stopped, std::atomic<std::int64_t>& games) {
        const int parents = run_.particles;
        float* const population = out_.positions.data();
        float* const sigmas = out_.velocities.data();
        if (!out_.begun) {
            out_.begun = true;
            draw_weights(population, count_);
            for (int i = 0; i < count_ * weights_; ++i) sigmas[i] = static_cast<float>(run_.sigma);
        }
        for (int i = 0; i < parents; ++i) player(i).prepare(run_.shape, row(population, i));
        const std::unique_ptr<Kept[]> kept(new Kept[count_]);
        const std::unique_ptr<Moved[]> moved(new Moved[parents * weights_]);
        for (int epoch = out_.epochs; epoch < run_.epochs; ++epoch) {
            for (int i = parents; i < count_; ++i)
                player(i).prepare(run_.shape, row(population, i));
            play_epoch(epoch);
            // The better half, best first; of equals the earlier goes first.
            for (int i = 0; i < count_; ++i) {
                const Kept one{player(i).score, i, at_[i]};
                int j = i;
                for (; j > 0 && kept[j - 1].score < one.score; --j) kept[j] = kept[j - 1];
                kept[j] = one;
            }
            double total = 0, best_total = 0;
            int replaced = 0;
            for (int i = 0; i < count_; ++i) {
                total += kept[i].score;
                at_[i] = kept[i].at;
                if (i >= parents) continue;
                const int from = kept[i].row * weights_;
                replaced += kept[i].row >= parents;
                best_total += out_.best_scores[i] = kept[i].score;
                for (int j = 0; j < weights_; ++j)
                    moved[i * weights_ + j] = {population[from + j], sigmas[from + j]};
            }
            for (int i = 0; i < parents * weights_; ++i) {
                population[i] = out_.bests[i] = moved[i].weight;
                sigmas[i] = moved[i].sigma;
            }
            mutate(epoch);
            if (run_.history)
                out_.history[epoch - first_] = {mean_of(population, count_ * weights_),
                                                size_of(population, count_ * weights_),
                                                size_of(population, parents * weights_),
                                                size_of(sigmas, count_ * weights_),
                                                total / count_,
                                                best_total / parents,
                                                static_cast<double>(replaced) / parents};
            if (done(stopped, games)) return;
        }
        find_champion();
    }

private:
    struct Kept {
        double score;
        int row;
        int at;
    };
    struct Moved {
        float weight, sigma;
    };

    Player& player(int i) { return players_[at_[i]]; }
    float* row(float* rows, int i) const { return rows + std::int64_t{i} * weights_; }

    bool done(const std::atomic<bool>& stopped, std::atomic<std::int64_t>& games) {
        const std::int64_t played = std::int64_t{count_} * run_.opponents;
        out_.games += played;
        ++out_.epochs;
        games.fetch_add(played, std::memory_order_relaxed);
        return stopped.load(std::memory_order_relaxed);
    }

    void move_swarm(int epoch) {
        Rng personal(stream(seed_, "personal", static_cast<std::uint64_t>(epoch)));
        Rng social(stream(seed_, "social", static_cast<std::uint64_t>(epoch)));
        float* const bests = out_.bests.data();
        const int groups = static_cast<int>(run_.group_begin.size()) - 1;
        for (int i = 0; i < run_.particles; ++i) {
            const int group = groups > 1 ? i : 0;
            int leader = run_.group[run_.group_begin[group]];
            for (int k = run_.group_begin[group]; k < run_.group_begin[group + 1]; ++k)
                if (out_.best_scores[run_.group[k]] > out_.best_scores[leader])
                    leader = run_.group[k];
            float* const x = row(out_.positions.data(), i);
            float* const v = row(out_.velocities.data(), i);
            const float* const own = row(bests, i);
            const float* const led = row(bests, leader);
            for (int j = 0; j < weights_; ++j) {
                const double here = x[j];
                double speed = run_.inertia * v[j] +
                               run_.c1 * personal.uniform() * (own[j] - here) +
                               run_.c2 * social.uniform() * (led[j] - here);
                if (run_.vmax > 0) {
                    speed = speed < -run_.vmax ? -run_.vmax : speed;
                    speed = speed > run_.vmax ? run_.vmax : speed;
                }
                x[j] = rounded(here + speed);
                v[j] = rounded(speed);
            }
        }
    }

    void mutate(int epoch) {
        Normals turns(stream(seed_, "turns", static_cast<std::uint64_t>(epoch)));
        Normals steps(stream(seed_, "steps", static_cast<std::uint64_t>(epoch)));
        const int half = run_.particles * weights_;
        float* const population = out_.positions.data();
        float* const sigmas = out_.velocities.data();
        for (int i = 0; i < half; ++i) {
            double turn = run_.tau * turns.next();
            turn = turn > 700 ? 700 : turn < -700 ? -700 : turn;
            const double sigma = sigmas[i] * exp_of(turn);
            population[half + i] = rounded(population[i] + sigma * steps.next());
            sigmas[half + i] = rounded(sigma);
        }
    }

    void find_champion() {
        out_.champion = 0;
        for (int i = 0; i < run_.particles; ++i)
            if (out_.best_scores[i] > out_.best_scores[out_.champion]) out_.champion = i;
    }

    const Coevolution& run_;
    std::uint64_t seed_;
    Trained& out_;
    int first_;  // the epoch that is done first
    int count_;
    int weights_;
    std::unique_ptr<Player[]> players_;
    int at_[2 * kMaxParticles];  // where the players are, by number
};

}  // namespace ponnuki::tictactoe::inline PONNUKI_VARIANT
