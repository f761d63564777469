// Dense nets of any depth over encodings of the board; without hidden layers, the weighted piece
// counter. Sums are exact in the same way as the window net's.
#pragma once

#include <cstdint>

#include "core/bits.hpp"
#include "core/types.hpp"
#include "evaluators/architecture.hpp"
#include "evaluators/lanes.hpp"
#include "games/grid.hpp"

namespace ponnuki {

// One layer, ready for use. Columns of weights are padded to a multiple of 8 outputs; a layer with
// one output has its weights in a row instead, padded to a multiple of 8 inputs.
struct DenseLayer {
    int inputs;
    int outputs;
    int padded;
    Activation activation;
    const double* weights;
    const double* biases;
    double unit;  // what one in a sum stands for
};

struct DenseNet {
    int size;
    Encoding encoding;
    int layer_count;
    DenseLayer layers[kMaxLayers];
};

inline namespace PONNUKI_VARIANT {

// The whole number nearest to x, an even one if there are two; |x| is below 2^51.
inline double nearest(double x) {
    constexpr double kRound = 6755399441055744.0;  // adding it leaves no bits behind the point
    return (x + kRound) - kRound;
}

// A share in grid steps.
inline double share(int part, int whole) {
    return nearest(static_cast<double>(part) / whole * double{kGrid});
}

// The inputs of a dense net in grid steps, from the side of `viewer`. Gives how many there are.
template <int N>
int encode(Encoding encoding, const Bits<N * N>& black, const Bits<N * N>& white, Side viewer,
           double* out) {
    constexpr int kPoints = N * N;
    const auto fill = [&](const Bits<N * N>& first, const Bits<N * N>& second, double own,
                          double other_side, double empty) {
        for (int point = 0; point < kPoints; ++point) out[point] = empty;
        first.each([&](int point) { out[point] = own; });
        second.each([&](int point) { out[point] = other_side; });
    };
    const auto& own = viewer == kBlack ? black : white;
    const auto& theirs = viewer == kBlack ? white : black;
    switch (encoding) {
        case Encoding::own_opponent: fill(own, theirs, kGrid, 0, kGrid / 2); return kPoints;
        case Encoding::messerschmidt:
            fill(black, white, kGrid, 0, kGrid / 2);
            out[kPoints] = viewer == kBlack ? 0 : kGrid;
            return kPoints + 1;
        case Encoding::black_white: fill(black, white, kGrid, -kGrid, 0); return kPoints;
        case Encoding::koten: fill(own, theirs, kGrid, -kGrid, 0); return kPoints;
        case Encoding::roban: {
            int count = 0;
            for (int top = 0; top + 3 <= N; ++top)
                for (int left = 0; left + 3 <= N; ++left) {
                    Bits<N * N> square;
                    for (int r = top; r < top + 3; ++r)
                        for (int c = left; c < left + 3; ++c) square.set(r * N + c);
                    out[count++] = share((square & own).count() - (square & theirs).count(), 9);
                }
            out[count++] = share(own.count() - theirs.count(), kPoints);
            return count;
        }
        case Encoding::katatsugi:
            for (int point = 0; point < kPoints; ++point) {
                auto around = Grid<N>::neighbours(point);
                around.set(point);
                out[point] = share((around & own).count() - (around & theirs).count(), 5);
            }
            return kPoints;
    }
    return 0;
}

class DenseEvaluator {
public:
    explicit DenseEvaluator(const DenseNet& net) : net_(&net) {}

    // The value in the viewer's view (black's view where the encoding has no viewer): in grid steps
    // for a squashed output, in units of the last layer's sums for a linear one.
    template <int N>
    std::int64_t value(const Bits<N * N>& black, const Bits<N * N>& white, Side viewer) const {
        alignas(64) double first[kMaxWidth + 9];
        alignas(64) double second[kMaxWidth + 9];
        double* from = first;
        double* to = second;
        encode<N>(net_->encoding, black, white, viewer, from);
        for (int i = 0; i + 1 < net_->layer_count; ++i) {
            hidden_layer(net_->layers[i], from, to);
            double* const swap = from;
            from = to;
            to = swap;
        }
        return output(net_->layers[net_->layer_count - 1], from);
    }

private:
    // A linear hidden unit is put on the grid as well, and ends at -8 and 8.
    static constexpr double kLinearLimit = 8 * double{kGrid};

    static void hidden_layer(const DenseLayer& layer, const double* in, double* out) {
        for (int at = 0; at < layer.padded; at += kDoubles) {
            Doubles acc = load<Doubles>(layer.biases + at);
            const double* weight = layer.weights + at;
            for (int i = 0; i < layer.inputs; ++i, weight += layer.padded)
                acc = multiply_add(load<Doubles>(weight), spread(in[i]), acc);
            if (layer.activation == Activation::linear) {
                acc = acc * (layer.unit * kGrid);
                acc = acc < -kLinearLimit ? Doubles{} - kLinearLimit : acc;
                acc = acc > kLinearLimit ? Doubles{} + kLinearLimit : acc;
                for (int lane = 0; lane < kDoubles; ++lane) out[at + lane] = nearest(acc[lane]);
                continue;
            }
            const HalfFloats x = narrow(acc * layer.unit);
            const HalfFloats y = layer.activation == Activation::tanh ? tanh_of(x) : sigmoid_of(x);
            store(out + at, widen(on_grid(y)));
        }
    }

    static std::int64_t output(const DenseLayer& layer, double* in) {
        for (int i = layer.inputs; i < layer.padded; ++i) in[i] = 0;
        Doubles acc = Doubles{};
        for (int at = 0; at < layer.padded; at += kDoubles)
            acc = multiply_add(load<Doubles>(layer.weights + at), load<Doubles>(in + at), acc);
        double sum = layer.biases[0];
        for (int lane = 0; lane < kDoubles; ++lane) sum += acc[lane];
        if (layer.activation == Activation::linear) return static_cast<std::int64_t>(sum);
        const HalfFloats x = HalfFloats{} + static_cast<float>(sum * layer.unit);
        const HalfFloats y = layer.activation == Activation::tanh ? tanh_of(x) : sigmoid_of(x);
        return static_cast<std::int64_t>(on_grid(y)[0]);
    }

    const DenseNet* net_;
};

}  // namespace PONNUKI_VARIANT

}  // namespace ponnuki
