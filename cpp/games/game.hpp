// What a game must offer: the contract between the rules and everything to their right.
//
// A game object holds the options, a position is a small plain value: playing changes it in place,
// and taking a move back is having kept a copy. There is no heap, no virtual call, no hidden state.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>

#include "core/bits.hpp"
#include "core/types.hpp"
#include "core/variant.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// The legal moves of a position, ascending.
template <int Capacity>
struct MoveList {
    std::array<Move, Capacity> move;
    int count = 0;

    constexpr void add(int one) { move[count++] = static_cast<Move>(one); }
    constexpr const Move* begin() const { return move.data(); }
    constexpr const Move* end() const { return move.data() + count; }
};

constexpr int kMaxPositionBytes = 128;

template <class G>
concept Game = requires(const G game, typename G::Position position,
                        const typename G::Position before, Move move, Trail trail) {
    typename G::Options;
    requires std::is_trivially_copyable_v<typename G::Position>;
    requires std::equality_comparable<typename G::Position>;
    requires sizeof(typename G::Position) <= kMaxPositionBytes;
    requires std::constructible_from<G, typename G::Options>;

    // Rows and columns, points, ids of moves (points and, where there is one, the pass).
    { G::kSize } -> std::convertible_to<int>;
    { G::kPoints } -> std::convertible_to<int>;
    { G::kMoves } -> std::convertible_to<int>;
    // What ends a game, by Result::reason; entry 0 is unused.
    { G::kReasons[0] } -> std::convertible_to<const char*>;
    // How long a trail the rules may ask for; 0 where legality does not read it.
    { G::kMaxTrail } -> std::convertible_to<int>;

    { game.options() } -> std::convertible_to<typename G::Options>;
    { game.start() } -> std::same_as<typename G::Position>;
    // A longest game has no more moves than this.
    { game.max_plies() } -> std::same_as<int>;
    // Points that may be legal (a superset that is cheap to have), and whether one of them is. A
    // game may also have playable_points(position, trail) with all `points` that are.
    { game.candidates(before) } -> std::same_as<Bits<G::kPoints>>;
    { game.playable(before, int{}, trail) } -> std::same_as<bool>;
    // Whether a pass is legal, while the game goes on.
    { game.may_pass(before) } -> std::same_as<bool>;
    // Why a move that is not playable is not; never `legal` for such a move.
    { game.objection(before, int{}, trail) } -> std::same_as<Verdict>;
    // Whether what can follow depends on the position alone, not on the boards before it.
    { game.position_decides() } -> std::same_as<bool>;
    // Plays a legal move.
    { game.play(position, move) } -> std::same_as<void>;

    // What a diagram says beside the stones; and back, for a position that has only its stones.
    { game.describe(before) } -> std::same_as<Setup>;
    { game.arrange(position, Setup{}) } -> std::same_as<const char*>;

    { before.stones[kBlack] } -> std::convertible_to<Bits<G::kPoints>>;
    { before.plies } -> std::convertible_to<int>;
    { before.result } -> std::convertible_to<Result>;
    // A hash of the stones alone.
    { before.key() } -> std::same_as<std::uint64_t>;
};

template <class Position>
constexpr Side to_move(const Position& position) {
    return (position.plies & 1) ? kWhite : kBlack;
}

template <Game G>
Verdict verdict(const G& game, const typename G::Position& position, int move, Trail trail) {
    if (position.result.over()) return Verdict::game_over;
    if (move < 0 || move >= G::kMoves) return Verdict::off_board;
    if (move == G::kPoints)
        return game.may_pass(position) ? Verdict::legal : Verdict::pass_forbidden;
    if (game.candidates(position).has(move) && game.playable(position, move, trail))
        return Verdict::legal;
    return game.objection(position, move, trail);
}

template <Game G>
void legal_moves(const G& game, const typename G::Position& position, Trail trail,
                 MoveList<G::kMoves>& out) {
    out.count = 0;
    if (position.result.over()) return;
    if constexpr (requires { game.playable_points(position, trail); })
        game.playable_points(position, trail).points.each([&](int point) { out.add(point); });
    else
        game.candidates(position).each([&](int point) {
            if (game.playable(position, point, trail)) out.add(point);
        });
    if constexpr (G::kMoves > G::kPoints)
        if (game.may_pass(position)) out.add(G::kPoints);
}

// Completes a position that has nothing but its stones; gives nothing, or why it is impossible.
// Every stone on the board or captured took a move, and at most one pass came before it. Behind the
// last one are the passes that the setup says, or one where a game does not count them. There may
// be one more at the start, so that either side may begin.
template <Game G>
std::string complete(const G& game, typename G::Position& position, const Setup& setup) {
    const auto count = [](const typename G::Position& one) {
        return one.stones[kBlack].count() + one.stones[kWhite].count();
    };
    // Numbers may come from anywhere, so sums of them are wider than they are.
    const std::int64_t fewest = std::int64_t{count(position)} - count(game.start()) +
                                setup.captured[kBlack] + setup.captured[kWhite];
    if (fewest < 0)
        return "a game begins with " + std::to_string(count(game.start())) +
               " stones, and here are fewer";
    std::int64_t most = 2 * fewest + 2;
    if constexpr (requires { position.passes; }) most += setup.passes - std::int64_t{1};
    if (setup.plies < fewest || setup.plies > most)
        return "these stones take " + std::to_string(fewest) + " to " + std::to_string(most) +
               " moves, not " + std::to_string(setup.plies);
    if (setup.ko < -1 || setup.ko >= G::kPoints) return "the ko point is not on the board";
    const char* problem = game.arrange(position, setup);
    return problem ? problem : "";
}

// A game being played: the position, and the boards before it where the rules ask for them.
template <Game G>
class Walk {
public:
    explicit Walk(const G& game) : position(game.start()), game_(game) {}

    Trail trail() const { return Trail(keys_.data(), length_); }

    void play(Move move) {
        if constexpr (G::kMaxTrail > 0)
            if (move != G::kPoints) keys_[length_++] = position.key();
        game_.play(position, move);
    }

    // What `rewind` needs to take back every move played since.
    struct Mark {
        typename G::Position position;
        int length;
    };
    Mark mark() const { return {position, length_}; }
    void rewind(const Mark& mark) {
        position = mark.position;
        length_ = mark.length;
    }

    typename G::Position position;

private:
    G game_;
    std::array<std::uint64_t, G::kMaxTrail> keys_;
    int length_ = 0;
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
