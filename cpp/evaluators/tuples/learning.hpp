// An n-tuple network as a learner holds it: float weights that change in place. It offers what
// LearningNet does.
#pragma once

#include <bit>
#include <cmath>
#include <span>
#include <vector>

#include "evaluators/learning.hpp"
#include "evaluators/tuples/strings.hpp"
#include "evaluators/tuples/tuples.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

class LearningTuples {
public:
    static constexpr bool kSparse = true;  // gradients touch few weights
    struct Inputs {};                      // boards are followed by the net itself
    struct Moment {
        float value = 0;
        float error = 0;  // the derivative of the value by the sum; 1 for logistic errors
        IntRow places;    // of the weights that were looked up
    };

    explicit LearningTuples(const TupleArchitecture& net)
        : net_(net),
          tuples_(net.lookups()),
          parameters_(padded(net.weight_count())),
          strings_(net.size),
          points_(net.size * net.size) {
        const auto codings = static_cast<int>(tuples_.codings.size());
        for (const int liberties : tuples_.codings) most_ = most_ < liberties ? liberties : most_;
        for (int stage = 0; net.symmetric && stage < net.stages; ++stage)
            for (const int place : tuples_.shared)
                shared_.push_back(stage * tuples_.weights + place);
        for (Board& board : boards_) {
            board.cells.resize(codings * points_);
            for (const TupleLookups::One& one : tuples_.lookups) board.places.push_back(one.table);
        }
    }

    bool has_viewer() const { return true; }
    void use_logistic_error() { logistic_ = true; }
    int units() const { return kBlock; }  // room for the sum of a board
    int parameter_count() const { return static_cast<int>(parameters_.size()); }
    float* parameters() { return parameters_.data(); }

    void load_weights(std::span<const float> weights) { read_row(weights, parameters_); }
    void store_weights(std::span<float> weights) const { write_row(parameters_, weights); }
    void read_row(std::span<const float> weights, FloatRow& parameters) const {
        parameters.assign(parameter_count(), 0.0f);
        for (std::size_t i = 0; i < weights.size(); ++i) parameters[i] = weights[i];
    }
    void write_row(const FloatRow& parameters, std::span<float> weights) const {
        for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = parameters[i];
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
        const Board& board = boards_[viewer];
        const int stage = net_.stage(board.stones);
        places_ = board.places;
        for (int i = 0; i < boards; ++i) {
            changed_.clear();
            const int stones =
                board.stones + change(board, changes + begin[i], begin[i + 1] - begin[i], viewer);
            float sum = sums[0];
            if (const int next = net_.stage(stones); next != stage) {
                sum = 0;
                for (const int place : places_)
                    sum += weight(place + (next - stage) * tuples_.weights);
                for (const int lookup : changed_) places_[lookup] = board.places[lookup];
            } else {
                for (const int lookup : changed_) {
                    sum += weight(places_[lookup]) - weight(board.places[lookup]);
                    places_[lookup] = board.places[lookup];  // counted once
                }
            }
            out[i] = activated(net_.output_activation, sum);
        }
    }

    float value(const Stones& stones, Side viewer, Moment& out) {
        out.places = seen_by(viewer, stones).places;
        if (net_.symmetric)
            for (int& place : out.places) place = shared_[place];
        out.value = activated(net_.output_activation, sum_of(out.places));
        out.error = logistic_ ? 1.0f : slope_at(net_.output_activation, out.value);
        return out.value;
    }

    // Calls visit(place, derivative) for every look-up.
    template <class Visit>
    PONNUKI_INLINE void each_derivative(const Moment& from, Visit visit) const {
        for (const int place : from.places) visit(place, from.error);
    }
    void add_gradient(const Moment& from, float scale, float* to) const {
        each_derivative(from, [&](int place, float error) { to[place] += scale * error; });
    }
    void learn(const Moment& from, float step) { add_gradient(from, step, parameters_.data()); }

private:
    // A board as one side sees it, and where its look-ups are.
    struct Board {
        Stones seen;
        ByteRow cells;  // codes, by coding and point
        IntRow places;
        int stones = 0;
    };

    float weight(int place) const { return parameters_[net_.symmetric ? shared_[place] : place]; }

    // Moves places_ by what some changes do to a board, and notes in changed_ which have moved.
    // Gives how many stones more there are.
    int change(const Board& board, const Change* changes, int count, Side viewer) {
        int more = 0;
        for (int i = 0; i < count; ++i) {
            const int point = changes[i].point;
            const int before = stone_at(board.seen, point);
            const int after = before + changes[i].by;
            more += (after != 0) - (before != 0);
            const bool own = after == sign(viewer);
            for (std::size_t coding = 0; coding < tuples_.codings.size(); ++coding)
                if (after == 0 || tuples_.codings[coding] == 0)
                    move(board, static_cast<int>(coding), point, after == 0 ? 0 : cell_code(own));
        }
        if (!most_) return more;
        strings_.after(changes, count, most_, [&](int point, Side side, int liberties) {
            for (std::size_t coding = 0; coding < tuples_.codings.size(); ++coding)
                if (const int most = tuples_.codings[coding]; most > 0)
                    move(board, static_cast<int>(coding), point,
                         cell_code(side == viewer, liberties, most));
        });
        return more;
    }
    void move(const Board& board, int coding, int point, int code) {
        const int cell = coding * points_ + point;
        const int step = code - board.cells[cell];
        if (step == 0) return;
        for (int k = tuples_.begin[cell]; k < tuples_.begin[cell + 1]; ++k) {
            places_[tuples_.touched[k].lookup] += step * tuples_.touched[k].step;
            changed_.push_back(tuples_.touched[k].lookup);
        }
    }
    static int stone_at(const Stones& stones, int point) {
        const auto has = [&](Side side) {
            return static_cast<int>(stones.word[side][point >> 6] >> (point & 63) & 1);
        };
        return has(kBlack) - has(kWhite);
    }

    // The board of one viewer, brought up to date: only what has changed since it was last seen.
    const Board& seen_by(Side viewer, const Stones& stones) {
        Board& board = boards_[viewer];
        const int stage = net_.stage(board.stones);
        if (most_) read_strings(stones);
        for (int i = 0; i < Stones::kWords; ++i) {
            std::uint64_t changed = (board.seen.word[kBlack][i] ^ stones.word[kBlack][i]) |
                                    (board.seen.word[kWhite][i] ^ stones.word[kWhite][i]);
            // Any stone may have other liberties than before.
            if (most_) changed |= stones.word[kBlack][i] | stones.word[kWhite][i];
            for (; changed; changed &= changed - 1)
                look_at(board, 64 * i + std::countr_zero(changed), stones, viewer);
        }
        board.seen = stones;
        if (const int next = net_.stage(board.stones); next != stage)
            for (int& place : board.places) place += (next - stage) * tuples_.weights;
        return board;
    }
    void look_at(Board& board, int point, const Stones& stones, Side viewer) const {
        const int now = stone_at(stones, point);
        const bool own = now == sign(viewer);
        board.stones += (now != 0) - (stone_at(board.seen, point) != 0);
        for (std::size_t coding = 0; coding < tuples_.codings.size(); ++coding) {
            const int most = tuples_.codings[coding];
            const int code = now == 0    ? 0
                             : most == 0 ? cell_code(own)
                                         : cell_code(own, strings_.liberties(point), most);
            const auto cell = static_cast<int>(coding) * points_ + point;
            const int step = code - board.cells[cell];
            if (step == 0) continue;
            board.cells[cell] = static_cast<std::uint8_t>(code);
            for (int k = tuples_.begin[cell]; k < tuples_.begin[cell + 1]; ++k)
                board.places[tuples_.touched[k].lookup] += step * tuples_.touched[k].step;
        }
    }
    void read_strings(const Stones& stones) {
        if (strings_read_ && stones == strings_of_) return;
        strings_.read(stones);
        strings_of_ = stones;
        strings_read_ = true;
    }

    float sum_of(const IntRow& places) const {
        float sum = 0;
        for (const int place : places) sum += weight(place);
        return sum;
    }

    TupleArchitecture net_;
    TupleLookups tuples_;
    FloatRow parameters_;
    std::vector<int>
        shared_;  // by place of any stage: where the weight is, if images share weights
    Strings strings_;
    Stones strings_of_;  // the board that they are of
    bool strings_read_ = false;
    bool logistic_ = false;
    int points_;
    int most_ = 0;     // liberties that are told apart
    Board boards_[2];  // by viewer
    IntRow places_, changed_;
};

inline LearningTuples learning_net(const TupleArchitecture& net) {
    return LearningTuples(net);
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
