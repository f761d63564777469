#include <cmath>

#include "check.hpp"
#include "core/cpu.hpp"
#include "learn/tic_tac_toe/tic_tac_toe.hpp"

using namespace ponnuki;
using namespace ponnuki::tictactoe;

static bool go_on(std::int64_t) {
    return true;
}

static std::vector<Coevolution> some_runs() {
    std::vector<Coevolution> runs;
    for (const int hidden : {3, 8, 9, 16})
        for (const Method method : {Method::pso, Method::ep}) {
            Coevolution run;
            run.shape.hidden = hidden;
            run.method = method;
            run.particles = 4;
            run.epochs = 5;
            run.group = {0, 1, 2, 3};
            run.group_begin = {0, 4};
            run.history = true;
            runs.push_back(run);
        }
    runs.back().shape.encoding = Encoding::messerschmidt;
    return runs;
}

static std::vector<Trained> train(int threads) {
    const auto runs = some_runs();
    const std::vector<std::uint64_t> seeds{1, 2, 3, 4, 5, 6, 7, 8};
    std::vector<Trained> out;
    CHECK(coevolve(runs, seeds, threads, go_on, out));
    return out;
}

static bool same(const std::vector<Trained>& a, const std::vector<Trained>& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i].positions != b[i].positions || a[i].velocities != b[i].velocities ||
            a[i].bests != b[i].bests || a[i].best_scores != b[i].best_scores)
            return false;
    return a.size() == b.size();
}

TEST("co-evolution is the same for any number of threads and every instruction set") {
    use_instruction_set("baseline");
    const auto plain = train(1);
    for (const InstructionSet set : instruction_sets()) {
        use_instruction_set(name(set));
        for (const int threads : {1, 3}) CHECK(same(plain, train(threads)));
    }
    CHECK(plain[0].games == 2 * 4 * 5 * 5);
    CHECK(plain[0].history.size() == 5);
}

TEST("co-evolution in parts equals co-evolution in one go") {
    const auto runs = some_runs();
    auto beginnings = runs;
    for (Coevolution& run : beginnings) run.epochs = 2;
    const std::vector<std::uint64_t> seeds{1, 2, 3, 4, 5, 6, 7, 8};
    std::vector<Trained> out;
    CHECK(coevolve(beginnings, seeds, 1, go_on, out));
    CHECK(coevolve(runs, seeds, 1, go_on, out));
    const auto whole = train(1);
    CHECK(same(whole, out));
    for (std::size_t i = 0; i < runs.size(); ++i) {
        CHECK(out[i].champion == whole[i].champion);
        CHECK(out[i].history.size() == 3);
        CHECK(out[i].history[2].score == whole[i].history[4].score);
    }
}

TEST("co-evolution can be given up") {
    const auto runs = some_runs();
    std::vector<Coevolution> long_runs(runs);
    for (Coevolution& run : long_runs) run.epochs = 1000000, run.history = false;
    const std::vector<std::uint64_t> seeds(runs.size());
    std::vector<Trained> out;
    CHECK(!coevolve(long_runs, seeds, 2, [](std::int64_t) { return false; }, out));
}

TEST("a net without a view plays at random, or takes the first square") {
    NetShape shape;
    const std::vector<float> weights(3 * shape.weights());
    std::vector<Standing> out;
    CHECK(exact_standings(shape, weights, Opponent::random, 2, go_on, out));
    CHECK(out.size() == 3);
    CHECK(std::abs(out[2].win[0] - 0.584920634920635) < 1e-12);
    CHECK(std::abs(out[2].win[1] - 0.288095238095238) < 1e-12);
    shape.ties = Ties::first;
    CHECK(exact_standings(shape, weights, Opponent::random, 1, go_on, out));
    CHECK(std::abs(out[0].win[0] - 0.78125) < 1e-12);
    const std::vector<std::uint64_t> seeds{1, 2, 3};
    CHECK(sampled_standings(shape, weights, Opponent::random, 1000, seeds, 2, go_on, out));
    CHECK(std::abs(out[1].win[0] / 1000 - 0.78125) < 0.07);
}

TEST("the perfect player draws with itself") {
    std::vector<std::uint16_t> perfect(kCodes), anything(kCodes);
    policy(Opponent::perfect, perfect);
    policy(Opponent::random, anything);
    CHECK(perfect[0] == 0777);
    int positions = 0;
    for (int i = 0; i < kCodes; ++i) {
        CHECK((perfect[i] & ~anything[i]) == 0);
        CHECK((perfect[i] == 0) == (anything[i] == 0));
        positions += anything[i] != 0;
    }
    CHECK(positions == 4520);
}

TEST("only small sigmoid nets on 3x3 are played") {
    CHECK(!objection(WindowArchitecture{3}).empty());
    DenseArchitecture net;
    net.size = 3;
    net.encoding = Encoding::own_opponent;
    net.hidden = {7};
    net.hidden_activation = net.output_activation = Activation::sigmoid;
    CHECK(objection(net).empty());
    net.hidden = {17};
    CHECK(!objection(net).empty());
    net.hidden = {7};
    net.biases = false;
    CHECK(!objection(net).empty());
}
