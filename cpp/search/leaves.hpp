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
        largest_error_ = 0;
        count_ = 0;
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
    void compare(State& state, const Position& position, std::uint64_t key, const Move* moves,
                 int count, Score bound, bool* above) {
        count_ += count;
        if constexpr (EstimatesSiblings<E, G>)
            if (evaluator_.can_estimate()) {
                const Side side = to_move(position);
                alignas(64) float estimates[E::kMaxBatch];
                evaluator_.estimates(state, position, moves, count, estimates);
                for (int i = 0; i < count; ++i) {
                    const float error = evaluator_.error(state, moves[i]);
                    largest_error_ = std::max(largest_error_, error);
                    table_.store(after(key, side, moves[i]), estimates[i]);
                    if (!tells(sign(side), estimates[i], error, bound, above[i]))
                        compare_exactly(state, position, key, moves + i, 1, bound, above + i);
                }
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
        const float error = largest_error_ + LeafTable::kError;
        if (!tells(sign(to_move(position)), LeafTable::value(found), error, bound, above))
            compare_exactly(state(), position, key, &move, 1, bound, &above);
        return above;
    }

private:
    static std::uint64_t after(std::uint64_t key, Side side, int move) {
        return key ^ zobrist_key<G::kPoints>(side, move);
    }

    void compare_exactly(State& state, const Position& position, std::uint64_t key,
                         const Move* moves, int count, Score bound, bool* above) {
        const Side side = to_move(position);
        Score scores[E::kMaxBatch];
        evaluator_.values(state, position, moves, count, scores);
        for (int i = 0; i < count; ++i) {
            above[i] = scores[i] > bound;
            table_.store(after(key, side, moves[i]), static_cast<float>(sign(side) * scores[i]));
        }
    }

    // Whether an estimate in black's view tells on which side of the bound a move lies; and which.
    static bool tells(int view, float estimate, float error, Score bound, bool& above) {
        const float seen = static_cast<float>(view) * estimate;
        const auto limit = static_cast<float>(bound);
        above = seen - error > limit;
        return above || seen + error <= limit;
    }

    const E& evaluator_;
    LeafTable table_;
    float largest_error_ = 0;  // of this search's estimates
    std::int64_t count_ = 0;
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
