#include "allocations.hpp"
#include "check.hpp"
#include "core/cpu.hpp"
#include "core/rng.hpp"
#include "games/registry.hpp"
#include "play/engine.hpp"
#include "play/ladder.hpp"
#include "play/patterns.hpp"
#include "play/random.hpp"
#include "play/scripted.hpp"

using namespace ponnuki;

static bool go_on(std::int64_t) {
    return true;
}

static const PlayerKind kScripted[] = {
    PlayerKind::defensive, PlayerKind::naive,   PlayerKind::pattern,  PlayerKind::ryder,
    PlayerKind::zobrist,   PlayerKind::interim, PlayerKind::knowledge};
static const ScriptSettings kUsual;

template <int... Size>
static std::vector<int> go_sizes(std::integer_sequence<int, Size...>) {
    return {Size...};
}

// Calls visit(engine, kind, game, walk) in every position of random games of all sizes.
template <class Visit>
static void in_random_games(int games, Visit visit) {
    for (const int size : go_sizes(GoSizes{}))
        for (const Options& options :
             {Options(CaptureGoOptions{.size = size}),
              Options(CaptureGoOptions{.size = size, .captures = 3, .passing = false}),
              Options(GoOptions{.size = size})}) {
            const auto engine = make_engine(options, 1, nullptr);
            for (const PlayerKind kind : kScripted) {
                // Those that read take their time on large boards.
                if (!plays(kind, options) || (is_thinker(kind) && size > 7)) continue;
                with_game(options, [&]<class G>(const G& game) {
                    if constexpr (kHasScripts<G>)
                        for (int i = 0; i < games; ++i) {
                            Rng rng(stream(5, "game", static_cast<std::uint64_t>(i)));
                            Walk walk(game);
                            while (!walk.position.result.over()) {
                                visit(*engine, kind, game, walk);
                                walk.play(random_move(game, walk.position, walk.trail(), rng));
                            }
                        }
                });
            }
        }
}

template <class Position>
static const std::byte* bytes_of(const Position& position) {
    return reinterpret_cast<const std::byte*>(&position);
}

TEST("a scripted player plays a legal move of the highest rank, and draws among several") {
    Ranking ranking;
    int varied = 0;
    const int games = check::often(3, 1);
    in_random_games(
        games, [&](Engine& engine, PlayerKind kind, const auto& game, const auto& walk) {
            const std::byte* position = bytes_of(walk.position);
            engine.rank(kind, kUsual, position, walk.trail(), ranking);
            std::int64_t highest = 0;
            for (int i = 0; i < ranking.count; ++i)
                if (ranking.ranks[i] > highest) highest = ranking.ranks[i];
            Move first = -1;
            for (const std::uint64_t seed : {1, 2, 3}) {
                const Move move = engine.scripted_move(kind, kUsual, position, walk.trail(), seed);
                CHECK(verdict(game, walk.position, move, walk.trail()) == Verdict::legal);
                CHECK(engine.scripted_move(kind, kUsual, position, walk.trail(), seed) == move);
                bool found = false;
                for (int i = 0; i < ranking.count; ++i)
                    found |= ranking.moves[i] == move && ranking.ranks[i] == highest;
                CHECK(found);
                varied += seed > 1 && move != first;
                first = move;
            }
        });
    CHECK(varied > check::often(1000, 100));
}

TEST("a scripted player captures whenever it can") {
    int taken = 0;
    const int games = check::often(3, 1);
    in_random_games(
        games, [&](Engine& engine, PlayerKind kind, const auto& game, const auto& walk) {
            if (is_thinker(kind)) return;  // they may have better to do
            const Side side = to_move(walk.position);
            const auto captures = [&](Move move) {
                auto after = walk.position;
                game.play(after, move);
                return after.captured[side] - walk.position.captured[side];
            };
            int most = 0;
            game.candidates(walk.position).each([&](int point) {
                if (!game.playable(walk.position, point, walk.trail())) return;
                const int count = captures(static_cast<Move>(point));
                if (count > most) most = count;
            });
            const Move move =
                engine.scripted_move(kind, kUsual, bytes_of(walk.position), walk.trail(), 1);
            CHECK(captures(move) == most);
            taken += most > 0;
        });
    CHECK(taken > check::often(300, 50));
}

TEST("a scripted player allocates nothing") {
    in_random_games(1, [](Engine& engine, PlayerKind kind, const auto&, const auto& walk) {
        const long before = allocations;
        engine.scripted_move(kind, kUsual, bytes_of(walk.position), walk.trail(), 7);
        CHECK(allocations == before);
    });
}

TEST("games of scripted players do not depend on threads or on the instruction set") {
    for (const Options& options :
         {Options(CaptureGoOptions{}), Options(CaptureGoOptions{.size = 5, .passing = false}),
          Options(GoOptions{.size = 9})}) {
        std::vector<EnginePlayer> players(3);
        players[1].kind = PlayerKind::naive;
        players[2].kind =
            plays(PlayerKind::defensive, options) ? PlayerKind::defensive : PlayerKind::pattern;
        players[2].noise = 0.1;
        std::vector<Pairing> pairings;
        std::vector<std::uint64_t> seeds;
        for (int i = 0; i < check::often(36, 9); ++i) {
            pairings.push_back({i % 3, (i / 3) % 3});
            seeds.push_back(stream(4, "game", static_cast<std::uint64_t>(i)));
        }
        EngineBatch expected;
        use_instruction_set("baseline");
        CHECK(play_games(options, players, pairings, seeds, 0, 1, go_on, expected));
        for (const InstructionSet set : instruction_sets()) {
            use_instruction_set(name(set));
            EngineBatch batch;
            CHECK(play_games(options, players, pairings, seeds, 0, 3, go_on, batch));
            CHECK(batch.moves == expected.moves);
            CHECK(batch.results == expected.results);
        }
    }
}

TEST("scripted players say which games they play") {
    for (const PlayerKind kind : kScripted) {
        CHECK(plays(kind, CaptureGoOptions{}) ==
              (kind == PlayerKind::defensive || kind == PlayerKind::naive));
        CHECK(plays(kind, GoOptions{}) == (kind != PlayerKind::defensive));
        CHECK(!plays(kind, OthelloOptions{}));
        CHECK(!plays(kind, TicTacToeOptions{}));
    }
}

// The stones of one colour in a diagram, row by row.
template <int N>
static typename Grid<N>::Points stones(const char (&rows)[N * N + 1], char colour) {
    typename Grid<N>::Points out;
    for (int point = 0; point < N * N; ++point)
        if (rows[point] == colour) out.set(point);
    return out;
}

static Worth worth_in(const char (&rows)[26], int point) {
    return worth_of(Neighbourhoods<5>(stones<5>(rows, 'X'), stones<5>(rows, 'O')).around(point));
}

TEST("a shape is found wherever it stands, turned and mirrored") {
    CHECK(worth_in("....."
                   ".XO.."
                   ".O..."
                   "....."
                   ".....",
                   12) == kCut);
    CHECK(worth_in("....."
                   "....."
                   "...X."
                   "..XO."
                   ".....",
                   12) == kConnect);
    CHECK(worth_in("....."
                   "....."
                   "....."
                   "..XO."
                   "...X.",
                   22) == kConnect);  // on the edge
    CHECK(worth_in("....."
                   "....."
                   "....."
                   "..OX."
                   ".....",
                   22) == kHane);  // on the edge
    CHECK(worth_in("...X."
                   "...OX"
                   "....."
                   "....."
                   ".....",
                   4) == kConnect);
    CHECK(worth_in("...O."
                   "....X"
                   "....."
                   "....."
                   ".....",
                   4) == kBlock);  // in the corner
    CHECK(worth_in("....."
                   "....."
                   "....."
                   "....."
                   ".....",
                   2) == kUgly);
    CHECK(worth_in("....."
                   "....."
                   "....."
                   "....."
                   ".....",
                   12) == kPlain);
}

TEST("a turned or mirrored neighbourhood has the same worth") {
    int known = 0;
    for (int around = 0; around < 65536; ++around) {
        known += worth_of(static_cast<Neighbourhood>(around)) != kPlain;
        for (int symmetry = 1; symmetry < 8; ++symmetry) {
            int image = 0;
            for (int cell = 0; cell < 9; ++cell) {
                if (cell == 4) continue;
                const int from = cell < 4 ? cell : cell - 1;
                const int to = turned(cell, symmetry) - (turned(cell, symmetry) > 4);
                image |= (around >> from & 0x101) << to;
            }
            CHECK(worth_of(static_cast<Neighbourhood>(around)) ==
                  worth_of(static_cast<Neighbourhood>(image)));
        }
    }
    CHECK(known > 5000);
    CHECK(known < 40000);
}

TEST("a ladder catches a stone unless another one stands in its way") {
    const char plain[] =
        "......."
        "......."
        "..X...."
        ".XOX..."
        ".X....."
        "......."
        ".......";
    const auto own = stones<7>(plain, 'O');
    const auto theirs = stones<7>(plain, 'X');
    using Points = Grid<7>::Points;
    CHECK(Ladder<7>::caught_in_atari(own, own, theirs));
    Points helped = own;
    helped.set(5 * 7 + 4);
    CHECK(!Ladder<7>::caught_in_atari(own, helped, theirs));
}
