// The squares of points around the points of a board, for nets whose weights are shared: what lies
// at an offset that a rotation or a reflection turns into another has the same weight.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

namespace ponnuki {

// Offsets up to `reach` in rows and columns fall into so many kinds.
constexpr int kinds_of_offsets(int reach) {
    return (reach + 1) * (reach + 2) / 2;
}
// By the larger of both distances, then by the smaller; 0 is the point itself.
constexpr int kind_of_offset(int rows, int columns) {
    const int a = rows < 0 ? -rows : rows, b = columns < 0 ? -columns : columns;
    return a > b ? a * (a + 1) / 2 + b : b * (b + 1) / 2 + a;
}

class Squares {
public:
    struct Tap {
        std::int16_t point;
        std::int16_t kind;  // of its offset
    };

    // Made and copied in one place: no copy of a vector's code is then of one instruction set.
    Squares(int size, int reach);
    Squares(const Squares&);
    Squares(Squares&&) noexcept;
    Squares& operator=(const Squares&);
    Squares& operator=(Squares&&) noexcept;
    ~Squares();

    int points() const { return static_cast<int>(begin_.size()) - 1; }
    // The points of the square around a point that are on the board.
    std::span<const Tap> around(int point) const {
        return std::span(taps_).subspan(begin_[point], begin_[point + 1] - begin_[point]);
    }
    // The kinds of the offsets that lead off the board.
    std::span<const std::int16_t> outside(int point) const {
        return std::span(outside_).subspan(outside_begin_[point],
                                           outside_begin_[point + 1] - outside_begin_[point]);
    }

private:
    std::vector<Tap> taps_;
    std::vector<std::int16_t> outside_;
    std::vector<int> begin_, outside_begin_;  // by point
};

}  // namespace ponnuki
