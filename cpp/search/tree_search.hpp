// Monte Carlo tree search guided by a net with a policy (PUCT), for any game.
//
// A visit follows the tree to a new position, which the net values once; the value goes up the
// path. A net takes a thousand times as long as a virtual call, so games are walked behind an
// interface, and the search is compiled once.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "core/aligned.hpp"
#include "evaluators/conv/conv.hpp"
#include "games/eyes.hpp"
#include "games/game.hpp"
#include "search/limits.hpp"
#include "search/settings.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// A game that is walked from one position, the root.
class SearchWalk {
public:
    virtual ~SearchWalk() = default;

    virtual void rewind() = 0;  // to the root
    virtual void play(Move move) = 0;
    virtual Side mover() const = 0;
    virtual int plies() const = 0;
    // The moves that a player may choose from, ascending, and how each ends the game, if it does.
    virtual int list(bool eyes, Move* moves, Result* results) const = 0;
    // What stands on every point: 0 nothing, 1 a stone of the side to move, 2 one of the other.
    virtual void show(std::uint8_t* cells) const = 0;
};

template <Game G>
class SearchWalkOf final : public SearchWalk {
public:
    using Position = typename G::Position;

    explicit SearchWalkOf(const G& game) : game_(game) {}

    void start(const Position& position, Trail trail) {
        root_ = position;
        length_of_root_ = static_cast<int>(trail.size());
        for (int i = 0; i < length_of_root_; ++i) keys_[i] = trail[i];
        rewind();
    }

    void rewind() override {
        now_ = root_;
        length_ = length_of_root_;
    }
    void play(Move move) override {
        if constexpr (G::kMaxTrail > 0)
            if (move != G::kPoints) keys_[length_++] = now_.key();
        game_.play(now_, move);
    }
    Side mover() const override { return to_move(now_); }
    int plies() const override { return now_.plies; }

    int list(bool eyes, Move* moves, Result* results) const override {
        MoveList<G::kMoves> legal;
        legal_moves(game_, now_, Trail(keys_.data(), length_), legal);
        Bits<G::kPoints> kept;  // eyes that are not filled
        if constexpr (kHasEyes<G>)
            if (eyes) kept = G::Board::eyes_of(now_.stones[to_move(now_)]);
        int count = 0;
        for (const Move move : legal) {
            if (move < G::kPoints ? kept.has(move) : eyes && count > 0) continue;
            Position next = now_;
            game_.play(next, move);
            moves[count] = move;
            results[count++] = next.result;
        }
        return count;
    }

    void show(std::uint8_t* cells) const override {
        const Side own = to_move(now_);
        for (int point = 0; point < G::kPoints; ++point) cells[point] = 0;
        now_.stones[own].each([&](int point) { cells[point] = 1; });
        now_.stones[other(own)].each([&](int point) { cells[point] = 2; });
    }

private:
    G game_;
    Position root_;
    Position now_;
    std::array<std::uint64_t, G::kMaxTrail> keys_;
    int length_of_root_ = 0;
    int length_ = 0;
};

class TreeSearch {
public:
    explicit TreeSearch(const std::atomic<bool>* stop) : limits_(stop) {}

    // The best move of the walk's root, which is not over.
    void think(SearchWalk& walk, const ConvNet& net, const SearchSettings& settings,
               std::uint64_t seed, SearchResult& result);

private:
    // Whether the side to move wins (1) or loses (-1) for certain, and in how many plies.
    struct Proof {
        std::int8_t wins = 0;
        std::int16_t plies = 0;
    };
    // A move of a node. Values are those of the side that plays it.
    struct Edge {
        Move move = -1;
        bool drawn = false;  // it ends the game, and nobody wins
        Proof proof;
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
    struct Step {
        std::int32_t node, edge;
    };

    void visit();
    std::int32_t choose_edge(const Node& node) const;
    double expand();
    bool prove(Node& node);
    void answer(std::uint64_t seed, SearchResult& result) const;
    std::int32_t best_edge(const Node& node, int plies, const Streams& ties) const;

    template <class T>
    using Row = std::vector<T, AlignedAllocator<T>>;

    Limits limits_;
    SearchSettings settings_;
    SearchWalk* walk_ = nullptr;
    const ConvNet* net_ = nullptr;
    Row<Node> nodes_;
    Row<Edge> edges_;
    Row<Step> path_;
    std::int64_t leaves_ = 0;
    Move moves_[kMaxRootMoves];
    Result results_[kMaxRootMoves];
    std::uint8_t cells_[kMaxRootMoves];
    float logits_[kMaxRootMoves];
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
