#include "evaluators/tuples/tuples.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "evaluators/rounding.hpp"

namespace ponnuki {

static int table_size(std::size_t points) {
    int size = 1;
    for (std::size_t i = 0; i < points; ++i) size *= 3;
    return size;
}

int TupleArchitecture::weight_count() const {
    std::int64_t total = 0;
    for (const std::vector<int>& tuple : tuples) total += table_size(tuple.size());
    total *= stages;
    if (total > kMaxTupleWeights)
        throw std::invalid_argument("the tables have " + std::to_string(total) +
                                    " weights, at most " + std::to_string(kMaxTupleWeights) +
                                    " are allowed");
    return static_cast<int>(total);
}

// The image of a point under one of the eight symmetries of the board.
static int image(int point, int size, int symmetry) {
    int row = point / size, column = point % size;
    if (symmetry & 1) row = size - 1 - row;
    if (symmetry & 2) column = size - 1 - column;
    if (symmetry & 4) std::swap(row, column);
    return row * size + column;
}

TupleLookups TupleArchitecture::lookups() const {
    TupleLookups out;
    for (std::size_t number = 0; number < tuples.size(); ++number) {
        const std::vector<int>& tuple = tuples[number];
        const auto refuse = [&](const std::string& why) {
            throw std::invalid_argument("tuple " + std::to_string(number) + " " + why);
        };
        if (tuple.empty() || tuple.size() > kMaxTuple)
            refuse("has " + std::to_string(tuple.size()) + " points, 1 to " +
                   std::to_string(kMaxTuple) + " are allowed");
        std::vector<int> distinct(tuple);
        std::sort(distinct.begin(), distinct.end());
        if (distinct.front() < 0 || distinct.back() >= size * size)
            refuse("has a point outside the board of " + std::to_string(size * size) + " points");
        if (std::adjacent_find(distinct.begin(), distinct.end()) != distinct.end())
            refuse("has a point twice");
        std::vector<std::vector<int>> seen;  // the same points in another order are no new image
        for (int symmetry = 0; symmetry < 8; ++symmetry) {
            std::vector<int> there;
            for (const int point : tuple) there.push_back(image(point, size, symmetry));
            std::vector<int> sorted(there);
            std::sort(sorted.begin(), sorted.end());
            if (std::find(seen.begin(), seen.end(), sorted) != seen.end()) continue;
            seen.push_back(sorted);
            out.lookups.push_back(
                {static_cast<int>(out.points.size()), static_cast<int>(tuple.size()), out.weights});
            for (const int point : there) out.points.push_back(static_cast<std::int16_t>(point));
        }
        out.weights += table_size(tuple.size());
    }
    if (out.lookups.size() > kMaxLookups)
        throw std::invalid_argument("the net has " + std::to_string(out.lookups.size()) +
                                    " look-ups, at most " + std::to_string(kMaxLookups) +
                                    " are allowed");
    return out;
}

TupleNet::TupleNet(const TupleArchitecture& given, std::span<const float> row)
    : size(given.size),
      architecture(given),
      tuples(given.lookups()),
      weight_unit(unit_of(row, 24)) {
    weights.reserve(row.size());
    for (const float weight : row)
        weights.push_back(static_cast<std::int32_t>(rounded(weight, weight_unit)));
    if (given.output_activation == Activation::linear) unit = weight_unit;
}

}  // namespace ponnuki
