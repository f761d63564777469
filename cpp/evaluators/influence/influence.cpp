#include "evaluators/influence/influence.hpp"

#include <cstdlib>

#include "evaluators/rounding.hpp"

namespace ponnuki {

InfluenceNet::InfluenceNet(const InfluenceArchitecture& architecture, std::span<const float> row)
    : size(architecture.size),
      reach(architecture.reach),
      by_distance(architecture.by_distance),
      unit(1.0 / (architecture.size * architecture.size)) {
    constexpr int kPlaces = 9;
    const double one = unit_of(row, kPlaces);
    for (std::size_t i = 0; i < row.size(); ++i)
        weights[i] = static_cast<std::int16_t>(rounded(row[i], one));
    if (!by_distance) return;
    const InfluenceLayout layout{size};
    const int points = size * size;
    given.assign(points * layout.width(), 0);
    for (int from = 0; from < points; ++from)
        for (int to = 0; to < points; ++to) {
            const int distance =
                std::abs(from / size - to / size) + std::abs(from % size - to % size);
            if (distance <= reach)
                given[from * layout.width() + layout.place(to)] = weights[distance];
        }
}

}  // namespace ponnuki
