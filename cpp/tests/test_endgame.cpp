#include "check.hpp"
#include "core/rng.hpp"
#include "games/othello.hpp"
#include "play/random.hpp"
#include "search/othello_endgame.hpp"

using namespace ponnuki;

// A position of a random game with so many empty points, in which somebody can move.
template <int N>
static typename Othello<N>::Position late_position(int empty, std::uint64_t seed) {
    const Othello<N> game{OthelloOptions{}};
    Rng rng(seed);
    while (true) {
        typename Othello<N>::Position position = game.start();
        while (!position.result.over() && position.empty().count() > empty)
            game.play(position, random_move(game, position, {}, rng));
        if (!position.result.over()) return position;
    }
}

// The margin for the side to move by plain minimax: every game is played to its end.
template <int N>
static int slow_margin(const Othello<N>& game, const typename Othello<N>::Position& position) {
    const Side side = to_move(position);
    if (position.result.over())
        return position.stones[side].count() - position.stones[other(side)].count();
    MoveList<Othello<N>::kMoves> moves;
    legal_moves(game, position, {}, moves);
    int best = -1000;
    for (const Move move : moves) {
        auto next = position;
        game.play(next, move);
        const int margin = -slow_margin(game, next);
        if (margin > best) best = margin;
    }
    return best;
}

template <int N>
static void check_margins(int empty, int positions) {
    const Othello<N> game{OthelloOptions{}};
    Endgame<Othello<N>> endgame(nullptr);
    SearchSettings settings;
    settings.endgame = empty;
    int passes = 0;
    for (int i = 0; i < positions; ++i) {
        const auto position = late_position<N>(empty, 100 * N + i);
        CHECK(endgame.wanted(position, settings));
        SearchResult all, best;
        endgame.solve(position, settings, 7, 1, true, all);
        endgame.solve(position, settings, 7, 1, false, best);
        CHECK(all.solved && best.solved);
        CHECK(best.margin == slow_margin(game, position));
        CHECK(all.margin == best.margin && all.move == best.move);
        for (int j = 0; j < all.root_count; ++j) {
            auto next = position;
            game.play(next, all.root_moves[j]);
            CHECK(all.root_margins[j] == -slow_margin(game, next));
        }
        auto last = position;
        for (int j = 0; j < best.line_length; ++j) {
            CHECK(verdict(game, last, best.line[j], {}) == Verdict::legal);
            passes += best.line[j] == N * N;
            game.play(last, best.line[j]);
        }
        CHECK(last.result.over());
        const Side side = to_move(position);
        CHECK(last.stones[side].count() - last.stones[other(side)].count() == best.margin);
        if (best.margin > 0) CHECK(best.score == win_after(best.line_length));
        if (best.margin == 0) CHECK(best.score == 7);
        if (best.margin < 0) CHECK(best.score == loss_after(best.line_length));
    }
    CHECK(passes > 0);
}

TEST("the end of an Othello game is solved as by plain minimax") {
    check_margins<8>(8, 25);
    check_margins<6>(9, 15);
    check_margins<8>(3, 50);
}

TEST("a solver that is stopped by its limit leaves the rest to a search") {
    Endgame<Othello<8>> endgame(nullptr);
    SearchSettings settings;
    settings.endgame = 16;
    settings.max_nodes = 1000;
    SearchResult result;
    const auto position = late_position<8>(16, 5);
    const SearchSettings rest = endgame.solve(position, settings, 0, 1, false, result);
    CHECK(!result.solved);
    CHECK(rest.max_nodes == 500);
}

TEST("a player that looks one ply ahead solves no end") {
    SearchSettings settings;
    settings.endgame = 20;
    settings.depth = 1;
    CHECK(!Endgame<Othello<8>>::wanted(late_position<8>(10, 1), settings));
    settings.depth = 2;
    CHECK(Endgame<Othello<8>>::wanted(late_position<8>(10, 1), settings));
}
