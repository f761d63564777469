// Nets as a learner holds them: float weights that change in place, values and gradients of boards.
//
// A net is a first layer that adds up what every stone contributes, and dense layers after it. So
// the value after a move costs a small change to the sums of the first layer, not a whole board.
// All sums are taken in one order, and nothing is contracted: the same weights and boards give the
// same bits on every instruction set. Searches read the rounded weights instead.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/aligned.hpp"
#include "core/bits.hpp"
#include "core/types.hpp"
#include "core/vectors.hpp"
#include "evaluators/activation.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// Rows of floats are padded to whole blocks with zeros.
constexpr int kBlock = 16;
constexpr int padded(int count) {
    return (count + kBlock - 1) / kBlock * kBlock;
}

using FloatRow = std::vector<float, AlignedAllocator<float>>;

// Calls `body` with the length of a padded row. Short lengths, which most nets have, are constants
// to the compiler: it writes their loops out.
template <class Body>
PONNUKI_INLINE void with_length(int count, Body body) {
    if (count == kBlock)
        body(std::integral_constant<int, kBlock>{});
    else if (count == 2 * kBlock)
        body(std::integral_constant<int, 2 * kBlock>{});
    else
        body(count);
}

// How many vectors a row of such a length is to be held in at a time: all of a short row.
template <class Length>
constexpr int kRegisters = 1;
template <int Count>
constexpr int kRegisters<std::integral_constant<int, Count>> = Count / kFloats;

// The sum of all lanes: one half added to the other, again and again.
template <int Half = kFloats / 2>
PONNUKI_INLINE float sum_of_halves(Floats x) {
    if constexpr (Half == 0) {
        return x[0];
    } else {
        return
            [&]<int... lane>(std::integer_sequence<int, lane...>) __attribute__((always_inline)) {
                return sum_of_halves<Half / 2>(
                    x + __builtin_shufflevector(x, x, (lane < Half ? lane + Half : lane)...));
            }(std::make_integer_sequence<int, kFloats>{});
    }
}

// The sums of as many vectors as a vector has lanes, each taken as sum_of_halves does.
template <int Half = kFloats / 2>
PONNUKI_INLINE Floats sums_of_halves(Floats* x) {
    if constexpr (Half == 0) {
        return x[0];
    } else {
        // Two vectors become one, which has the sums of the first in the lower half of each part.
        unrolled<Half>([&](auto i) {
            const Floats a = x[i], b = x[i + Half];
            [&]<int... lane>(std::integer_sequence<int, lane...>) __attribute__((always_inline)) {
                x[i] =
                    __builtin_shufflevector(a, b, (lane & Half ? kFloats + lane - Half : lane)...) +
                    __builtin_shufflevector(a, b, (lane & Half ? kFloats + lane : lane + Half)...);
            }(std::make_integer_sequence<int, kFloats>{});
        });
        return sums_of_halves<Half / 2>(x);
    }
}

// The products of two padded rows, added up lane by lane.
PONNUKI_INLINE Floats sum_of_products(const float* a, const float* b, int count) {
    constexpr int kParts = kBlock / kFloats;
    Floats acc[kParts] = {};
    for (int at = 0; at < count; at += kBlock)
        unrolled<kParts>([&](auto part) {
            const int here = at + part * kFloats;
            acc[part] = acc[part] + load<Floats>(a + here) * load<Floats>(b + here);
        });
    for (int half = kParts / 2; half > 0; half /= 2)
        for (int part = 0; part < half; ++part) acc[part] = acc[part] + acc[part + half];
    return acc[0];
}

PONNUKI_INLINE float dot(const float* a, const float* b, int count) {
    return sum_of_halves(sum_of_products(a, b, count));
}

// dot(a, b), dot(a + a_stride, b + b_stride) and so on, some of them at once. `out` has room for
// whole vectors.
template <class Length>
PONNUKI_INLINE void dots(const float* a, int a_stride, const float* b, int b_stride, int rows,
                         Length count, float* out) {
    int first = 0;
    for (; first + kFloats / 2 < rows; first += kFloats) {
        Floats sums[kFloats];
        for (int i = 0; i < kFloats; ++i) {
            const int row = first + i < rows ? first + i : rows - 1;
            sums[i] = sum_of_products(a + row * a_stride, b + row * b_stride, count);
        }
        store(out + first, sums_of_halves(sums));
    }
    for (; first < rows; ++first)
        out[first] = dot(a + first * a_stride, b + first * b_stride, count);
}

// to += scale * from, for padded rows.
PONNUKI_INLINE void add_scaled(float* to, const float* from, float scale, int count) {
    for (int at = 0; at < count; at += kFloats)
        store(to + at, load<Floats>(to + at) + load<Floats>(from + at) * scale);
}

// A row with zeros from `units` on, which must be where the padding begins.
inline void clear_padding(float* row, int units) {
    const int at = units / kFloats * kFloats;
    Floats lane;
    for (int i = 0; i < kFloats; ++i) lane[i] = static_cast<float>(at + i);
    for (int from = at; from < padded(units); from += kFloats, lane += kFloats)
        store(row + from, lane < static_cast<float>(units) ? load<Floats>(row + from) : Floats{});
}

template <class Number>
PONNUKI_INLINE Number activated(Activation activation, Number sum) {
    if (activation == Activation::tanh) return tanh_of(sum);
    return activation == Activation::sigmoid ? sigmoid_of(sum) : sum;
}

// The derivative of an activation where its value is y.
template <class Number>
PONNUKI_INLINE Number slope_at(Activation activation, Number y) {
    if (activation == Activation::tanh) return 1.0f - y * y;
    return activation == Activation::sigmoid ? y * (1.0f - y) : Number{} + 1.0f;
}

// Sums become values, in place.
inline void activate(Activation activation, float* row, int count) {
    if (activation == Activation::linear) return;
    for (int at = 0; at < count; at += kFloats)
        store(row + at, activated(activation, load<Floats>(row + at)));
}

// Derivatives by values become derivatives by sums, in place.
inline void multiply_slopes(Activation activation, const float* values, float* errors, int count) {
    if (activation == Activation::linear) return;
    for (int at = 0; at < count; at += kFloats)
        store(errors + at,
              load<Floats>(errors + at) * slope_at(activation, load<Floats>(values + at)));
}

// A point whose cell (1 black, -1 white, 0 empty) a move changes, and by how much.
struct Change {
    std::int16_t point;
    std::int16_t by;
};

// A board of any size as learners have it: a bit for every stone.
struct Stones {
    static constexpr int kWords = 3;
    std::uint64_t word[2][kWords] = {};  // black, white

    template <int Points>
    void show(Side side, const Bits<Points>& stones) {
        for (int i = 0; i < Bits<Points>::kWords; ++i) word[side][i] = stones.word[i];
    }
    friend bool operator==(const Stones&, const Stones&) = default;
};

// F is the first layer of a net: how stones make its sums, and how its weights are kept, at the
// front of the parameters.
template <class F>
concept FirstLayer =
    requires(const F first, const Stones& stones, float* row, const float* errors,
             const Change* change, const int* begin, float by, const typename F::Inputs inputs,
             typename F::Inputs& made, std::span<const float>& weights, std::span<float>& to) {
        { first.units() } -> std::same_as<int>;
        { first.parameters() } -> std::same_as<int>;
        // Whether the net sees the board from one player's side; else its value is black's.
        { first.has_viewer() } -> std::same_as<bool>;
        // Whether stones count for the viewer and against the other side; else for black.
        { first.mirrors() } -> std::same_as<bool>;
        // What the layer reads of a board, and the sums that it makes of that.
        first.inputs(stones, kBlack, made);
        first.sums(row, made, row);
        // The sums of other boards, which differ in changes[begin[i]] to changes[begin[i + 1]];
        // `by` is what a black stone counts, and rows are a stride apart.
        first.sums_after(row, errors, change, begin, int{}, by, int{}, row);
        // parameters += scale * gradient, from the derivatives by sums.
        first.add_gradient(inputs, errors, by, row);
        // From a row of weights in the order of files, and back; both take what they use.
        first.read(weights, row);
        first.write(row, to);
    };

// A board as it was valued: all that its gradient needs.
template <class Inputs>
struct Valued {
    float value = 0;
    Inputs inputs;
    std::vector<FloatRow> values;  // by hidden layer
    std::vector<FloatRow> errors;  // derivatives of the value by the sums of hidden layers
    float error = 0;               // ... and of the output
};

template <FirstLayer First>
class LearningNet {
public:
    using Inputs = typename First::Inputs;
    using Moment = Valued<Inputs>;
    static constexpr bool kSparse = false;  // gradients touch all weights

    // `widths` of the hidden layers after the first, whose units the first layer says. A net
    // without hidden layers has a first layer of one unit, which is the output.
    LearningNet(First first, std::vector<int> widths, bool is_output, Activation hidden,
                Activation output, bool biases)
        : first_(std::move(first)),
          is_output_(is_output),
          hidden_(hidden),
          output_(output),
          biases_(biases) {
        int at = first_.parameters();
        int inputs = first_.units();
        for (const int width : widths) {
            layers_.push_back({inputs, width, padded(width), at});
            at += (inputs + 1) * padded(width);
            inputs = width;
        }
        if (!is_output) {
            out_ = at;
            out_inputs_ = inputs;
            at += padded(inputs) + kBlock;  // the bias has a block of its own
        }
        parameters_.assign(at, 0.0f);
        int widest = units();
        for (const Layer& layer : layers_) widest = widest < layer.padded ? layer.padded : widest;
        for (FloatRow& rows : scratch_) rows.assign(kTogether * widest, 0.0f);
    }

    bool has_viewer() const { return first_.has_viewer(); }
    // Learns by the logistic error of a sigmoid output: its derivative by the sum is the plain
    // difference, whatever the slope.
    void use_logistic_error() { logistic_ = true; }
    int units() const { return padded(first_.units()); }
    int parameter_count() const { return static_cast<int>(parameters_.size()); }
    float* parameters() { return parameters_.data(); }

    // From and to a row of weights as files have them: by layer, output, input; biases last.
    void load_weights(std::span<const float> weights) { read_row(weights, parameters_); }
    void store_weights(std::span<float> weights) { write_row(parameters_, weights); }

    // The same for other rows with a number for every weight.
    void read_row(std::span<const float> weights, FloatRow& parameters) const {
        parameters.assign(parameter_count(), 0.0f);
        first_.read(weights, parameters.data());
        each_weight(parameters.data(), [&](float& one) {
            one = weights.front();
            weights = weights.subspan(1);
        });
    }
    void write_row(FloatRow& parameters, std::span<float> weights) const {
        first_.write(parameters.data(), weights);
        each_weight(parameters.data(), [&](const float& one) {
            weights.front() = one;
            weights = weights.subspan(1);
        });
    }

    bool finite() const {
        for (const float one : parameters_)
            if (!std::isfinite(one)) return false;
        return true;
    }

    Moment moment() const {
        Moment out;
        if (!is_output_) {
            out.values.emplace_back(units());
            out.errors.emplace_back(units());
        }
        for (const Layer& layer : layers_) {
            out.values.emplace_back(layer.padded);
            out.errors.emplace_back(layer.padded);
        }
        return out;
    }

    // The sums of the first layer of a board; what it read is left in `inputs`.
    void start(const Stones& stones, Side viewer, Inputs& inputs, float* sums) const {
        first_.inputs(stones, viewer, inputs);
        first_.sums(parameters_.data(), inputs, sums);
    }

    // The values of several other boards, from the sums of this one and the cells that differ:
    // changes[begin[i]] to changes[begin[i + 1]] for board i.
    void values_after(const float* sums, const Change* changes, const int* begin, int boards,
                      Side viewer, float* out) {
        const int stride = stride_of(first_.units());
        const float sign = sign_of(viewer);
        for (int first = 0; first < boards; first += kTogether) {
            const int rows = boards - first < kTogether ? boards - first : kTogether;
            first_.sums_after(parameters_.data(), sums, changes, begin + first, rows, sign, stride,
                              scratch_[0].data());
            finish(rows, out + first);
        }
    }

    // The value of a board, and all that its gradient needs.
    float value(const Stones& stones, Side viewer, Moment& out) {
        if (is_output_) {
            start(stones, viewer, out.inputs, scratch_[0].data());
            out.value = activated(output_, scratch_[0][0]);
            out.error = output_slope(out.value);
            return out.value;
        }
        start(stones, viewer, out.inputs, out.values[0].data());
        activate(hidden_, out.values[0].data(), units());
        clear_padding(out.values[0].data(), first_.units());
        for (std::size_t i = 0; i < layers_.size(); ++i) {
            dense<1>(layers_[i], out.values[i].data(), out.values[i + 1].data());
            activate(hidden_, out.values[i + 1].data(), layers_[i].padded);
            clear_padding(out.values[i + 1].data(), layers_[i].outputs);
        }
        out.value = activated(output_, output_sum(out.values.back().data()));
        out.error = output_slope(out.value);
        back_propagate(out);
        return out.value;
    }

    // to += scale * the gradient of a value; `to` is laid out as the parameters are.
    void add_gradient(const Moment& from, float scale, float* to) const {
        if (is_output_) {
            float error[2 * kBlock] = {from.error};  // a compiler looks at longer lengths too
            first_.add_gradient(from.inputs, error, scale, to);
            return;
        }
        first_.add_gradient(from.inputs, from.errors[0].data(), scale, to);
        for (std::size_t i = 0; i < layers_.size(); ++i) {
            const Layer& layer = layers_[i];
            const float* const errors = from.errors[i + 1].data();
            float* row = to + layer.at;
            for (int input = 0; input < layer.inputs; ++input, row += layer.padded)
                add_scaled(row, errors, scale * from.values[i][input], layer.padded);
            if (biases_) add_scaled(row, errors, scale, layer.padded);
        }
        const float by = scale * from.error;
        add_scaled(to + out_, from.values.back().data(), by, padded(out_inputs_));
        if (biases_) to[out_ + padded(out_inputs_)] += by;
    }

    // One step of gradient ascent.
    void learn(const Moment& from, float step) { add_gradient(from, step, parameters_.data()); }

    // One step along a row laid out as the parameters are.
    void learn(const FloatRow& direction, float step) {
        add_scaled(parameters_.data(), direction.data(), step, parameter_count());
    }

private:
    static constexpr int kTogether = 16;  // boards that are valued together

    struct Layer {
        int inputs, outputs, padded;
        int at;  // its rows of weights by input, then the biases
    };

    // What a black stone counts.
    float sign_of(Side viewer) const {
        return !first_.mirrors() || viewer == kBlack ? 1.0f : -1.0f;
    }

    // From one board's row of values to the next one's. Rows are not padded: what a store leaves
    // behind a row is overwritten by the next row, or meets weights that are zero. (Zero times
    // infinity is not zero, so values without bounds have their padding.)
    int stride_of(int count) const { return hidden_ == Activation::linear ? padded(count) : count; }

    // The sums of a layer for `Rows` boards, whose values lie behind each other.
    template <int Rows>
    void dense(const Layer& layer, const float* in, float* out) const {
        const float* const weights = parameters_.data() + layer.at;
        const int wide = stride_of(layer.inputs);
        const int out_wide = stride_of(layer.outputs);
        for (int at = layer.padded - kFloats; at >= 0; at -= kFloats) {
            Floats acc[Rows];
            unrolled<Rows>([&](auto row) {
                acc[row] = load<Floats>(weights + layer.inputs * layer.padded + at);
            });
            const float* weight = weights + at;
            for (int i = 0; i < layer.inputs; ++i, weight += layer.padded)
                unrolled<Rows>([&](auto row) {
                    acc[row] = acc[row] + load<Floats>(weight) * in[row * wide + i];
                });
            unrolled<Rows>([&](auto row) { store(out + row * out_wide + at, acc[row]); });
        }
    }

    float output_sum(const float* in) const {
        const float* const weights = parameters_.data() + out_;
        const int count = padded(out_inputs_);
        return weights[count] + dot(weights, in, count);
    }

    // The output's sums for some boards, whose values lie behind each other.
    // `out` has room for a whole block.
    void output_sums(const float* in, int rows, float* out) const {
        const float* const weights = parameters_.data() + out_;
        const int stride = stride_of(out_inputs_);
        with_length(padded(out_inputs_), [&](auto count) __attribute__((always_inline)) {
            const float bias = weights[count];
            dots(weights, 0, in, stride, rows, count, out);
            for (int i = 0; i < rows; ++i) out[i] = bias + out[i];
        });
    }

    // The values of boards from the sums of the first layer, which lie in the first scratch rows.
    void finish(int rows, float* out) {
        if (is_output_) {
            for (int i = 0; i < rows; ++i) out[i] = scratch_[0][i * stride_of(1)];
        } else {
            float* now = scratch_[0].data();
            float* next = scratch_[1].data();
            activate(hidden_, now, rows * stride_of(first_.units()));
            for (const Layer& layer : layers_) {
                const int wide = stride_of(layer.inputs);
                const int out_wide = stride_of(layer.outputs);
                int i = 0;
                for (; i + 4 <= rows; i += 4) dense<4>(layer, now + i * wide, next + i * out_wide);
                for (; i < rows; ++i) dense<1>(layer, now + i * wide, next + i * out_wide);
                activate(hidden_, next, rows * out_wide);
                std::swap(now, next);
            }
            float sums[kTogether];
            output_sums(now, rows, sums);
            for (int i = 0; i < rows; ++i) out[i] = sums[i];
        }
        for (int i = 0; i < rows; ++i) out[i] = activated(output_, out[i]);
    }

    float output_slope(float value) const { return logistic_ ? 1.0f : slope_at(output_, value); }

    void back_propagate(Moment& out) const {
        const std::size_t last = out.values.size() - 1;
        const float* const weights = parameters_.data() + out_;
        float* errors = out.errors[last].data();
        for (int at = 0; at < padded(out_inputs_); at += kFloats)
            store(errors + at, load<Floats>(weights + at) * out.error);
        multiply_slopes(hidden_, out.values[last].data(), errors, padded(out_inputs_));
        for (std::size_t i = last; i > 0; --i) {
            const Layer& layer = layers_[i - 1];
            float* const before = out.errors[i - 1].data();
            with_length(layer.padded, [&](auto count) __attribute__((always_inline)) {
                dots(parameters_.data() + layer.at, count, out.errors[i].data(), 0, layer.inputs,
                     count, before);
            });
            clear_padding(before, layer.inputs);
            multiply_slopes(hidden_, out.values[i - 1].data(), before, padded(layer.inputs));
        }
    }

    // Every weight after the first layer, in the order of files.
    template <class Visit>
    void each_weight(float* parameters, Visit visit) const {
        for (const Layer& layer : layers_) {
            float* const weights = parameters + layer.at;
            for (int output = 0; output < layer.outputs; ++output)
                for (int input = 0; input < layer.inputs; ++input)
                    visit(weights[input * layer.padded + output]);
            for (int output = 0; biases_ && output < layer.outputs; ++output)
                visit(weights[layer.inputs * layer.padded + output]);
        }
        if (is_output_) return;
        float* const weights = parameters + out_;
        for (int input = 0; input < out_inputs_; ++input) visit(weights[input]);
        if (biases_) visit(weights[padded(out_inputs_)]);
    }

    First first_;
    bool is_output_;
    Activation hidden_, output_;
    bool biases_;
    bool logistic_ = false;
    std::vector<Layer> layers_;
    int out_ = 0, out_inputs_ = 0;
    FloatRow parameters_;
    FloatRow scratch_[2];
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
