// Compiled once for each instruction set, with PONNUKI_VARIANT and PONNUKI_TIC_TAC_TOE naming it.
#include <bit>
#include <cmath>
#include <cstring>
#include <memory>

#include "core/bits.hpp"
#include "core/rng.hpp"
#include "learn/draws.hpp"
#include "learn/small_net.hpp"
#include "learn/tic_tac_toe.hpp"

namespace ponnuki::tictactoe {

inline namespace PONNUKI_VARIANT {

// The move with the highest priority of some, by the rule of searches.
static int settle_tie(unsigned moves, int plies, const Streams& ties) {
    int best = -1;
    std::uint64_t best_priority = 0;
    for (; moves; moves &= moves - 1) {
        const int move = std::countr_zero(moves);
        const std::uint64_t priority = ties[static_cast<std::uint64_t>(1024 * plies + move)];
        if (best < 0 || priority > best_priority) {
            best = move;
            best_priority = priority;
        }
    }
    return best;
}

static unsigned one_of(unsigned moves, int plies, const Streams& ties) {
    return (moves & (moves - 1)) == 0 ? moves : 1u << settle_tie(moves, plies, ties);
}

// A net and what it thought in positions that it has met. The same few positions come again and
// again: every game begins with the empty board, and a net may stay for many epochs.
class Player {
public:
    void prepare(const NetShape& shape, const float* weights) {
        net_.prepare(shape, weights);
        std::memset(met_, 0, sizeof met_);
    }

    unsigned best_moves(Stones own, Stones theirs) {
        const std::uint32_t position = own << 9 | theirs;
        std::uint32_t& met = met_[(position * 0x9e3779b1u) >> 24];
        if (met >> 9 != position || met == 0) met = position << 9 | net_.best_moves(own, theirs);
        return met & kFull;
    }

    double score = 0;

private:
    SmallNet net_;
    std::uint32_t met_[256];  // a position and its best moves
};

// A whole game: +1 if black won, -1 if white did, 0 for a draw.
static int play(Player& black, Player& white, std::uint64_t seed) {
    const Streams ties(seed, "tie");
    Stones own = 0, theirs = 0;
    for (int plies = 0; plies < kPoints; ++plies) {
        Player& player = plies & 1 ? white : black;
        const unsigned moves = player.best_moves(own, theirs);
        const Stones after = own | one_of(moves, plies, ties);
        if (kHasLine[after]) return plies & 1 ? -1 : 1;
        own = theirs;
        theirs = after;
    }
    return 0;
}

constexpr float kLargest = 3.40282347e38f;

// As float32; what is too large becomes its largest number.
static float rounded(double x) {
    x = x > double{kLargest} ? double{kLargest} : x;
    x = x < -double{kLargest} ? -double{kLargest} : x;
    return static_cast<float>(x);
}

static double size_of(const float* values, std::int64_t count) {
    double sum = 0;
    for (std::int64_t i = 0; i < count; ++i) sum += double{values[i]} * double{values[i]};
    return std::sqrt(sum / static_cast<double>(count));
}

static double mean_of(const float* values, std::int64_t count) {
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
        draw_weights(x, particles);
        std::memset(v, 0, sizeof(float) * particles * weights_);
        std::memcpy(bests, x, sizeof(float) * particles * weights_);
        for (int i = 0; i < particles; ++i)
            player(particles + i).prepare(run_.shape, row(bests, i));
        for (int epoch = 0; epoch < run_.epochs; ++epoch) {
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
                out_.history[epoch] = {mean_of(x, particles * weights_),
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
        draw_weights(population, count_);
        for (int i = 0; i < count_ * weights_; ++i) sigmas[i] = static_cast<float>(run_.sigma);
        for (int i = 0; i < parents; ++i) player(i).prepare(run_.shape, row(population, i));
        const std::unique_ptr<Kept[]> kept(new Kept[count_]);
        const std::unique_ptr<Moved[]> moved(new Moved[parents * weights_]);
        for (int epoch = 0; epoch < run_.epochs; ++epoch) {
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
                out_.history[epoch] = {mean_of(population, count_ * weights_),
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
        for (int i = 0; i < run_.particles; ++i)
            if (out_.best_scores[i] > out_.best_scores[out_.champion]) out_.champion = i;
    }

    const Coevolution& run_;
    std::uint64_t seed_;
    Trained& out_;
    int count_;
    int weights_;
    std::unique_ptr<Player[]> players_;
    int at_[2 * kMaxParticles];  // where the players are, by number
};

static bool train(const Coevolution& run, std::uint64_t seed, const std::atomic<bool>& stopped,
                  std::atomic<std::int64_t>& games, Trained& out) {
    Simulation simulation(run, seed, out);
    if (run.method == Method::pso)
        simulation.pso(stopped, games);
    else
        simulation.ep(stopped, games);
    return !stopped.load(std::memory_order_relaxed);
}

static void net_policy(const NetShape& shape, const float* weights, std::uint16_t* out) {
    SmallNet net;
    net.prepare(shape, weights);
    for (Stones black = 0; black <= kFull; ++black)
        for (Stones white = 0; white <= kFull; ++white) {
            const int lead = std::popcount(black) - std::popcount(white);
            if ((black & white) || (black | white) == kFull || kHasLine[black] || kHasLine[white])
                continue;
            if (lead == 0 || lead == 1)
                out[code_of(black, white)] = static_cast<std::uint16_t>(
                    lead == 0 ? net.best_moves(black, white) : net.best_moves(white, black));
        }
}

// The games between a net and an opponent of given moves.
class Enumeration {
public:
    Enumeration(const SmallNet& net, const std::uint16_t* opponent, Workspace& workspace)
        : net_(net), opponent_(opponent), space_(workspace) {}

    void run(Side side, Standing& out) {
        side_ = side;
        std::memset(space_.known, 0, sizeof space_.known);
        follow(0, 0, 0);
        out.win[side] = space_.win[0];
        out.loss[side] = space_.loss[0];
    }

private:
    void follow(Stones own, Stones theirs, int plies) {
        const bool black = (plies & 1) == 0;
        const int code = black ? code_of(own, theirs) : code_of(theirs, own);
        space_.known[code] = true;
        const bool ours = (side_ == kBlack) == black;
        const unsigned moves = ours ? net_.best_moves(own, theirs) : opponent_[code];
        double win = 0, loss = 0;
        for (unsigned rest = moves; rest; rest &= rest - 1) {
            const Stones after = own | (rest & -rest);
            if (kHasLine[after]) {
                (ours ? win : loss) += 1;
            } else if (plies + 1 < kPoints) {
                const int next = black ? code_of(after, theirs) : code_of(theirs, after);
                if (!space_.known[next]) follow(theirs, after, plies + 1);
                win += space_.win[next];
                loss += space_.loss[next];
            }
        }
        const double count = std::popcount(moves);
        space_.win[code] = win / count;
        space_.loss[code] = loss / count;
    }

    const SmallNet& net_;
    const std::uint16_t* opponent_;
    Workspace& space_;
    Side side_ = kBlack;
};

static void exact(const NetShape& shape, const float* weights, const std::uint16_t* opponent,
                  Workspace& workspace, Standing& out) {
    SmallNet net;
    net.prepare(shape, weights);
    Enumeration games(net, opponent, workspace);
    games.run(kBlack, out);
    games.run(kWhite, out);
}

static void sample(const NetShape& shape, const float* weights, const std::uint16_t* opponent,
                   std::int64_t games, std::uint64_t seed, Workspace& workspace, Standing& out) {
    SmallNet net;
    net.prepare(shape, weights);
    std::memset(workspace.moves, 0, sizeof workspace.moves);
    const Streams seeds(seed, "game");
    out = {};
    for (std::int64_t i = 0; i < 2 * games; ++i) {
        const std::uint64_t game_seed = seeds[static_cast<std::uint64_t>(i)];
        const Side side = i < games ? kBlack : kWhite;
        Rng rng(game_seed);
        const Streams ties(game_seed, "tie");
        Stones own = 0, theirs = 0;
        for (int plies = 0; plies < kPoints; ++plies) {
            const bool black = (plies & 1) == 0;
            const int code = black ? code_of(own, theirs) : code_of(theirs, own);
            const bool ours = (side == kBlack) == black;
            Stones after = own;
            if (ours) {
                std::uint16_t& moves = workspace.moves[code];
                if (!moves) moves = static_cast<std::uint16_t>(net.best_moves(own, theirs));
                after |= one_of(moves, plies, ties);
            } else {
                const unsigned moves = opponent[code];
                after |= 1u << select(moves, rng.below(std::popcount(moves)));
            }
            if (kHasLine[after]) {
                (ours ? out.win : out.loss)[side] += 1;
                break;
            }
            own = theirs;
            theirs = after;
        }
    }
}

}  // namespace PONNUKI_VARIANT

}  // namespace ponnuki::tictactoe

namespace ponnuki {

const tictactoe::Kernels PONNUKI_TIC_TAC_TOE = {.coevolve = tictactoe::train,
                                                .policy = tictactoe::net_policy,
                                                .exact = tictactoe::exact,
                                                .sample = tictactoe::sample};

}  // namespace ponnuki
