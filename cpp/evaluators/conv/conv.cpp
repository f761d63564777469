#include "evaluators/conv/conv.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/rng.hpp"
#include "evaluators/rounding.hpp"

namespace ponnuki {

int ConvArchitecture::weight_count() const {
    const int c = channels;
    const int first = (9 * planes() + 1) * c;
    const int inner = 2 * blocks * (9 * c + 1) * c;
    const int policy = (c + 1) * c + c + 2 * c + 1;
    const int value = (c + 1) * c + (2 * c + 1) * kConvHidden + kConvHidden + 1;
    return first + inner + policy + value;
}

void count_liberties(int size, const std::uint8_t* cells, std::uint8_t* out) {
    constexpr int kMost = 13 * 13;
    std::uint8_t seen[kMost];    // by string: 1 and up
    std::uint8_t lately[kMost];  // the last string that an empty point was counted for
    int string[kMost];
    const int points = size * size;
    std::fill_n(seen, points, 0);
    std::fill_n(lately, points, 0);
    std::fill_n(out, points, 0);
    std::uint8_t number = 0;
    const auto stone = [&](int point) { return cells[point] & kStone; };
    for (int start = 0; start < points; ++start) {
        if (stone(start) == 0 || seen[start] != 0) continue;
        const int colour = stone(start);
        int stones = 1, liberties = 0;
        string[0] = start;
        seen[start] = ++number;
        for (int i = 0; i < stones; ++i) {
            const int row = string[i] / size, column = string[i] % size;
            const auto look = [&](int point) {
                if (stone(point) == 0) {
                    if (lately[point] != number) ++liberties;
                    lately[point] = number;
                } else if (stone(point) == colour && seen[point] == 0) {
                    seen[point] = number;
                    string[stones++] = point;
                }
            };
            if (row > 0) look(string[i] - size);
            if (column > 0) look(string[i] - 1);
            if (column + 1 < size) look(string[i] + 1);
            if (row + 1 < size) look(string[i] + size);
        }
        for (int i = 0; i < stones; ++i)
            out[string[i]] = static_cast<std::uint8_t>(std::min(liberties, 4));
    }
}

// A row has the weights by output, by input, by tap, and then the biases.
static ConvLayer rounded_layer(std::span<const float>& row, int taps, int inputs, int outputs) {
    ConvLayer layer;
    layer.taps = taps;
    layer.quads = (inputs + 3) / 4;
    layer.outputs = outputs;
    layer.weights.assign(std::size_t(taps) * layer.quads * outputs * 4, 0);
    for (int output = 0; output < outputs; ++output) {
        const std::span<const float> own = take(row, inputs * taps);
        float largest = 0;
        for (const float weight : own) largest = std::max(largest, std::abs(weight));
        const float step = largest > 0 ? largest / 127.0f : 1.0f;
        layer.scales.push_back(step / kActivationSteps);
        for (int input = 0; input < inputs; ++input)
            for (int tap = 0; tap < taps; ++tap) {
                const std::size_t at =
                    ((std::size_t(tap) * layer.quads + input / 4) * outputs + output) * 4 +
                    input % 4;
                layer.weights[at] =
                    static_cast<std::int8_t>(std::nearbyint(own[input * taps + tap] / step));
            }
    }
    const std::span<const float> biases = take(row, outputs);
    layer.biases.assign(biases.begin(), biases.end());
    return layer;
}

static std::uint64_t hash_of(std::span<const float> row, Marks marks) {
    std::uint64_t out = row.size() ^ std::uint64_t{marks} << 32;
    for (const float weight : row) out = mix(out ^ std::bit_cast<std::uint32_t>(weight));
    return out;
}

ConvNet::ConvNet(const ConvArchitecture& given, std::span<const float> row)
    : size(given.size),
      blocks(given.blocks),
      channels(given.channels),
      liberties(given.liberties),
      marks(given.marks()),
      id(hash_of(row, marks)) {
    const int c = channels;
    layers.push_back(rounded_layer(row, 9, given.planes(), c));
    for (int i = 0; i < 2 * blocks; ++i) layers.push_back(rounded_layer(row, 9, c, c));
    layers.push_back(rounded_layer(row, 1, c, c));
    const std::span<const float> of_policy = take(row, 3 * c + 1);
    policy.assign(of_policy.begin(), of_policy.end());
    layers.push_back(rounded_layer(row, 1, c, c));
    const std::span<const float> matrix = take(row, 2 * c * kConvHidden);  // by unit
    hidden.resize(std::size_t(2 * c + 1) * kConvHidden);
    for (int j = 0; j < kConvHidden; ++j)
        for (int i = 0; i < 2 * c; ++i) hidden[i * kConvHidden + j] = matrix[j * 2 * c + i];
    const std::span<const float> biases = take(row, kConvHidden);
    std::copy(biases.begin(), biases.end(), hidden.begin() + 2 * c * kConvHidden);
    const std::span<const float> last = take(row, kConvHidden + 1);
    output.assign(last.begin(), last.end());
}

}  // namespace ponnuki
