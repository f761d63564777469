// Learning by temporal differences: a net plays against itself or an opponent that stays the same,
// and learns from each game as it goes. Plain values, the same for every instruction set.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/types.hpp"
#include "evaluators/nets.hpp"
#include "games/options.hpp"
#include "play/engine.hpp"

namespace ponnuki::td {

// What the value of a board, seen by the side that has just moved, is drawn towards.
enum class Difference : std::uint8_t {
    two_plies,  // its own value after its next move (Mayer 2007)
    next_view,  // the other side's value after the next move, turned around
    own_move,   // from the board before a move to the board after it, one side's view of both
    naive,      // the other side's value after the next move as it is
};

enum class Selection : std::uint8_t {
    epsilon,   // the best move, or with probability epsilon any
    creative,  // any move that is nearly the best
    gibbs,     // by chances in proportion to e^(value / temperature)
};

// What a critic's utility is made of: weights of the shares of stones, areas and prisoners.
struct Utility {
    double stones = 0, areas = 0, prisoners = 0;
};

struct Settings {
    Difference difference = Difference::two_plies;
    Selection selection = Selection::creative;
    double epsilon = 0.05;
    bool learn_random = false;  // learns from its random moves too, those of the opening excepted
    double creativity = 0.05;
    double temperature = 0.1;        // of Gibbs sampling, and of an actor
    double temperature_halving = 0;  // games after which it is a half, then a third; 0: constant
    double discount = 1;             // gamma
    double trace = 0;                // lambda
    double rate = 0.01;              // the learning rate eta
    double rate_halving = 0;  // games after which the rate is a half, then a third; 0: constant
    double actor_rate = 0;    // ... and of an actor, which is a half when the rate is
    bool logistic = false;    // learns by logistic errors, not by squared ones
    bool coherence = false;   // a learning rate for every weight, by how its changes agree
    bool critic = false;      // learns its utility against an opponent, not who wins (HDP)
    Utility utility;
    double win = 1, draw = 0.5, loss = 0;
    double margin = 0;         // more for the winner, and less for the loser, by point of margin
    bool both_rewards = true;  // else only the side that moved last is rewarded
    bool exact_end = false;    // a move that ends the game is worth its reward, not the net's value
    bool forced = false;  // Capture Go: plays what is forced, and no move that is known to lose
    bool eyes = false;    // keeps its eyes, and passes only if no other move is left
    int opening = 0;      // plies drawn at random at the start of a game
    double opponent_share =
        1;  // of the games, where there is an opponent; the others are self-play
    std::uint64_t seed = 1;
};

// The move of a player outside of the core, told the seed of the game and all moves so far; below 0
// if it cannot play on. It is asked from the thread of its run.
using AskOutside = std::function<Move(std::uint64_t seed, std::span<const Move> moves)>;

// Some games of one learner, begun with what it has learned so far.
struct Run {
    Options options;
    Architecture net;
    // Of the same kind: it chooses the moves, by what the net says of them, and learns to; without
    // one, the net chooses.
    std::optional<Architecture> actor;
    Settings settings;
    std::int64_t first = 0;  // how many games it has played before
    std::int64_t games = 0;  // how many to play now
    // Whom it meets, black in the first game, then in every other one; without one, itself.
    std::optional<EnginePlayer> opponent = std::nullopt;
    AskOutside outside = nullptr;  // ... or this one

    bool meets_somebody() const { return opponent || outside; }
};

struct Learned {
    std::vector<float> weights;  // before the games, then after them
    std::vector<float> actor;    // the weights of an actor likewise
    // By weight: what it was asked to change by in all, with signs and without; used by coherence.
    std::vector<float> sums, sizes;
    std::int64_t games = 0;  // that were played to their end
    bool finite = true;      // false if weights or values overflowed; then they are of no use
    std::int64_t plies = 0;
    std::int64_t explored = 0;     // moves drawn at random
    std::int64_t differences = 0;  // that were learned from
    double error = 0;              // the sum of their sizes
    std::int64_t black_wins = 0, draws = 0;
    std::int64_t met = 0;     // games against an opponent
    std::int64_t wins = 0;    // ... that were won
    std::vector<Move> moves;  // of the last game
    Result result;            // ... and how it ended
};

// Plays the games of every run; one run is one thread, and depends on nothing but its settings and
// weights. False if `poll`, told the number of games so far, has stopped it.
bool learn(std::span<const Run> runs, int threads, const std::function<bool(std::int64_t)>& poll,
           std::span<Learned> learned);

using Kernel = void (*)(const Run& run, const std::atomic<bool>& stopped,
                        std::atomic<std::int64_t>& games, Learned& out);

extern const Kernel kBaselineTdKernel;
extern const Kernel kAvx2TdKernel;
extern const Kernel kAvx512TdKernel;

}  // namespace ponnuki::td
