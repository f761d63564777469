#include "evaluators/fates/fates.hpp"

#include "evaluators/fates/kernel.hpp"
#include "evaluators/rounding.hpp"

namespace ponnuki {

Squares::Squares(int size, int reach) {
    for (int point = 0; point < size * size; ++point) {
        begin_.push_back(static_cast<int>(taps_.size()));
        outside_begin_.push_back(static_cast<int>(outside_.size()));
        for (int row = point / size - reach; row <= point / size + reach; ++row)
            for (int column = point % size - reach; column <= point % size + reach; ++column) {
                const auto kind = static_cast<std::int16_t>(
                    kind_of_offset(row - point / size, column - point % size));
                if (row >= 0 && row < size && column >= 0 && column < size)
                    taps_.push_back({static_cast<std::int16_t>(row * size + column), kind});
                else
                    outside_.push_back(kind);
            }
    }
    begin_.push_back(static_cast<int>(taps_.size()));
    outside_begin_.push_back(static_cast<int>(outside_.size()));
}
Squares::Squares(const Squares&) = default;
Squares::Squares(Squares&&) noexcept = default;
Squares& Squares::operator=(const Squares&) = default;
Squares& Squares::operator=(Squares&&) noexcept = default;
Squares::~Squares() = default;

// Weights of both layers have 24 places. A sum of the first is below 2^30. A unit less its twin is
// at most 2^21, and the second layer has at most 9 * 16 products of 45 bits: below 2^53.
FateNet::FateNet(const FateArchitecture& architecture, std::span<const float> row)
    : size(architecture.size),
      squares(architecture.size, architecture.reach),
      near(architecture.size, 1),
      unit(1 / (kOne * architecture.size * architecture.size)) {
    constexpr int kPlaces = 24;
    const int kinds = architecture.kinds(), features = architecture.features;
    const int points = size * size;
    const int rows = 2 * kinds + points;
    memory_ = AlignedMemory((sizeof(double) * kFateKinds + sizeof(std::int32_t) * rows) * kWidth);
    auto* const out = reinterpret_cast<double*>(memory_.get());
    auto* const stones = reinterpret_cast<std::int32_t*>(out + kFateKinds * kWidth);
    std::int32_t* const at_rest = stones + 2 * kinds * kWidth;
    own = stones, theirs = stones + kinds * kWidth, empty = at_rest, output = out;

    const auto first = take(row, features * 3 * kinds);
    sum_unit = unit_of(first, kPlaces);
    for (int feature = 0; feature < features; ++feature) {
        const auto weights = first.subspan(feature * 3 * kinds, 3 * kinds);
        const auto weight = [&](int at) {
            return static_cast<std::int32_t>(rounded(weights[at], sum_unit));
        };
        for (int i = 0; i < 2 * kinds; ++i) stones[i * kWidth + feature] = weight(i);
        for (int point = 0; point < points; ++point) {
            std::int32_t& sum = at_rest[point * kWidth + feature];
            sum = weight(3 * kinds - 1);
            for (const int kind : squares.outside(point)) sum += weight(2 * kinds + kind - 1);
        }
    }
    const double step = unit_of(row, kPlaces);
    for (int i = 0; i < kFateKinds; ++i)
        for (int feature = 0; feature < features; ++feature)
            out[i * kWidth + feature] = rounded(row[i * features + feature], step);
    output_unit = step / kOne;
}

std::vector<double> FateNet::fates(std::span<const std::int8_t> cells) const {
    const FateKernel kernel(*this, cells.data());
    std::vector<double> out(cells.size());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = kernel.fate(static_cast<int>(i)) / kOne;
    return out;
}

}  // namespace ponnuki
