// An n-tuple network as a learner holds it: float weights that change in place. It offers what
// LearningNet does.
#pragma once

#include <bit>
#include <cmath>
#include <span>
#include <vector>

#include "evaluators/learning.hpp"
#include "evaluators/tuples/tuples.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

class LearningTuples {
public:
    struct Inputs {};  // boards are followed by the net itself
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
        for (Board& board : boards_) {
            board.cells.resize(points);
            for (const TupleLookups::One& one : tuples_.lookups) board.places.push_back(one.table);
        }
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

    void start(const Stones& stones, Side viewer, Inputs&, float* sums) {
        sums[0] = sum_of(seen_by(viewer, stones).places);
    }

    // From the board that this viewer saw last. A board of another stage is looked up whole.
    void values_after(const float* sums, const Change* changes, const int* begin, int boards,
                      Side viewer, float* out) {
        const int own = viewer == kBlack ? 1 : -1;
        const Board& board = boards_[viewer];
        const int stage = net_.stage(board.stones);
        const float* const weights = parameters_.data();
        places_ = board.places;
        for (int i = 0; i < boards; ++i) {
            int stones = board.stones;
            changed_.clear();
            for (int j = begin[i]; j < begin[i + 1]; ++j) {
                const int point = changes[j].point;
                const int code = board.cells[point];
                const int after = cell_of(code) + own * changes[j].by;
                stones += (after != 0) - (code != 0);
                const int step = code_of(after) - code;
                for (int k = begin_[point]; k < begin_[point + 1]; ++k) {
                    places_[touched_[k].lookup] += step * touched_[k].step;
                    changed_.push_back(touched_[k].lookup);
                }
            }
            float sum = sums[0];
            if (const int next = net_.stage(stones); next != stage) {
                sum = 0;
                for (const int place : places_)
                    sum += weights[place + (next - stage) * tuples_.weights];
                for (const int lookup : changed_) places_[lookup] = board.places[lookup];
            } else {
                for (const int lookup : changed_) {
                    sum += weights[places_[lookup]] - weights[board.places[lookup]];
                    places_[lookup] = board.places[lookup];  // counted once
                }
            }
            out[i] = activated(net_.output_activation, sum);
        }
    }

    float value(const Stones& stones, Side viewer, Moment& out) {
        out.places = seen_by(viewer, stones).places;
        out.value = activated(net_.output_activation, sum_of(out.places));
        out.error = slope_at(net_.output_activation, out.value);
        return out.value;
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
    // A board as one side sees it, and where its look-ups are.
    struct Board {
        Stones seen;
        std::vector<std::uint8_t> cells;
        std::vector<int> places;
        int stones = 0;
    };

    static int cell_of(int code) { return code == 2 ? -1 : code; }
    static int code_of(int cell) { return cell < 0 ? 2 : cell; }

    // The board of one viewer, brought up to date: only what has changed since it was last seen.
    const Board& seen_by(Side viewer, const Stones& stones) {
        Board& board = boards_[viewer];
        const int stage = net_.stage(board.stones);
        for (int i = 0; i < Stones::kWords; ++i) {
            std::uint64_t changed = (board.seen.word[kBlack][i] ^ stones.word[kBlack][i]) |
                                    (board.seen.word[kWhite][i] ^ stones.word[kWhite][i]);
            for (; changed; changed &= changed - 1) {
                const int bit = std::countr_zero(changed);
                const auto has = [&](Side side) {
                    return static_cast<int>(stones.word[side][i] >> bit & 1);
                };
                put(board, 64 * i + bit, has(viewer) + 2 * has(other(viewer)));
            }
        }
        board.seen = stones;
        if (const int next = net_.stage(board.stones); next != stage)
            for (int& place : board.places) place += (next - stage) * tuples_.weights;
        return board;
    }
    void put(Board& board, int point, int code) const {
        const int step = code - board.cells[point];
        board.stones += (code != 0) - (board.cells[point] != 0);
        board.cells[point] = static_cast<std::uint8_t>(code);
        for (int k = begin_[point]; k < begin_[point + 1]; ++k)
            board.places[touched_[k].lookup] += step * touched_[k].step;
    }

    float sum_of(const std::vector<int>& places) const {
        float sum = 0;
        for (const int place : places) sum += parameters_[place];
        return sum;
    }

    TupleArchitecture net_;
    TupleLookups tuples_;
    FloatRow parameters_;
    std::vector<int> begin_;        // by point, where its look-ups begin
    std::vector<Touched> touched_;  // look-ups that hold a point, and what a code counts there
    Board boards_[2];               // by viewer
    std::vector<int> places_, changed_;
};

inline LearningTuples learning_net(const TupleArchitecture& net) {
    return LearningTuples(net);
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
