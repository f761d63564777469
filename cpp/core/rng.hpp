// Random numbers: one seed a run, streams derived from it by name and index.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/variant.hpp"

namespace ponnuki {

// All that a generator remembers, in a form that is the same for every instruction set.
using RngState = std::array<std::uint64_t, 4>;

inline namespace PONNUKI_VARIANT {

// Scrambles 64 bits so that neighbouring inputs give unrelated outputs (the splitmix64 finaliser).
constexpr std::uint64_t mix(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

// The streams of one name in a run, for where many of them are wanted.
class Streams {
public:
    constexpr Streams(std::uint64_t seed, std::string_view name) : key_(mix(seed)) {
        for (const char letter : name) key_ = mix(key_ ^ static_cast<unsigned char>(letter));
    }
    constexpr std::uint64_t operator[](std::uint64_t index) const { return mix(key_ ^ mix(index)); }

private:
    std::uint64_t key_;
};

// The seed of the stream `name` number `index` of a run. It depends on nothing else, so results do
// not depend on the number of threads or on the order of work.
constexpr std::uint64_t stream(std::uint64_t seed, std::string_view name, std::uint64_t index) {
    return Streams(seed, name)[index];
}

// xoshiro256** of Blackman and Vigna.
class Rng {
public:
    explicit constexpr Rng(std::uint64_t seed) {
        for (auto& word : state_) word = seed = mix(seed);
    }

    explicit constexpr Rng(const RngState& state) : state_(state) {}
    constexpr const RngState& state() const { return state_; }

    constexpr std::uint64_t next() {
        const std::uint64_t result = rotate(state_[1] * 5, 7) * 9;
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = rotate(state_[3], 45);
        return result;
    }

    // Exactly uniform over 0 .. bound-1 (Lemire's method); bound must be positive.
    constexpr int below(int bound) {
        const auto range = static_cast<std::uint32_t>(bound);
        std::uint64_t product = (next() >> 32) * range;
        if (static_cast<std::uint32_t>(product) < range) {
            const std::uint32_t floor = (0u - range) % range;
            while (static_cast<std::uint32_t>(product) < floor) product = (next() >> 32) * range;
        }
        return static_cast<int>(product >> 32);
    }

    // Uniform in [0, 1), a multiple of 2^-53.
    constexpr double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

    // True with that probability.
    constexpr bool chance(double probability) { return uniform() < probability; }

private:
    static constexpr std::uint64_t rotate(std::uint64_t x, int k) {
        return (x << k) | (x >> (64 - k));
    }

    RngState state_{};
};

}  // namespace PONNUKI_VARIANT

}  // namespace ponnuki
