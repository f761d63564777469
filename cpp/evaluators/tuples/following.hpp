// N-tuple networks in a search: look-ups are kept from ply to ply, and a leaf costs only those that
// its last move touches. Sums are whole numbers, so they are those of a board from nothing.
#pragma once

#include <cstdint>

#include "core/aligned.hpp"
#include "core/bits.hpp"
#include "core/types.hpp"
#include "evaluators/tuples/tuples.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// Where the look-ups of a board are, as one side sees it.
struct FollowedTuples {
    bool known = false;
    Side viewer = kBlack;
    int stage = 0;
    std::int64_t sum = 0;
    IntRow places;  // in the tables of one stage
    ByteRow cells;  // codes by coding and point, where liberties count
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
        out.places.resize(tuples.lookups.size());
        for (std::size_t i = 0; i < tuples.lookups.size(); ++i) {
            const TupleLookups::One& one = tuples.lookups[i];
            out.places[i] = place_of(tuples, one, cells[one.coding]);
        }
        if (tuples.sees_liberties())
            out.cells.assign(&cells[0][0], &cells[0][0] + tuples.codings.size() * N * N);
        out.known = true;
        out.viewer = viewer;
        out.stage = stage_of(stones);
        out.sum = 0;
        const std::int32_t* const weights = weights_of(out.stage);
        for (const int place : out.places) out.sum += weights[place];
    }

    // ... and from those of the board before.
    void step(const FollowedTuples& from, const Points* before, const Points* after,
              FollowedTuples& to) {
        const int changes = change(from, before, after, &to);
        to.places = from.places;
        to.known = true;
        to.viewer = from.viewer;
        to.stage = stage_of(after);
        to.sum = sum_after(from, to.stage, changes, [&](int lookup) {
            to.places[lookup] += steps_[lookup];
            return to.places[lookup];
        });
    }

    // The value of a board from the look-ups of the one before.
    Score value(const FollowedTuples& from, const Points* before, const Points* after) {
        const int changes = change(from, before, after, nullptr);
        const std::int64_t sum = sum_after(from, stage_of(after), changes, [&](int lookup) {
            return from.places[lookup] + steps_[lookup];
        });
        return score_of_sum(*net_, sum);
    }

private:
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
        const auto move = [&](int cell, int step) {
            const TupleLookups::Touched* const touched = tuples.touched.data();
            for (int k = tuples.begin[cell]; k < tuples.begin[cell + 1]; ++k) {
                steps_[touched[k].lookup] += step * touched[k].step;
                changed_[changes++] = touched[k].lookup;
            }
        };
        if (!tuples.sees_liberties()) {
            const Points& own = before[from.viewer];
            const Points& theirs = before[other(from.viewer)];
            const Points& own_after = after[from.viewer];
            const Points& theirs_after = after[other(from.viewer)];
            const auto code = [](const Points& a, const Points& b, int point) {
                return a.has(point) + 2 * b.has(point);
            };
            (own.without(own_after) | own_after.without(own) | theirs.without(theirs_after) |
             theirs_after.without(theirs))
                .each([&](int point) {
                    move(point, code(own_after, theirs_after, point) - code(own, theirs, point));
                });
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

    // The sum after noted changes, which are forgotten; place(lookup) is where a look-up is now.
    template <class Place>
    PONNUKI_INLINE std::int64_t sum_after(const FollowedTuples& from, int stage, int changes,
                                          Place place) {
        const std::int32_t* const weights = weights_of(stage);
        std::int64_t sum = from.sum;
        if (stage != from.stage) {  // other tables: what was there before is looked up again
            sum = 0;
            for (const int before : from.places) sum += weights[before];
        }
        for (int i = 0; i < changes; ++i) {
            const int lookup = changed_[i];
            if (steps_[lookup] == 0) continue;
            sum += weights[place(lookup)] - weights[from.places[lookup]];
            steps_[lookup] = 0;
        }
        return sum;
    }

    const TupleNet* net_ = nullptr;
    IntRow steps_;    // by look-up; zeros between calls
    IntRow changed_;  // look-ups, with room for all
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
