// Tic-tac-toe by small nets: co-evolution of whole populations, and exact measures of their play
// (Franken & Engelbrecht 2003).
//
// A move is chosen by one ply of looking ahead: every successor is valued by the net, and the best
// is played; among equals the one with the highest priority from the game's seed, by the same rule
// as in searches. Nets are dense: 9 or 10 inputs, one hidden layer of at most 16 sigmoid units, a
// sigmoid output, biases. Their values are those of DenseKernel, to the last bit.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "evaluators/nets.hpp"

namespace ponnuki::tictactoe {

constexpr int kMaxHidden = 16;
constexpr int kMaxParticles = 1024;

// Which of equally valued moves is played.
enum class Ties : std::uint8_t { random, first, last };

// How finely outputs are told apart. Nets with large weights saturate, and then it matters.
enum class Output : std::uint8_t {
    grid,     // as all evaluators do: the sigmoid in steps of 2^-20
    doubles,  // as the sigmoid in double precision does: up to 1 - 2^-53, and down to e^-709
    sums,     // before the sigmoid, which never saturates
};

// What sort of net plays, and how it chooses.
struct NetShape {
    Encoding encoding = Encoding::own_opponent;  // or messerschmidt
    int hidden = 7;
    bool sees_wins = false;  // whether a move that makes a line is played without asking the net
    Ties ties = Ties::random;
    Output output = Output::grid;

    int inputs() const { return encoding == Encoding::messerschmidt ? 10 : 9; }
    int weights() const { return (inputs() + 2) * hidden + 1; }
};

// Nothing, or why an architecture is none that is played here.
std::string objection(const Architecture& architecture);

enum class Method : std::uint8_t { pso, ep };

// One training run. Each epoch every player plays as player one against opponents drawn from all
// the others, and only player one's points count.
struct Coevolution {
    NetShape shape;
    Method method = Method::pso;
    int particles = 20;  // of a swarm, or parents in EP; twice as many play
    int epochs = 500;
    int opponents = 5;
    double win = 1, draw = 0, loss = -2;

    // Swarms; the personal bests play beside the particles.
    double inertia = 1, c1 = 1, c2 = 1;
    double vmax = 0;               // no velocity is larger; 0 for no limit
    std::vector<int> group;        // the particles that leaders are chosen from, group by group
    std::vector<int> group_begin;  // where each group begins, and where the last one ends

    // EP; parents and children play, and the better half survives.
    double sigma = 0.05;  // step sizes at the start
    double tau = 0.1;     // how fast step sizes change

    bool history = false;  // whether a line is kept for every epoch
};

// What is known of an epoch after its games.
struct EpochLine {
    double mean_weight;  // of the particles, or of everyone in EP
    double weight_size;  // root of their mean square
    double best_size;    // the same of the personal bests, or of the survivors
    double velocity;     // root of the mean square of velocities, or of step sizes
    double score;        // mean points of the particles, or of everyone
    double best_score;   // mean points of the personal bests after the games, or of the survivors
    double replaced;     // share of personal bests that were replaced, or of children that survived
};

// The state of a run after some epochs, from which it can go on.
struct Trained {
    bool begun = false;  // whether there are players; else they are drawn
    int epochs = 0;      // that are done
    int champion = 0;    // its row in `bests`
    // Swarms: where particles would be in the next epoch, and how fast. EP: all players of the next
    // epoch, survivors first, and their step sizes.
    std::vector<float> positions;
    std::vector<float> velocities;
    std::vector<float> bests;         // personal bests, or survivors
    std::vector<double> best_scores;  // of these in the last epoch
    std::vector<EpochLine> history;   // of the epochs that were done now
    std::int64_t games = 0;           // played now
};

// Runs all of them on `threads` threads. Run i depends on runs[i] and seeds[i] alone, and goes on
// from out[i] if there is an out[i]: an epoch draws from streams of its own number, so a run in
// parts equals a run in one go. `poll` is asked every 50 ms with the number of games done; false
// gives up, and then the result is false.
bool coevolve(std::span<const Coevolution> runs, std::span<const std::uint64_t> seeds, int threads,
              const std::function<bool(std::int64_t)>& poll, std::vector<Trained>& out);

enum class Opponent : std::uint8_t {
    random,   // every legal move alike
    perfect,  // every move that keeps the value of the game alike
};

// How a net does against an opponent: chances, or counts of games.
struct Standing {
    double win[2];  // as player one, as player two
    double loss[2];
};

// The exact chances of nets, by going through all games; equally good moves are equally likely.
bool exact_standings(const NetShape& shape, std::span<const float> weights, Opponent opponent,
                     int threads, const std::function<bool(std::int64_t)>& poll,
                     std::vector<Standing>& out);

// Counts of games: `games` as player one and as many as player two for every net; net i draws from
// seeds[i], its game k from the stream ("game", k) of that, the second half as player two.
bool sampled_standings(const NetShape& shape, std::span<const float> weights, Opponent opponent,
                       std::int64_t games, std::span<const std::uint64_t> seeds, int threads,
                       const std::function<bool(std::int64_t)>& poll, std::vector<Standing>& out);

// What a net plays in every position, by position: bit m is set if move m is one of the best. A
// position is the number whose ternary digit for point p is 0 empty, 1 X, 2 O.
constexpr int kCodes = 19683;
void policy(const NetShape& shape, std::span<const float> weights, std::span<std::uint16_t> out);

// The same for an opponent.
void policy(Opponent opponent, std::span<std::uint16_t> out);

// One thread's memory for measures.
struct Workspace {
    bool known[kCodes];
    double win[kCodes];
    double loss[kCodes];
    std::uint16_t moves[kCodes];
};

// The entry points that exist once for each instruction set.
struct Kernels {
    // `out` has its vectors at their full size. False if it was stopped.
    bool (*coevolve)(const Coevolution& run, std::uint64_t seed, const std::atomic<bool>& stopped,
                     std::atomic<std::int64_t>& games, Trained& out);
    void (*policy)(const NetShape& shape, const float* weights, std::uint16_t* out);
    void (*exact)(const NetShape& shape, const float* weights, const std::uint16_t* opponent,
                  Workspace& workspace, Standing& out);
    void (*sample)(const NetShape& shape, const float* weights, const std::uint16_t* opponent,
                   std::int64_t games, std::uint64_t seed, Workspace& workspace, Standing& out);
};

}  // namespace ponnuki::tictactoe

namespace ponnuki {

extern const tictactoe::Kernels kBaselineTicTacToeKernels;
extern const tictactoe::Kernels kAvx2TicTacToeKernels;
extern const tictactoe::Kernels kAvx512TicTacToeKernels;

}  // namespace ponnuki
