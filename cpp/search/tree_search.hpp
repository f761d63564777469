// Monte Carlo tree search guided by a net with a policy, for any game.
#pragma once

#include <atomic>
#include <cstdint>

#include "evaluators/conv/conv.hpp"
#include "search/limits.hpp"
#include "search/search_tree.hpp"
#include "search/search_walk.hpp"
#include "search/settings.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

class TreeSearch {
public:
    explicit TreeSearch(const std::atomic<bool>* stop) : limits_(stop) {}

    // The best move of the walk's root, which is not over.
    void think(SearchWalk& walk, const ConvNet& net, const SearchSettings& settings,
               std::uint64_t seed, SearchResult& result);
    void new_game() { tree_.forget(); }

private:
    // A position that waits for its value.
    struct Leaf {
        std::uint8_t cells[kMaxRootMoves];
        float logits[kMaxRootMoves];
        double value;
    };

    int find_leaves(const SearchSettings& settings);
    void value_leaves(const ConvNet& net, const SearchSettings& settings, int count);
    void answer(SearchWalk& walk, const ConvNet& net, const SearchSettings& settings,
                std::uint64_t seed, SearchResult& result) const;

    Limits limits_;
    SearchTree tree_;
    std::uint64_t net_ = 0;  // whose the tree is
    Leaf leaves_[kMaxParallel];
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
