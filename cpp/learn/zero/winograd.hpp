// Convolutions of 3x3 points by Winograd's short algorithm (Lavin and Gray 2016): three by three
// outputs come from five by five inputs with 25 products instead of 81. Inputs, weights and outputs
// are spread over 25 terms by sums with small constants; term by term, what is left is a product of
// matrices. Every sum is taken in one order, whatever the instruction set.
#pragma once

#include "learn/zero/convolution.hpp"

namespace ponnuki::zero::inline PONNUKI_VARIANT {

constexpr int kTerms = 25;

// --- The sums in one dimension: polynomials are taken at 0, 1, -1, 2 and infinity.

PONNUKI_INLINE void spread_inputs(const Floats* x, Floats* to) {
    const Floats a = x[3] - x[2], b = x[0] - x[2], c = x[1] - x[2], d = x[3] - x[1];
    to[0] = (b + b) + d;
    to[1] = a - (x[1] + x[1]);
    to[2] = a + (c + c);
    to[3] = d;
    to[4] = (x[4] - x[2]) - (d + d);
}
PONNUKI_INLINE void spread_weights(const Floats* x, Floats* to) {
    const Floats even = x[0] + x[2], twice = x[1] + x[1];
    to[0] = x[0] * 0.5f;
    to[1] = (even + x[1]) * -0.5f;
    to[2] = (even - x[1]) * (-1 / 6.0f);
    to[3] = ((x[0] + twice) + x[2] * 4.0f) * (1 / 6.0f);
    to[4] = x[2];
}
PONNUKI_INLINE void gather_outputs(const Floats* x, Floats* to) {
    const Floats even = x[1] + x[2], odd = x[1] - x[2], twice = x[3] + x[3];
    to[0] = (x[0] + even) + x[3];
    to[1] = odd + twice;
    to[2] = (even + (twice + twice)) + x[4];
}
// Back from gradients of outputs, and to gradients of weights: the transposed sums.
PONNUKI_INLINE void spread_gradients(const Floats* x, Floats* to) {
    const Floats even = x[0] + x[2], twice = x[1] + x[1];
    to[0] = x[0];
    to[1] = even + x[1];
    to[2] = even - x[1];
    to[3] = (x[0] + twice) + x[2] * 4.0f;
    to[4] = x[2];
}
PONNUKI_INLINE void gather_weights(const Floats* x, Floats* to) {
    const Floats one = x[1] * 0.5f, two = x[2] * (1 / 6.0f), three = x[3] * (1 / 6.0f);
    const Floats both = one + two, twice = three + three;
    to[0] = (x[0] * 0.5f - both) + three;
    to[1] = (two - one) + twice;
    to[2] = ((twice + twice) - both) + x[4];
}

// The same in two dimensions: rows, then columns; From x From values to To x To.
template <int From, int To, class One>
PONNUKI_INLINE void in_both(const Floats (&x)[From][From], Floats (&to)[To][To], One one) {
    Floats halfway[From][To];
    unrolled<From>([&](auto i) { one(x[i], halfway[i]); });
    unrolled<To>([&](auto j) {
        Floats column[From], out[To];
        unrolled<From>([&](auto i) { column[i] = halfway[i][j]; });
        one(column, out);
        unrolled<To>([&](auto i) { to[i][j] = out[i]; });
    });
}

// --- Boards, several at a time. They lie one after another, each with its border as `PaddedBoard`
// says; terms lie by term, by tile, by channel.

class WinogradBoards {
public:
    WinogradBoards(const PaddedBoard& board, int boards)
        : board_(board), side_((board.size + 2) / 3), tiles_(side_ * side_), boards_(boards) {}

    // So many boards are in use.
    void use(int boards) { boards_ = boards; }
    // Floats that the terms of so many channels take.
    std::size_t room(int channels) const { return std::size_t(kTerms) * padded() * channels; }

    void spread(const float* from, int channels, float* terms) const {
        each_tile([&](int tile, int corner, int, int) {
            for (int channel = 0; channel < channels; channel += kFloats) {
                Floats x[5][5], out[5][5];
                unrolled<25>([&](auto i) {
                    const int place = corner + i / 5 * board_.row + i % 5;
                    x[i / 5][i % 5] = load<Floats>(from + place * channels + channel);
                });
                in_both(x, out, [](const Floats* a, Floats* b) { spread_inputs(a, b); });
                store_terms(out, terms, tile, channel, channels);
            }
        });
    }

    // Of gradients of outputs, for the gradient of weights.
    void spread_back(const float* from, int channels, float* terms) const {
        each_tile([&](int tile, int corner, int, int) {
            for (int channel = 0; channel < channels; channel += kFloats) {
                Floats x[3][3], out[5][5];
                unrolled<9>([&](auto i) {
                    const int place = corner + (i / 3 + 1) * board_.row + i % 3 + 1;
                    x[i / 3][i % 3] = load<Floats>(from + place * channels + channel);
                });
                in_both(x, out, [](const Floats* a, Floats* b) { spread_gradients(a, b); });
                store_terms(out, terms, tile, channel, channels);
            }
        });
    }

    // The outputs: finish(place, channel, sum) at every point, places counted through all boards.
    template <class Finish>
    void gather(const float* terms, int channels, Finish finish) const {
        const std::size_t step = std::size_t(padded()) * channels;
        each_tile([&](int tile, int corner, int row, int column) {
            for (int channel = 0; channel < channels; channel += kFloats) {
                Floats x[5][5], out[3][3];
                const float* const at = terms + std::size_t(tile) * channels + channel;
                unrolled<25>([&](auto i) { x[i / 5][i % 5] = load<Floats>(at + i * step); });
                in_both(x, out, [](const Floats* a, Floats* b) { gather_outputs(a, b); });
                unrolled<9>([&](auto i) {
                    if (row + i / 3 < board_.size && column + i % 3 < board_.size)
                        finish(corner + (i / 3 + 1) * board_.row + i % 3 + 1, channel,
                               out[i / 3][i % 3]);
                });
            }
        });
    }

    // By term: to[tile][output] = from[tile][input] * weights[input][output].
    void multiply(const float* from, int inputs, const float* weights, int outputs,
                  float* to) const {
        const int count = padded();
        for (int term = 0; term < kTerms; ++term) {
            const float* const rows = from + std::size_t(term) * count * inputs;
            const float* const own = weights + std::size_t(term) * inputs * outputs;
            float* const out = to + std::size_t(term) * count * outputs;
            for (int output = 0; output < outputs; output += 2 * kFloats)
                for (int tile = 0; tile < tiles(); tile += kTile)
                    multiply_tiles(rows + tile * inputs, inputs, own + output, outputs,
                                   out + tile * outputs + output);
        }
    }

    // By term: to[input][output] = from[tile][input] * gradients[tile][output], over all tiles.
    void multiply_back(const float* from, int inputs, const float* gradients, int outputs,
                       float* to) const {
        const int count = padded();
        for (int term = 0; term < kTerms; ++term) {
            const float* const rows = from + std::size_t(term) * count * inputs;
            const float* const errors = gradients + std::size_t(term) * count * outputs;
            float* const out = to + std::size_t(term) * inputs * outputs;
            for (int input = 0; input < inputs; input += kTile)
                for (int output = 0; output < outputs; output += 2 * kFloats)
                    multiply_inputs(rows + input, inputs, errors + output, outputs,
                                    out + input * outputs + output);
        }
    }

private:
    int tiles() const { return boards_ * tiles_; }
    int padded() const {
        return (tiles() + kTile - 1) / kTile * kTile;
    }  // what is read and written

    // each(tile, the place where its inputs begin, the row and column where its outputs do).
    template <class Each>
    PONNUKI_INLINE void each_tile(Each each) const {
        for (int board = 0, tile = 0; board < boards_; ++board)
            for (int row = 0; row < 3 * side_; row += 3)
                for (int column = 0; column < 3 * side_; column += 3, ++tile)
                    each(tile, board * board_.cells() + row * board_.row + column, row, column);
    }

    PONNUKI_INLINE void store_terms(const Floats (&x)[5][5], float* terms, int tile, int channel,
                                    int channels) const {
        const std::size_t step = std::size_t(padded()) * channels;
        float* const at = terms + std::size_t(tile) * channels + channel;
        unrolled<25>([&](auto i) { store(at + i * step, x[i / 5][i % 5]); });
    }

    static PONNUKI_INLINE void multiply_tiles(const float* from, int inputs, const float* weights,
                                              int outputs, float* to) {
        Floats sums[kTile][2];
        unrolled<kTile>([&](auto k) { sums[k][0] = sums[k][1] = Floats{}; });
        for (int input = 0; input < inputs; ++input, weights += outputs) {
            const Floats first = load<Floats>(weights), second = load<Floats>(weights + kFloats);
            unrolled<kTile>([&](auto k) {
                const float value = from[k * inputs + input];
                sums[k][0] += first * value;
                sums[k][1] += second * value;
            });
        }
        unrolled<kTile>([&](auto k) {
            unrolled<2>([&](auto v) { store(to + k * outputs + kFloats * v, sums[k][v]); });
        });
    }

    PONNUKI_INLINE void multiply_inputs(const float* from, int inputs, const float* gradients,
                                        int outputs, float* to) const {
        Floats sums[kTile][2];
        unrolled<kTile>([&](auto k) { sums[k][0] = sums[k][1] = Floats{}; });
        for (int tile = 0; tile < tiles(); ++tile, from += inputs, gradients += outputs) {
            const Floats first = load<Floats>(gradients);
            const Floats second = load<Floats>(gradients + kFloats);
            unrolled<kTile>([&](auto k) {
                sums[k][0] += first * from[k];
                sums[k][1] += second * from[k];
            });
        }
        unrolled<kTile>([&](auto k) {
            unrolled<2>([&](auto v) { store(to + k * outputs + kFloats * v, sums[k][v]); });
        });
    }

    const PaddedBoard& board_;
    int side_;   // tiles in a row
    int tiles_;  // of a board
    int boards_;
};

// Weights by tap, by input, by output as terms, by input, by output.
inline void spread_taps(const float* weights, int inputs, int outputs, float* terms) {
    const int step = inputs * outputs;
    for (int i = 0; i < step; i += kFloats) {
        Floats x[3][3], out[5][5];
        unrolled<9>([&](auto k) { x[k / 3][k % 3] = load<Floats>(weights + k * step + i); });
        in_both(x, out, [](const Floats* a, Floats* b) { spread_weights(a, b); });
        unrolled<25>([&](auto k) { store(terms + k * step + i, out[k / 5][k % 5]); });
    }
}

// Adds the gradient of terms to that of weights.
inline void gather_taps(const float* terms, int inputs, int outputs, float* weights) {
    const int step = inputs * outputs;
    for (int i = 0; i < step; i += kFloats) {
        Floats x[5][5], out[3][3];
        unrolled<25>([&](auto k) { x[k / 5][k % 5] = load<Floats>(terms + k * step + i); });
        in_both(x, out, [](const Floats* a, Floats* b) { gather_weights(a, b); });
        unrolled<9>([&](auto k) {
            float* const there = weights + k * step + i;
            store(there, load<Floats>(there) + out[k / 3][k % 3]);
        });
    }
}

}  // namespace ponnuki::zero::inline PONNUKI_VARIANT
