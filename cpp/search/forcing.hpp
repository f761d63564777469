// What a search knows of a game beyond its rules: which moves are forced, and which decide. Every
// game has one policy for that; this is the policy of games in which nothing is forced.
#pragma once

#include "core/types.hpp"
#include "games/game.hpp"
#include "search/settings.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// What is forced in a position, before any move is tried.
template <Game G>
struct Forced {
    enum Kind {
        kNothing,
        kWins,     // the side to move wins at once, with any of `winning`
        kLoses,    // the other side wins with its next move, whatever is played
        kReplies,  // nothing else than `replies` is worth a try; they cost no depth
    };
    Kind kind = kNothing;
    Bits<G::kPoints> winning;
    MoveList<2> replies;
};

// What the moves of a position do, where nothing is forced.
template <Game G>
struct MoveKinds {
    Bits<G::kPoints> quiet;     // neither force nor lose anything: siblings that can go together
    Bits<G::kPoints> forcing;   // leave the other side one reply
    Bits<G::kPoints> winning;   // win after two more plies, whatever is replied
    Bits<G::kPoints> blunders;  // the other side wins at once

    Bits<G::kPoints> playable() const { return quiet | forcing | winning; }
};

template <Game G>
class NothingForced {
public:
    using Position = typename G::Position;
    using Points = Bits<G::kPoints>;
    struct State {};  // kept from ply to ply

    // Whether it can tell quiet moves, after which no stone leaves the board.
    static constexpr bool kTellsQuietMoves = false;

    explicit NothingForced(const G&) {}
    void start(const SearchSettings&) {}

    // Whether there is anything to ask the rest about in this search.
    static constexpr bool active() { return false; }
    // Whether leaves are followed by a quiescence search of forcing moves.
    static constexpr bool extends_leaves() { return false; }

    void set_up(const Position&, State&) const {}
    // `before` and `after` a move; the game goes on.
    void play(const State&, State&, const Position&, const Position&, Move) const {}

    Forced<G> forced(const State&, const Position&) const { return {}; }
    // Of the moves among `wanted`.
    MoveKinds<G> kinds(const State&, const Position&, const Points&) const { return {}; }
    // Whether the side to move wins with a pass, which ends the game.
    static constexpr bool pass_wins(const Position&) { return false; }
    // Whether no side can run out of legal moves, and so end the game, within two plies.
    static constexpr bool moves_remain(const Position&) { return true; }
};

template <Game G>
struct ForcingPolicy {
    using Type = NothingForced<G>;
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
