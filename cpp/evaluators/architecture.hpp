// What a net is made of, apart from its weights: plain values, the same for every instruction set.
#pragma once

#include <cstdint>
#include <vector>

namespace ponnuki {

enum class Encoding : std::uint8_t {
    own_opponent,   // own 1, opponent 0, empty 1/2 (Franken & Engelbrecht 2003)
    messerschmidt,  // black 1, white 0, empty 1/2, and which player the viewer is
    black_white,    // black +1, white -1
    koten,          // own +1, opponent -1 (Mayer 2007, as the next two)
    roban,          // means of koten over 3x3 squares and over the board
    katatsugi,      // mean of koten over a point and its four neighbours
};

enum class Activation : std::uint8_t { linear, sigmoid, tanh };

enum class NetKind : std::uint8_t { window, dense };

constexpr int kMaxLayers = 8;
constexpr int kMaxWidth = 511;  // so that a sum has at most 53 bits

struct Architecture {
    NetKind kind = NetKind::dense;
    int size = 0;  // of the board
    // For dense nets:
    Encoding encoding = Encoding::black_white;
    std::vector<int> hidden;
    Activation hidden_activation = Activation::tanh;
    Activation output_activation = Activation::linear;
    bool biases = true;
};

// The number of inputs that an encoding makes of a board.
constexpr int input_count(Encoding encoding, int size) {
    switch (encoding) {
        case Encoding::messerschmidt: return size * size + 1;
        case Encoding::roban: return (size - 2) * (size - 2) + 1;
        default: return size * size;
    }
}

int weight_count(const Architecture& architecture);

}  // namespace ponnuki
