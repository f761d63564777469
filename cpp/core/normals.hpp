// Normal numbers that are the same to the last bit on every machine: only the four operations and
// the root are used, in a fixed order, and not the C library's functions.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "core/rng.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// The natural logarithm of a normal positive number; error below 1e-15, relative.
inline double log_of(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    int exponent = static_cast<int>(bits >> 52) - 1023;
    double mantissa = std::bit_cast<double>((bits & 0xfffffffffffffu) | 0x3ff0000000000000u);
    if (mantissa > 1.4142135623730951) {
        mantissa *= 0.5;
        ++exponent;
    }
    // log m = 2 artanh s with |s| < 0.172, as a series.
    const double s = (mantissa - 1) / (mantissa + 1);
    const double square = s * s;
    double sum = 0;
    for (int k = 21; k >= 3; k -= 2) sum = (sum + 1.0 / k) * square;
    return exponent * 0.6931471805599453 + 2 * s * (1 + sum);
}

// e to the power of x, |x| at most 700; error below 1e-15, relative.
inline double exp_of(double x) {
    const double whole = std::floor(x * 1.4426950408889634 + 0.5);
    const double rest = (x - whole * 0.6931471803691238) - whole * 1.9082149292705877e-10;
    double sum = 1;
    for (int k = 14; k >= 1; --k) sum = 1 + sum * rest / k;
    const auto exponent = static_cast<std::uint64_t>(static_cast<int>(whole) + 1023);
    return sum * std::bit_cast<double>(exponent << 52);
}

// Independent normal numbers (Marsaglia's polar method).
class Normals {
public:
    explicit Normals(std::uint64_t seed) : rng_(seed) {}

    double next() {
        if (kept_) {
            kept_ = false;
            return second_;
        }
        double a, b, square;
        do {
            a = 2 * rng_.uniform() - 1;
            b = 2 * rng_.uniform() - 1;
            square = a * a + b * b;
        } while (square >= 1 || square < 0x1p-100);
        const double scale = std::sqrt(-2 * log_of(square) / square);
        kept_ = true;
        second_ = b * scale;
        return a * scale;
    }

private:
    Rng rng_;
    bool kept_ = false;
    double second_ = 0;
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
