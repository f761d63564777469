// Compiled once for each instruction set, and once more for AVX-512 with VNNI.
#include <cstring>

#include "core/cpu_features.hpp"
#include "evaluators/activation.hpp"
#include "evaluators/conv/conv.hpp"
#include "evaluators/conv/dot.hpp"
#include "games/sizes.hpp"

namespace ponnuki {

#if defined(PONNUKI_HAS_VNNI)
namespace avx512_vnni {
Score conv_value(const ConvNet& net, const std::uint8_t* cells, float* policy);
}
#endif

inline namespace PONNUKI_VARIANT {

// Activations of a board with a border of zeros: by four channels, by point, by channel.
template <int N>
struct Activations {
    static constexpr int kRow = N + 2;
    static constexpr int kPlane = (kRow * kRow + 15) / 16 * 16;  // whole vectors
    static constexpr int at(int row, int column) { return (row + 1) * kRow + column + 1; }

    // A channel at as many places as a vector holds.
    PONNUKI_INLINE Ints channel(int number, int place) const {
        return load<Ints>(quad[number / 4] + place) >> 8 * (number % 4) & 0xff;
    }

    alignas(64) std::uint32_t quad[kMaxConvChannels / 4][kPlane];
};

template <int N>
class ConvOn {
public:
    explicit ConvOn(const ConvNet& net) : net_(net), channels_(net.channels) {
        std::memset(&in_, 0, sizeof in_);
        std::memset(&inner_, 0, sizeof inner_);
    }

    Score value(const std::uint8_t* cells, float* policy) {
        show(cells);
        const ConvLayer* layer = net_.layers.data();
        convolve(*layer++, in_);
        for (int point = 0; point < N * N; ++point) squash<false, true>(point, in_);
        for (int block = 0; block < net_.blocks; ++block) {
            convolve(*layer++, in_);
            for (int point = 0; point < N * N; ++point) squash<false, false>(point, inner_);
            convolve(*layer++, inner_);
            for (int point = 0; point < N * N; ++point) squash<true, true>(point, in_);
        }
        if (policy) policy_head(*layer, policy);
        return value_head(*++layer);
    }

private:
    static constexpr int kTogether = kSums == 16 ? 2 : 1;  // sums of a point

    // Only once: what is not shown is zero from the start.
    void show(const std::uint8_t* cells) {
        constexpr std::uint32_t kOne = 32;  // in steps of an activation
        const std::uint32_t everywhere = kOne << 16 | kOne * (cells[N * N] != 0) << 24;
        for (int point = 0; point < N * N; ++point) {
            const int stone = cells[point] & kStone;
            in_.quad[0][in_.at(point / N, point % N)] =
                everywhere | kOne * (stone == 1) | kOne * (stone == 2) << 8;
        }
        each_further_plane(N, net_.liberties, net_.marks, cells, [&](int point, int plane) {
            in_.quad[plane / 4][in_.at(point / N, point % N)] |= kOne << 8 * (plane % 4);
        });
    }

    // Sums of a layer at all points, scaled, with their biases.
    void convolve(const ConvLayer& layer, const Activations<N>& from) {
        for (int output = 0; output < layer.outputs; output += kTogether * kSums)
            for (int row = 0; row < N; ++row) convolve_row(layer, from, row, output);
    }

    PONNUKI_INLINE void convolve_row(const ConvLayer& layer, const Activations<N>& from, int row,
                                     int output) {
        typename Dot::Sum sums[N][kTogether];
        std::memset(sums, 0, sizeof sums);
        const std::int8_t* weights = layer.weights.data() + 4 * output;
        for (int tap = 0; tap < layer.taps; ++tap) {
            const int shift = layer.taps == 1 ? from.kRow + 1 : tap / 3 * from.kRow + tap % 3;
            const std::uint32_t* in = from.quad[0] + row * from.kRow + shift;
            for (int quad = 0; quad < layer.quads; ++quad) {
                typename Dot::Weights of[kTogether];
                unrolled<kTogether>([&](auto i) { of[i] = Dot::weights(weights + 4 * kSums * i); });
                unrolled<N>([&](auto column) {
                    const auto input = Dot::input(in[column]);
                    unrolled<kTogether>(
                        [&](auto i) { sums[column][i] = Dot::add(sums[column][i], input, of[i]); });
                });
                in += from.kPlane;
                weights += 4 * layer.outputs;
            }
        }
        unrolled<N>([&](auto column) {
            unrolled<kTogether>([&](auto i) {
                const int at = output + kSums * i;
                const Floats sum = Dot::floats(sums[column][i]) * load<Floats>(&layer.scales[at]) +
                                   load<Floats>(&layer.biases[at]);
                store(sums_[row * N + column] + at, sum);
            });
        });
    }

    // The activations of a point from its sums. `Add` adds what went into the block, `Keep` keeps
    // them for the next one.
    template <bool Add, bool Keep>
    PONNUKI_INLINE void squash(int point, Activations<N>& to) {
        constexpr float kLimit = kActivationLimit / kActivationSteps;
        const int at = to.at(point / N, point % N);
        for (int channel = 0; channel < channels_; channel += kFloats) {
            Floats x = load<Floats>(sums_[point] + channel);
            if constexpr (Add) x = load<Floats>(kept_[point] + channel) + x;
            x = x > 0.0f ? x : Floats{};
            x = x < kLimit ? x : Floats{} + kLimit;
            if constexpr (Keep) store(kept_[point] + channel, x);
            // Adding a half and cutting off is rounding.
            const Ints steps = __builtin_convertvector(x * kActivationSteps + 0.5f, Ints);
            const auto bytes = __builtin_convertvector(steps, Bytes);
            std::uint32_t quads[kFloats / 4];
            std::memcpy(quads, &bytes, sizeof quads);
            for (int i = 0; i < kFloats / 4; ++i) to.quad[channel / 4 + i][at] = quads[i];
        }
    }

    // The means and the largest of all channels over the board. The border is zero.
    void pool(const Activations<N>& from, float* out) const {
        for (int channel = 0; channel < channels_; ++channel) {
            Ints sums = Ints{}, largest = Ints{};
            for (int i = 0; i < from.kPlane; i += kFloats) {
                const Ints here = from.channel(channel, i);
                sums += here;
                largest = here > largest ? here : largest;
            }
            int sum = 0, most = 0;
            for (int lane = 0; lane < kFloats; ++lane) {
                sum += sums[lane];
                most = largest[lane] > most ? largest[lane] : most;
            }
            out[channel] = static_cast<float>(sum) * (1 / (kActivationSteps * N * N));
            out[channels_ + channel] = static_cast<float>(most) * (1 / kActivationSteps);
        }
    }

    void head(const ConvLayer& layer) {
        convolve(layer, in_);
        for (int point = 0; point < N * N; ++point) squash<false, false>(point, inner_);
    }

    // Sums in one order, whatever the instruction set.
    void policy_head(const ConvLayer& layer, float* policy) {
        head(layer);
        const float* const weights = net_.policy.data();
        alignas(64) float logits[Activations<N>::kPlane];
        for (int i = 0; i < inner_.kPlane; i += kFloats) {
            Floats sum = Floats{};
            for (int channel = 0; channel < channels_; ++channel)
                sum +=
                    weights[channel] * __builtin_convertvector(inner_.channel(channel, i), Floats);
            store(logits + i, sum);
        }
        for (int point = 0; point < N * N; ++point)
            policy[point] = logits[inner_.at(point / N, point % N)] * (1 / kActivationSteps);
        float pooled[2 * kMaxConvChannels];
        pool(inner_, pooled);
        float sum = weights[3 * channels_];
        for (int i = 0; i < 2 * channels_; ++i) sum += weights[channels_ + i] * pooled[i];
        policy[N * N] = sum;
    }

    Score value_head(const ConvLayer& layer) {
        head(layer);
        float pooled[2 * kMaxConvChannels];
        pool(inner_, pooled);
        alignas(64) float units[kConvHidden];
        const float* const biases = net_.hidden.data() + 2 * channels_ * kConvHidden;
        for (int unit = 0; unit < kConvHidden; unit += kFloats) {
            Floats sum = load<Floats>(biases + unit);
            for (int i = 0; i < 2 * channels_; ++i)
                sum = sum + load<Floats>(net_.hidden.data() + i * kConvHidden + unit) * pooled[i];
            store(units + unit, sum > 0.0f ? sum : Floats{});
        }
        float sum = net_.output[kConvHidden];
        for (int unit = 0; unit < kConvHidden; ++unit) sum += net_.output[unit] * units[unit];
        return static_cast<Score>(on_grid(tanh_of(sum)));
    }

    using Bytes = std::uint8_t __attribute__((vector_size(kFloats)));

    const ConvNet& net_;
    int channels_;
    Activations<N> in_;     // of what a block begins with
    Activations<N> inner_;  // inside it
    alignas(64) float sums_[N * N][kMaxConvChannels];
    alignas(64) float kept_[N * N][kMaxConvChannels];
};

Score conv_value(const ConvNet& net, const std::uint8_t* cells, float* policy) {
#if defined(PONNUKI_HAS_VNNI)
    static const bool has_vnni = cpu_features().vnni;
    if (has_vnni) return avx512_vnni::conv_value(net, cells, policy);
#endif
    return with_board(net.size, [&](auto board) -> Score {
        ConvOn<decltype(board)::value> on(net);
        return on.value(cells, policy);
    });
}

}  // namespace PONNUKI_VARIANT

}  // namespace ponnuki
