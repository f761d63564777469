// Compiled once for each instruction set.
#include "search/search_tree.hpp"

#include <algorithm>
#include <cmath>

#include "core/normals.hpp"
#include "search/ties.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

namespace {

// How much the policy counts beside the values.
constexpr double kExploration = 1.5;
// A move that was never tried is thought to be worse than its position by this.
constexpr double kUntried = 0.25;
// How much values count beside logits in Gumbel's search: (so many + most visits) times this.
constexpr double kGumbelVisits = 50;
constexpr double kGumbelScale = 1.0;

}  // namespace

void SearchTree::start(SearchWalk& walk, const SearchSettings& settings, std::uint64_t seed) {
    walk_ = &walk;
    settings_ = settings;
    seed_ = seed;
    nodes_.clear();
    edges_.clear();
    path_.clear();
    waiting_.clear();
    received_ = 0;
    noise_.clear();
    considered_visits_.clear();
    asked_net_ = false;
}

bool SearchTree::go_on(SearchWalk& walk, const SearchSettings& settings) {
    const SearchSettings& own = settings_;
    if (settings.gumbel > 0 || own.gumbel > 0 || !own.reuse || own.eyes != settings.eyes ||
        own.forced != settings.forced || own.draw != settings.draw ||
        own.symmetries != settings.symmetries)
        return false;
    const std::uint64_t key = walk.key();
    std::size_t root = 0;
    while (root < nodes_.size() && (nodes_[root].key != key || nodes_[root].visits == 0)) ++root;
    if (root == nodes_.size()) return false;
    walk_ = &walk;
    settings_ = settings;
    Row<Node> nodes;
    Row<Edge> edges;
    nodes.push_back(nodes_[root]);
    for (std::size_t at = 0; at < nodes.size(); ++at) {
        const Node node = nodes[at];
        nodes[at].first = static_cast<std::int32_t>(edges.size());
        for (std::int32_t i = node.first; i < node.first + node.count; ++i) {
            edges.push_back(edges_[i]);
            Edge& edge = edges.back();
            if (edge.child < 0) continue;
            nodes.push_back(nodes_[edge.child]);
            edge.child = static_cast<std::int32_t>(nodes.size()) - 1;
        }
    }
    nodes_.swap(nodes);
    edges_.swap(edges);
    return true;
}

void SearchTree::forget() {
    nodes_ = Row<Node>();
    edges_ = Row<Edge>();
}

SearchTree::Visit SearchTree::descend(std::uint8_t* cells) {
    if (received_ == waiting_.size()) {
        path_.clear();
        waiting_.clear();
        received_ = 0;
    }
    walk_->rewind();
    const auto first = static_cast<std::int32_t>(path_.size());
    const auto length = [&] { return static_cast<std::int32_t>(path_.size()) - first; };
    std::int32_t at = nodes_.empty() ? -1 : 0;
    while (at >= 0) {
        if (nodes_[at].visits == 0) {
            path_.resize(first);
            return Visit::blocked;
        }
        const bool by_gumbel = at == 0 && settings_.gumbel > 0;
        const std::int32_t chosen = by_gumbel ? choose_gumbel() : choose_edge(nodes_[at]);
        path_.push_back({at, chosen});
        Edge& edge = edges_[chosen];
        if (edge.drawn || edge.proof.wins != 0) {
            back_up(edge.drawn ? settings_.draw : edge.proof.wins, first, length());
            path_.resize(first);
            return Visit::decided;
        }
        walk_->play(edge.move);
        at = edge.child;
        if (at < 0) edge.child = static_cast<std::int32_t>(nodes_.size());
    }
    if (add_node()) {
        Node& made = nodes_.back();
        made.visits = 1;
        made.sum = made.proof.wins;
        back_up(-made.sum, first, length());
        path_.resize(first);
        return Visit::decided;
    }
    for (std::int32_t i = first; i < first + length(); ++i) {
        ++edges_[path_[i].edge].waiting;
        ++nodes_[path_[i].node].waiting;
    }
    waiting_.push_back({static_cast<std::int32_t>(nodes_.size()) - 1, first, length()});
    walk_->show(cells);
    return Visit::waits;
}

void SearchTree::receive(double value, const float* logits) {
    const Waiting visit = waiting_[received_++];
    for (std::int32_t i = visit.first; i < visit.first + visit.count; ++i) {
        --edges_[path_[i].edge].waiting;
        --nodes_[path_[i].node].waiting;
    }
    Node& made = nodes_[visit.node];
    double most = -HUGE_VAL;
    for (std::int32_t i = made.first; i < made.first + made.count; ++i) {
        edges_[i].logit = logits[edges_[i].move];
        most = std::max(most, double{edges_[i].logit});
    }
    double sum = 0;
    for (std::int32_t i = made.first; i < made.first + made.count; ++i) {
        const double below = edges_[i].logit - most;
        const double chance = below < -700 ? 0 : exp_of(below);
        edges_[i].prior = static_cast<float>(chance);
        sum += chance;
    }
    for (std::int32_t i = made.first; i < made.first + made.count; ++i)
        edges_[i].prior = static_cast<float>(double{edges_[i].prior} / sum);
    made.visits = 1;
    made.sum = value;
    if (visit.node == 0) {
        net_value_ = value;
        asked_net_ = true;
        if (settings_.gumbel > 0) draw_gumbel();
    }
    back_up(-value, visit.first, visit.count);
}

// Up a path, from the value for the side that played its last move.
void SearchTree::back_up(double value, std::int32_t first, std::int32_t count) {
    for (std::int32_t i = first + count; i-- > first; value = -value) {
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

// The move with the best sum of its value and of what the policy promises, lost ones last. A visit
// that waits is one that has lost.
std::int32_t SearchTree::choose_edge(const Node& node) const {
    const double scale = kExploration * std::sqrt(static_cast<double>(node.visits + node.waiting));
    const double untried = node.sum / node.visits - kUntried;
    double best = -HUGE_VAL;
    std::int32_t chosen = node.first;
    for (std::int32_t i = node.first; i < node.first + node.count; ++i) {
        const Edge& edge = edges_[i];
        if (edge.proof.wins < 0) continue;
        const std::int32_t visits = edge.visits + edge.waiting;
        const double value = visits > 0 ? (edge.sum - edge.waiting) / visits : untried;
        const double score = value + scale * static_cast<double>(edge.prior) / (1 + visits);
        if (score > best) {
            best = score;
            chosen = i;
        }
    }
    return chosen;
}

// Adds the walk's position to the tree; whether it is decided.
bool SearchTree::add_node() {
    Node node;
    node.first = static_cast<std::int32_t>(edges_.size());
    node.count = walk_->list(settings_.eyes, moves_);
    if (settings_.reuse) node.key = walk_->key();
    for (int i = 0; i < node.count; ++i) {
        Edge edge;
        edge.move = moves_[i].move;
        edge.drawn = moves_[i].drawn;
        edge.proof = moves_[i].proof;
        edges_.push_back(edge);
    }
    nodes_.push_back(node);
    return prove(nodes_.back());
}

// Whether a node is decided: a move wins, or all lose.
bool SearchTree::prove(Node& node) {
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

std::int32_t SearchTree::best_edge(const Node& node, int plies, const Streams& ties) const {
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

// --- Gumbel's search at the root (Danihelka et al. 2022): moves are drawn without replacement by
// the policy, get visits in turn, and the worse half leaves, again and again.

// The noise of every move, and whose turn it is at every visit: those with so many visits.
void SearchTree::draw_gumbel() {
    const Node& root = nodes_[0];
    Rng rng(seed_);
    int open = 0;
    for (std::int32_t i = root.first; i < root.first + root.count; ++i) {
        open += edges_[i].proof.wins >= 0;
        const double uniform = rng.uniform() + 0x1p-54;
        noise_.push_back(settings_.gumbel_noise ? static_cast<float>(-log_of(-log_of(uniform)))
                                                : 0.0f);
    }
    int among = std::min(settings_.gumbel, open);
    int halvings = 0;
    while (1 << halvings < among) ++halvings;
    const int budget = settings_.visits - 1;
    std::int32_t each = 0;  // visits so far of those who are left
    while (static_cast<int>(considered_visits_.size()) < budget) {
        const int rounds =
            among <= 1 ? budget : std::max(1, budget / (std::max(1, halvings) * among));
        for (int round = 0; round < rounds; ++round, ++each)
            for (int i = 0; i < std::max(1, among); ++i) considered_visits_.push_back(each);
        among = std::max(2, among / 2);
    }
}

double SearchTree::promise_scale() const {
    const Node& root = nodes_[0];
    std::int32_t most = 0;
    for (std::int32_t i = root.first; i < root.first + root.count; ++i)
        most = std::max(most, edges_[i].visits);
    return (kGumbelVisits + most) * kGumbelScale;
}

// What the root is worth where a move was not tried: a mean of the net's value and those of the
// moves that were, by their chances.
double SearchTree::value_of_unvisited() const {
    const Node& root = nodes_[0];
    double chances = 0, sum = 0;
    std::int32_t visits = 0;
    for (std::int32_t i = root.first; i < root.first + root.count; ++i) {
        const Edge& edge = edges_[i];
        if (edge.visits == 0) continue;
        const double prior = std::max(double{edge.prior}, 1e-9);
        chances += prior;
        sum += prior * edge.sum / edge.visits;
        visits += edge.visits;
    }
    if (visits == 0) return net_value_;
    return (net_value_ + visits * (sum / chances)) / (1 + visits);
}

double SearchTree::promise(const Edge& edge, double unvisited, double scale) const {
    const double value = edge.proof.wins != 0 ? edge.proof.wins
                         : edge.visits > 0    ? edge.sum / edge.visits
                                              : unvisited;
    return edge.logit + scale * value;
}

std::int32_t SearchTree::choose_gumbel() const {
    const Node& root = nodes_[0];
    const std::int32_t visit = root.visits + root.waiting - 1;
    const std::int32_t turn = visit < static_cast<std::int32_t>(considered_visits_.size())
                                  ? considered_visits_[visit]
                                  : 0;
    const double unvisited = value_of_unvisited(), scale = promise_scale();
    double best = -HUGE_VAL;
    std::int32_t chosen = -1;
    for (std::int32_t i = root.first; i < root.first + root.count; ++i) {
        const Edge& edge = edges_[i];
        if (edge.proof.wins < 0 || edge.visits + edge.waiting != turn) continue;
        const double score = noise_[i - root.first] + promise(edge, unvisited, scale);
        if (score > best) {
            best = score;
            chosen = i;
        }
    }
    return chosen >= 0 ? chosen : choose_edge(root);
}

std::int32_t SearchTree::gumbel_edge() const {
    const Node& root = nodes_[0];
    const double unvisited = value_of_unvisited(), scale = promise_scale();
    const auto score = [&](std::int32_t i) {
        const double noise = noise_.empty() ? 0 : noise_[i - root.first];
        return noise + promise(edges_[i], unvisited, scale);
    };
    const auto better = [&](std::int32_t i, std::int32_t j) {
        const Edge &one = edges_[i], &two = edges_[j];
        if (one.proof.wins != two.proof.wins) return one.proof.wins > two.proof.wins;
        if (one.proof.plies != two.proof.plies)
            return (one.proof.plies < two.proof.plies) == (one.proof.wins > 0);
        if (one.visits != two.visits) return one.visits > two.visits;
        return score(i) > score(j);
    };
    std::int32_t best = root.first;
    for (std::int32_t i = root.first + 1; i < root.first + root.count; ++i)
        if (better(i, best)) best = i;
    return best;
}

void SearchTree::improved_policy(double* out) const {
    const Node& root = nodes_[0];
    const double unvisited = value_of_unvisited(), scale = promise_scale();
    double most = -HUGE_VAL;
    // Of a decided root, the moves that win first or lose last; else all that are not lost.
    const auto open = [&](const Edge& edge) {
        if (root.proof.wins == 0) return edge.proof.wins >= 0;
        return edge.proof.wins == root.proof.wins && edge.proof.plies == root.proof.plies;
    };
    for (int i = 0; i < root.count; ++i) {
        const Edge& edge = edges_[root.first + i];
        if (open(edge)) most = std::max(most, out[i] = promise(edge, unvisited, scale));
    }
    double sum = 0;
    for (int i = 0; i < root.count; ++i) {
        const double below = open(edges_[root.first + i]) ? out[i] - most : -HUGE_VAL;
        out[i] = below < -700 ? 0 : exp_of(below);
        sum += out[i];
    }
    for (int i = 0; i < root.count; ++i) out[i] /= sum;
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
