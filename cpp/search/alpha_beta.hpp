// Alpha-beta for any game and any net: one template, no virtual call, no allocation in a search.
//
// The result is that of plain minimax to the last bit, whatever is switched on: bounds are sound,
// scores from the transposition table hold for exactly the depth that is asked for, and at the root
// a move that only equals the best is told apart from one that is worse. So the order of moves
// never changes the answer, only the time.
//
// This file is the plan of the house. The rooms: tree.hpp (nodes), root.hpp (the root),
// frontier.hpp (the last two plies, where siblings go together), stack.hpp, forcing.hpp (what is
// forced), ordering.hpp, transposition_table.hpp, leaves.hpp with leaf_table.hpp and siblings.hpp,
// limits.hpp.
#pragma once

#include <atomic>
#include <cstdint>
#include <type_traits>

#include "evaluators/evaluator.hpp"
#include "games/eyes.hpp"
#include "games/game.hpp"
#include "search/capture_go_forcing.hpp"
#include "search/limits.hpp"
#include "search/ordering.hpp"
#include "search/siblings.hpp"
#include "search/stack.hpp"
#include "search/transposition_table.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// In place of the leaves of evaluators that value one position at a time: only their number.
class CountedLeaves {
public:
    template <class E>
    CountedLeaves(const E&, int) {}
    void start(int, bool) { count_ = 0; }
    std::int64_t count() const { return count_; }
    void count_one() { ++count_; }

private:
    std::int64_t count_ = 0;
};

template <Game G, EvaluatorOn<G> E>
struct LeavesOf {
    using Type = CountedLeaves;
};
template <Game G, EvaluatorOn<G> E>
    requires(Stack<G, E>::kBatchesSiblings)
struct LeavesOf<G, E> {
    using Type = Leaves<G, E>;
};

template <Game G, EvaluatorOn<G> E>
class AlphaBeta {
public:
    using Position = typename G::Position;
    using Net = typename E::Net;

    // `deepest` is the greatest depth that will be asked for: it says how much room tables need.
    AlphaBeta(const G& game, int deepest, const std::atomic<bool>* stop)
        : limits_(stop), stack_(game), table_(deepest), leaves_(stack_.evaluator(), deepest) {
        new_game();
    }

    // Forgets what earlier searches learned about move ordering.
    void new_game() { ordering_.new_game(); }

    // The best move of a position that is not over. With `all`, every candidate's score is exact.
    void think(const Position& position, Trail trail, const Net& net,
               const SearchSettings& settings, std::uint64_t seed, bool all, SearchResult& result);

private:
    using Points = Bits<G::kPoints>;
    using Moves = MoveList<G::kMoves>;

    static constexpr bool kBatchesSiblings = Stack<G, E>::kBatchesSiblings;

    // root.hpp
    struct Root {
        bool free = false;         // candidates cost no depth
        bool score_known = false;  // the same for all candidates
        Score known_score = 0;
    };
    inline void list_candidates(SearchResult& result);
    inline bool search_root(int depth, std::uint64_t seed, bool all, SearchResult& result);
    inline void order_candidates(SearchResult& result);

    // tree.hpp
    inline Score search(int ply, int depth, Score alpha, Score beta);
    inline Score follow(int ply, Move move, int depth, Score alpha, Score beta, Score best);
    inline Score search_replies(int ply, int depth, const MoveList<2>& replies, Score alpha,
                                Score beta);
    inline Score leaf(int ply, Score alpha, Score beta);
    inline Score expand(int ply, int depth, Score alpha, Score beta);
    inline Points near_stones(const Position& position) const;
    inline void list_moves(int ply, const Points& wanted, Moves& moves) const;

    // frontier.hpp
    bool batches_siblings() const {
        return kBatchesSiblings && stack_.policy().active() && settings_.batch &&
               !stack_.policy().extends_leaves();
    }
    inline Score last_ply(int ply, const MoveKinds<G>& kinds, bool pass, Score best, Move best_move,
                          Score alpha, Score beta);
    inline bool leaf_above(int ply, Score bound);
    inline void refute_siblings(int ply, const Points& quiet, int from, Moves& moves, Score alpha,
                                Score& best);
    inline int strong_reply(int ply, Side side, Points points) const;
    inline void value_quiet_candidates(const Moves& moves, const Points& quiet, Score* scores,
                                       bool* known);

    SearchSettings settings_;
    Limits limits_;
    Stack<G, E> stack_;
    Ordering<G, Stack<G, E>::kMaxPly + 2> ordering_;
    TranspositionTable table_;
    typename LeavesOf<G, E>::Type leaves_;
    typename E::State reply_state_;
    Root root_;
};

}  // namespace ponnuki::inline PONNUKI_VARIANT

#include "search/frontier.hpp"
#include "search/root.hpp"
#include "search/tree.hpp"
