// A net that predicts the fate of every point, as a learner holds it.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "evaluators/fates/fates.hpp"
#include "evaluators/fates/head.hpp"
#include "evaluators/learning.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// A net whose predictions a learner compares point by point, not by their mean alone.
template <class Net>
concept PredictsFates = requires(Net net, const typename Net::Moment moment, const float* errors) {
    moment.fates.data();
    // One step that changes every fate by its own part.
    net.learn_fates(moment, errors);
};

class LearningFates {
public:
    static constexpr bool kSparse = false;
    static constexpr int kWidth = kBlock;
    static_assert(kMaxFateFeatures <= kWidth);

    using Inputs = FloatRow;  // the cells: 1 black, -1 white, 0

    // A board as it was valued: all that its gradient needs.
    struct Moment {
        float value = 0;
        Inputs cells;
        FloatRow units[2];  // by point: as black sees the board, as white sees it
        FloatRow features;  // their difference
        FloatRow fates;
        FloatRow head;  // the weights of the second layer at that time
    };

    explicit LearningFates(const FateArchitecture& net)
        : features_(net.features),
          kinds_(net.kinds()),
          squares_(net.size, net.reach),
          head_(net.size, kWidth),
          parameters_((3 * net.kinds() + FateHead::kKinds) * kWidth, 0.0f),
          base_(moment()),
          sums_(2 * points() * kWidth),
          changed_(points() * kWidth),
          changed_sums_(2 * points() * kWidth),
          errors_(padded(points())),
          feature_errors_(points() * kWidth),
          near_(padded(points())),
          seen_(2 * points(), 0) {}

    // A value is black's.
    bool has_viewer() const { return false; }
    int points() const { return squares_.points(); }
    int units() const { return padded(points()); }
    int parameter_count() const { return static_cast<int>(parameters_.size()); }
    float* parameters() { return parameters_.data(); }

    void load_weights(std::span<const float> weights) { read_row(weights, parameters_); }
    void store_weights(std::span<float> weights) { write_row(parameters_, weights); }
    void read_row(std::span<const float> weights, FloatRow& parameters) const {
        parameters.assign(parameter_count(), 0.0f);
        std::size_t at = 0;
        each_weight(parameters.data(), [&](float& one) { one = weights[at++]; });
    }
    void write_row(FloatRow& parameters, std::span<float> weights) const {
        std::size_t at = 0;
        each_weight(parameters.data(), [&](const float& one) { weights[at++] = one; });
    }
    bool finite() const {
        for (const float one : parameters_)
            if (!std::isfinite(one)) return false;
        return true;
    }

    Moment moment() const {
        Moment out;
        const int count = points() * kWidth;
        out.cells.resize(padded(points()));
        for (FloatRow& units : out.units) units.resize(count);
        out.features.resize(count);
        out.fates.resize(padded(points()));
        out.head.resize(FateHead::kKinds * kWidth);
        return out;
    }

    // Notes a board, to value others that differ in few cells. The cells are left in both rows.
    void start(const Stones& stones, Side, Inputs& cells, float* row) {
        find(stones, base_, sums_.data());
        cells = base_.cells;
        for (int i = 0; i < units(); ++i) row[i] = cells[i];
    }

    // The values, which are black's, of boards that differ from the noted one.
    void values_after(const float*, const Change* changes, const int* begin, int boards, Side,
                      float* out) {
        for (int i = 0; i < boards; ++i)
            out[i] = value_after({changes + begin[i], changes + begin[i + 1]});
    }

    float value(const Stones& stones, Side, Moment& out) {
        find(stones, out, changed_sums_.data());
        return out.value;
    }

    // to += scale * the gradient of the value.
    void add_gradient(const Moment& from, float scale, float* to) const {
        for (int point = 0; point < points(); ++point)
            errors_[point] = scale / static_cast<float>(points());
        add_fates(from, to);
    }
    void learn(const Moment& from, float step) { add_gradient(from, step, parameters_.data()); }
    void learn(const FloatRow& direction, float step) {
        add_scaled(parameters_.data(), direction.data(), step, parameter_count());
    }
    // One step along the gradients of all fates, each times its own number.
    void learn_fates(const Moment& from, const float* steps) {
        for (int point = 0; point < points(); ++point) errors_[point] = steps[point];
        add_fates(from, parameters_.data());
    }

private:
    // Parameters: rows of units by kind of offset, of one's own stones, of the other side's, and of
    // what is off the board; the row that a point itself would have there has the biases. Then
    // those of the head.
    const float* stone(int cell, int kind) const {
        return parameters_.data() + ((cell > 0 ? 0 : kinds_) + kind) * kWidth;
    }
    float* stone(float* at, int cell, int kind) const {
        return at + ((cell > 0 ? 0 : kinds_) + kind) * kWidth;
    }
    const float* outside(int kind) const {
        return parameters_.data() + (2 * kinds_ + kind) * kWidth;
    }
    const float* head() const { return parameters_.data() + 3 * kinds_ * kWidth; }
    // The sums of a point, of the units that see the board as a side does.
    float* sums_of(float* sums, int side, int point) const {
        return sums + (side * points() + point) * kWidth;
    }

    // All of a board, from nothing.
    void find(const Stones& stones, Moment& out, float* sums) {
        for (int point = 0; point < points(); ++point) {
            const auto has = [&](Side side) {
                return static_cast<int>(stones.word[side][point >> 6] >> (point & 63) & 1);
            };
            out.cells[point] = static_cast<float>(has(kBlack) - has(kWhite));
        }
        for (const int side : {0, 1}) {
            const float sign = side ? -1.0f : 1.0f;
            for (int point = 0; point < points(); ++point) {
                float* const row = sums_of(sums, side, point);
                for (int at = 0; at < kWidth; ++at) row[at] = outside(0)[at];
                for (const int kind : squares_.outside(point))
                    add_scaled(row, outside(kind), 1.0f, kWidth);
                for (const auto [near, kind] : squares_.around(point))
                    if (const float cell = sign * out.cells[near]; cell != 0)
                        add_scaled(row, stone(static_cast<int>(cell), kind), 1.0f, kWidth);
            }
            FloatRow& units = out.units[side];
            for (int i = 0; i < points() * kWidth; ++i)
                units[i] = sums[side * points() * kWidth + i];
            activate(Activation::tanh, units.data(), points() * kWidth);
        }
        for (int at = 0; at < points() * kWidth; at += kFloats)
            store(&out.features[at],
                  load<Floats>(&out.units[0][at]) - load<Floats>(&out.units[1][at]));
        for (std::size_t i = 0; i < out.head.size(); ++i) out.head[i] = head()[i];
        head_.predict(head(), out.features.data(), out.fates.data());
        out.value = head_.value(out.fates.data());
    }

    // The value of a board that differs from the noted one in some cells.
    float value_after(std::span<const Change> changes) {
        int count = 0;  // of points whose units differ
        for (const Change& change : changes) {
            const int before = static_cast<int>(base_.cells[change.point]);
            const int after = before + change.by;
            for (const auto [point, kind] : squares_.around(change.point)) {
                if (!seen_[point]) {
                    seen_[point] = 1;
                    touched_[count++] = point;
                    for (const int side : {0, 1})
                        copy(sums_of(sums_.data(), side, point),
                             sums_of(changed_sums_.data(), side, point));
                }
                for (const int side : {0, 1}) {
                    const int sign = side ? -1 : 1;
                    float* const row = sums_of(changed_sums_.data(), side, point);
                    if (after) add_scaled(row, stone(sign * after, kind), 1.0f, kWidth);
                    if (before) add_scaled(row, stone(sign * before, kind), -1.0f, kWidth);
                }
            }
        }
        int outputs = 0;
        for (int i = 0; i < count; ++i) {
            const int point = touched_[i];
            const float* const own = sums_of(changed_sums_.data(), 0, point);
            const float* const twin = sums_of(changed_sums_.data(), 1, point);
            for (int at = 0; at < kWidth; at += kFloats)
                store(&changed_[point * kWidth + at],
                      tanh_of(load<Floats>(own + at)) - tanh_of(load<Floats>(twin + at)));
            for (const auto [near, kind] : head_.squares().around(point))
                if (!seen_[points() + near]) {
                    seen_[points() + near] = 1;
                    reached_[outputs++] = near;
                }
        }
        for (int i = 0; i < outputs; ++i)
            near_[i] = head_.sum(head(), reached_[i], [&](int near) {
                return (seen_[near] ? changed_ : base_.features).data() + near * kWidth;
            });
        activate(Activation::tanh, near_.data(), padded(outputs));
        float more = 0;
        for (int i = 0; i < outputs; ++i) {
            more += near_[i] - base_.fates[reached_[i]];
            seen_[points() + reached_[i]] = 0;
        }
        for (int i = 0; i < count; ++i) seen_[touched_[i]] = 0;
        return base_.value + more / static_cast<float>(points());
    }

    // to += the gradients of all fates, each times its number in errors_.
    void add_fates(const Moment& from, float* to) const {
        for (int i = points(); i < padded(points()); ++i) errors_[i] = 0;
        head_.back(from.fates.data(), errors_.data());
        head_.back_to_features(from.head.data(), errors_.data(), feature_errors_.data());
        head_.add_gradient(from.features.data(), errors_.data(), to + 3 * kinds_ * kWidth);
        for (const int side : {0, 1}) {
            const float sign = side ? -1.0f : 1.0f;
            const float* const units = from.units[side].data();
            for (int point = 0; point < points(); ++point) {
                alignas(64) float errors[kWidth];
                const int row = point * kWidth;
                for (int at = 0; at < kWidth; at += kFloats)
                    store(errors + at,
                          load<Floats>(&feature_errors_[row + at]) * sign *
                              slope_at(Activation::tanh, load<Floats>(units + row + at)));
                add_scaled(to + 2 * kinds_ * kWidth, errors, 1.0f, kWidth);
                for (const int kind : squares_.outside(point))
                    add_scaled(to + (2 * kinds_ + kind) * kWidth, errors, 1.0f, kWidth);
                for (const auto [near, kind] : squares_.around(point))
                    if (const float cell = sign * from.cells[near]; cell != 0)
                        add_scaled(stone(to, static_cast<int>(cell), kind), errors, 1.0f, kWidth);
            }
        }
    }

    static void copy(const float* from, float* to) {
        for (int at = 0; at < kWidth; at += kFloats) store(to + at, load<Floats>(from + at));
    }

    // Every weight in the order of files.
    template <class Visit>
    void each_weight(float* parameters, Visit visit) const {
        for (int feature = 0; feature < features_; ++feature) {
            for (int i = 0; i < 2 * kinds_; ++i) visit(parameters[i * kWidth + feature]);
            for (int kind = 1; kind < kinds_; ++kind)
                visit(parameters[(2 * kinds_ + kind) * kWidth + feature]);
            visit(parameters[2 * kinds_ * kWidth + feature]);
        }
        for (int i = 0; i < FateHead::kKinds; ++i)
            for (int feature = 0; feature < features_; ++feature)
                visit(parameters[(3 * kinds_ + i) * kWidth + feature]);
    }

    int features_, kinds_;
    Squares squares_;
    FateHead head_;
    FloatRow parameters_;
    Moment base_;                      // the noted board
    FloatRow sums_;                    // ... by side, point and unit
    FloatRow changed_;                 // features of points that differ from it
    FloatRow changed_sums_;            // ... and their sums
    mutable FloatRow errors_;          // by point
    mutable FloatRow feature_errors_;  // by point and unit
    FloatRow near_;                    // fates that differ
    std::vector<std::uint8_t> seen_;   // whether a point's units differ; whether its fate does
    int touched_[kMaxFatePoints], reached_[kMaxFatePoints];
};

inline LearningFates learning_net(const FateArchitecture& net) {
    return LearningFates(net);
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
