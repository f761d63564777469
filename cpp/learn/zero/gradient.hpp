// The gradient of a convolutional net's loss, sample by sample, by hand.
#pragma once

#include <cmath>

#include "core/normals.hpp"
#include "evaluators/activation.hpp"
#include "learn/zero/convolution.hpp"
#include "learn/zero/zero.hpp"

namespace ponnuki::zero::inline PONNUKI_VARIANT {

class ConvGradient {
public:
    // Weights and gradient are laid out as `layout` says.
    ConvGradient(const TrainLayout& layout, const float* weights, float* gradient)
        : layout_(layout),
          weights_(weights),
          gradient_(gradient),
          board_(layout.size),
          points_(layout.size * layout.size),
          channels_(layout.channels) {
        planes_.assign(board_.cells() * layout.planes, 0.0f);
        for (const TrainLayout::Layer& layer : layout.layers) {
            activations_.emplace_back(board_.cells() * layer.outputs, 0.0f);
            back_.emplace_back(layer.taps * layer.inputs * layer.outputs);
            turn_back(weights + layer.weights, layer.taps, layer.inputs, layer.outputs,
                      back_.back().data());
        }
        for (Row* row : {&outer_, &inner_, &head_}) row->assign(board_.cells() * channels_, 0.0f);
        for (Head* head : {&policy_, &value_}) {
            head->pooled.assign(2 * channels_, 0.0f);
            head->largest.assign(channels_, 0);
            head->gradient.assign(2 * channels_, 0.0f);
        }
    }

    void add(const std::uint8_t* cells, const std::uint16_t* policy, float value,
             double value_share, Losses& losses) {
        show(cells);
        forward();
        std::fill(outer_.begin(), outer_.end(), 0.0f);
        losses.policy += policy_loss(policy);
        losses.value += value_loss(value, static_cast<float>(value_share));
        ++losses.samples;
        backward();
    }

private:
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

    void show(const std::uint8_t* cells) {
        std::uint8_t liberties[kMaxPoints];
        if (layout_.liberties) count_liberties(layout_.size, cells, liberties);
        for (int point = 0; point < points_; ++point) {
            float* const here = planes_.data() + board_.places[point] * layout_.planes;
            std::fill_n(here, layout_.planes, 0.0f);
            here[0] = cells[point] == 1;
            here[1] = cells[point] == 2;
            here[2] = 1;
            here[3] = cells[points_] != 0;
            if (layout_.liberties && cells[point] != 0 && liberties[point] < 4)
                here[kConvPlanes + 3 * (cells[point] == 2) + liberties[point] - 1] = 1;
        }
    }

    // What goes into a layer.
    const float* input_of(int layer) const {
        if (layer == 0) return planes_.data();
        return activations_[std::min(layer - 1, trunk())].data();
    }

    void forward() {
        for (int i = 0; i < static_cast<int>(layout_.layers.size()); ++i) {
            const TrainLayout::Layer& layer = layout_.layers[i];
            float* const out = activations_[i].data();
            convolve<false>(board_, input_of(i), layer.inputs, weights_ + layer.weights,
                            weights_ + layer.biases, layer.taps, layer.outputs, out);
            // The second layer of a block adds what went into the block.
            const bool adds = i > 0 && i <= trunk() && i % 2 == 0;
            squash(out, adds ? activations_[i - 2].data() : nullptr);
        }
    }

    void squash(float* values, const float* added) const {
        for (const int place : board_.places)
            for (int channel = 0; channel < channels_; channel += kFloats) {
                float* const there = values + place * channels_ + channel;
                Floats x = load<Floats>(there);
                if (added) x = load<Floats>(added + place * channels_ + channel) + x;
                x = x > 0.0f ? x : Floats{};
                store(there, x < kLimit ? x : Floats{} + kLimit);
            }
    }

    // Sets a gradient to zero where the activation was cut off.
    void mask(const Row& activations, Row& gradient) const {
        for (const int place : board_.places)
            for (int channel = 0; channel < channels_; channel += kFloats) {
                const int at = place * channels_ + channel;
                const auto x = load<Floats>(activations.data() + at);
                const auto g = load<Floats>(gradient.data() + at);
                const Floats inside = x < kLimit ? g : Floats{};
                store(gradient.data() + at, x > 0.0f ? inside : Floats{});
            }
    }

    void pool(const Row& activations, Head& head) const {
        for (int channel = 0; channel < channels_; ++channel) {
            float sum = 0, most = -1;
            for (const int place : board_.places) {
                const float x = activations[place * channels_ + channel];
                sum += x;
                if (x > most) {
                    most = x;
                    head.largest[channel] = place;
                }
            }
            head.pooled[channel] = sum / static_cast<float>(points_);
            head.pooled[channels_ + channel] = most;
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

    // From a head's activations back to the trunk.
    void head_back(int number) {
        const TrainLayout::Layer& layer = layout_.layers[number];
        mask(activations_[number], head_);
        add_weight_gradient(board_, input_of(number), layer.inputs, head_.data(), layer.taps,
                            layer.outputs, gradient_ + layer.weights, gradient_ + layer.biases);
        convolve<true>(board_, head_.data(), layer.outputs, back_[number].data(), nullptr,
                       layer.taps, layer.inputs, outer_.data());
    }

    double policy_loss(const std::uint16_t* target) {
        const Row& seen = activations_[policy_layer()];
        const float* const weights = weights_ + layout_.policy;
        float* const gradient = gradient_ + layout_.policy;
        const int pass = points_;
        float logits[kMaxPoints + 1];
        for (int point = 0; point < points_; ++point) {
            float sum = 0;
            for (int c = 0; c < channels_; ++c)
                sum += weights[c] * seen[board_.places[point] * channels_ + c];
            logits[point] = sum;
        }
        pool(seen, policy_);
        float sum = weights[3 * channels_];
        for (int i = 0; i < 2 * channels_; ++i) sum += weights[channels_ + i] * policy_.pooled[i];
        logits[pass] = sum;

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
        float errors[kMaxPoints + 1];
        for (int i = 0; i <= pass; ++i) {
            errors[i] = 0;
            if (target[i] == kNoMove) continue;
            const double share = target[i] / shares;
            loss -= share * (logits[i] - most - log_of(total));
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
        head_back(policy_layer());
        return loss;
    }

    double value_loss(float target, float share) {
        const Row& seen = activations_[value_layer()];
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
        float sum = output[kConvHidden];
        for (int unit = 0; unit < kConvHidden; ++unit) sum += output[unit] * units[unit];
        const float value = tanh_of(sum);
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
            float back = 0;
            for (int unit = 0; unit < kConvHidden; ++unit) {
                hidden_gradient[i * kConvHidden + unit] += errors[unit] * value_.pooled[i];
                back += errors[unit] * hidden[i * kConvHidden + unit];
            }
            value_.gradient[i] = back;
        }
        for (const int place : board_.places)
            std::fill_n(head_.data() + place * channels_, channels_, 0.0f);
        unpool(value_, head_);
        head_back(value_layer());
        return double{off} * off;
    }

    // Through the blocks, from the gradient of what they end with, in `outer_`.
    void backward() {
        for (int i = trunk(); i > 0; i -= 2) {
            const TrainLayout::Layer &second = layout_.layers[i], &first = layout_.layers[i - 1];
            mask(activations_[i], outer_);
            add_weight_gradient(board_, input_of(i), channels_, outer_.data(), second.taps,
                                channels_, gradient_ + second.weights, gradient_ + second.biases);
            convolve<false>(board_, outer_.data(), channels_, back_[i].data(), nullptr, second.taps,
                            channels_, inner_.data());
            mask(activations_[i - 1], inner_);
            add_weight_gradient(board_, input_of(i - 1), channels_, inner_.data(), first.taps,
                                channels_, gradient_ + first.weights, gradient_ + first.biases);
            convolve<true>(board_, inner_.data(), channels_, back_[i - 1].data(), nullptr,
                           first.taps, channels_, outer_.data());
        }
        const TrainLayout::Layer& layer = layout_.layers[0];
        mask(activations_[0], outer_);
        add_weight_gradient(board_, planes_.data(), layer.inputs, outer_.data(), layer.taps,
                            layer.outputs, gradient_ + layer.weights, gradient_ + layer.biases);
    }

    static constexpr int kMaxPoints = 13 * 13;

    const TrainLayout& layout_;
    const float* weights_;
    float* gradient_;
    PaddedBoard board_;
    int points_, channels_;
    Row planes_;
    std::vector<Row, AlignedAllocator<Row>> activations_, back_;
    Row outer_, inner_, head_;  // gradients: between blocks, inside one, of a head
    Head policy_, value_;
};

}  // namespace ponnuki::zero::inline PONNUKI_VARIANT
