#include "check.hpp"
#include "core/cpu.hpp"
#include "games/registry.hpp"
#include "play/batch.hpp"

using namespace ponnuki;

static bool go_on(std::int64_t) {
    return true;
}

static Batch play(const Options& options, int games, int threads) {
    Batch batch;
    CHECK(play_random(options, games, 11, threads, go_on, batch));
    return batch;
}

static bool same(const Batch& a, const Batch& b) {
    return a.results == b.results && a.offsets == b.offsets && a.moves == b.moves;
}

static const Options kSomeGames[] = {CaptureGoOptions{},
                                     CaptureGoOptions{.size = 13, .captures = 3}, GoOptions{},
                                     OthelloOptions{}, TicTacToeOptions{}};

static constexpr int kGames = check::often(1000, 200);

TEST("a batch is the same for any number of threads") {
    for (const Options& options : kSomeGames) {
        const Batch one = play(options, kGames, 1);
        for (const int threads : {2, 3, 7}) CHECK(same(one, play(options, kGames, threads)));
    }
}

TEST("a batch is the same for every instruction set") {
    for (const Options& options : kSomeGames) {
        use_instruction_set("baseline");
        const Batch plain = play(options, kGames, 2);
        for (const InstructionSet set : instruction_sets()) {
            use_instruction_set(name(set));
            CHECK(same(plain, play(options, kGames, 2)));
        }
    }
}

TEST("the records of a batch replay to their results") {
    for (const Options& options : kSomeGames) {
        const Batch batch = play(options, 300, 2);
        with_game(options, [&](const auto& game) {
            for (std::size_t i = 0; i < batch.results.size(); ++i) {
                Walk walk(game);
                for (std::int64_t j = batch.offsets[i]; j < batch.offsets[i + 1]; ++j) {
                    const Move move = batch.moves[j];
                    CHECK(verdict(game, walk.position, move, walk.trail()) == Verdict::legal);
                    walk.play(move);
                }
                CHECK(walk.position.result == batch.results[i]);
                CHECK(walk.position.result.over());
                CHECK(walk.position.plies <= game.max_plies());
            }
        });
    }
}

TEST("a batch that is told to stop gives up") {
    Batch batch;
    CHECK(
        !play_random(CaptureGoOptions{}, 5000000, 1, 2, [](std::int64_t) { return false; }, batch));
}
