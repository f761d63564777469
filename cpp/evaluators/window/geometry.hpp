// The geometry of the window net: its squares, the points that share a weight, and which points are
// cheaper to value together. Everything here is worked out by the compiler.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/bits.hpp"
#include "core/variant.hpp"

namespace ponnuki {

constexpr int kWindowHidden2 = 40;
constexpr int kWindowHidden3 = 10;
constexpr int kWindowPadded2 = 48;
constexpr int kWindowPadded3 = 16;

constexpr int window_squares(int size) {
    int count = 0;
    for (int n = 3; n <= size; ++n) count += (size - n + 1) * (size - n + 1);
    return count;
}
// Points of all squares.
constexpr int window_cover(int size) {
    int count = 0;
    for (int n = 3; n <= size; ++n) count += (size - n + 1) * (size - n + 1) * n * n;
    return count;
}
// The squares that cover the middle of the board, where they are most.
constexpr int window_largest_cover(int size) {
    const int middle = size / 2;
    int count = 0;
    for (int n = 3; n <= size; ++n) {
        const int places = std::min(middle, size - n) - std::max(0, middle - n + 1) + 1;
        count += places * places;
    }
    return count;
}
constexpr int window_classes(int size) {
    const int half = (size + 1) / 2;
    return half * (half + 1) / 2;
}
constexpr int window_weight_count(int size) {
    return window_classes(size) + window_squares(size) +
           kWindowHidden2 * (window_squares(size) + 1) + kWindowHidden3 * (kWindowHidden2 + 1) +
           kWindowHidden3 + 1;
}

inline namespace PONNUKI_VARIANT {

// Which squares cover a point, and which weight a point has. A stone on any point of a class has
// the same effect on the squares that cover all of them, and so it is with a pair of mirrored
// points.
template <int N>
struct WindowGeometry {
    static constexpr int kSquares = window_squares(N);
    static constexpr int kClasses = window_classes(N);
    using Squares = Bits<kSquares>;

    std::array<Squares, N * N> covering{};
    std::array<std::uint8_t, N * N> class_of{};
    std::array<Squares, kClasses> covering_class{};
    std::array<std::uint8_t, N * N> partner{};   // the mirrored point that shares most squares
    std::array<std::uint8_t, N * N> in_pairs{};  // all points, partners side by side

    constexpr WindowGeometry() {
        int square = 0;
        for (int n = 3; n <= N; ++n)
            for (int top = 0; top + n <= N; ++top)
                for (int left = 0; left + n <= N; ++left, ++square)
                    for (int r = top; r < top + n; ++r)
                        for (int c = left; c < left + n; ++c) covering[r * N + c].set(square);
        for (int r = 0; r < N; ++r)
            for (int c = 0; c < N; ++c) {
                int a = r < N - 1 - r ? r : N - 1 - r;
                int b = c < N - 1 - c ? c : N - 1 - c;
                if (a > b) {
                    const int swap = a;
                    a = b;
                    b = swap;
                }
                const int half = (N + 1) / 2;
                class_of[r * N + c] = static_cast<std::uint8_t>(a * half - a * (a - 1) / 2 + b - a);
            }
        for (Squares& squares : covering_class) squares = Squares::all();
        for (int point = 0; point < N * N; ++point)
            covering_class[class_of[point]] = covering_class[class_of[point]] & covering[point];
        pair_up();
    }

private:
    constexpr void pair_up() {
        int count = 0;
        for (int point = 0; point < N * N; ++point) {
            const int r = point / N, c = point % N, s = N - 1 - r, d = N - 1 - c;
            const int images[] = {r * N + d, s * N + c, c * N + r, d * N + s};
            int best = point, most = -1;
            for (const int image : images) {
                const int shared = (covering[point] & covering[image]).count();
                if (image != point && shared > most) {
                    best = image;
                    most = shared;
                }
            }
            partner[point] = static_cast<std::uint8_t>(best);
            if (best < point) continue;
            in_pairs[count++] = static_cast<std::uint8_t>(point);
            if (best != point) in_pairs[count++] = static_cast<std::uint8_t>(best);
        }
    }
};
template <int N>
inline constexpr WindowGeometry<N> kWindow{};

// Lists of squares in steps of two, filled up with a square that is not there. A loop over a list
// ends where it did last time, which a loop over a set does not; and side by side they stay small.
template <int N>
struct WindowLists {
    static constexpr int kSquares = window_squares(N);
    using Squares = Bits<kSquares>;

    struct List {
        std::uint16_t first = 0, steps = 0;
    };
    // Every square as often as it has points, twice; a class has fewer; at most 1 to fill up.
    static constexpr int kRoom =
        2 * window_cover(N) + kSquares * window_classes(N) + 3 * N * N + window_classes(N);
    static_assert(kRoom <= 65536);
    std::array<List, window_classes(N)> of_class{};  // squares that cover a whole class
    std::array<List, N * N> own{};                   // those that cover a point alone
    std::array<List, N * N> shared{};                // ... and its partner as well
    std::array<List, N * N> rest{};                  // ... but not its partner
    std::array<std::uint16_t, kRoom> square{};

    constexpr WindowLists() {
        const auto& geometry = kWindow<N>;
        for (int kind = 0; kind < window_classes(N); ++kind)
            of_class[kind] = list(geometry.covering_class[kind]);
        for (int point = 0; point < N * N; ++point) {
            const auto& common = geometry.covering_class[geometry.class_of[point]];
            const Squares squares = geometry.covering[point].without(common);
            const Squares others = geometry.covering[geometry.partner[point]].without(common);
            rest[point] = list(squares.without(others));
            const int partner = geometry.partner[point];
            shared[point] = partner < point ? shared[partner] : list(squares & others);
        }
        for (int point = 0; point < N * N; ++point) {
            const auto& common = geometry.covering_class[geometry.class_of[point]];
            own[point] = list(geometry.covering[point].without(common));
        }
    }

private:
    constexpr List list(const Squares& squares) {
        const int first = count_;
        squares.each([&](int one) { square[count_++] = static_cast<std::uint16_t>(one); });
        while (count_ % 2 > 0) square[count_++] = kSquares;
        return {static_cast<std::uint16_t>(first),
                static_cast<std::uint16_t>((count_ - first) / 2)};
    }

    int count_ = 0;
};
template <int N>
inline constexpr WindowLists<N> kWindowLists{};

}  // namespace PONNUKI_VARIANT

}  // namespace ponnuki
