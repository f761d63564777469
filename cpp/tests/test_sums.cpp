#include <vector>

#include "check.hpp"
#include "play/endgame_sums.hpp"
#include "play/sums.hpp"

using namespace ponnuki;

static Worth points(double number) {
    return static_cast<Worth>(number * static_cast<double>(kPointWorth));
}

static LocalTerm number(double worth) {
    return {points(worth), LocalGames::kOver};
}

// A corridor of Go: black closes it and has all of it, or white goes in and has a point.
static LocalTerm corridor(LocalGames& games, int length) {
    LocalTerm inside = length > 1 ? corridor(games, length - 1) : number(0);
    inside.mean -= kPointWorth;
    return *games.add(0, {number(length)}, {inside});
}

TEST("a switch is worth its middle, and half of its width to move in") {
    LocalGames games;
    const LocalTerm found = *games.add(0, {number(3)}, {number(-1)});
    CHECK(found.mean == points(1));
    CHECK(games[found.game].temperature == points(2));
    CHECK(games[found.game].stands == points(-1));  // beside the mean
    CHECK(games.reach(found.game) == 2);
    // Moved by some points it is the same game.
    const LocalTerm moved = *games.add(points(5), {number(8)}, {number(4)});
    CHECK(moved.game == found.game);
    CHECK(moved.mean == points(6));
}

TEST("corridors are worth what halving says") {
    LocalGames games;
    double small = 1;
    for (int length = 1; length <= 12; ++length, small /= 2) {
        const LocalTerm found = corridor(games, length);
        CHECK(found.mean == points(length - 2 + small));
        CHECK(games[found.game].temperature == points(2 - small));
    }
}

TEST("where beginning gains nothing nobody is in a hurry") {
    LocalGames games;
    const LocalTerm kept = *games.add(points(1), {number(0)}, {number(2)});
    CHECK(kept.mean == points(1));
    CHECK(games[kept.game].temperature == 0);
    const LocalTerm waits = *games.add(0, {number(2)}, {});  // black alone can play, at any time
    CHECK(waits.mean == points(2));
    const LocalTerm over = *games.add(points(-3), {}, {});
    CHECK(over.game == LocalGames::kOver);
    CHECK(over.mean == points(-3));
}

TEST("a mean that is no whole number of parts of a point is refused") {
    LocalGames games;
    CHECK(!games.add(0, {{1, LocalGames::kOver}}, {{0, LocalGames::kOver}}));
}

TEST("sums are played out in turn, with passes") {
    LocalGames games;
    const int small = games.add(0, {number(1)}, {number(-1)})->game;
    const int large = games.add(0, {number(4)}, {number(-4)})->game;
    SumSearch search(games);
    CHECK(search.value({}, kBlack, false) == 0);
    CHECK(search.value({small}, kBlack, false) == points(1));
    CHECK(search.value({small, large}, kBlack, false) == points(3));
    CHECK(search.value({small, large}, kWhite, true) == points(-3));
    CHECK(search.value({small, small}, kBlack, false) == 0);
    const int kept = games.add(points(1), {number(0)}, {number(2)})->game;
    CHECK(search.value({kept}, kWhite, false) == 0);  // both would rather pass
    CHECK(search.nodes() > 3);
}

TEST("a move of a sum is the one that gains most, else the hottest, and -1 is no sum") {
    EndgameStudy study;
    CHECK(endgame_move(study, kBlack, 0, 1, 25) == -1);
    study.whole = true;
    study.moves = {{3, points(1)}, {7, points(2)}, {9, points(2)}, {25, points(0)}};
    study.parts.resize(2);
    study.parts[0] = {.points = {3, 7}, .temperature = points(1)};
    study.parts[1] = {.points = {9}, .temperature = points(2)};
    CHECK(endgame_move(study, kBlack, 0, 1, 25) == 9);
    CHECK(endgame_move(study, kWhite, 0, 1, 25) == 25);
    study.capture = 4;
    CHECK(endgame_move(study, kWhite, 0, 1, 25) == 4);
}
