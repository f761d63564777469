#include <cmath>
#include <vector>

#include "check.hpp"
#include "evaluators/influence/influence.hpp"

using namespace ponnuki;

static Score lead(const InfluenceArchitecture& architecture, const std::vector<float>& weights,
                  const std::vector<int>& black, const std::vector<int>& white) {
    const InfluenceNet net(architecture, weights);
    CHECK(std::abs(net.unit - 1.0 / 9) < 1e-15);
    Bits<9> stones[2];
    for (const int point : black) stones[kBlack].set(point);
    for (const int point : white) stones[kWhite].set(point);
    return value_of<3>(net, stones[kBlack], stones[kWhite], kWhite);
}

// Points of 3x3:  0 1 2
//                 3 4 5
//                 6 7 8
TEST("influence spreads over 3x3 points round by round, as worked out by hand") {
    const InfluenceArchitecture one{.size = 3, .reach = 1};
    const InfluenceArchitecture two{.size = 3, .reach = 2};
    // A stone in the corner reaches the two points beside it, then three more.
    CHECK(lead(one, {50, 1}, {0}, {}) == 3);
    CHECK(lead(two, {50, 1, 1}, {0}, {}) == 6);
    CHECK(lead(two, {50, 1, 1}, {}, {0}) == -6);
    // Corners of both colours: each has two points beside it. In the second round what they give to
    // the middle of the row between them, and to the centre, takes itself off.
    CHECK(lead(two, {50, 1, 1}, {0}, {2}) == 0);
    // A black corner and a white one across: 0, 1, 3 and 8, 7, 5; the points between get +2 - 2.
    CHECK(lead(two, {50, 1, 1}, {0}, {8}) == 0);
    // Two black stones against one: round 1 gives 1, 3, 5 and 7 a black and a white neighbour or
    // two black ones. 0 and 2 are black, 8 is white; 1 has +2, 3 has +1, 5 has 0, 7 has -1, 4 has
    // 0.
    CHECK(lead(one, {50, 1}, {0, 2}, {8}) == 4 - 2);
    CHECK(lead(one, {50, 1}, {}, {}) == 0);
}

TEST("influence by distance sums what every stone gives, as worked out by hand") {
    const InfluenceArchitecture by{.size = 3, .reach = 2, .by_distance = true};
    // The centre gives 4 to itself, 2 beside, 1 at the corners.
    CHECK(lead(by, {4, 2, 1}, {4}, {}) == 9);
    // White in a corner: 4 there against 1, 2 beside it against 2, 1 two steps away against 1 or 4.
    // Black keeps the centre (4 - 1), 5 and 7 (2 - 0), 8 (1 - 0); 2 and 6 have 1 - 1, 1 and 3 2
    // - 2.
    CHECK(lead(by, {4, 2, 1}, {4}, {0}) == 4 - 1);
}
