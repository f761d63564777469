#include "learn/zero/zero.hpp"

#include <algorithm>
#include <cmath>

#include "core/cpu.hpp"
#include "core/normals.hpp"
#include "core/parallel.hpp"
#include "core/rng.hpp"
#include "games/registry.hpp"

namespace ponnuki::zero {

static const ZeroKernels& kernels() {
    switch (instruction_set()) {
#if defined(PONNUKI_HAS_BASELINE)
        case InstructionSet::baseline: return kBaselineZeroKernels;
#endif
#if defined(PONNUKI_HAS_AVX2)
        case InstructionSet::avx2: return kAvx2ZeroKernels;
#endif
#if defined(PONNUKI_HAS_AVX512)
        case InstructionSet::avx512: return kAvx512ZeroKernels;
#endif
        default: break;
    }
    throw_no_instruction_set();
}

SelfPlay::~SelfPlay() = default;
Gradient::~Gradient() = default;

ZeroGame::ZeroGame() = default;
ZeroGame::ZeroGame(const ZeroGame&) = default;
ZeroGame::ZeroGame(ZeroGame&&) noexcept = default;
ZeroGame& ZeroGame::operator=(const ZeroGame&) = default;
ZeroGame& ZeroGame::operator=(ZeroGame&&) noexcept = default;
ZeroGame::~ZeroGame() = default;

void clear(ZeroGame& game) {
    game = {};
}
void add_move(ZeroGame& game, Move move) {
    game.moves.push_back(move);
}
void add_sample(Samples& samples, int points, float value) {
    samples.cells.resize(samples.cells.size() + points + 1);
    samples.policies.resize(samples.policies.size() + points + 1, kNoMove);
    samples.values.push_back(value);
}

std::unique_ptr<SelfPlay> make_self_play(const Options& options, const SelfPlaySettings& settings) {
    return std::unique_ptr<SelfPlay>(kernels().self_play(options, settings));
}

bool self_play(const Options& options, const ConvNet& net, const SelfPlaySettings& settings,
               std::int64_t first, int threads, const std::function<bool(std::int64_t)>& poll,
               std::span<ZeroGame> games) {
    std::atomic<std::int64_t> done{0};
    std::atomic<bool> stopped{false};
    return parallel_for(
        static_cast<std::int64_t>(games.size()), threads, stopped,
        [&] { return make_self_play(options, settings); },
        [&](const std::unique_ptr<SelfPlay>& one, std::int64_t i) {
            one->begin(first + i, i == 0);
            one->play(net, stopped);
            games[i] = one->game();
            done.fetch_add(1, std::memory_order_relaxed);
        },
        [&] { return poll(done); });
}

GamePool::GamePool(const Options& options, const SelfPlaySettings& settings, int slots,
                   std::int64_t first)
    : ended_of_(slots), row_(with_game(options, []<class G>(const G&) { return G::kPoints + 1; })) {
    for (int i = 0; i < slots; ++i) {
        games_.push_back(make_self_play(options, settings));
        numbers_.push_back(first + i);
    }
    cells_.resize(std::size_t(slots) * row_);
}

// Slots that one thread takes at a time.
constexpr int kSlots = 32;

const std::vector<std::uint8_t>& GamePool::advance(const float* values, const float* logits,
                                                   int threads,
                                                   const std::function<bool(std::int64_t)>& poll) {
    std::atomic<bool> stopped{false};
    const std::int64_t chunks = (slots() + kSlots - 1) / kSlots;
    parallel_for(
        chunks, threads, stopped, [] { return 0; },
        [&](int, std::int64_t chunk) {
            for (int i = static_cast<int>(chunk) * kSlots;
                 i < std::min(slots(), (static_cast<int>(chunk) + 1) * kSlots); ++i) {
                SelfPlay& game = *games_[i];
                if (begun_)
                    game.receive(values[i], logits + std::size_t(i) * row_);
                else
                    game.begin(numbers_[i], false);
                while (!game.advance(cells_.data() + std::size_t(i) * row_)) {
                    ended_of_[i].push_back(game.game());
                    game.begin(numbers_[i] += slots(), false);
                }
            }
        },
        [&] { return poll(0); });
    begun_ = true;
    for (auto& of_slot : ended_of_) {
        for (ZeroGame& game : of_slot) ended_.push_back(std::move(game));
        of_slot.clear();
    }
    return cells_;
}

TrainLayout::TrainLayout(const ConvArchitecture& net)
    : size(net.size),
      blocks(net.blocks),
      channels(net.channels),
      planes((net.planes() + kInputGroup - 1) / kInputGroup * kInputGroup),
      liberties(net.liberties),
      marks(net.marks()) {
    int at = 0;  // in the row of a file
    const auto copy = [&](int length) {
        const int begin = count;
        for (int i = 0; i < length; ++i) in_row.push_back(at++);
        count += length;
        return begin;
    };
    const auto add_layer = [&](int taps, int inputs, int padded) {
        Layer layer{taps, padded, channels, count, 0};
        in_row.resize(count + taps * padded * channels, -1);
        for (int to = 0; to < channels; ++to)
            for (int input = 0; input < inputs; ++input)
                for (int tap = 0; tap < taps; ++tap)
                    in_row[count + (tap * padded + input) * channels + to] = at++;
        count += taps * padded * channels;
        layer.biases = copy(channels);
        layers.push_back(layer);
    };
    add_layer(9, net.planes(), planes);
    for (int i = 0; i < 2 * blocks; ++i) add_layer(9, channels, channels);
    add_layer(1, channels, channels);
    policy = copy(3 * channels + 1);
    add_layer(1, channels, channels);
    hidden = count;
    const int inputs = 2 * channels;
    in_row.resize(count + inputs * kConvHidden);
    for (int unit = 0; unit < kConvHidden; ++unit)
        for (int i = 0; i < inputs; ++i) in_row[hidden + i * kConvHidden + unit] = at++;
    count += inputs * kConvHidden;
    copy(kConvHidden);
    output = copy(kConvHidden + 1);
}

static std::vector<float> laid_out(const TrainLayout& layout, std::span<const float> row) {
    std::vector<float> out(layout.count);
    for (int i = 0; i < layout.count; ++i)
        out[i] = layout.in_row[i] < 0 ? 0 : row[layout.in_row[i]];
    return out;
}
static void write_row(const TrainLayout& layout, const std::vector<float>& values,
                      std::vector<float>& row) {
    for (int i = 0; i < layout.count; ++i)
        if (layout.in_row[i] >= 0) row[layout.in_row[i]] = values[i];
}

namespace {

// So many samples of a batch are added up one after another; sums of such parts follow in order.
constexpr int kPart = 16;

// The samples of a batch, drawn and turned.
class DrawnBatch {
public:
    DrawnBatch(int size, int count) : size_(size), row_(size * size + 1), count_(count) {
        cells_.resize(std::size_t(row_) * count);
        policies_.resize(std::size_t(row_) * count);
        values_.resize(count);
    }

    void draw(const SamplesView& from, std::uint64_t seed) {
        Rng rng(seed);
        const int points = row_ - 1;
        for (int i = 0; i < count_; ++i) {
            const std::int64_t chosen = rng.below(static_cast<int>(from.count));
            const int symmetry = rng.below(8);
            const std::uint8_t* cells = from.cells + chosen * row_;
            const std::uint16_t* policy = from.policies + chosen * row_;
            for (int point = 0; point < points; ++point) {
                const int there = i * row_ + turned_point(size_, symmetry, point);
                cells_[there] = cells[point];
                policies_[there] = policy[point];
            }
            cells_[i * row_ + points] = cells[points];
            policies_[i * row_ + points] = policy[points];
            values_[i] = from.values[chosen];
        }
    }
    SamplesView part(int number) const {
        const int first = number * kPart;
        return {cells_.data() + std::size_t(first) * row_,
                policies_.data() + std::size_t(first) * row_, values_.data() + first,
                std::min(kPart, count_ - first)};
    }
    int parts() const { return (count_ + kPart - 1) / kPart; }

private:
    int size_, row_, count_;
    std::vector<std::uint8_t> cells_;
    std::vector<std::uint16_t> policies_;
    std::vector<float> values_;
};

}  // namespace

bool train(const ConvArchitecture& architecture, const TrainSettings& settings,
           const SamplesView& samples, int batches, int threads,
           const std::function<bool(std::int64_t)>& poll, TrainState& state, Losses& losses) {
    const TrainLayout layout(architecture);
    std::vector<float> weights = laid_out(layout, state.weights);
    std::vector<float> first = laid_out(layout, state.first);
    std::vector<float> second = laid_out(layout, state.second);
    DrawnBatch batch(layout.size, settings.batch);
    std::vector<std::vector<float>> parts(batch.parts(), std::vector<float>(layout.count));
    std::vector<Losses> of_parts(batch.parts());
    std::atomic<bool> stopped{false};
    std::vector<std::unique_ptr<Gradient>> workers;
    for (int i = 0; i < threads; ++i) workers.emplace_back(kernels().gradient(layout));
    for (int done = 0; done < batches; ++done) {
        batch.draw(samples, stream(settings.seed, "batch", static_cast<std::uint64_t>(state.step)));
        std::atomic<int> free{0};
        const bool whole = parallel_for(
            batch.parts(), threads, stopped,
            [&] {
                Gradient* const worker = workers[free++].get();
                worker->set_weights(weights.data());
                return worker;
            },
            [&](Gradient* worker, std::int64_t i) {
                std::fill(parts[i].begin(), parts[i].end(), 0.0f);
                of_parts[i] = {};
                worker->add(batch.part(static_cast<int>(i)), settings.value_share, parts[i].data(),
                            of_parts[i]);
            },
            [&] { return poll(done); });
        if (!whole || !poll(done)) return false;
        for (std::size_t i = 1; i < parts.size(); ++i)
            for (int k = 0; k < layout.count; ++k) parts[0][k] += parts[i][k];
        for (const Losses& one : of_parts) {
            losses.policy += one.policy;
            losses.value += one.value;
            losses.samples += one.samples;
        }
        // Adam, with decay of the weights apart from it.
        ++state.step;
        const auto mean = 1 / static_cast<float>(settings.batch);
        const auto b1 = static_cast<float>(settings.first_decay);
        const auto b2 = static_cast<float>(settings.second_decay);
        const auto left = [&](double decayed) {  // of the zeros that the means began with
            return exp_of(std::max(-700.0, static_cast<double>(state.step) * log_of(decayed)));
        };
        const auto rate =
            static_cast<float>(settings.rate * std::sqrt(1 - left(settings.second_decay)) /
                               (1 - left(settings.first_decay)));
        const auto decay = static_cast<float>(settings.rate * settings.weight_decay);
        for (int k = 0; k < layout.count; ++k) {
            const float g = parts[0][k] * mean;
            first[k] = b1 * first[k] + (1 - b1) * g;
            second[k] = b2 * second[k] + (1 - b2) * (g * g);
            weights[k] -= rate * first[k] / (std::sqrt(second[k]) + 1e-8f) + decay * weights[k];
        }
    }
    write_row(layout, weights, state.weights);
    write_row(layout, first, state.first);
    write_row(layout, second, state.second);
    return true;
}

std::vector<float> gradient(const ConvArchitecture& architecture, std::span<const float> weights,
                            const SamplesView& samples, double value_share, Losses& losses) {
    const TrainLayout layout(architecture);
    const std::vector<float> own = laid_out(layout, weights);
    std::vector<float> sums(layout.count);
    const std::unique_ptr<Gradient> worker(kernels().gradient(layout));
    worker->set_weights(own.data());
    worker->add(samples, value_share, sums.data(), losses);
    for (float& one : sums) one /= static_cast<float>(samples.count);
    std::vector<float> out(weights.size());
    write_row(layout, sums, out);
    return out;
}

}  // namespace ponnuki::zero
