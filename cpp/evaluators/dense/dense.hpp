// Dense nets of any depth over encodings of the board; without hidden layers, the weighted piece
// counter. Sums are exact in the same way as the window net's.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/aligned.hpp"
#include "core/bits.hpp"
#include "core/types.hpp"
#include "evaluators/activation.hpp"
#include "evaluators/encodings.hpp"

namespace ponnuki {

constexpr int kMaxLayers = 8;
constexpr int kMaxWidth = 511;  // so that a sum has at most 53 bits

class DenseNet;

struct DenseArchitecture {
    using Net = DenseNet;

    int size = 0;  // of the board
    Encoding encoding = Encoding::black_white;
    std::vector<int> hidden;
    Activation hidden_activation = Activation::tanh;
    Activation output_activation = Activation::linear;
    bool biases = true;

    int weight_count() const;
};

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

// The rounded weights of one net. It owns them; nobody changes them.
class DenseNet {
public:
    // As many finite weights as the architecture has.
    DenseNet(const DenseArchitecture& architecture, std::span<const float> weights);

    // Whose view a value is: the viewer's where the encoding has one, else black's.
    PONNUKI_INLINE Side view(Side viewer) const { return has_viewer(encoding) ? viewer : kBlack; }

    int size;
    Encoding encoding;
    int layer_count;
    DenseLayer layers[kMaxLayers];
    double unit = 1 / double{1 << 20};  // what one in a value stands for
    // Of a net without hidden layers that counts the stones of a board of up to 64 points: the sum
    // of the weights in each byte of a set of points, by byte and then by its bits.
    std::vector<std::int32_t> byte_sums;

private:
    AlignedMemory memory_;
};

inline namespace PONNUKI_VARIANT {

class DenseKernel {
public:
    explicit DenseKernel(const DenseNet& net) : net_(&net) {}

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

    // The value from the sums of the first layer, which is not the last. It uses them up.
    std::int64_t finish(double* sums) const {
        alignas(64) double second[kMaxWidth + 9];
        double* from = sums;
        double* to = second;
        const DenseLayer& first = net_->layers[0];
        for (int at = 0; at < first.padded; at += kDoubles)
            activate(first, load<Doubles>(from + at), from + at);
        for (int i = 1; i + 1 < net_->layer_count; ++i) {
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
            activate(layer, acc, out + at);
        }
    }

    // The hidden values of some sums.
    static PONNUKI_INLINE void activate(const DenseLayer& layer, Doubles sums, double* out) {
        if (layer.activation == Activation::linear) {
            sums = sums * (layer.unit * kGrid);
            sums = sums < -kLinearLimit ? Doubles{} - kLinearLimit : sums;
            sums = sums > kLinearLimit ? Doubles{} + kLinearLimit : sums;
            for (int lane = 0; lane < kDoubles; ++lane) out[lane] = nearest(sums[lane]);
            return;
        }
        const HalfFloats x = narrow(sums * layer.unit);
        const HalfFloats y = layer.activation == Activation::tanh ? tanh_of(x) : sigmoid_of(x);
        store(out, widen(on_grid(y)));
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

// The value of a board from nothing, in the view that the net has.
template <int N>
Score value_of(const DenseNet& net, const Bits<N * N>& black, const Bits<N * N>& white,
               Side viewer) {
    return DenseKernel(net).value<N>(black, white, net.view(viewer));
}

}  // namespace PONNUKI_VARIANT

}  // namespace ponnuki
