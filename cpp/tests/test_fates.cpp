#include <cmath>
#include <vector>

#include "check.hpp"
#include "core/rng.hpp"
#include "evaluators/fates/learning.hpp"
#include "games/grid.hpp"

using namespace ponnuki;

static_assert(PredictsFates<LearningFates>);

TEST("offsets that symmetries turn into each other are of one kind") {
    CHECK(kinds_of_offsets(1) == 3 && kinds_of_offsets(2) == 6);
    std::vector<int> seen(kinds_of_offsets(3), 0);
    for (int r = -3; r <= 3; ++r)
        for (int c = -3; c <= 3; ++c) {
            const int kind = kind_of_offset(r, c);
            CHECK(kind == kind_of_offset(c, r) && kind == kind_of_offset(-r, c));
            ++seen[kind];
        }
    CHECK((seen == std::vector<int>{1, 4, 4, 4, 8, 4, 4, 8, 8, 4}));
    const Squares squares(3, 1);
    CHECK(squares.around(0).size() == 4 && squares.outside(0).size() == 5);
    CHECK(squares.around(4).size() == 9 && squares.outside(4).empty());
}

// . X .
// X O .   the corner is black's; the others touch both colours
// . . .
TEST("an area is the stones of a side and the regions that touch them alone") {
    using Board = Grid<3>;
    Board::Points black, white, areas[2];
    black.set(1), black.set(3), white.set(4);
    areas_of<Board>(black, white, areas);
    CHECK(areas[kBlack].count() == 3 && areas[kBlack].has(0));
    CHECK(areas[kWhite].count() == 1 && areas[kWhite].has(4));
    areas_of<Board>({}, {}, areas);
    CHECK(!areas[kBlack].any() && !areas[kWhite].any());
}

TEST("the exchange of colours turns every fate around, and a learner sees the same fates") {
    const FateArchitecture architecture{.size = 5, .features = 6, .reach = 2};
    Rng rng(3);
    std::vector<float> weights(architecture.weight_count());
    for (float& weight : weights) weight = static_cast<float>(rng.uniform() - 0.5);
    std::vector<std::int8_t> cells(25), others(25);
    Bits<25> stones[2];
    for (int point = 0; point < 25; ++point) {
        const int who = rng.below(3);
        if (who < 2) stones[who].set(point);
        cells[point] = static_cast<std::int8_t>(who < 2 ? 1 - 2 * who : 0);
        others[point] = static_cast<std::int8_t>(-cells[point]);
    }
    const FateNet net(architecture, weights);
    const std::vector<double> fates = net.fates(cells), turned = net.fates(others);
    Stones board;
    for (const Side side : {kBlack, kWhite}) board.show(side, stones[side]);
    auto learner = learning_net(architecture);
    learner.load_weights(weights);
    auto moment = learner.moment();
    learner.value(board, kBlack, moment);
    for (int point = 0; point < 25; ++point) {
        CHECK(fates[point] == -turned[point]);
        CHECK(std::abs(fates[point] - double{moment.fates[point]}) < 2e-5);
    }
}
