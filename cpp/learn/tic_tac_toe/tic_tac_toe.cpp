#include "learn/tic_tac_toe/tic_tac_toe.hpp"

#include <algorithm>
#include <memory>

#include "core/cpu.hpp"
#include "core/parallel.hpp"
#include "learn/tic_tac_toe/small_net.hpp"

namespace ponnuki::tictactoe {

static const Kernels& kernels() {
    switch (instruction_set()) {
#if defined(PONNUKI_HAS_BASELINE)
        case InstructionSet::baseline: return kBaselineTicTacToeKernels;
#endif
#if defined(PONNUKI_HAS_AVX2)
        case InstructionSet::avx2: return kAvx2TicTacToeKernels;
#endif
#if defined(PONNUKI_HAS_AVX512)
        case InstructionSet::avx512: return kAvx512TicTacToeKernels;
#endif
        default: break;
    }
    throw_no_instruction_set();
}

std::string objection(const Architecture& architecture) {
    const auto* net = std::get_if<DenseArchitecture>(&architecture);
    if (!net || net->size != 3) return "the net must be a dense one on a board of 3x3";
    if (net->encoding != Encoding::own_opponent && net->encoding != Encoding::messerschmidt)
        return "the net's encoding must be own-opponent or messerschmidt";
    if (net->hidden.size() != 1 || net->hidden[0] > kMaxHidden)
        return "the net must have one hidden layer of at most " + std::to_string(kMaxHidden) +
               " units";
    if (net->hidden_activation != Activation::sigmoid ||
        net->output_activation != Activation::sigmoid || !net->biases)
        return "the net must have sigmoid units with biases";
    return "";
}

static void make_room(const Coevolution& run, Trained& out) {
    const std::size_t rows = run.particles;
    const std::size_t weights = run.shape.weights();
    const std::size_t moving = run.method == Method::pso ? rows : 2 * rows;
    out.positions.resize(moving * weights);
    out.velocities.resize(moving * weights);
    out.bests.resize(rows * weights);
    out.best_scores.resize(rows);
    out.history.assign(run.history ? run.epochs - out.epochs : 0, {});
    out.games = 0;
}

bool coevolve(std::span<const Coevolution> runs, std::span<const std::uint64_t> seeds, int threads,
              const std::function<bool(std::int64_t)>& poll, std::vector<Trained>& out) {
    out.resize(runs.size());
    std::atomic<std::int64_t> games{0};
    std::atomic<bool> stopped{false};
    const auto kernel = kernels().coevolve;
    const auto train = [&](int, std::int64_t i) {
        make_room(runs[i], out[i]);
        kernel(runs[i], seeds[i], stopped, games, out[i]);
    };
    return parallel_for(
        static_cast<std::int64_t>(runs.size()), threads, stopped, [] { return 0; }, train,
        [&] { return poll(games); });
}

// Runs measure(workspace, net) for every net, a handful of them at a time.
template <class Measure>
static bool for_all_nets(std::size_t nets, int threads,
                         const std::function<bool(std::int64_t)>& poll, Measure measure) {
    constexpr std::size_t kChunk = 4;
    std::atomic<std::int64_t> done{0};
    std::atomic<bool> stopped{false};
    const auto some = [&](std::unique_ptr<Workspace>& workspace, std::int64_t chunk) {
        const std::size_t end = std::min<std::size_t>(nets, (chunk + 1) * kChunk);
        for (std::size_t i = chunk * kChunk; i < end; ++i, ++done) measure(*workspace, i);
    };
    return parallel_for(
        static_cast<std::int64_t>((nets + kChunk - 1) / kChunk), threads, stopped,
        [] { return std::make_unique<Workspace>(); }, some, [&] { return poll(done); });
}

static const std::vector<std::uint16_t>& opponent_policy(Opponent opponent);

bool exact_standings(const NetShape& shape, std::span<const float> weights, Opponent opponent,
                     int threads, const std::function<bool(std::int64_t)>& poll,
                     std::vector<Standing>& out) {
    out.assign(weights.size() / shape.weights(), {});
    const std::uint16_t* moves = opponent_policy(opponent).data();
    const auto kernel = kernels().exact;
    return for_all_nets(out.size(), threads, poll, [&](Workspace& workspace, std::size_t i) {
        kernel(shape, weights.data() + i * shape.weights(), moves, workspace, out[i]);
    });
}

bool sampled_standings(const NetShape& shape, std::span<const float> weights, Opponent opponent,
                       std::int64_t games, std::span<const std::uint64_t> seeds, int threads,
                       const std::function<bool(std::int64_t)>& poll, std::vector<Standing>& out) {
    out.assign(weights.size() / shape.weights(), {});
    const std::uint16_t* moves = opponent_policy(opponent).data();
    const auto kernel = kernels().sample;
    return for_all_nets(out.size(), threads, poll, [&](Workspace& workspace, std::size_t i) {
        kernel(shape, weights.data() + i * shape.weights(), moves, games, seeds[i], workspace,
               out[i]);
    });
}

void policy(const NetShape& shape, std::span<const float> weights, std::span<std::uint16_t> out) {
    std::fill(out.begin(), out.end(), std::uint16_t{0});
    kernels().policy(shape, weights.data(), out.data());
}

void policy(Opponent opponent, std::span<std::uint16_t> out) {
    const auto& moves = opponent_policy(opponent);
    std::copy(moves.begin(), moves.end(), out.begin());
}

// Fills in the moves of all positions from here on, and gives the worth for the side to move.
static int solve(Stones own, Stones theirs, bool black, std::vector<std::uint16_t>& legal,
                 std::vector<std::uint16_t>& keeping, std::vector<std::int8_t>& worth) {
    if (kHasLine[theirs]) return -1;
    const Stones empty = kFull & ~(own | theirs);
    if (!empty) return 0;
    const int code = black ? code_of(own, theirs) : code_of(theirs, own);
    if (legal[code]) return worth[code];
    int best = -2;
    for (Stones rest = empty; rest; rest &= rest - 1) {
        const Stones move = rest & -rest;
        const int found = -solve(theirs, own | move, !black, legal, keeping, worth);
        if (found > best) {
            best = found;
            keeping[code] = 0;
        }
        if (found == best) keeping[code] |= static_cast<std::uint16_t>(move);
    }
    legal[code] = static_cast<std::uint16_t>(empty);
    worth[code] = static_cast<std::int8_t>(best);
    return best;
}

static const std::vector<std::uint16_t>& opponent_policy(Opponent opponent) {
    struct Both {
        std::vector<std::uint16_t> legal = std::vector<std::uint16_t>(kCodes);
        std::vector<std::uint16_t> keeping = std::vector<std::uint16_t>(kCodes);
        Both() {
            std::vector<std::int8_t> worth(kCodes);
            solve(0, 0, true, legal, keeping, worth);
        }
    };
    static const Both both;
    return opponent == Opponent::random ? both.legal : both.keeping;
}

}  // namespace ponnuki::tictactoe
