// The gradient of a convolutional net's loss, by hand, some samples at a time.
#pragma once

#include <cmath>

#include "core/normals.hpp"
#include "evaluators/activation.hpp"
#include "learn/zero/convolution.hpp"
#include "learn/zero/winograd.hpp"
#include "learn/zero/zero.hpp"

namespace ponnuki::zero::inline PONNUKI_VARIANT {

class ConvGradient final : public Gradient {
public:
    explicit ConvGradient(const TrainLayout& layout)
        : layout_(layout),
          board_(layout.size),
          boards_(board_, kTogether),
          points_(layout.size * layout.size),
          channels_(layout.channels) {
        const std::size_t places = std::size_t(kTogether) * board_.cells();
        const std::size_t terms = boards_.room(channels_);
        planes_.assign(places * layout.planes, 0.0f);
        for (int i = 0; i < static_cast<int>(layout.layers.size()); ++i) {
            const TrainLayout::Layer& layer = layout.layers[i];
            const int count = layer.inputs * layer.outputs;
            const bool spread = is_spread(i);
            // Heads are seen one board at a time.
            const std::size_t seen = i <= trunk() ? places : board_.cells();
            activations_.emplace_back(seen * layer.outputs, 0.0f);
            weight_terms_.emplace_back(spread ? kTerms * count : 0);
            back_terms_.emplace_back(spread ? kTerms * count : 0);
            back_.emplace_back(layer.taps * count);
            inputs_.emplace_back(spread ? terms : 0, 0.0f);
        }
        for (Row* row : {&outer_, &inner_}) row->assign(places * channels_, 0.0f);
        for (Row* row : {&spread_, &products_}) row->assign(terms, 0.0f);
        head_.assign(std::size_t(board_.cells()) * channels_, 0.0f);
        term_gradient_.resize(std::size_t(kTerms) * channels_ * channels_);
        for (Head* head : {&policy_, &value_}) {
            head->pooled.assign(2 * channels_, 0.0f);
            head->largest.assign(channels_, 0);
            head->gradient.assign(2 * channels_, 0.0f);
        }
    }

    void set_weights(const float* weights) override {
        weights_ = weights;
        for (int i = 1; i < static_cast<int>(layout_.layers.size()); ++i) {
            const TrainLayout::Layer& layer = layout_.layers[i];
            const float* const own = weights + layer.weights;
            turn_back(own, layer.taps, layer.inputs, layer.outputs, back_[i].data());
            if (!is_spread(i)) continue;
            spread_taps(own, layer.inputs, layer.outputs, weight_terms_[i].data());
            spread_taps(back_[i].data(), layer.outputs, layer.inputs, back_terms_[i].data());
        }
    }

    void add(const SamplesView& samples, double value_share, float* gradient,
             Losses& losses) override {
        gradient_ = gradient;
        const int row = points_ + 1;
        for (std::int64_t first = 0; first < samples.count; first += kTogether) {
            const int count =
                static_cast<int>(std::min<std::int64_t>(kTogether, samples.count - first));
            boards_.use(count);
            for (int i = 0; i < count; ++i) show(samples.cells + (first + i) * row, i);
            forward(count);
            std::fill_n(outer_.begin(), std::size_t(count) * board_.cells() * channels_, 0.0f);
            for (int i = 0; i < count; ++i) {
                losses.policy += policy_loss(i, samples.policies + (first + i) * row);
                losses.value +=
                    value_loss(i, samples.values[first + i], static_cast<float>(value_share));
                ++losses.samples;
                mask(on_board(activations_[trunk()], i), on_board(outer_, i));
            }
            backward(count);
        }
    }

private:
    static constexpr int kTogether = 8;  // samples
    static constexpr float kLimit = kActivationLimit / kActivationSteps;

    // Of a head: what is pooled over the board, and the gradient of that.
    struct Head {
        Row pooled;      // means, then the largest
        Places largest;  // where that is
        Row gradient;
    };

    int policy_layer() const { return 2 * layout_.blocks + 1; }
    int value_layer() const { return 2 * layout_.blocks + 2; }
    int trunk() const { return 2 * layout_.blocks; }  // the last layer before the heads
    // Whether a layer is computed by terms: those of the blocks.
    bool is_spread(int layer) const { return layer > 0 && layer <= trunk(); }

    float* on_board(Row& row, int board) const {
        return row.data() + std::size_t(board) * board_.cells() * channels_;
    }

    void show(const std::uint8_t* cells, int board) {
        float* const planes = planes_of(board);
        for (int point = 0; point < points_; ++point) {
            float* const here = planes + board_.places[point] * layout_.planes;
            std::fill_n(here, layout_.planes, 0.0f);
            here[0] = (cells[point] & kStone) == 1;
            here[1] = (cells[point] & kStone) == 2;
            here[2] = 1;
            here[3] = cells[points_] != 0;
        }
        each_further_plane(layout_.size, layout_.liberties, layout_.marks, cells,
                           [&](int point, int plane) {
                               planes[board_.places[point] * layout_.planes + plane] = 1;
                           });
    }
    float* planes_of(int board) {
        return planes_.data() + std::size_t(board) * board_.cells() * layout_.planes;
    }

    static PONNUKI_INLINE Floats squashed(Floats x) {
        x = x > 0.0f ? x : Floats{};
        return x < kLimit ? x : Floats{} + kLimit;
    }
    // A gradient, zero where the activation was cut off.
    static PONNUKI_INLINE Floats masked(Floats activation, Floats gradient) {
        const Floats inside = activation < kLimit ? gradient : Floats{};
        return activation > 0.0f ? inside : Floats{};
    }

    // One board of a layer that is not spread.
    void layer_forward(const TrainLayout::Layer& layer, const float* in, float* out) {
        convolve<false>(board_, in, layer.inputs, weights_ + layer.weights, weights_ + layer.biases,
                        layer.taps, layer.outputs, out);
        for (const int place : board_.places)
            for (int channel = 0; channel < channels_; channel += kFloats) {
                float* const there = out + place * channels_ + channel;
                store(there, squashed(load<Floats>(there)));
            }
    }

    void forward(int count) {
        for (int i = 0; i < count; ++i)
            layer_forward(layout_.layers[0], planes_of(i), on_board(activations_[0], i));
        for (int i = 1; i <= trunk(); ++i) {
            boards_.spread(activations_[i - 1].data(), channels_, inputs_[i].data());
            boards_.multiply(inputs_[i].data(), channels_, weight_terms_[i].data(), channels_,
                             products_.data());
            const float* const biases = weights_ + layout_.layers[i].biases;
            // The second layer of a block adds what went into the block.
            const float* const added = i % 2 == 0 ? activations_[i - 2].data() : nullptr;
            float* const out = activations_[i].data();
            boards_.gather(products_.data(), channels_, [&](int place, int channel, Floats x) {
                const int at = place * channels_ + channel;
                x += load<Floats>(biases + channel);
                if (added) x = load<Floats>(added + at) + x;
                store(out + at, squashed(x));
            });
        }
    }

    void mask(const float* activations, float* gradient) const {
        for (const int place : board_.places)
            for (int channel = 0; channel < channels_; channel += kFloats) {
                const int at = place * channels_ + channel;
                store(gradient + at,
                      masked(load<Floats>(activations + at), load<Floats>(gradient + at)));
            }
    }

    void pool(const Row& activations, Head& head) const {
        for (int channel = 0; channel < channels_; channel += kFloats) {
            Floats sum = Floats{}, most = Floats{} - 1.0f;
            Ints where = Ints{};
            for (const int place : board_.places) {
                const auto x = load<Floats>(activations.data() + place * channels_ + channel);
                sum += x;
                where = x > most ? Ints{} + place : where;
                most = x > most ? x : most;
            }
            store(head.pooled.data() + channel, sum / static_cast<float>(points_));
            store(head.pooled.data() + channels_ + channel, most);
            store(head.largest.data() + channel, where);
        }
    }

    // Adds the gradient of pooled values to that of the activations.
    void unpool(const Head& head, Row& gradient) const {
        const float share = 1 / static_cast<float>(points_);
        for (const int place : board_.places)
            for (int channel = 0; channel < channels_; ++channel)
                gradient[place * channels_ + channel] += head.gradient[channel] * share;
        for (int channel = 0; channel < channels_; ++channel)
            gradient[head.largest[channel] * channels_ + channel] +=
                head.gradient[channels_ + channel];
    }

    // From a head's activations on a board back to the trunk.
    void head_back(int number, int board) {
        const TrainLayout::Layer& layer = layout_.layers[number];
        mask(activations_[number].data(), head_.data());
        add_weight_gradient(board_, on_board(activations_[trunk()], board), layer.inputs,
                            head_.data(), layer.taps, layer.outputs, gradient_ + layer.weights,
                            gradient_ + layer.biases);
        convolve<true>(board_, head_.data(), layer.outputs, back_[number].data(), nullptr,
                       layer.taps, layer.inputs, on_board(outer_, board));
    }

    double policy_loss(int board, const std::uint16_t* target) {
        Row& seen = activations_[policy_layer()];
        layer_forward(layout_.layers[policy_layer()], on_board(activations_[trunk()], board),
                      seen.data());
        const float* const weights = weights_ + layout_.policy;
        float* const gradient = gradient_ + layout_.policy;
        const int pass = points_;
        float logits[kMaxPoints + 1];
        for (int point = 0; point < points_; ++point)
            logits[point] = dot(weights, seen.data() + board_.places[point] * channels_, channels_);
        pool(seen, policy_);
        logits[pass] =
            weights[3 * channels_] + dot(weights + channels_, policy_.pooled.data(), 2 * channels_);

        double most = -HUGE_VAL, total = 0, shares = 0;
        for (int i = 0; i <= pass; ++i)
            if (target[i] != kNoMove) most = std::max(most, double{logits[i]});
        double chances[kMaxPoints + 1];
        for (int i = 0; i <= pass; ++i) {
            const bool counts = target[i] != kNoMove && logits[i] - most > -700;
            chances[i] = counts ? exp_of(logits[i] - most) : 0;
            total += chances[i];
            if (target[i] != kNoMove) shares += target[i];
        }
        double loss = 0;
        const double log_of_total = log_of(total);
        float errors[kMaxPoints + 1];
        for (int i = 0; i <= pass; ++i) {
            errors[i] = 0;
            if (target[i] == kNoMove) continue;
            const double share = target[i] / shares;
            loss -= share * (logits[i] - most - log_of_total);
            if (share > 0) loss += share * log_of(share);  // what even a perfect net would have
            errors[i] = static_cast<float>(chances[i] / total - share);
        }

        for (int point = 0; point < points_; ++point) {
            const int at = board_.places[point] * channels_;
            for (int c = 0; c < channels_; ++c) {
                gradient[c] += errors[point] * seen[at + c];
                head_[at + c] = errors[point] * weights[c];
            }
        }
        for (int i = 0; i < 2 * channels_; ++i) {
            gradient[channels_ + i] += errors[pass] * policy_.pooled[i];
            policy_.gradient[i] = errors[pass] * weights[channels_ + i];
        }
        gradient[3 * channels_] += errors[pass];
        unpool(policy_, head_);
        head_back(policy_layer(), board);
        return loss;
    }

    double value_loss(int board, float target, float share) {
        Row& seen = activations_[value_layer()];
        layer_forward(layout_.layers[value_layer()], on_board(activations_[trunk()], board),
                      seen.data());
        const int inputs = 2 * channels_;
        pool(seen, value_);
        const float* const hidden = weights_ + layout_.hidden;
        const float* const output = weights_ + layout_.output;
        float* const hidden_gradient = gradient_ + layout_.hidden;
        float* const output_gradient = gradient_ + layout_.output;
        alignas(64) float units[kConvHidden];
        for (int unit = 0; unit < kConvHidden; unit += kFloats) {
            Floats sum = load<Floats>(hidden + inputs * kConvHidden + unit);
            for (int i = 0; i < inputs; ++i)
                sum = sum + load<Floats>(hidden + i * kConvHidden + unit) * value_.pooled[i];
            store(units + unit, sum > 0.0f ? sum : Floats{});
        }
        const float value = tanh_of(output[kConvHidden] + dot(output, units, kConvHidden));
        const float off = value - target;
        const float error = 2 * share * off * (1 - value * value);

        alignas(64) float errors[kConvHidden];
        for (int unit = 0; unit < kConvHidden; ++unit) {
            output_gradient[unit] += error * units[unit];
            errors[unit] = units[unit] > 0 ? error * output[unit] : 0;
            hidden_gradient[inputs * kConvHidden + unit] += errors[unit];
        }
        output_gradient[kConvHidden] += error;
        for (int i = 0; i < inputs; ++i) {
            for (int unit = 0; unit < kConvHidden; ++unit)
                hidden_gradient[i * kConvHidden + unit] += errors[unit] * value_.pooled[i];
            value_.gradient[i] = dot(errors, hidden + i * kConvHidden, kConvHidden);
        }
        for (const int place : board_.places)
            std::fill_n(head_.data() + place * channels_, channels_, 0.0f);
        unpool(value_, head_);
        head_back(value_layer(), board);
        return double{off} * off;
    }

    // From the gradient of a layer's outputs to that of its weights and of its inputs, which
    // finish(place, channel, gradient) gets.
    template <class Finish>
    void spread_layer_back(int number, int count, Row& out, Finish finish) {
        const TrainLayout::Layer& layer = layout_.layers[number];
        boards_.spread_back(out.data(), channels_, spread_.data());
        boards_.multiply_back(inputs_[number].data(), channels_, spread_.data(), channels_,
                              term_gradient_.data());
        gather_taps(term_gradient_.data(), channels_, channels_, gradient_ + layer.weights);
        for (int i = 0; i < count; ++i)
            add_bias_gradient(board_, on_board(out, i), channels_, gradient_ + layer.biases);
        boards_.spread(out.data(), channels_, spread_.data());
        boards_.multiply(spread_.data(), channels_, back_terms_[number].data(), channels_,
                         products_.data());
        boards_.gather(products_.data(), channels_, finish);
    }

    // Through the blocks, from the gradient of what they end with, in `outer_`.
    void backward(int count) {
        for (int i = trunk(); i > 0; i -= 2) {
            spread_layer_back(i, count, outer_, [&](int place, int channel, Floats x) {
                const int at = place * channels_ + channel;
                const auto seen = load<Floats>(activations_[i - 1].data() + at);
                store(inner_.data() + at, masked(seen, x));
            });
            spread_layer_back(i - 1, count, inner_, [&](int place, int channel, Floats x) {
                const int at = place * channels_ + channel;
                const auto seen = load<Floats>(activations_[i - 2].data() + at);
                store(outer_.data() + at, masked(seen, load<Floats>(outer_.data() + at) + x));
            });
        }
        const TrainLayout::Layer& layer = layout_.layers[0];
        for (int i = 0; i < count; ++i)
            add_weight_gradient(board_, planes_of(i), layer.inputs, on_board(outer_, i), layer.taps,
                                layer.outputs, gradient_ + layer.weights, gradient_ + layer.biases);
    }

    static constexpr int kMaxPoints = 13 * 13;
    template <class T>
    using Rows = std::vector<T, AlignedAllocator<T>>;

    const TrainLayout& layout_;
    const float* weights_ = nullptr;
    float* gradient_ = nullptr;
    PaddedBoard board_;
    WinogradBoards boards_;
    int points_, channels_;
    Row planes_;
    // By layer: what comes out; weights as terms, and those of the way back; weights of the way
    // back; inputs as terms.
    Rows<Row> activations_, weight_terms_, back_terms_, back_, inputs_;
    Row outer_, inner_, head_;               // gradients: between blocks, inside one, of a head
    Row spread_, products_, term_gradient_;  // while a layer is computed
    Head policy_, value_;
};

}  // namespace ponnuki::zero::inline PONNUKI_VARIANT
