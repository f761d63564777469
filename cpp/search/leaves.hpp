// Leaves that are asked about together: exact values, and comparisons with a bound.
//
// A comparison is answered by an estimate unless that is too close, then by an exact value. So the
// answer is exact. Nothing else may depend on estimates, not even an order: they may differ between
// instruction sets.
#pragma once

#include <algorithm>
#include <cstdint>

#include "evaluators/evaluator.hpp"
#include "search/leaf_table.hpp"
#include "search/score.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

template <Game G, ValuesSiblings<G> E>
class Leaves {
public:
    using Position = typename G::Position;
    using State = typename E::State;

    explicit Leaves(const E& evaluator, int deepest) : evaluator_(evaluator), table_(deepest) {}

    void start(int depth, bool use_table) {
        table_.start(depth, use_table);
        count_ = estimated_ = unsettled_ = 0;
    }

    // Boards that were asked about and not found in the table.
    std::int64_t count() const { return count_; }
    void count_one() { ++count_; }

    // Exact values of moves, for the side to move.
    void values(State& state, const Position& position, const Move* moves, int count, Score* out) {
        evaluator_.values(state, position, moves, count, out);
        count_ += count;
    }

    // Whether each move is worth more than a bound. `key` is that of the position.
    PONNUKI_NOINLINE void compare(State& state, const Position& position, std::uint64_t key,
                                  const Move* moves, int count, Score bound, bool* above) {
        count_ += count;
        if constexpr (EstimatesSiblings<E, G>)
            if (estimates_tell()) {
                compare_estimates(state, position, key, moves, count, bound, above);
                return;
            }
        compare_exactly(state, position, key, moves, count, bound, above);
    }

    bool has_table() const { return table_.used(); }

    // What the table has of the board after a move; `LeafTable::holds` says whether that is
    // anything.
    std::uint64_t find(std::uint64_t key, Side side, int move) const {
        return table_.find(after(key, side, move));
    }

    // Whether a move that the table holds is worth more than a bound. state() is called only if the
    // kept estimate is too close to tell.
    template <class GetState>
    bool compare_found(std::uint64_t found, GetState state, const Position& position,
                       std::uint64_t key, Move move, Score bound) {
        bool above;
        const KeptEstimate kept(static_cast<std::uint32_t>(found));
        if (!tells(sign(to_move(position)), kept.value, kept.error, bound, above))
            compare_exactly(state(), position, key, &move, 1, bound, &above);
        return above;
    }

private:
    static std::uint64_t after(std::uint64_t key, Side side, int move) {
        return key ^ zobrist_key<G::kPoints>(side, move);
    }

    PONNUKI_NOINLINE void compare_exactly(State& state, const Position& position, std::uint64_t key,
                                          const Move* moves, int count, Score bound, bool* above) {
        Score scores[E::kMaxBatch];
        evaluator_.values(state, position, moves, count, scores);
        const int view = sign(to_move(position));
        alignas(64) float values[E::kMaxBatch] = {}, errors[E::kMaxBatch] = {};
        for (int i = 0; i < count; ++i) {
            above[i] = scores[i] > bound;
            values[i] = static_cast<float>(view * scores[i]);
        }
        keep(key, to_move(position), moves, count, values, errors);
    }

    // By estimates, and by exact values where these are too close to tell.
    void compare_estimates(State& state, const Position& position, std::uint64_t key,
                           const Move* moves, int count, Score bound, bool* above)
        requires EstimatesSiblings<E, G>
    {
        const int view = sign(to_move(position));
        alignas(64) float values[E::kMaxBatch], errors[E::kMaxBatch];
        evaluator_.estimates(state, position, moves, count, values, errors);
        Move close[E::kMaxBatch];
        int places[E::kMaxBatch], unsettled = 0;
        for (int i = 0; i < count; ++i) {
            close[unsettled] = moves[i];
            places[unsettled] = i;
            unsettled += !tells(view, values[i], errors[i], bound, above[i]);
        }
        estimated_ += count;
        unsettled_ += unsettled;
        if (unsettled > 0) {
            Score scores[E::kMaxBatch];
            evaluator_.values(state, position, close, unsettled, scores);
            for (int i = 0; i < unsettled; ++i) {
                above[places[i]] = scores[i] > bound;
                values[places[i]] = static_cast<float>(view * scores[i]);
                errors[places[i]] = 0;
            }
        }
        // In the order of the moves, and once each: what is found later may not depend on
        // estimates.
        keep(key, to_move(position), moves, count, values, errors);
    }

    // Whether an estimate in black's view tells on which side of the bound a move lies; and which.
    static bool tells(int view, float estimate, float error, Score bound, bool& above) {
        const float seen = static_cast<float>(view) * estimate;
        const auto limit = static_cast<float>(bound);
        above = seen - error > limit;
        return above | (seen + error <= limit);
    }

    // With very large weights most estimates settle nothing: then they are not worth their time.
    bool estimates_tell() const { return 2 * unsettled_ < estimated_ + 2 * E::kMaxBatch; }

    void keep(std::uint64_t key, Side side, const Move* moves, int count, const float* values,
              const float* errors) {
        if (!table_.used()) return;
        std::uint32_t bits[E::kMaxBatch];
        for (int at = 0; at < count; at += kFloats)
            ponnuki::store(bits + at, KeptEstimate::bits(load<Floats>(values + at),
                                                         load<Floats>(errors + at)));
        for (int i = 0; i < count; ++i) table_.store(after(key, side, moves[i]), bits[i]);
    }

    const E& evaluator_;
    LeafTable table_;
    std::int64_t count_ = 0;
    std::int64_t estimated_ = 0, unsettled_ = 0;  // boards of this search
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
