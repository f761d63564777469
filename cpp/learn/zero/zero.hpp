// Learning from nothing but the rules: a convolutional net plays against itself by tree search, and
// learns what the search found and who won. Plain values, the same for every instruction set.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/types.hpp"
#include "evaluators/conv/conv.hpp"
#include "games/options.hpp"

namespace ponnuki::zero {

struct SelfPlaySettings {
    int visits = 32;              // of every search
    int gumbel = 16;              // moves of the root that it considers
    bool forced = true;           // the search knows what is forced
    bool eyes = false;            // Go: keeps its eyes, and passes only if no other move is left
    double opening_share = 0.5;   // games that begin with random moves
    int opening = 8;              // ... at most so many, none of which decides the game
    double outcome_share = 0.75;  // of the outcome in a value; the rest is what the search said
    std::uint64_t seed = 1;
    Marks marks = 0;  // that the net knows
};

// A policy is kept in steps of 1/kPolicySteps; kNoMove marks what is no move of the position.
constexpr std::uint16_t kPolicySteps = 65534;
constexpr std::uint16_t kNoMove = 65535;

// What a net learns from, row by row: cells as `conv_value` sees them; a share for each point and
// one for a pass; the value for the side to move.
struct Samples {
    std::vector<std::uint8_t> cells;
    std::vector<std::uint16_t> policies;
    std::vector<float> values;
};

struct ZeroGame {
    ZeroGame();
    ZeroGame(const ZeroGame&);
    ZeroGame(ZeroGame&&) noexcept;
    ZeroGame& operator=(const ZeroGame&);
    ZeroGame& operator=(ZeroGame&&) noexcept;
    ~ZeroGame();

    Samples samples;
    std::vector<Move> moves;
    Result result;   // by the rules; not over where the end was proven and not played
    int winner = 0;  // +1 black, -1 white
    std::int64_t leaves = 0;
};

// Kernels share these, so that no copy of a vector's code is of one instruction set.
void clear(ZeroGame& game);
void add_move(ZeroGame& game, Move move);
void add_sample(Samples& samples, int points, float value);  // all moves are no moves at first

// One game of a net with itself, which stops wherever the net has to value a position.
class SelfPlay {
public:
    virtual ~SelfPlay();

    // The game with that number in the run. A game ends where its winner is proven, or is played
    // to its end by the rules.
    virtual void begin(std::int64_t number, bool to_the_end) = 0;
    // Goes on. True if the net has to value `cells`, and `receive` has to follow; false if the game
    // is over.
    virtual bool advance(std::uint8_t* cells) = 0;
    virtual void receive(double value, const float* logits) = 0;
    // Goes on to the end with a net of the core; gives up soon after `stop` is set.
    virtual void play(const ConvNet& net, const std::atomic<bool>& stop) = 0;

    virtual const ZeroGame& game() const = 0;
};

std::unique_ptr<SelfPlay> make_self_play(const Options& options, const SelfPlaySettings& settings);

// Plays the games first .. first+count-1 of a run; the first of them to its end by the rules. False
// if `poll`, told the number of games so far, has stopped it. Nothing depends on the threads.
bool self_play(const Options& options, const ConvNet& net, const SelfPlaySettings& settings,
               std::int64_t first, int threads, const std::function<bool(std::int64_t)>& poll,
               std::span<ZeroGame> games);

// Many games at once for a net outside the core: all of them wait for values at the same time.
class GamePool {
public:
    // Game number k of slot s is number first + k * slots + s of the run.
    GamePool(const Options& options, const SelfPlaySettings& settings, int slots,
             std::int64_t first);
    GamePool(const GamePool&) = delete;
    GamePool& operator=(const GamePool&) = delete;

    // Lets every game go on until it waits for the net; where one ends, the next begins. It is told
    // the values and logits, row by row, of the cells of the last call, or nothing at the first.
    // Gives the cells of all slots, row by row.
    const std::vector<std::uint8_t>& advance(const float* values, const float* logits, int threads,
                                             const std::function<bool(std::int64_t)>& poll);
    // The games that ended since the last call, in the order of their ends.
    std::vector<ZeroGame> take() { return std::exchange(ended_, {}); }

    int slots() const { return static_cast<int>(games_.size()); }
    int row() const { return row_; }
    bool begun() const { return begun_; }

private:
    std::vector<std::unique_ptr<SelfPlay>> games_;
    std::vector<std::int64_t> numbers_;
    std::vector<std::vector<ZeroGame>> ended_of_;
    std::vector<ZeroGame> ended_;
    std::vector<std::uint8_t> cells_;
    int row_;
    bool begun_ = false;
};

// --- Learning from samples.

struct TrainSettings {
    double rate = 1e-3;  // Adam's
    double first_decay = 0.9, second_decay = 0.999;
    double weight_decay = 1e-4;  // of all weights, apart from the gradient
    double value_share = 1;      // of the value's squared error beside the policy's cross entropy
    int batch = 256;
    std::uint64_t seed = 1;
};

// What learning changes: weights as in a file, and the two means of Adam.
struct TrainState {
    std::vector<float> weights, first, second;
    std::int64_t step = 0;  // batches so far
};

struct SamplesView {
    const std::uint8_t* cells;
    const std::uint16_t* policies;
    const float* values;
    std::int64_t count;
};

struct Losses {
    double policy = 0;  // sums over samples
    double value = 0;
    std::int64_t samples = 0;
};

// Learns from batches that are drawn at random, each sample turned and mirrored at random. False if
// `poll`, told the number of batches so far, has stopped it.
bool train(const ConvArchitecture& architecture, const TrainSettings& settings,
           const SamplesView& samples, int batches, int threads,
           const std::function<bool(std::int64_t)>& poll, TrainState& state, Losses& losses);

// The gradient of the mean loss over samples, and the loss; for tests.
std::vector<float> gradient(const ConvArchitecture& architecture, std::span<const float> weights,
                            const SamplesView& samples, double value_share, Losses& losses);

// Where the weights of a net lie while it learns: those of a convolution by tap, by input, by
// output, its inputs padded to a multiple of kInputGroup.
constexpr int kInputGroup = 8;
struct TrainLayout {
    explicit TrainLayout(const ConvArchitecture& architecture);

    struct Layer {
        int taps, inputs, outputs;
        int weights, biases;  // where they begin
    };
    int size, blocks, channels, planes;
    bool liberties;
    Marks marks;
    std::vector<Layer> layers;   // as those of a net: the policy's and the value's are the last
    int policy, hidden, output;  // where the rest begins, as in a net
    int count = 0;               // of all
    std::vector<std::int32_t> in_row;  // by place: which weight of a file it is; -1 for padding
};

// Computes gradients for a thread. Weights and gradients lie as the layout says.
class Gradient {
public:
    virtual ~Gradient();

    // The weights have to stay where they are until others follow.
    virtual void set_weights(const float* weights) = 0;
    // Adds the gradient of the sum of the losses.
    virtual void add(const SamplesView& samples, double value_share, float* gradient,
                     Losses& losses) = 0;
};

// --- What exists once for each instruction set.

struct ZeroKernels {
    SelfPlay* (*self_play)(const Options& options, const SelfPlaySettings& settings);
    Gradient* (*gradient)(const TrainLayout& layout);
};

extern const ZeroKernels kBaselineZeroKernels;
extern const ZeroKernels kAvx2ZeroKernels;
extern const ZeroKernels kAvx512ZeroKernels;

}  // namespace ponnuki::zero
