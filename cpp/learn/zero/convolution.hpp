// Convolutions in single precision and their gradients. Every sum is taken in one order, whatever
// the instruction set.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "core/aligned.hpp"
#include "core/vectors.hpp"

namespace ponnuki::zero::inline PONNUKI_VARIANT {

using Row = std::vector<float, AlignedAllocator<float>>;
using Places = std::vector<int, AlignedAllocator<int>>;

// Points that are computed together, by two vectors of outputs.
constexpr int kTile = kFloats == 16 ? 8 : 4;

// A board with a border of zeros, which fills the last tile of three by three points: values by
// place, by channel.
struct PaddedBoard {
    explicit PaddedBoard(int board_size) : size(board_size), row((board_size + 2) / 3 * 3 + 2) {
        for (int point = 0; point < size * size; ++point) places.push_back(place(point));
        tiled = places;
        while (tiled.size() % kTile != 0) tiled.push_back(places.back());
    }
    int place(int point) const { return (point / size + 1) * row + point % size + 1; }
    int cells() const { return row * row; }
    // From a place to the one that a tap sees from there.
    int shift(int taps, int tap) const { return taps == 1 ? 0 : (tap / 3 - 1) * row + tap % 3 - 1; }

    int size, row;
    Places places;  // by point
    Places tiled;   // the same, the last one repeated to fill a tile
};

// Sums at all points: to[place][output] from from[place][input], weights by tap, by input, by
// output. `Add` adds to what is there, else sums begin with the biases, if there are any.
template <bool Add>
void convolve(const PaddedBoard& board, const float* from, int inputs, const float* weights,
              const float* biases, int taps, int outputs, float* to) {
    for (int output = 0; output < outputs; output += 2 * kFloats)
        for (std::size_t tile = 0; tile < board.tiled.size(); tile += kTile) {
            const float* bases[kTile];
            Floats sums[kTile][2];
            unrolled<kTile>([&](auto k) {
                bases[k] = from + board.tiled[tile + k] * inputs;
                unrolled<2>([&](auto v) {
                    sums[k][v] = biases ? load<Floats>(biases + output + kFloats * v) : Floats{};
                });
            });
            for (int tap = 0; tap < taps; ++tap) {
                const int shift = board.shift(taps, tap) * inputs;
                const float* of = weights + tap * inputs * outputs + output;
                for (int input = shift; input < shift + inputs; ++input, of += outputs) {
                    const Floats first = load<Floats>(of), second = load<Floats>(of + kFloats);
                    unrolled<kTile>([&](auto k) {
                        const float value = bases[k][input];
                        sums[k][0] += first * value;
                        sums[k][1] += second * value;
                    });
                }
            }
            // A repeated point writes what it has written before; what it adds to is read first.
            Floats before[kTile][2];
            unrolled<kTile>([&](auto k) {
                float* const there = to + board.tiled[tile + k] * outputs + output;
                unrolled<2>([&](auto v) {
                    before[k][v] = Add ? load<Floats>(there + kFloats * v) : Floats{};
                });
            });
            unrolled<kTile>([&](auto k) {
                float* const there = to + board.tiled[tile + k] * outputs + output;
                unrolled<2>([&](auto v) {
                    store(there + kFloats * v, Add ? before[k][v] + sums[k][v] : sums[k][v]);
                });
            });
        }
}

// Adds the gradient of a convolution's biases: `out` is the gradient of what came out of it.
inline void add_bias_gradient(const PaddedBoard& board, const float* out, int outputs,
                              float* biases) {
    for (int output = 0; output < outputs; output += kFloats) {
        Floats sum = Floats{};
        for (const int place : board.places) sum += load<Floats>(out + place * outputs + output);
        store(biases + output, load<Floats>(biases + output) + sum);
    }
}

// Adds that of its weights as well: `in` is what went into it.
inline void add_weight_gradient(const PaddedBoard& board, const float* in, int inputs,
                                const float* out, int taps, int outputs, float* weights,
                                float* biases) {
    for (int tap = 0; tap < taps; ++tap) {
        const int shift = board.shift(taps, tap);
        for (int input = 0; input < inputs; input += kTile)
            for (int output = 0; output < outputs; output += 2 * kFloats) {
                Floats sums[kTile][2];
                unrolled<kTile>([&](auto k) { sums[k][0] = sums[k][1] = Floats{}; });
                for (const int place : board.places) {
                    const float* const gradient = out + place * outputs + output;
                    const Floats first = load<Floats>(gradient);
                    const Floats second = load<Floats>(gradient + kFloats);
                    const float* const values = in + (place + shift) * inputs + input;
                    unrolled<kTile>([&](auto k) {
                        sums[k][0] += first * values[k];
                        sums[k][1] += second * values[k];
                    });
                }
                unrolled<kTile>([&](auto k) {
                    float* const there = weights + (tap * inputs + input + k) * outputs + output;
                    unrolled<2>([&](auto v) {
                        store(there + kFloats * v, load<Floats>(there + kFloats * v) + sums[k][v]);
                    });
                });
            }
    }
    add_bias_gradient(board, out, outputs, biases);
}

// A sum of products in one order, whatever the instruction set: sixteen sums side by side.
inline float dot(const float* a, const float* b, int count) {
    constexpr int kSide = 16;
    Floats sums[kSide / kFloats] = {};
    for (int i = 0; i < count; i += kSide)
        unrolled<kSide / kFloats>([&](auto k) {
            sums[k] += load<Floats>(a + i + kFloats * k) * load<Floats>(b + i + kFloats * k);
        });
    float lanes[kSide];
    std::memcpy(lanes, sums, sizeof lanes);
    for (int half = kSide / 2; half > 0; half /= 2)
        for (int i = 0; i < half; ++i) lanes[i] += lanes[i + half];
    return lanes[0];
}

// Weights of the convolution that takes gradients back from outputs to inputs.
inline void turn_back(const float* weights, int taps, int inputs, int outputs, float* to) {
    for (int tap = 0; tap < taps; ++tap)
        for (int input = 0; input < inputs; ++input)
            for (int output = 0; output < outputs; ++output)
                to[((taps - 1 - tap) * outputs + output) * inputs + input] =
                    weights[(tap * inputs + input) * outputs + output];
}

}  // namespace ponnuki::zero::inline PONNUKI_VARIANT
