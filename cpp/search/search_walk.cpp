// Compiled once for each instruction set: the walks of all games.
#include "search/search_walk.hpp"

#include <array>

#include "core/rng.hpp"
#include "games/eyes.hpp"
#include "games/game.hpp"
#include "games/registry.hpp"
#include "search/known_moves.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

template <Game G>
class SearchWalkOf final : public SearchWalk {
public:
    using Position = typename G::Position;

    explicit SearchWalkOf(const G& game) : game_(game), known_(game) {}

    void start(const std::byte* position, Trail trail, LastMoves last, bool forced) override {
        begin(*reinterpret_cast<const Position*>(position), last, forced);
        length_of_root_ = static_cast<int>(trail.size());
        for (int i = 0; i < length_of_root_; ++i) keys_[i] = trail[i];
        rewind();
    }
    void start_game(bool forced) override {
        begin(game_.start(), {}, forced);
        length_of_root_ = 0;
        rewind();
    }

    void rewind() override {
        now_ = root_;
        last_ = last_of_root_;
        length_ = length_of_root_;
    }
    void play(Move move) override {
        if constexpr (G::kMaxTrail > 0)
            if (move != G::kPoints) keys_[length_++] = now_.key();
        game_.play(now_, move);
        last_ = last_.then(move);
    }
    void advance(Move move) override {
        rewind();
        play(move);
        root_ = now_;
        last_of_root_ = last_;
        length_of_root_ = length_;
    }
    void hide(const HiddenPoints& points) override {
        for (int i = 0; i < hidden_.kWords; ++i) hidden_.word[i] = points[i];
    }
    void use_marks(Marks marks) override { marks_ = marks; }

    Side mover() const override { return to_move(now_); }
    int plies() const override { return now_.plies; }
    std::uint64_t key() const override {
        const Setup said = game_.describe(now_);
        std::uint64_t out = now_.key();
        for (const int number :
             {said.plies, said.passes, said.captured[kBlack], said.captured[kWhite], said.ko})
            out = mix(out ^ static_cast<std::uint64_t>(number));
        for (int i = 0; i < length_; ++i) out = mix(out ^ keys_[i]);
        if (marks_ & kLastMove) out = mix(out ^ static_cast<std::uint64_t>(last_.last));
        if (marks_ & kMoveBefore) out = mix(out ^ static_cast<std::uint64_t>(last_.before));
        return out;
    }
    Result result() const override { return now_.result; }
    int points() const override { return G::kPoints; }

    int list(bool eyes, WalkMove* moves) override {
        MoveList<G::kMoves> legal;
        legal_moves(game_, now_, Trail(keys_.data(), length_), legal);
        Bits<G::kPoints> kept;  // eyes that are not filled
        if constexpr (kHasEyes<G>)
            if (eyes) kept = G::Board::eyes_of(now_.stones[to_move(now_)]);
        known_.look(now_);
        int count = listed(legal, kept | hidden_, eyes, moves);
        const bool blind = hidden_.any() && (count == 0 || moves[0].move == G::kPoints);
        if (blind) count = listed(legal, kept, eyes, moves);
        return count;
    }

    void show(std::uint8_t* cells) const override {
        const Side own = to_move(now_);
        for (int point = 0; point < G::kPoints; ++point) cells[point] = 0;
        now_.stones[own].each([&](int point) { cells[point] = 1; });
        now_.stones[other(own)].each([&](int point) { cells[point] = 2; });
        cells[G::kPoints] = game_.describe(now_).passes > 0;
        set_mark(kLastMove, last_.last, cells);
        set_mark(kMoveBefore, last_.before, cells);
        if constexpr (requires { game_.forbidden_by_ko(now_, Trail()); })
            if (marks_ & kForbiddenByKo)
                game_.forbidden_by_ko(now_, Trail(keys_.data(), length_)).each([&](int point) {
                    cells[point] |= kForbiddenByKo;
                });
    }

private:
    void begin(const Position& position, LastMoves last, bool forced) {
        known_.start(forced);
        hidden_ = {};
        root_ = position;
        last_of_root_ = last;
    }

    int listed(const MoveList<G::kMoves>& legal, const Bits<G::kPoints>& left_out, bool eyes,
               WalkMove* moves) const {
        int count = 0;
        for (const Move move : legal) {
            if (move < G::kPoints ? left_out.has(move) : eyes && count > 0) continue;
            moves[count++] = judged(move);
        }
        return count;
    }

    // Where a move was, if the net knows the mark; a pass was nowhere.
    void set_mark(Marks mark, Move move, std::uint8_t* cells) const {
        if ((marks_ & mark) && move >= 0 && move < G::kPoints) cells[move] |= mark;
    }

    WalkMove judged(Move move) const {
        WalkMove out;
        out.move = move;
        if (!known_.goes_on() || move == G::kPoints) {
            Position next = now_;
            game_.play(next, move);
            if (next.result.over()) {
                out.drawn = next.result.winner == 0;
                out.proof.wins = static_cast<std::int8_t>(next.result.winner * sign(to_move(now_)));
                out.proof.plies = 1;
                return out;
            }
        }
        out.proof = known_.of(move);
        return out;
    }

    G game_;
    KnownMoves<G> known_;
    Position root_;
    Position now_;
    LastMoves last_of_root_;
    LastMoves last_;
    Marks marks_ = 0;
    Bits<G::kPoints> hidden_;
    std::array<std::uint64_t, G::kMaxTrail> keys_;
    int length_of_root_ = 0;
    int length_ = 0;
};

SearchWalk* new_search_walk(const Options& options) {
    return with_game(
        options, []<class G>(const G& game) -> SearchWalk* { return new SearchWalkOf<G>(game); });
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
