// Siblings: moves of one node that end the search, collected and asked about in batches.
#pragma once

#include <cstdint>

#include "search/leaves.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// Collects moves and hands them to `ask` in batches, except those that are answered without a net.
// Ask is one of the two below.
template <Game G, ValuesSiblings<G> E, class Ask>
class Siblings {
public:
    using Points = Bits<G::kPoints>;

    explicit Siblings(Ask ask) : ask_(ask) {}

    void add(int move) {
        if (!ask_.answer_known(static_cast<Move>(move))) put(move);
    }

    // Adds points as long as more are wanted: first those that are known, then the others, with
    // partners side by side, which are cheaper together.
    template <class Wanted>
    void add_while(Points points, Wanted wanted) {
        points = ask_.answer_known(points, wanted);
        while (points.any() && wanted()) {
            const int point = points.lowest();
            points.clear(point);
            put(point);
            const int partner = E::partner(point);
            if (!points.has(partner) || !wanted()) continue;
            points.clear(partner);
            put(partner);
        }
        if (wanted()) flush();
    }

    PONNUKI_NOINLINE void flush() {
        if (count_ > 0) ask_.ask(moves_, count_);
        count_ = 0;
    }

private:
    void put(int move) {
        moves_[count_++] = static_cast<Move>(move);
        if (count_ == E::kMaxBatch) flush();
    }

    Ask ask_;
    int count_ = 0;
    Move moves_[E::kMaxBatch];
};

// Asks for exact values, for the side to move: use(move, score).
template <Game G, ValuesSiblings<G> E, class Use>
struct AskValues {
    Leaves<G, E>& leaves;
    typename E::State& state;
    const typename G::Position& position;
    Use use;

    static bool answer_known(Move) { return false; }
    template <class Wanted>
    static Bits<G::kPoints> answer_known(const Bits<G::kPoints>& points, Wanted) {
        return points;
    }
    void ask(const Move* moves, int count) {
        Score scores[E::kMaxBatch];
        leaves.values(state, position, moves, count, scores);
        for (int i = 0; i < count; ++i) use(moves[i], scores[i]);
    }
};

// Asks whether moves are worth more than a bound: use(move, above). state() is called only if it is
// needed.
template <Game G, ValuesSiblings<G> E, class GetState, class Use>
struct AskComparisons {
    using Points = Bits<G::kPoints>;

    Leaves<G, E>& leaves;
    GetState state;
    const typename G::Position& position;
    std::uint64_t key;
    Score bound;
    Use use;

    bool answer_known(Move move) {
        if (needs_no_net(bound)) {
            use(move, is_lost(bound));
            return true;
        }
        if (!leaves.has_table()) return false;
        const std::uint64_t found = leaves.find(key, to_move(position), move);
        if (!LeafTable::holds(found)) return false;
        answer(move, found);
        return true;
    }

    // Answers those that are known, as long as more are wanted, and gives the others.
    template <class Wanted>
    Points answer_known(Points points, Wanted wanted) {
        if (needs_no_net(bound)) {
            points.each([&](int point) {
                if (wanted()) use(static_cast<Move>(point), is_lost(bound));
            });
            return {};
        }
        if (!leaves.has_table()) return points;
        const Side side = to_move(position);
        Move known[G::kPoints + 1];
        std::uint64_t found[G::kPoints + 1];
        int count = 0;
        points.each([&](int point) {  // without a branch that could go either way
            known[count] = static_cast<Move>(point);
            found[count] = leaves.find(key, side, point);
            count += LeafTable::holds(found[count]);
        });
        for (int i = 0; i < count; ++i) {
            points.clear(known[i]);
            if (wanted()) answer(known[i], found[i]);
        }
        return points;
    }

    void ask(const Move* moves, int count) {
        bool above[E::kMaxBatch];
        leaves.compare(state(), position, key, moves, count, bound, above);
        for (int i = 0; i < count; ++i) use(moves[i], above[i]);
    }

private:
    void answer(Move move, std::uint64_t found) {
        use(move, leaves.compare_found(found, state, position, key, move, bound));
    }
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
