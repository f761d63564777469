// The head of a net that predicts the fate of every point: whose it will be at the end of the game,
// 1 for black and -1 for white.
//
// It reads features of points, as many for each: what black sees there less what white sees, by one
// and the same net below. So the exchange of colours turns every prediction around. Features of the
// points around a point count by the kind of their offset alone, so rotations and reflections turn
// the map of predictions as they turn the board. The value of a board is the mean over its points.
#pragma once

#include <span>

#include "core/types.hpp"
#include "evaluators/fates/squares.hpp"
#include "evaluators/learning.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// The points that are a side's as a board stands: its stones, and the empty regions that touch no
// stone of the other side.
template <class Board>
void areas_of(const typename Board::Points& black, const typename Board::Points& white,
              typename Board::Points (&areas)[2]) {
    using Points = typename Board::Points;
    areas[kBlack] = black;
    areas[kWhite] = white;
    Points rest = Board::kAll.without(black | white);
    while (rest.any()) {
        const Points region = Board::connected(Points::only(rest.lowest()), rest);
        const Points rim = Board::beside(region);
        const bool touches_black = (rim & black).any();
        if (touches_black != (rim & white).any()) {
            Points& area = areas[touches_black ? kBlack : kWhite];
            area = area | region;
        }
        rest = rest.without(region);
    }
}

class FateHead {
public:
    static constexpr int kReach = 1;
    static constexpr int kKinds = kinds_of_offsets(kReach);

    // `width` features of a point, padded.
    FateHead(int size, int width) : squares_(size, kReach), width_(width) {}

    int parameters() const { return kKinds * width_; }
    int points() const { return squares_.points(); }
    const Squares& squares() const { return squares_; }

    // The sum of a point; row(q) are the features of a point q.
    template <class Row>
    PONNUKI_INLINE float sum(const float* parameters, int point, Row row) const {
        constexpr int kParts = kBlock / kFloats;
        Floats acc[kParts] = {};
        for (const auto [near, kind] : squares_.around(point)) {
            const float* const features = row(near);
            const float* const weights = parameters + kind * width_;
            for (int at = 0; at < width_; at += kBlock)
                unrolled<kParts>([&](auto part) {
                    const int here = at + part * kFloats;
                    acc[part] =
                        acc[part] + load<Floats>(weights + here) * load<Floats>(features + here);
                });
        }
        for (int half = kParts / 2; half > 0; half /= 2)
            for (int part = 0; part < half; ++part) acc[part] = acc[part] + acc[part + half];
        return sum_of_halves(acc[0]);
    }

    // The fates of all points; `fates` has room for a padded row.
    void predict(const float* parameters, const float* features, float* fates) const {
        for (int point = 0; point < points(); ++point)
            fates[point] =
                sum(parameters, point, [&](int near) { return features + near * width_; });
        for (int point = points(); point < padded(points()); ++point) fates[point] = 0;
        activate(Activation::tanh, fates, padded(points()));
    }

    float value(const float* fates) const {
        float total = 0;
        for (int point = 0; point < points(); ++point) total += fates[point];
        return total / static_cast<float>(points());
    }

    // From what every fate is to change by to derivatives by the sums of points.
    void back(const float* fates, float* errors) const {
        multiply_slopes(Activation::tanh, fates, errors, padded(points()));
    }
    // Derivatives by features, from those by sums.
    void back_to_features(const float* parameters, const float* errors, float* out) const {
        for (int point = 0; point < points(); ++point) {
            float* const to = out + point * width_;
            for (int at = 0; at < width_; ++at) to[at] = 0;
            for (const auto [near, kind] : squares_.around(point))
                add_scaled(to, parameters + kind * width_, errors[near], width_);
        }
    }
    // to += the gradient by the head's own weights.
    void add_gradient(const float* features, const float* errors, float* to) const {
        for (int point = 0; point < points(); ++point)
            for (const auto [near, kind] : squares_.around(point))
                add_scaled(to + kind * width_, features + near * width_, errors[point], width_);
    }

private:
    Squares squares_;
    int width_;
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
