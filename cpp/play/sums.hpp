// Local games whose sum is an endgame: what each is worth, how hot it is, and who gains most in
// all.
//
// Worths are black's points, exact: whole numbers of 2^-20. Games that differ in nothing but who
// has how many points are one: a game stands for what is left to play, beside its mean.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "core/types.hpp"

namespace ponnuki {

using Worth = std::int64_t;
constexpr Worth kPointWorth = Worth{1} << 20;

// A local game and what it is worth on average.
struct LocalTerm {
    Worth mean = 0;
    int game = 0;

    friend auto operator<=>(const LocalTerm&, const LocalTerm&) = default;
};

// One side of a thermograph: straight from corner to corner, and constant behind the last.
struct Corner {
    Worth temperature;
    Worth worth;
};
using Wall = std::vector<Corner>;

struct LocalGame {
    Worth stands = 0;                      // if nobody plays in it any more
    Worth temperature = -kPointWorth;      // below 0: nothing is left to play
    std::vector<LocalTerm> options[2];     // of each side
    Wall walls[2] = {{{0, 0}}, {{0, 0}}};  // what each side has if it begins, as it sees it
};

class LocalGames {
public:
    static constexpr int kOver = 0;  // the game in which nothing is left to play

    LocalGames();

    const LocalGame& operator[](int game) const { return games_[static_cast<std::size_t>(game)]; }

    // The game with these options; `stands` is what it is worth if nobody plays on. Nothing if the
    // mean is no whole number of 2^-20.
    std::optional<LocalTerm> add(Worth stands, std::vector<LocalTerm> black,
                                 std::vector<LocalTerm> white);

    // How many games can come of one, itself included.
    int reach(int game) const;

private:
    Wall scaffold(const std::vector<LocalTerm>& options, Side side) const;

    std::vector<LocalGame> games_;
    std::map<std::tuple<Worth, std::vector<LocalTerm>, std::vector<LocalTerm>>, int> known_;
};

// What the sum of some games comes to between players who see everything: the sides move in turn or
// pass, and two passes end it.
class SumSearch {
public:
    explicit SumSearch(const LocalGames& games) : games_(games) {}

    // For black, beside the means; `passed` says whether the other side has just passed.
    Worth value(std::vector<int> sum, Side side, bool passed);

    std::int64_t nodes() const { return static_cast<std::int64_t>(known_.size()); }

private:
    const LocalGames& games_;
    std::map<std::vector<int>, Worth> known_;
};

}  // namespace ponnuki
