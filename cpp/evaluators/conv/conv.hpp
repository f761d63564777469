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

// What a net sees of every point: an own stone, one of the other side, one (which shows the edge),
// whether the last move was a pass. With liberties also: an own stone whose string has one, two,
// three liberties, and the same of the other side. Then a plane for each mark that the net knows.
constexpr int kConvPlanes = 4;
constexpr int kLibertyPlanes = 6;

// Cells show a net what stands on every point, row by row: 0 nothing, 1 a stone of the side to
// move, 2 one of the other side, and the marks that it knows as further bits; then whether the last
// move was a pass.
using Marks = std::uint8_t;
constexpr std::uint8_t kStone = 3;    // the bits of a stone
constexpr Marks kLastMove = 4;        // the last move was here
constexpr Marks kMoveBefore = 8;      // the one before it was
constexpr Marks kForbiddenByKo = 16;  // the side to move may not play here because of ko alone
constexpr int kMaxHistory = 2;

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
    bool liberties = false;
    int history = 0;  // last moves that it sees
    bool ko = false;  // whether it sees what ko forbids

    int planes() const { return kConvPlanes + (liberties ? kLibertyPlanes : 0) + history + ko; }
    Marks marks() const {
        return static_cast<Marks>((history > 0 ? kLastMove : 0) | (history > 1 ? kMoveBefore : 0) |
                                  (ko ? kForbiddenByKo : 0));
    }
    int weight_count() const;
};

// Where a point comes to lie when a board is turned and mirrored in one of eight ways.
constexpr int turned_point(int size, int symmetry, int point) {
    int row = point / size, column = point % size;
    if (symmetry & 1) row = size - 1 - row;
    if (symmetry & 2) column = size - 1 - column;
    return symmetry & 4 ? column * size + row : row * size + column;
}

// How many liberties the string of every stone has, 4 for more than three; 0 where there is none.
void count_liberties(int size, const std::uint8_t* cells, std::uint8_t* out);

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
    bool liberties;
    Marks marks;
    std::uint64_t id;               // a hash of the weights and of what the net sees
    std::vector<ConvLayer> layers;  // the first, two a block, that of the policy, that of the value
    std::vector<float> policy;  // one weight a channel, then the pooled ones of a pass, its bias
    std::vector<float> hidden;  // by pooled channel, by unit; then biases
    std::vector<float> output;  // by unit; then the bias
    double unit = 1 / double{1 << 20};  // what one in a value stands for
};

inline namespace PONNUKI_VARIANT {

// Calls light(point, plane) for every one in the planes behind the first four.
template <class Light>
void each_further_plane(int size, bool liberties, Marks marks, const std::uint8_t* cells,
                        Light light) {
    const int points = size * size;
    int plane = kConvPlanes;
    if (liberties) {
        std::uint8_t counts[13 * 13];
        count_liberties(size, cells, counts);
        for (int point = 0; point < points; ++point) {
            const int stone = cells[point] & kStone;
            if (stone != 0 && counts[point] < 4)
                light(point, plane + 3 * (stone == 2) + counts[point] - 1);
        }
        plane += kLibertyPlanes;
    }
    for (const Marks mark : {kLastMove, kMoveBefore, kForbiddenByKo}) {
        if (!(marks & mark)) continue;
        for (int point = 0; point < points; ++point)
            if (cells[point] & mark) light(point, plane);
        ++plane;
    }
}

// The value of cells in steps of the grid; the policy, if wanted, has a logit for each point and
// one for a pass.
Score conv_value(const ConvNet& net, const std::uint8_t* cells, float* policy);

// The value of a board from nothing, in the viewer's view. A board alone has no marks.
template <int N>
Score value_of(const ConvNet& net, const Bits<N * N>& black, const Bits<N * N>& white,
               Side viewer) {
    std::uint8_t cells[N * N + 1] = {};
    black.each([&](int point) { cells[point] = viewer == kBlack ? 1 : 2; });
    white.each([&](int point) { cells[point] = viewer == kBlack ? 2 : 1; });
    return conv_value(net, cells, nullptr);
}

}  // namespace PONNUKI_VARIANT

}  // namespace ponnuki
