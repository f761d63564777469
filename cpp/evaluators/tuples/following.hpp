// N-tuple networks in a search: look-ups are kept from ply to ply, and a leaf costs only those that
// its last move touches. Sums are whole numbers, so they are those of a board from nothing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/aligned.hpp"
#include "core/bits.hpp"
#include "core/types.hpp"
#include "core/vectors.hpp"
#include "evaluators/tuples/tuples.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// Where the look-ups of a board are, as one side sees it.
struct FollowedTuples {
    bool known = false;
    Side viewer = kBlack;
    int stage = 0;         // where `found` is kept
    std::int64_t sum = 0;  // ... of what is found
    IntRow places;         // in the tables of one stage; behind them zeros, up to a whole row
    IntRow found;          // the weights there, unless all are looked up by vectors
    ByteRow cells;         // codes by coding and point, where liberties count
};

template <int N>
class TupleFollower {
public:
    using Points = Bits<N * N>;

    void use(const TupleNet& net) {
        net_ = &net;
        if (steps_.size() < net.tuples.lookups.size()) steps_.resize(net.tuples.lookups.size());
        if (changed_.size() < net.tuples.touched.size()) changed_.resize(net.tuples.touched.size());
    }

    // The look-ups of a board from nothing.
    void start(const Points* stones, Side viewer, FollowedTuples& out) {
        const TupleLookups& tuples = net_->tuples;
        std::uint8_t cells[kMaxCodings][N * N];
        show_cells<N>(tuples, stones[kBlack], stones[kWhite], viewer, cells);
        out.places.assign(std::max<std::size_t>(tuples.lookups.size(), tuples.row_length), 0);
        for (std::size_t i = 0; i < tuples.lookups.size(); ++i) {
            const TupleLookups::One& one = tuples.lookups[i];
            out.places[i] = place_of(tuples, one, cells[one.coding]);
        }
        if (tuples.sees_liberties())
            out.cells.assign(&cells[0][0], &cells[0][0] + tuples.codings.size() * N * N);
        out.known = true;
        out.viewer = viewer;
        out.stage = stage_of(stones);
        look_up(out);
    }

    // ... and from those of the board before.
    void step(const FollowedTuples& from, const Points* before, const Points* after,
              FollowedTuples& to) {
        if (by_rows()) {
            to.known = true;
            to.viewer = from.viewer;
            to.places.resize(from.places.size());
            const Rows rows = changed_rows(from, before, after);
            for (int at = 0; at < net_->tuples.row_length; at += kFloats)
                store(to.places.data() + at, rows.places(from, at));
            return;
        }
        const int changes = change(from, before, after, &to);
        to.places = from.places;
        to.known = true;
        to.viewer = from.viewer;
        to.stage = stage_of(after);
        const bool same = to.stage == from.stage;
        if (same) {
            to.found = from.found;
            to.sum = from.sum;
        }
        const std::int32_t* const weights = weights_of(to.stage);
        for (int i = 0; i < changes; ++i) {
            const int lookup = changed_[i];
            to.places[lookup] += steps_[lookup];
            steps_[lookup] = 0;
            if (!same) continue;
            const int weight = weights[to.places[lookup]];
            to.sum += weight - to.found[lookup];
            to.found[lookup] = weight;
        }
        if (!same) look_up(to);
    }

    // The value of a board from the look-ups of the one before.
    Score value(const FollowedTuples& from, const Points* before, const Points* after) {
        if (by_rows()) return score_of_sum(*net_, sum_by_rows(from, before, after));
        const int changes = change(from, before, after, nullptr);
        const int stage = stage_of(after);
        const std::int32_t* const weights = weights_of(stage);
        const int* const places = from.places.data();
        const int* const found = from.found.data();
        std::int64_t sum = from.sum;
        if (stage != from.stage) {  // other tables: what was there before is looked up again
            sum = 0;
            for (std::size_t i = 0; i < lookups(); ++i) sum += weights[places[i]];
        }
        // What is noted twice has no step left at the second time, and adds nothing.
        for (int i = 0; i < changes; ++i) {
            const int lookup = changed_[i];
            const int place = places[lookup];
            const int old = stage == from.stage ? found[lookup] : weights[place];
            sum += weights[place + steps_[lookup]] - old;
            steps_[lookup] = 0;
        }
        return score_of_sum(*net_, sum);
    }

private:
    // Rows of steps by which a board differs from another.
    struct Rows {
        const std::int32_t* more[2 * N * N];
        const std::int32_t* less[2 * N * N];
        int more_count = 0, less_count = 0;

        void add(const std::int32_t* row, int steps) {
            for (; steps > 0; --steps) more[more_count++] = row;
            for (; steps < 0; ++steps) less[less_count++] = row;
        }
        // Where some look-ups are after the change.
        PONNUKI_INLINE Ints places(const FollowedTuples& from, int at) const {
            Ints out = load<Ints>(from.places.data() + at);
            for (int i = 0; i < more_count; ++i) out = out + load<Ints>(more[i] + at);
            for (int i = 0; i < less_count; ++i) out = out - load<Ints>(less[i] + at);
            return out;
        }
    };

    bool by_rows() const { return kGathers && net_->tuples.row_length > 0; }
    std::size_t lookups() const { return net_->tuples.lookups.size(); }

    Rows changed_rows(const FollowedTuples& from, const Points* before, const Points* after) const {
        Rows rows;
        const TupleLookups& tuples = net_->tuples;
        each_change(from.viewer, before, after, [&](int point, int steps) {
            rows.add(tuples.rows.data() + point * tuples.row_length, steps);
        });
        return rows;
    }

    std::int64_t sum_by_rows(const FollowedTuples& from, const Points* before,
                             const Points* after) const {
        const Rows rows = changed_rows(from, before, after);
        const std::int32_t* const weights = weights_of(stage_of(after));
        using Sums = std::int64_t __attribute__((vector_size(kFloats * sizeof(std::int64_t))));
        Sums sums = {};
        const int length = net_->tuples.row_length;
        for (int at = 0; at < length; at += kFloats)
            sums = sums + __builtin_convertvector(gather(weights, rows.places(from, at)), Sums);
        std::int64_t sum = 0;
        for (int lane = 0; lane < kFloats; ++lane) sum += sums[lane];
        return sum - (length - static_cast<std::int64_t>(lookups())) * weights[0];
    }

    // Calls use(point, by) for every point whose code differs, where colours alone count.
    template <class Use>
    static PONNUKI_INLINE void each_change(Side viewer, const Points* before, const Points* after,
                                           Use use) {
        const Points& own = before[viewer];
        const Points& theirs = before[other(viewer)];
        const Points& own_after = after[viewer];
        const Points& theirs_after = after[other(viewer)];
        const auto code = [](const Points& a, const Points& b, int point) {
            return a.has(point) + 2 * b.has(point);
        };
        (own.without(own_after) | own_after.without(own) | theirs.without(theirs_after) |
         theirs_after.without(theirs))
            .each([&](int point) {
                use(point, code(own_after, theirs_after, point) - code(own, theirs, point));
            });
    }

    int stage_of(const Points* stones) const {
        const TupleArchitecture& net = net_->architecture;
        return net.stages == 1 ? 0 : net.stage(stones[kBlack].count() + stones[kWhite].count());
    }
    const std::int32_t* weights_of(int stage) const {
        return net_->weights.data() + stage * net_->tuples.weights;
    }

    // Notes in steps_ how far each look-up moves, and in changed_ which do, some of them twice.
    // Gives how many it has noted. Where liberties count, `to` gets the codes after the move.
    int change(const FollowedTuples& from, const Points* before, const Points* after,
               FollowedTuples* to) {
        const TupleLookups& tuples = net_->tuples;
        int changes = 0;
        int* const steps = steps_.data();
        int* const changed = changed_.data();
        const auto move = [&](int cell, int step) {
            const TupleLookups::Touched* at = tuples.touched.data() + tuples.begin[cell];
            const TupleLookups::Touched* const end = tuples.touched.data() + tuples.begin[cell + 1];
            for (; at != end; ++at) {
                steps[at->lookup] += step * at->step;
                changed[changes++] = at->lookup;
            }
        };
        if (!tuples.sees_liberties()) {
            each_change(from.viewer, before, after, move);
            return changes;
        }
        std::uint8_t cells[kMaxCodings][N * N];
        show_cells<N>(tuples, after[kBlack], after[kWhite], from.viewer, cells);
        const auto count = static_cast<int>(tuples.codings.size()) * N * N;
        for (int cell = 0; cell < count; ++cell)
            if (const int step = (&cells[0][0])[cell] - from.cells[cell]) move(cell, step);
        if (to) to->cells.assign(&cells[0][0], &cells[0][0] + count);
        return changes;
    }

    // All weights anew.
    void look_up(FollowedTuples& at) const {
        if (by_rows()) return;
        const std::int32_t* const weights = weights_of(at.stage);
        at.found.resize(lookups());
        at.sum = 0;
        for (std::size_t i = 0; i < lookups(); ++i) at.sum += at.found[i] = weights[at.places[i]];
    }

    const TupleNet* net_ = nullptr;
    IntRow steps_;    // by look-up; zeros between calls
    IntRow changed_;  // look-ups, with room for all
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
