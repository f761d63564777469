#include "evaluators/tuples/tuples.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "evaluators/rounding.hpp"

namespace ponnuki {

TupleLookups::TupleLookups() = default;
TupleLookups::TupleLookups(const TupleLookups&) = default;
TupleLookups::TupleLookups(TupleLookups&&) noexcept = default;
TupleLookups& TupleLookups::operator=(const TupleLookups&) = default;
TupleLookups& TupleLookups::operator=(TupleLookups&&) noexcept = default;
TupleLookups::~TupleLookups() = default;

static std::int64_t table_size(const PointTuple& tuple) {
    std::int64_t size = 1;
    for (std::size_t i = 0; i < tuple.points.size() && size <= kMaxTupleWeights; ++i)
        size *= tuple.codes();
    return size;
}

int TupleArchitecture::weight_count() const {
    std::int64_t total = 0;
    for (const PointTuple& tuple : tuples) total += table_size(tuple);
    total *= stages;
    if (total > kMaxTupleWeights)
        throw std::invalid_argument("the tables have " + std::to_string(total) +
                                    " weights or more, at most " +
                                    std::to_string(kMaxTupleWeights) + " are allowed");
    return static_cast<int>(total);
}

namespace {

using Places = std::vector<int>;  // points in the order of a tuple

// The images of points under one of the eight symmetries of the board.
Places image(const Places& points, int size, int symmetry) {
    Places out;
    for (const int point : points) {
        int row = point / size, column = point % size;
        if (symmetry & 1) row = size - 1 - row;
        if (symmetry & 2) column = size - 1 - column;
        if (symmetry & 4) std::swap(row, column);
        out.push_back(row * size + column);
    }
    return out;
}

// Points moved as far up and left as the board allows.
Places cornered(Places points, int size) {
    int top = size, left = size;
    for (const int point : points) {
        top = std::min(top, point / size);
        left = std::min(left, point % size);
    }
    for (int& point : points) point -= top * size + left;
    return points;
}

// The same points wherever they fit on the board.
std::vector<Places> everywhere(const Places& cornered, int size) {
    int bottom = 0, right = 0;
    for (const int point : cornered) {
        bottom = std::max(bottom, point / size);
        right = std::max(right, point % size);
    }
    std::vector<Places> out;
    for (int row = 0; row + bottom < size; ++row)
        for (int column = 0; column + right < size; ++column) {
            out.push_back(cornered);
            for (int& point : out.back()) point += row * size + column;
        }
    return out;
}

Places sorted(Places points) {
    std::sort(points.begin(), points.end());
    return points;
}

// By index into a tuple's table: the lowest index of a board that is its image on the same points,
// where `orders` are the tuple's points in the orders that images have them in.
std::vector<std::int32_t> lowest_images(const PointTuple& tuple,
                                        const std::vector<Places>& orders) {
    const std::size_t length = tuple.points.size();
    const auto size = static_cast<int>(table_size(tuple));
    std::vector<std::int32_t> out(size);
    std::vector<int> steps(length), codes(length);  // by point; a step is what a code counts
    std::vector<std::vector<int>> image_steps;
    int step = 1;
    for (std::size_t i = length; i-- > 0; step *= tuple.codes()) steps[i] = step;
    for (const Places& order : orders) {
        std::vector<int> one(length);
        for (std::size_t i = 0; i < length; ++i) {
            const auto at = std::find(order.begin(), order.end(), orders[0][i]) - order.begin();
            one[i] = steps[at];
        }
        image_steps.push_back(one);
    }
    for (int index = 0; index < size; ++index) {
        int lowest = index;
        for (std::size_t i = 0; i < length; ++i) codes[i] = index / steps[i] % tuple.codes();
        for (const std::vector<int>& one : image_steps) {
            int there = 0;
            for (std::size_t i = 0; i < length; ++i) there += codes[i] * one[i];
            lowest = std::min(lowest, there);
        }
        out[index] = lowest;
    }
    return out;
}

// Throws std::invalid_argument if a tuple does not fit a board.
void check(const PointTuple& tuple, std::size_t number, int size) {
    const auto refuse = [&](const std::string& why) {
        throw std::invalid_argument("tuple " + std::to_string(number) + " " + why);
    };
    if (tuple.points.empty() || tuple.points.size() > kMaxTuple)
        refuse("has " + std::to_string(tuple.points.size()) + " points, 1 to " +
               std::to_string(kMaxTuple) + " are allowed");
    const Places distinct = sorted(tuple.points);
    if (distinct.front() < 0 || distinct.back() >= size * size)
        refuse("has a point outside the board of " + std::to_string(size * size) + " points");
    if (std::adjacent_find(distinct.begin(), distinct.end()) != distinct.end())
        refuse("has a point twice");
    if (tuple.liberties < 0 || tuple.liberties > kMaxLiberties)
        refuse("tells " + std::to_string(tuple.liberties) + " liberties apart, 0 to " +
               std::to_string(kMaxLiberties) + " are allowed");
}

}  // namespace

// Lists the look-ups that hold each point.
static void list_touched(TupleLookups& out, int points) {
    std::vector<std::vector<TupleLookups::Touched>> by_cell(out.codings.size() * points);
    for (std::size_t i = 0; i < out.lookups.size(); ++i) {
        const TupleLookups::One& one = out.lookups[i];
        int step = 1;
        for (int j = one.length - 1; j >= 0; --j, step *= one.codes)
            by_cell[one.coding * points + out.points[one.begin + j]].push_back(
                {static_cast<int>(i), step});
    }
    for (const auto& some : by_cell) {
        out.begin.push_back(static_cast<int>(out.touched.size()));
        out.touched.insert(out.touched.end(), some.begin(), some.end());
    }
    out.begin.push_back(static_cast<int>(out.touched.size()));
}

// Makes the rows, if a move that changes a few points moves so many look-ups that a pass over all
// of them by vectors is quicker than one over those.
static void make_rows(TupleLookups& out, int points) {
    constexpr int kLongestVector = 16;
    constexpr std::size_t kQuicker = 24;
    if (out.sees_liberties() || out.lookups.size() * points > kQuicker * out.touched.size()) return;
    const auto count = static_cast<int>(out.lookups.size());
    out.row_length = (count + kLongestVector - 1) / kLongestVector * kLongestVector;
    out.rows.resize(static_cast<std::size_t>(out.row_length) * points);
    for (int point = 0; point < points; ++point)
        for (int k = out.begin[point]; k < out.begin[point + 1]; ++k)
            out.rows[point * out.row_length + out.touched[k].lookup] = out.touched[k].step;
}

TupleLookups TupleArchitecture::lookups() const {
    TupleLookups out;
    for (std::size_t number = 0; number < tuples.size(); ++number)
        check(tuples[number], number, size);
    weight_count();  // throws if there are too many
    for (const PointTuple& tuple : tuples) {
        const auto known = std::find(out.codings.begin(), out.codings.end(), tuple.liberties);
        const auto coding = static_cast<int>(known - out.codings.begin());
        if (known == out.codings.end()) out.codings.push_back(tuple.liberties);
        const auto add = [&](const Places& places) {
            out.lookups.push_back({static_cast<int>(out.points.size()),
                                   static_cast<int>(tuple.points.size()), out.weights,
                                   tuple.codes(), coding});
            for (const int point : places) out.points.push_back(static_cast<std::int16_t>(point));
        };
        std::vector<Places> seen;    // the same points in another order are no new image
        std::vector<Places> orders;  // ... but tell which boards on them are images
        for (int symmetry = 0; symmetry < 8; ++symmetry) {
            Places there = image(tuple.points, size, symmetry);
            if (tuple.anywhere) there = cornered(there, size);
            const Places points = sorted(there);
            if (seen.empty() || points == seen.front()) orders.push_back(there);
            if (std::find(seen.begin(), seen.end(), points) != seen.end()) continue;
            seen.push_back(points);
            if (!tuple.anywhere)
                add(there);
            else
                for (const Places& places : everywhere(there, size)) add(places);
        }
        if (symmetric)
            for (const std::int32_t place : lowest_images(tuple, orders))
                out.shared.push_back(out.weights + place);
        out.weights += static_cast<int>(table_size(tuple));
    }
    if (out.codings.size() > kMaxCodings)
        throw std::invalid_argument("the net sees a point in " +
                                    std::to_string(out.codings.size()) + " ways, at most " +
                                    std::to_string(kMaxCodings) + " are allowed");
    if (out.lookups.size() > kMaxLookups)
        throw std::invalid_argument("the net has " + std::to_string(out.lookups.size()) +
                                    " look-ups, at most " + std::to_string(kMaxLookups) +
                                    " are allowed");
    list_touched(out, size * size);
    make_rows(out, size * size);
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
    if (given.symmetric)  // the lowest of places that share a weight holds it
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::size_t stage = i / tuples.weights * tuples.weights;
            weights[i] = weights[stage + tuples.shared[i - stage]];
        }
    if (given.output_activation == Activation::linear) unit = weight_unit;
}

}  // namespace ponnuki
