// The tree of a Monte Carlo search that is guided by a policy (PUCT), grown visit by visit.
//
// A visit follows the tree to a new position. Whoever owns the tree asks a net for that position's
// value and policy, and hands them back: here one at a time, elsewhere for many trees at once.
#pragma once

#include <cstdint>
#include <vector>

#include "core/aligned.hpp"
#include "core/rng.hpp"
#include "search/search_walk.hpp"
#include "search/settings.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

class SearchTree {
public:
    // A move of a node. Values are those of the side that plays it.
    struct Edge {
        Move move = -1;
        bool drawn = false;  // it ends the game, and nobody wins
        Proof proof;
        float logit = 0;
        float prior = 0;
        std::int32_t visits = 0;
        std::int32_t child = -1;
        double sum = 0;
    };
    struct Node {
        std::int32_t first = 0;  // of its edges
        std::int32_t count = 0;
        std::int32_t visits = 0;
        Proof proof;
        double sum = 0;
    };

    // The root is the walk's, which is not over. The seed is that of Gumbel's noise.
    void start(SearchWalk& walk, const SearchSettings& settings, std::uint64_t seed);

    // Begins a visit. True if the net has to value a position: `cells` shows it, and `receive` has
    // to follow. False if the visit ended without: in a decided position.
    bool descend(std::uint8_t* cells);
    // The value is for the side to move; a logit for each point and one for a pass.
    void receive(double value, const float* logits);

    std::int64_t visits() const { return nodes_.empty() ? 0 : nodes_[0].visits; }
    bool finished() const {
        return !nodes_.empty() && nodes_[0].visits > 0 &&
               (nodes_[0].visits >= settings_.visits || nodes_[0].proof.wins != 0);
    }

    const Node& root() const { return nodes_[0]; }
    const Node& node(std::int32_t number) const { return nodes_[number]; }
    const Edge& edge(std::int32_t number) const { return edges_[number]; }
    bool asked_net() const { return asked_net_; }  // for the root
    double value_of_root() const { return nodes_[0].sum / nodes_[0].visits; }

    // What a player plays at a node: a proven win at once, else the move with most visits; in a
    // lost position the move that loses last.
    std::int32_t best_edge(const Node& node, int plies, const Streams& ties) const;
    // The edge of the root that Gumbel's search ends with.
    std::int32_t gumbel_edge() const;
    // By edge of the root: the policy improved by what the search has found.
    void improved_policy(double* out) const;

private:
    struct Step {
        std::int32_t node, edge;
    };

    void back_up(double value);
    bool add_node();
    bool prove(Node& node);
    std::int32_t choose_edge(const Node& node) const;
    std::int32_t choose_gumbel() const;
    void draw_gumbel();
    double value_of_unvisited() const;
    double promise(const Edge& edge, double unvisited, double scale) const;
    double promise_scale() const;

    template <class T>
    using Row = std::vector<T, AlignedAllocator<T>>;

    SearchSettings settings_;
    std::uint64_t seed_ = 0;
    SearchWalk* walk_ = nullptr;
    Row<Node> nodes_;
    Row<Edge> edges_;
    Row<Step> path_;
    Row<float> noise_;                     // of Gumbel, by edge of the root
    Row<std::int32_t> considered_visits_;  // by visit below the root: those of whom it is the turn
    double net_value_ = 0;                 // of the root
    bool asked_net_ = false;
    WalkMove moves_[kMaxRootMoves];
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
