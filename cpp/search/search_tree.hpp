// The tree of a Monte Carlo search that is guided by a policy (PUCT), grown visit by visit.
//
// A visit follows the tree to a new position. Whoever owns the tree asks a net for that position's
// value and policy, and hands them back: one visit at a time, or for many trees at once, or after
// several visits of one tree. A visit that waits for its value counts as lost until it comes
// (virtual loss), so that the next visits go elsewhere.
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
        std::int32_t waiting = 0;  // visits that wait for their values
        std::int32_t child = -1;
        double sum = 0;
    };
    struct Node {
        std::int32_t first = 0;  // of its edges
        std::int32_t count = 0;
        std::int32_t visits = 0;  // 0 while it waits for its own value
        std::int32_t waiting = 0;
        Proof proof;
        double sum = 0;
        std::uint64_t key = 0;  // of its position, if the tree may be gone on with
    };

    // The root is the walk's, which is not over. The seed is that of Gumbel's noise.
    void start(SearchWalk& walk, const SearchSettings& settings, std::uint64_t seed);
    // The same with what the tree knows of that root already, if it does; else false. What does
    // not follow from the new root is forgotten.
    bool go_on(SearchWalk& walk, const SearchSettings& settings);
    void forget();  // and frees the memory

    enum class Visit {
        waits,    // the net has to value the position that `cells` shows, and `receive` to follow
        decided,  // it has ended without the net, in a decided position
        blocked,  // it came to a position that still waits for its value, and was given up
    };
    Visit descend(std::uint8_t* cells);
    // What the net says to the first visit that waits. The value is for the side to move; there is
    // a logit for each point and one for a pass.
    void receive(double value, const float* logits);

    std::int64_t visits() const { return nodes_.empty() ? 0 : nodes_[0].visits; }
    // Whether there is room for another visit beside those that wait.
    bool wants_more() const {
        return nodes_.empty() || (nodes_[0].visits + nodes_[0].waiting < settings_.visits &&
                                  nodes_[0].proof.wins == 0);
    }
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

    // A visit that waits: the position that it came to, and its steps in `path_`.
    struct Waiting {
        std::int32_t node, first, count;
    };

    void back_up(double value, std::int32_t first, std::int32_t count);
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
    Row<Step> path_;  // of every visit that waits, one behind the other, then of the current one
    Row<Waiting> waiting_;
    std::size_t received_ = 0;             // of those that waited
    Row<float> noise_;                     // of Gumbel, by edge of the root
    Row<std::int32_t> considered_visits_;  // by visit below the root: those of whom it is the turn
    double net_value_ = 0;                 // of the root
    bool asked_net_ = false;
    WalkMove moves_[kMaxRootMoves];
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
