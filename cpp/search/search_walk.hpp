// A game that a tree search walks. A net takes a thousand times as long as a virtual call, so games
// are walked behind an interface, and the search is compiled once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/types.hpp"
#include "evaluators/conv/conv.hpp"
#include "games/options.hpp"
#include "search/settings.hpp"

namespace ponnuki {

// Whether the side that is to move, or that makes a move, wins (1) or loses (-1) for certain, and
// after how many plies.
struct Proof {
    std::int8_t wins = 0;
    std::int16_t plies = 0;
};

// A move that a player may choose.
struct WalkMove {
    Move move = -1;
    bool drawn = false;  // it ends the game, and nobody wins
    Proof proof;         // what is known of it without a search
};

// A set of points, a bit each.
using HiddenPoints = std::array<std::uint64_t, (kMaxRootMoves + 63) / 64>;

class SearchWalk {
public:
    virtual ~SearchWalk();

    // From the bytes of the game's own Position, which is the root from now on. With `forced`, what
    // the game's policy of forced moves knows is known of moves.
    virtual void start(const std::byte* position, Trail trail, LastMoves last, bool forced) = 0;
    virtual void start_game(bool forced) = 0;
    virtual void rewind() = 0;  // to the root
    virtual void play(Move move) = 0;
    virtual void advance(Move move) = 0;  // plays it at the root, and makes what follows the root

    // Points that nobody sees until the next start, unless a side sees no other.
    virtual void hide(const HiddenPoints& points) = 0;

    // Which marks the net knows; none unless this is called. It holds for all roots to come.
    virtual void use_marks(Marks marks) = 0;

    virtual Side mover() const = 0;
    virtual int plies() const = 0;
    // A hash of everything that what can follow, and what the net says of it, depend on.
    virtual std::uint64_t key() const = 0;
    virtual Result result() const = 0;
    virtual int points() const = 0;
    // The moves that a player may choose from, ascending. With `eyes`, a side of Go keeps its eyes.
    virtual int list(bool eyes, WalkMove* moves) = 0;
    // What a net sees, as conv.hpp says.
    virtual void show(std::uint8_t* cells) const = 0;
};

inline namespace PONNUKI_VARIANT {

SearchWalk* new_search_walk(const Options& options);

}  // namespace PONNUKI_VARIANT

}  // namespace ponnuki
