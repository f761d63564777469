#include "allocations.hpp"
#include "check.hpp"
#include "core/cpu.hpp"
#include "core/rng.hpp"
#include "games/registry.hpp"
#include "play/engine.hpp"
#include "play/random.hpp"
#include "play/scripted.hpp"

using namespace ponnuki;

static bool go_on(std::int64_t) {
    return true;
}

static const PlayerKind kScripted[] = {PlayerKind::defensive, PlayerKind::naive};

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
                if (!plays(kind, options)) continue;
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
    in_random_games(3, [&](Engine& engine, PlayerKind kind, const auto& game, const auto& walk) {
        const std::byte* position = bytes_of(walk.position);
        engine.rank(kind, position, walk.trail(), ranking);
        std::int64_t highest = 0;
        for (int i = 0; i < ranking.count; ++i)
            if (ranking.ranks[i] > highest) highest = ranking.ranks[i];
        Move first = -1;
        for (const std::uint64_t seed : {1, 2, 3}) {
            const Move move = engine.scripted_move(kind, position, walk.trail(), seed);
            CHECK(verdict(game, walk.position, move, walk.trail()) == Verdict::legal);
            CHECK(engine.scripted_move(kind, position, walk.trail(), seed) == move);
            bool found = false;
            for (int i = 0; i < ranking.count; ++i)
                found |= ranking.moves[i] == move && ranking.ranks[i] == highest;
            CHECK(found);
            varied += seed > 1 && move != first;
            first = move;
        }
    });
    CHECK(varied > 1000);
}

TEST("a scripted player captures whenever it can") {
    int taken = 0;
    in_random_games(3, [&](Engine& engine, PlayerKind kind, const auto& game, const auto& walk) {
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
        const Move move = engine.scripted_move(kind, bytes_of(walk.position), walk.trail(), 1);
        CHECK(captures(move) == most);
        taken += most > 0;
    });
    CHECK(taken > 300);
}

TEST("a scripted player allocates nothing") {
    in_random_games(1, [](Engine& engine, PlayerKind kind, const auto&, const auto& walk) {
        const long before = allocations;
        engine.scripted_move(kind, bytes_of(walk.position), walk.trail(), 7);
        CHECK(allocations == before);
    });
}

TEST("games of scripted players do not depend on threads or on the instruction set") {
    for (const Options& options :
         {Options(CaptureGoOptions{}), Options(CaptureGoOptions{.size = 6, .passing = false}),
          Options(GoOptions{.size = 9})}) {
        std::vector<EnginePlayer> players(3);
        players[1].kind = PlayerKind::naive;
        players[2].kind =
            plays(PlayerKind::defensive, options) ? PlayerKind::defensive : PlayerKind::naive;
        players[2].noise = 0.1;
        std::vector<Pairing> pairings;
        std::vector<std::uint64_t> seeds;
        for (int i = 0; i < 36; ++i) {
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
        CHECK(plays(kind, CaptureGoOptions{}));
        CHECK(plays(kind, GoOptions{}) == (kind == PlayerKind::naive));
        CHECK(!plays(kind, OthelloOptions{}));
        CHECK(!plays(kind, TicTacToeOptions{}));
    }
}
