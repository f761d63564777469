// The exact value of a board, and the fates of its points: all sums are of whole numbers.
#pragma once

#include <cstdint>
#include <utility>

#include "core/types.hpp"
#include "core/vectors.hpp"
#include "evaluators/activation.hpp"
#include "evaluators/fates/fates.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

class FateKernel {
public:
    // Cells are 1 for black, -1 for white, 0.
    FateKernel(const FateNet& net, const std::int8_t* cell) : points_(net.size * net.size) {
        for (int point = 0; point < points_; ++point) find_units(net, cell, point);
        for (int point = 0; point < points_; ++point) {
            constexpr int kParts = kWidth / kDoubles;
            Doubles acc[kParts] = {};
            for (const auto [near, kind] : net.near.around(point)) {
                if (!any_[near]) continue;
                const double* const weights = net.output + kind * kWidth;
                const double* const units = units_ + near * kWidth;
                unrolled<kParts>([&](auto part) {
                    const int at = part * kDoubles;
                    acc[part] = multiply_add(load<Doubles>(weights + at), load<Doubles>(units + at),
                                             acc[part]);
                });
            }
            for (int part = 1; part < kParts; ++part) acc[0] = acc[0] + acc[part];
            fates_[point] = sum_of(acc[0]);
        }
        for (int at = 0; at < points_; at += kDoubles) {
            const HalfFloats sums = narrow(load<Doubles>(fates_ + at) * net.output_unit);
            store(fates_ + at, widen(on_grid(tanh_of(sums))));
        }
    }

    // In grid steps, 1 for black.
    double fate(int point) const { return fates_[point]; }

    // The sum over all points, in grid steps.
    Score value() const {
        Doubles total{};
        for (int at = 0; at < points_; at += kDoubles) total = total + load<Doubles>(fates_ + at);
        return static_cast<Score>(sum_of(total));
    }

private:
    static constexpr int kWidth = FateNet::kWidth;

    // The units of a point less their twins; where there is no stone near, both are the same.
    void find_units(const FateNet& net, const std::int8_t* cell, int point) {
        constexpr int kParts = kWidth / kFloats;
        Ints own[kParts], twin[kParts];
        unrolled<kParts>([&](auto part) {
            own[part] = twin[part] = load<Ints>(net.empty + point * kWidth + part * kFloats);
        });
        bool any = false;
        for (const auto [near, kind] : net.squares.around(point)) {
            if (cell[near] == 0) continue;
            any = true;
            const std::int32_t* mine = net.own + kind * kWidth;
            const std::int32_t* theirs = net.theirs + kind * kWidth;
            if (cell[near] < 0) std::swap(mine, theirs);
            unrolled<kParts>([&](auto part) {
                own[part] = own[part] + load<Ints>(mine + part * kFloats);
                twin[part] = twin[part] + load<Ints>(theirs + part * kFloats);
            });
        }
        any_[point] = any;
        if (!any) return;
        const auto unit = static_cast<float>(net.sum_unit);
        unrolled<kParts>([&](auto part) {
            const auto value = [&](Ints sum) __attribute__((always_inline)) {
                return on_grid(tanh_of(__builtin_convertvector(sum, Floats) * unit));
            };
            const Floats more = value(own[part]) - value(twin[part]);
            double* const to = units_ + point * kWidth + part * kFloats;
            store(to, widen(low_half(more)));
            store(to + kDoubles, widen(high_half(more)));
        });
    }

    int points_;
    bool any_[kMaxFatePoints];  // whether a stone is near
    alignas(64) double units_[kMaxFatePoints * kWidth];
    alignas(64) double fates_[kMaxFatePoints + 7] = {};
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
