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

private:
    double value_of_leaf(const ConvNet& net, int symmetries);
    void answer(SearchWalk& walk, const ConvNet& net, const SearchSettings& settings,
                std::uint64_t seed, SearchResult& result) const;

    Limits limits_;
    SearchTree tree_;
    std::uint8_t cells_[kMaxRootMoves];
    float logits_[kMaxRootMoves];
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
