#include <unordered_map>

#include "allocations.hpp"
#include "check.hpp"
#include "core/rng.hpp"
#include "games/perft.hpp"
#include "games/registry.hpp"
#include "play/random.hpp"

using namespace ponnuki;

template <Game G, std::size_t Depth>
static std::array<PerftLevel, Depth> count(const G& game) {
    std::array<PerftLevel, Depth> levels{};
    Walk<G> walk(game);
    const auto poll = [] { return true; };
    perft(game, walk, std::span<PerftLevel>(levels), poll);
    return levels;
}

TEST("Othello has the known numbers of move sequences") {
    const std::uint64_t known[] = {4, 12, 56, 244, 1396, 8200, 55092};
    const auto levels = count<Othello<8>, 7>(Othello<8>({}));
    for (std::size_t depth = 0; depth < 7; ++depth) CHECK(levels[depth].nodes == known[depth]);
}

TEST("tic-tac-toe has 255168 games") {
    std::uint64_t games = 0;
    for (const PerftLevel& level : count<TicTacToe, 9>(TicTacToe({}))) games += level.finished;
    CHECK(games == 255168);
}

template <Game G>
static void play_without_allocating(const G& game) {
    Rng rng(5);
    const long before = allocations;
    for (int i = 0; i < 20; ++i) {
        Walk<G> walk(game);
        while (!walk.position.result.over()) {
            MoveList<G::kMoves> moves;
            legal_moves(game, walk.position, walk.trail(), moves);
            const auto mark = walk.mark();
            for (const Move move : moves) {
                walk.play(move);
                walk.rewind(mark);
            }
            CHECK(walk.position == mark.position);
            const Move move = random_move(game, walk.position, walk.trail(), rng);
            CHECK(verdict(game, walk.position, move, walk.trail()) == Verdict::legal);
            walk.play(move);
        }
    }
    CHECK(allocations == before);
}

TEST("playing and taking back allocate nothing") {
    const long before = allocations;
    ::operator delete(::operator new(1));
    CHECK(allocations > before);
    play_without_allocating(CaptureGo<9>({}));
    play_without_allocating(CaptureGo<13>({.size = 13, .captures = 5, .passing = false}));
    play_without_allocating(Go<5>({}));
    play_without_allocating(Go<13>({.size = 13, .cap = 400}));
    play_without_allocating(Othello<8>({}));
    play_without_allocating(TicTacToe({}));
}

template <Game G>
static int check_ko(const G& game) {
    Rng rng(3);
    int forbidden = 0;
    for (int i = 0; i < 200; ++i) {
        Walk<G> walk(game);
        while (!walk.position.result.over()) {
            const auto found = game.forbidden_by_ko(walk.position, walk.trail());
            for (int point = 0; point < G::kPoints; ++point) {
                const Verdict why = verdict(game, walk.position, point, walk.trail());
                CHECK(found.has(point) == (why == Verdict::ko || why == Verdict::repetition));
            }
            forbidden += found.count();
            walk.play(random_move(game, walk.position, walk.trail(), rng));
        }
    }
    return forbidden;
}

TEST("what ko and superko forbid are the points that are refused for it") {
    CHECK(check_ko(Go<4>({.size = 4})) > 0);
    CHECK(check_ko(Go<5>({.superko = false})) > 0);
}

TEST("positions are small") {
    CHECK(sizeof(CaptureGo<9>::Position) <= 48);
    CHECK(sizeof(Go<13>::Position) <= 512);
    CHECK(kMaxPositionBytes <= 512);
}

// Whether the side to move wins Capture Go without passing, by plain search with a memory.
template <int N>
static bool mover_wins(const CaptureGo<N>& game, const typename CaptureGo<N>::Position& position,
                       std::unordered_map<std::uint64_t, bool>& known) {
    const Side side = to_move(position);
    if (position.result.over()) return position.result.winner == sign(side);
    // Up to 25 points fit a key without collision.
    const std::uint64_t key =
        position.stones[kBlack].word[0] << 32 | position.stones[kWhite].word[0];
    if (const auto found = known.find(key); found != known.end()) return found->second;
    MoveList<CaptureGo<N>::kMoves> moves;
    legal_moves(game, position, {}, moves);
    bool wins = false;
    for (const Move move : moves) {
        auto next = position;
        game.play(next, move);
        if (next.result.over() ? next.result.winner == sign(side)
                               : !mover_wins(game, next, known)) {
            wins = true;
            break;
        }
    }
    known[key] = wins;
    return wins;
}

TEST(
    "solved boards of Capture Go without passing: 3x3 is a first-player win, 4x4 a second-player "
    "win") {
    std::unordered_map<std::uint64_t, bool> known;
    const CaptureGo<3> three({.size = 3, .passing = false});
    CHECK(mover_wins(three, three.start(), known));
    if (check::kSlow) return;
    known.clear();
    const CaptureGo<4> four({.size = 4, .passing = false});
    CHECK(!mover_wins(four, four.start(), known));
}

// Why the rules refuse an empty board with this setup; nothing if they take it.
template <Game G>
static std::string refusal(const G& game, const Setup& setup) {
    typename G::Position position{};
    return complete(game, position, setup);
}

TEST("numbers that no game has are refused, however far out they are") {
    constexpr int kMost = 2'147'483'647;
    const Go<5> go({});
    CHECK(refusal(go, {}).empty());
    CHECK(!refusal(go, {.captured = {kMost, kMost}}).empty());
    CHECK(!refusal(go, {.passes = kMost}).empty());
    for (const int ko : {-2, -65'536, -65'535, -kMost - 1, 25, kMost}) {
        CHECK(!refusal(go, {.ko = ko}).empty());
        CHECK(!refusal(Go<5>({.superko = false}), {.ko = ko}).empty());
        CHECK(!refusal(CaptureGo<9>({}), {.ko = ko}).empty());
    }
    CHECK(!refusal(Othello<8>({}), {}).empty());
    CHECK(!refusal(CaptureGo<9>({.crosscut = true}), {}).empty());
}

TEST("a pass more than the moves can have is refused, so that every position can be set up again") {
    const Go<5> go({});
    CHECK(refusal(go, {.plies = 1}).empty());  // white begins
    CHECK(!refusal(go, {.plies = 2}).empty());
    CHECK(refusal(go, {.plies = 2, .passes = 1}).empty());
    const Othello<8> othello({});
    Othello<8>::Position black_must_pass{};
    black_must_pass.stones[kBlack].set(1);
    for (const int point : {0, 16, 24}) black_must_pass.stones[kWhite].set(point);
    auto position = black_must_pass;
    CHECK(complete(othello, position, {.plies = 0}).empty());
    CHECK(othello.may_pass(position) && !position.result.over());
    position = black_must_pass;
    CHECK(!complete(othello, position, {.plies = 2}).empty());  // two passes in a row
}
