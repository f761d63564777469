// Compiled once for each instruction set: the walks of all games.
#include "search/search_walk.hpp"

#include <array>

#include "games/eyes.hpp"
#include "games/game.hpp"
#include "games/registry.hpp"
#include "search/capture_go_forcing.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

template <Game G>
class SearchWalkOf final : public SearchWalk {
public:
    using Position = typename G::Position;

    explicit SearchWalkOf(const G& game) : game_(game), policy_(game) {}

    void start(const std::byte* position, Trail trail, bool forced) override {
        begin(*reinterpret_cast<const Position*>(position), forced);
        length_of_root_ = static_cast<int>(trail.size());
        for (int i = 0; i < length_of_root_; ++i) keys_[i] = trail[i];
        rewind();
    }
    void start_game(bool forced) override {
        begin(game_.start(), forced);
        length_of_root_ = 0;
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
    void advance(Move move) override {
        rewind();
        play(move);
        root_ = now_;
        length_of_root_ = length_;
    }

    Side mover() const override { return to_move(now_); }
    int plies() const override { return now_.plies; }
    Result result() const override { return now_.result; }
    int points() const override { return G::kPoints; }

    int list(bool eyes, WalkMove* moves) const override {
        MoveList<G::kMoves> legal;
        legal_moves(game_, now_, Trail(keys_.data(), length_), legal);
        Bits<G::kPoints> kept;  // eyes that are not filled
        if constexpr (kHasEyes<G>)
            if (eyes) kept = G::Board::eyes_of(now_.stones[to_move(now_)]);
        const Known known = what_is_known();
        int count = 0;
        for (const Move move : legal) {
            if (move < G::kPoints ? kept.has(move) : eyes && count > 0) continue;
            moves[count++] = judged(move, known);
        }
        return count;
    }

    void show(std::uint8_t* cells) const override {
        const Side own = to_move(now_);
        for (int point = 0; point < G::kPoints; ++point) cells[point] = 0;
        now_.stones[own].each([&](int point) { cells[point] = 1; });
        now_.stones[other(own)].each([&](int point) { cells[point] = 2; });
        cells[G::kPoints] = game_.describe(now_).passes > 0;
    }

private:
    using Policy = typename ForcingPolicy<G>::Type;

    // What the policy of forced moves says of a position.
    struct Known {
        Forced<G> forced;
        MoveKinds<G> kinds;
        bool goes_on = false;  // whether the game goes on after every stone
    };

    void begin(const Position& position, bool forced) {
        SearchSettings settings;
        settings.forced = forced;
        policy_.start(settings);
        root_ = position;
    }

    Known what_is_known() const {
        Known known;
        if constexpr (Policy::kTellsQuietMoves) {
            if (!policy_.active()) return known;
            typename Policy::State state;
            policy_.set_up(now_, state);
            known.forced = policy_.forced(state, now_);
            Bits<G::kPoints> wanted;
            if (known.forced.kind == Forced<G>::kNothing) wanted = now_.empty();
            for (const Move move : known.forced.replies)
                if (move < G::kPoints) wanted.set(move);
            if (known.forced.kind != Forced<G>::kWins)
                known.kinds = policy_.kinds(state, now_, wanted);
            known.goes_on =
                known.forced.kind == Forced<G>::kNothing && policy_.moves_remain(now_);
        }
        return known;
    }

    WalkMove judged(Move move, const Known& known) const {
        WalkMove out;
        out.move = move;
        if (!known.goes_on || move == G::kPoints) {
            Position next = now_;
            game_.play(next, move);
            if (next.result.over()) {
                out.drawn = next.result.winner == 0;
                out.proof.wins = static_cast<std::int8_t>(next.result.winner * sign(to_move(now_)));
                out.proof.plies = 1;
                return out;
            }
        }
        const bool loses = known.forced.kind == Forced<G>::kLoses ||
                           (known.forced.kind == Forced<G>::kReplies && !is_reply(move, known)) ||
                           (move < G::kPoints && known.kinds.blunders.has(move));
        if (loses)
            out.proof = {-1, 2};
        else if (move < G::kPoints && known.kinds.winning.has(move))
            out.proof = {1, 3};
        return out;
    }
    static bool is_reply(Move move, const Known& known) {
        for (const Move one : known.forced.replies)
            if (one == move) return true;
        return false;
    }

    G game_;
    Policy policy_;
    Position root_;
    Position now_;
    std::array<std::uint64_t, G::kMaxTrail> keys_;
    int length_of_root_ = 0;
    int length_ = 0;
};

SearchWalk* new_search_walk(const Options& options) {
    return with_game(
        options, []<class G>(const G& game) -> SearchWalk* { return new SearchWalkOf<G>(game); });
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
