// Compiled once for each instruction set.
#include "search/tree_search.hpp"

#include "core/for_all.hpp"
#include "core/rng.hpp"
#include "search/score.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

void TreeSearch::think(SearchWalk& walk, const ConvNet& net, const SearchSettings& settings,
                       std::uint64_t seed, SearchResult& result) {
    limits_.start(settings);
    walk.use_marks(net.marks);
    const bool kept = settings.reuse && net.id == net_ && tree_.go_on(walk, settings);
    if (!kept)
        tree_.start(walk, settings,
                    stream(seed, "gumbel", static_cast<std::uint64_t>(walk.plies())));
    net_ = net.id;
    std::int64_t leaves = 0;
    bool more = !kept || !tree_.finished();
    while (more) {
        const int count = find_leaves(settings);
        value_leaves(net, settings, count);
        for (int i = 0; i < count; ++i) tree_.receive(leaves_[i].value, leaves_[i].logits);
        leaves += count;
        more = !tree_.finished() && !limits_.stopped();
    }
    result.nodes = tree_.visits();
    result.visits = static_cast<int>(tree_.visits());
    result.leaves = leaves;
    result.complete = tree_.finished();
    result.solved = false;
    walk.rewind();
    answer(walk, net, settings, seed, result);
}

// Visits until so many positions wait, or a visit comes to one of them; at least one visit.
int TreeSearch::find_leaves(const SearchSettings& settings) {
    int count = 0;
    do {
        const SearchTree::Visit visit = tree_.descend(leaves_[count].cells);
        if (visit == SearchTree::Visit::blocked) break;
        count += visit == SearchTree::Visit::waits;
    } while (!limits_.reached() && count < settings.parallel && tree_.wants_more());
    return count;
}

// The value of a board for the side to move, and its policy. With more symmetries, means over the
// board turned and mirrored.
static double leaf_value(const ConvNet& net, int symmetries, const std::uint8_t* cells,
                         float* policy) {
    if (symmetries == 1) return static_cast<double>(conv_value(net, cells, policy)) * net.unit;
    const int points = net.size * net.size;
    std::uint8_t turned[kMaxRootMoves];
    float logits[kMaxRootMoves], sums[kMaxRootMoves] = {};
    double sum = 0;
    turned[points] = cells[points];
    for (int symmetry = 0; symmetry < symmetries; ++symmetry) {
        for (int point = 0; point < points; ++point)
            turned[turned_point(net.size, symmetry, point)] = cells[point];
        sum += static_cast<double>(conv_value(net, turned, logits)) * net.unit;
        for (int point = 0; point < points; ++point)
            sums[point] += logits[turned_point(net.size, symmetry, point)];
        sums[points] += logits[points];
    }
    for (int i = 0; i <= points; ++i) policy[i] = sums[i] / static_cast<float>(symmetries);
    return sum / symmetries;
}

void TreeSearch::value_leaves(const ConvNet& net, const SearchSettings& settings, int count) {
    struct Work {
        const ConvNet& net;
        int symmetries;
        Leaf* leaves;
    } work{net, settings.symmetries, leaves_};
    const auto one = [](void* context, int index) {
        const Work& own = *static_cast<const Work*>(context);
        Leaf& leaf = own.leaves[index];
        leaf.value = leaf_value(own.net, own.symmetries, leaf.cells, leaf.logits);
    };
    for_all(count, settings.threads, one, &work);
}

void TreeSearch::answer(SearchWalk& walk, const ConvNet& net, const SearchSettings& settings,
                        std::uint64_t seed, SearchResult& result) const {
    const Streams ties(seed, "tie");
    const auto score_of = [&](const Proof& proof, double value) -> Score {
        if (proof.wins > 0) return win_after(proof.plies);
        if (proof.wins < 0) return loss_after(proof.plies);
        return static_cast<Score>(value / net.unit);
    };
    const SearchTree::Node& root = tree_.root();
    const std::int32_t chosen =
        settings.gumbel > 0 ? tree_.gumbel_edge() : tree_.best_edge(root, walk.plies(), ties);
    const SearchTree::Edge& best = tree_.edge(chosen);
    const double value = best.visits > 0 ? best.sum / best.visits : tree_.value_of_root();
    result.move = best.move;
    result.score = score_of(best.proof, value);
    result.root_count = root.count;
    for (int i = 0; i < root.count; ++i) {
        const SearchTree::Edge& edge = tree_.edge(root.first + i);
        result.root_moves[i] = edge.move;
        result.root_scores[i] =
            score_of(edge.proof, edge.visits > 0 ? edge.sum / edge.visits : -1.0);
        result.root_visits[i] = edge.visits;
    }
    result.line[0] = best.move;
    result.line_length = 1;
    for (std::int32_t at = best.child; at >= 0 && result.line_length < kMaxLine;) {
        const SearchTree::Node& node = tree_.node(at);
        if (node.count == 0) break;
        const SearchTree::Edge& edge =
            tree_.edge(tree_.best_edge(node, walk.plies() + result.line_length, ties));
        if (edge.visits == 0 && edge.proof.wins == 0) break;
        result.line[result.line_length++] = edge.move;
        at = edge.child;
    }
    result.depth = result.line_length;
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
