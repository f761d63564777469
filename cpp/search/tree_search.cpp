// Compiled once for each instruction set.
#include "search/tree_search.hpp"

#include <cmath>

#include "core/normals.hpp"
#include "core/rng.hpp"
#include "search/score.hpp"
#include "search/ties.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

namespace {

// How much the policy counts beside the values.
constexpr double kExploration = 1.5;
// A move that was never tried is thought to be worse than its position by this.
constexpr double kUntried = 0.25;

}  // namespace

void TreeSearch::think(SearchWalk& walk, const ConvNet& net, const SearchSettings& settings,
                       std::uint64_t seed, SearchResult& result) {
    walk_ = &walk;
    net_ = &net;
    settings_ = settings;
    limits_.start(settings);
    nodes_.clear();
    edges_.clear();
    leaves_ = 0;
    walk.rewind();
    const double value = expand();
    nodes_[0].visits = 1;
    nodes_[0].sum = value;
    std::int64_t visits = 1;
    while (visits < settings.visits && nodes_[0].proof.wins == 0 && !limits_.reached()) {
        visit();
        ++visits;
    }
    result.nodes = visits;
    result.visits = static_cast<int>(visits);
    result.leaves = leaves_;
    result.complete = visits == settings.visits || nodes_[0].proof.wins != 0;
    result.solved = false;
    walk.rewind();
    answer(seed, result);
}

// From the root to a position that was never valued, and back with its value.
void TreeSearch::visit() {
    walk_->rewind();
    path_.clear();
    std::int32_t at = 0;
    double value = 0;  // for the side that played the last move of the path
    while (true) {
        const std::int32_t chosen = choose_edge(nodes_[at]);
        path_.push_back({at, chosen});
        const Edge& edge = edges_[chosen];
        if (edge.drawn || edge.proof.wins != 0) {
            value = edge.drawn ? settings_.draw : edge.proof.wins;
            break;
        }
        walk_->play(edge.move);
        if (edge.child >= 0) {
            at = edge.child;
            continue;
        }
        const auto made = static_cast<std::int32_t>(nodes_.size());
        value = -expand();
        edges_[chosen].child = made;
        nodes_[made].visits = 1;
        nodes_[made].sum = -value;
        break;
    }
    for (std::size_t i = path_.size(); i-- > 0; value = -value) {
        Edge& edge = edges_[path_[i].edge];
        if (edge.child >= 0 && nodes_[edge.child].proof.wins != 0) {
            const Proof& below = nodes_[edge.child].proof;
            edge.proof = {static_cast<std::int8_t>(-below.wins),
                          static_cast<std::int16_t>(below.plies + 1)};
            value = edge.proof.wins;
        }
        ++edge.visits;
        edge.sum += value;
        Node& node = nodes_[path_[i].node];
        if (edge.proof.wins != 0 && prove(node)) value = node.proof.wins;
        ++node.visits;
        node.sum += value;
    }
}

// The move with the best sum of its value and of what the policy promises, lost ones last.
std::int32_t TreeSearch::choose_edge(const Node& node) const {
    const double scale = kExploration * std::sqrt(static_cast<double>(node.visits));
    const double untried = node.sum / node.visits - kUntried;
    double best = -HUGE_VAL;
    std::int32_t chosen = node.first;
    for (std::int32_t i = node.first; i < node.first + node.count; ++i) {
        const Edge& edge = edges_[i];
        if (edge.proof.wins < 0) continue;
        const double value = edge.visits > 0 ? edge.sum / edge.visits : untried;
        const double score = value + scale * static_cast<double>(edge.prior) / (1 + edge.visits);
        if (score > best) {
            best = score;
            chosen = i;
        }
    }
    return chosen;
}

// Adds the walk's position to the tree; its value for the side to move.
double TreeSearch::expand() {
    const int count = walk_->list(settings_.eyes, moves_, results_);
    const int own = sign(walk_->mover());
    Node node;
    node.first = static_cast<std::int32_t>(edges_.size());
    node.count = count;
    for (int i = 0; i < count; ++i) {
        Edge edge;
        edge.move = moves_[i];
        if (results_[i].over()) {
            edge.drawn = results_[i].winner == 0;
            if (!edge.drawn)
                edge.proof = {static_cast<std::int8_t>(results_[i].winner * own), std::int16_t{1}};
        }
        edges_.push_back(edge);
    }
    nodes_.push_back(node);
    if (prove(nodes_.back())) return nodes_.back().proof.wins;

    walk_->show(cells_);
    ++leaves_;
    const Score score = conv_value(*net_, cells_, logits_);
    double most = -HUGE_VAL;
    for (int i = 0; i < count; ++i) most = std::max(most, double{logits_[moves_[i]]});
    double sum = 0;
    for (int i = 0; i < count; ++i) {
        const double below = logits_[moves_[i]] - most;
        const double chance = below < -700 ? 0 : exp_of(below);
        edges_[node.first + i].prior = static_cast<float>(chance);
        sum += chance;
    }
    for (int i = 0; i < count; ++i)
        edges_[node.first + i].prior =
            static_cast<float>(double{edges_[node.first + i].prior} / sum);
    return static_cast<double>(score) * net_->unit;
}

// Whether a node is decided: a move wins, or all lose.
bool TreeSearch::prove(Node& node) {
    if (node.proof.wins != 0) return true;
    Proof won, lost;
    bool all_lose = node.count > 0;
    for (std::int32_t i = node.first; i < node.first + node.count; ++i) {
        const Proof& one = edges_[i].proof;
        if (one.wins > 0 && (won.wins == 0 || one.plies < won.plies)) won = one;
        if (one.wins >= 0)
            all_lose = false;
        else if (one.plies > lost.plies)
            lost = one;
    }
    if (won.wins > 0)
        node.proof = won;
    else if (all_lose)
        node.proof = lost;
    return node.proof.wins != 0;
}

// What a player plays: a proven win at once, else the move with most visits; in a lost position the
// move that loses last.
std::int32_t TreeSearch::best_edge(const Node& node, int plies, const Streams& ties) const {
    const auto rank = [&](const Edge& edge) -> double {
        if (edge.proof.wins > 0) return 1e12 - edge.proof.plies;
        if (edge.proof.wins < 0) return edge.proof.plies - 1e12;
        return edge.visits;
    };
    std::int32_t best = node.first;
    for (std::int32_t i = node.first + 1; i < node.first + node.count; ++i) {
        const Edge &one = edges_[i], &before = edges_[best];
        const double first = rank(one), second = rank(before);
        if (first > second ||
            (first == second &&
             (one.prior > before.prior || (one.prior == before.prior &&
                                           tie_priority(settings_, ties, plies, one.move) >
                                               tie_priority(settings_, ties, plies, before.move)))))
            best = i;
    }
    return best;
}

void TreeSearch::answer(std::uint64_t seed, SearchResult& result) const {
    const Streams ties(seed, "tie");
    const auto score_of = [&](const Proof& proof, double value) -> Score {
        if (proof.wins > 0) return win_after(proof.plies);
        if (proof.wins < 0) return loss_after(proof.plies);
        return static_cast<Score>(value / net_->unit);
    };
    const Node& root = nodes_[0];
    const Edge& best = edges_[best_edge(root, walk_->plies(), ties)];
    const double value = best.visits > 0 ? best.sum / best.visits : root.sum / root.visits;
    result.move = best.move;
    result.score = score_of(best.proof, value);
    result.root_count = root.count;
    for (int i = 0; i < root.count; ++i) {
        const Edge& edge = edges_[root.first + i];
        result.root_moves[i] = edge.move;
        result.root_scores[i] =
            score_of(edge.proof, edge.visits > 0 ? edge.sum / edge.visits : -1.0);
        result.root_visits[i] = edge.visits;
    }
    result.line_length = 0;
    for (std::int32_t at = 0; at >= 0 && nodes_[at].count > 0 && result.line_length < kMaxLine;) {
        const Edge& edge = edges_[best_edge(nodes_[at], walk_->plies() + result.line_length, ties)];
        if (at != 0 && edge.visits == 0 && edge.proof.wins == 0) break;
        result.line[result.line_length++] = edge.move;
        at = edge.child;
    }
    result.depth = result.line_length;
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
