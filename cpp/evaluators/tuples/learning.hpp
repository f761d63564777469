// An n-tuple network as a learner holds it: float weights that change in place. It offers what
// LearningNet does.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "evaluators/learning.hpp"
#include "evaluators/tuples/tuples.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

class LearningTuples {
public:
    // What a learner starts the values of moves from: the board, and where its look-ups are.
    struct Inputs {
        std::vector<std::uint8_t> cells;
        std::vector<int> places;
        int stones = 0;
    };
    struct Moment {
        float value = 0;
        float error = 0;          // the derivative of the value by the sum
        std::vector<int> places;  // of the weights that were looked up
    };

    explicit LearningTuples(const TupleArchitecture& net)
        : net_(net), tuples_(net.lookups()), parameters_(padded(net.weight_count())) {
        const int points = net.size * net.size;
        std::vector<std::vector<Touched>> by_point(points);
        for (std::size_t i = 0; i < tuples_.lookups.size(); ++i) {
            const TupleLookups::One& one = tuples_.lookups[i];
            int step = 1;
            for (int j = one.length - 1; j >= 0; --j, step *= 3)
                by_point[tuples_.points[one.begin + j]].push_back({static_cast<int>(i), step});
        }
        for (const std::vector<Touched>& some : by_point) {
            begin_.push_back(static_cast<int>(touched_.size()));
            touched_.insert(touched_.end(), some.begin(), some.end());
        }
        begin_.push_back(static_cast<int>(touched_.size()));
    }

    bool has_viewer() const { return true; }
    int units() const { return kBlock; }  // room for the sum of a board
    int parameter_count() const { return static_cast<int>(parameters_.size()); }

    void load_weights(std::span<const float> weights) {
        for (std::size_t i = 0; i < weights.size(); ++i) parameters_[i] = weights[i];
    }
    void store_weights(std::span<float> weights) const {
        for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = parameters_[i];
    }
    bool finite() const {
        for (const float one : parameters_)
            if (!std::isfinite(one)) return false;
        return true;
    }

    Moment moment() const { return {}; }

    void start(const Stones& stones, Side viewer, Inputs& inputs, float* sums) const {
        read(stones, viewer, inputs);
        sums[0] = sum_of(inputs.places);
        board_ = &inputs;
    }

    // From the board that was started last. A board of another stage is looked up from nothing.
    void values_after(const float* sums, const Change* changes, const int* begin, int boards,
                      Side viewer, float* out) {
        const int own = viewer == kBlack ? 1 : -1;
        for (int i = 0; i < boards; ++i) {
            now_ = *board_;
            float sum = sums[0];
            const int stage = net_.stage(now_.stones);
            changed_.clear();
            for (int j = begin[i]; j < begin[i + 1]; ++j) {
                const int point = changes[j].point;
                const int before = cell_of(now_.cells[point]);
                const int after = before + own * changes[j].by;
                now_.stones += (after != 0) - (before != 0);
                const int step = code_of(after) - now_.cells[point];
                now_.cells[point] = static_cast<std::uint8_t>(code_of(after));
                for (int k = begin_[point]; k < begin_[point + 1]; ++k) {
                    now_.places[touched_[k].lookup] += step * touched_[k].step;
                    changed_.push_back(touched_[k].lookup);
                }
            }
            if (const int next = net_.stage(now_.stones); next != stage) {
                for (int& place : now_.places) place += (next - stage) * tuples_.weights;
                sum = sum_of(now_.places);
            } else {
                for (const int lookup : changed_) {
                    sum += parameters_[now_.places[lookup]] - parameters_[board_->places[lookup]];
                    now_.places[lookup] = board_->places[lookup];  // counted once
                }
            }
            out[i] = activated(sum);
        }
    }

    float value(const Stones& stones, Side viewer, Moment& out) {
        read(stones, viewer, now_);
        out.places = now_.places;
        out.value = activated(sum_of(out.places));
        const float y = out.value;
        out.error = net_.output_activation == Activation::tanh      ? 1 - y * y
                    : net_.output_activation == Activation::sigmoid ? y * (1 - y)
                                                                    : 1;
        return y;
    }

    void add_gradient(const Moment& from, float scale, float* to) const {
        for (const int place : from.places) to[place] += scale * from.error;
    }
    void learn(const Moment& from, float step) { add_gradient(from, step, parameters_.data()); }
    void learn(const FloatRow& direction, float step) {
        add_scaled(parameters_.data(), direction.data(), step, parameter_count());
    }

private:
    struct Touched {
        int lookup, step;
    };

    static int cell_of(int code) { return code == 2 ? -1 : code; }
    static int code_of(int cell) { return cell < 0 ? 2 : cell; }

    void read(const Stones& stones, Side viewer, Inputs& out) const {
        const int points = net_.size * net_.size;
        out.cells.resize(points);
        out.places.resize(tuples_.lookups.size());
        out.stones = 0;
        for (int point = 0; point < points; ++point) {
            const auto has = [&](Side side) {
                return static_cast<int>(stones.word[side][point >> 6] >> (point & 63) & 1);
            };
            const int own = has(viewer), theirs = has(other(viewer));
            out.cells[point] = static_cast<std::uint8_t>(own + 2 * theirs);
            out.stones += own + theirs;
        }
        const int tables = net_.stage(out.stones) * tuples_.weights;
        for (std::size_t i = 0; i < out.places.size(); ++i)
            out.places[i] = tables + place_of(tuples_, tuples_.lookups[i], out.cells.data());
    }

    float sum_of(const std::vector<int>& places) const {
        float sum = 0;
        for (const int place : places) sum += parameters_[place];
        return sum;
    }

    float activated(float sum) const {
        if (net_.output_activation == Activation::tanh) return tanh_of(sum);
        return net_.output_activation == Activation::sigmoid ? sigmoid_of(sum) : sum;
    }

    TupleArchitecture net_;
    TupleLookups tuples_;
    FloatRow parameters_;
    std::vector<int> begin_;        // by point, where its look-ups begin
    std::vector<Touched> touched_;  // look-ups that hold a point, and what a code counts there
    mutable const Inputs* board_ = nullptr;
    Inputs now_;
    std::vector<int> changed_;
};

inline LearningTuples learning_net(const TupleArchitecture& net) {
    return LearningTuples(net);
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
