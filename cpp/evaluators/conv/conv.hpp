// Residual convolutional nets with a policy and a value, for boards of any size.
//
// Inputs and activations of convolutions are whole numbers of 7 bits, their weights of 8 bits with
// a scale for each output: sums are exact. What follows a sum is a fixed sequence of single rounded
// operations. So a value is the same for every instruction set.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/bits.hpp"
#include "core/types.hpp"
#include "core/variant.hpp"

namespace ponnuki {

constexpr int kConvPlanes = 3;        // own stones, the other side's, ones: they show the edge
constexpr int kMaxConvChannels = 96;  // so that a sum is exact in single precision as well
constexpr int kConvGroup = 32;        // channels are a multiple of this
constexpr int kMaxConvBlocks = 16;
constexpr int kConvHidden = 64;          // units between the pooled channels and the value
constexpr float kActivationSteps = 32;   // in one
constexpr float kActivationLimit = 127;  // in steps

class ConvNet;

struct ConvArchitecture {
    using Net = ConvNet;

    int size = 0;  // of the board
    int blocks = 3;
    int channels = 32;

    int weight_count() const;
};

// A convolution of 3x3 or 1x1 points with its weights rounded, by tap, by four inputs, by output.
struct ConvLayer {
    int taps = 0;   // 9 or 1
    int quads = 0;  // of inputs
    int outputs = 0;
    std::vector<std::int8_t> weights;
    std::vector<float> scales;  // of sums, by output
    std::vector<float> biases;
};

// The rounded weights of one net. It owns them; nobody changes them.
class ConvNet {
public:
    // As many finite weights as the architecture has.
    ConvNet(const ConvArchitecture& architecture, std::span<const float> weights);

    // A value is in the viewer's view: the net takes the viewer for the side to move.
    Side view(Side viewer) const { return viewer; }

    int size;
    int blocks;
    int channels;
    std::vector<ConvLayer> layers;  // the first, two a block, that of the policy, that of the value
    std::vector<float> policy;  // one weight a channel, then the pooled ones of a pass, its bias
    std::vector<float> hidden;  // by pooled channel, by unit; then biases
    std::vector<float> output;  // by unit; then the bias
    double unit = 1 / double{1 << 20};  // what one in a value stands for
};

inline namespace PONNUKI_VARIANT {

// What stands on every point, row by row: 0 nothing, 1 a stone of the viewer, 2 one of the other
// side. The value in steps of the grid; the policy, if wanted, has a logit for each point and one
// for a pass.
Score conv_value(const ConvNet& net, const std::uint8_t* cells, float* policy);

// The value of a board from nothing, in the viewer's view.
template <int N>
Score value_of(const ConvNet& net, const Bits<N * N>& black, const Bits<N * N>& white,
               Side viewer) {
    std::uint8_t cells[N * N] = {};
    black.each([&](int point) { cells[point] = viewer == kBlack ? 1 : 2; });
    white.each([&](int point) { cells[point] = viewer == kBlack ? 2 : 1; });
    return conv_value(net, cells, nullptr);
}

}  // namespace PONNUKI_VARIANT

}  // namespace ponnuki
