#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>

#include "bind/bind.hpp"
#include "games/perft.hpp"
#include "games/registry.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace ponnuki {

namespace {

using Cells = nb::ndarray<nb::numpy, const std::int8_t, nb::ndim<2>>;
// plies, passes, captured by black, captured by white, ko point or -1
using SetupTuple = std::tuple<int, int, int, int, int>;
// the last move and the one before it, or -1
using LastTuple = std::tuple<int, int>;
// winner, reason, margin, plies
using OutcomeTuple = std::tuple<int, std::string, double, int>;

void require(bool condition, const char* message) {
    if (!condition) throw std::invalid_argument(message);
}

Scoring scoring_of(bool area) {
    return area ? Scoring::area : Scoring::territory;
}

void check_go_size(int size) {
    require(size >= 3 && size <= 13, "size must be 3 to 13");
}

AnyPosition start(const Rules& rules) {
    AnyPosition any{.options = rules.options};
    with_game(rules.options, [&](const auto& game) { position_of(game, any) = game.start(); });
    return any;
}

int size_of(const Rules& rules) {
    return with_game(rules.options, []<class G>(const G&) { return G::kSize; });
}

bool has_pass(const Rules& rules) {
    return with_game(rules.options, []<class G>(const G&) { return G::kMoves > G::kPoints; });
}

std::vector<std::string> reasons(const Rules& rules) {
    return with_game(rules.options, []<class G>(const G&) {
        return std::vector<std::string>(std::begin(G::kReasons), std::end(G::kReasons));
    });
}

std::vector<int> legal(const AnyPosition& any) {
    return with_game(any.options, [&]<class G>(const G& game) {
        MoveList<G::kMoves> moves;
        legal_moves(game, position_of(game, any), any.trail, moves);
        return std::vector<int>(moves.begin(), moves.end());
    });
}

Verdict judge(const AnyPosition& any, int move) {
    return with_game(any.options, [&](const auto& game) {
        return verdict(game, position_of(game, any), move, any.trail);
    });
}

AnyPosition play(const AnyPosition& any, int move) {
    require(judge(any, move) == Verdict::legal, "the move is not legal");
    AnyPosition next = any;
    with_game(any.options, [&]<class G>(const G& game) {
        auto& position = position_of(game, next);
        if (G::kMaxTrail > 0 && move != G::kPoints) next.trail.push_back(position.key());
        game.play(position, static_cast<Move>(move));
    });
    next.last = any.last.then(static_cast<Move>(move));
    return next;
}

int plies(const AnyPosition& any) {
    return with_game(any.options,
                     [&](const auto& game) { return int{position_of(game, any).plies}; });
}

std::optional<OutcomeTuple> outcome(const AnyPosition& any) {
    return with_game(any.options, [&]<class G>(const G& game) -> std::optional<OutcomeTuple> {
        const auto& position = position_of(game, any);
        const Result& result = position.result;
        if (!result.over()) return std::nullopt;
        return OutcomeTuple{result.winner, G::kReasons[result.reason], result.margin2 / 2.0,
                            position.plies};
    });
}

Cells cells(const AnyPosition& any) {
    return with_game(any.options, [&]<class G>(const G& game) {
        auto out = std::make_unique<std::array<std::int8_t, G::kPoints>>();
        for (int point = 0; point < G::kPoints; ++point) {
            const auto& stones = position_of(game, any).stones;
            (*out)[point] =
                static_cast<std::int8_t>(stones[kBlack].has(point) - stones[kWhite].has(point));
        }
        std::int8_t* data = out->data();
        nb::capsule owner(out.release(), [](void* memory) noexcept {
            delete static_cast<std::array<std::int8_t, G::kPoints>*>(memory);
        });
        return Cells(data, {G::kSize, G::kSize}, owner);
    });
}

SetupTuple setup(const AnyPosition& any) {
    return with_game(any.options, [&](const auto& game) {
        const Setup said = game.describe(position_of(game, any));
        return SetupTuple{said.plies, said.passes, said.captured[kBlack], said.captured[kWhite],
                          said.ko};
    });
}

// What is said of the last moves, if a position can have come from them: the last one has left its
// stone on the board, the one before it may have been captured since.
template <Game G>
LastMoves last_moves(const typename G::Position& position, const LastTuple& said) {
    const auto [last, before] = said;
    for (const int move : {last, before})
        require(move >= -1 && move < G::kMoves, "a last move is no move of the game");
    require(last >= 0 || before < 0, "the last move is not known, but the one before it is");
    require((last >= 0) + (before >= 0) <= position.plies, "there are more last moves than moves");
    if (last >= 0 && last < G::kPoints)
        require(position.stones[other(to_move(position))].has(last),
                "the last move has left no stone where it was played");
    return {static_cast<Move>(last), static_cast<Move>(before)};
}

AnyPosition arrange(const Rules& rules, const std::vector<int>& stones, const SetupTuple& said,
                    const std::vector<std::uint64_t>& trail, const LastTuple& last) {
    AnyPosition any{.options = rules.options};
    const auto& [plies_played, passes, by_black, by_white, ko] = said;
    const Setup setup{
        .plies = plies_played, .passes = passes, .captured = {by_black, by_white}, .ko = ko};
    with_game(rules.options, [&]<class G>(const G& game) {
        require(stones.size() == G::kPoints, "there must be one cell for each point");
        auto& position = position_of(game, any);
        position = typename G::Position{};
        for (int point = 0; point < G::kPoints; ++point)
            if (stones[point] != 0) position.stones[stones[point] > 0 ? kBlack : kWhite].set(point);
        if (const std::string problem = complete(game, position, setup); !problem.empty())
            throw std::invalid_argument(problem);
        require(trail.size() <= std::size_t{G::kMaxTrail}, "the trail is too long");
        any.trail = trail;
        any.last = last_moves<G>(position, last);
    });
    return any;
}

bool equal(const AnyPosition& a, const AnyPosition& b) {
    return with_game(
        a.options, [&](const auto& game) { return position_of(game, a) == position_of(game, b); });
}

std::uint64_t hash(const AnyPosition& any) {
    return with_game(any.options, [&](const auto& game) {
        const auto& position = position_of(game, any);
        return mix(position.key() ^ mix(position.plies));
    });
}

std::vector<std::tuple<std::uint64_t, std::uint64_t>> count(const Rules& rules, int depth) {
    require(depth >= 1, "depth must be at least 1");
    std::vector<PerftLevel> levels(depth);
    {
        const nb::gil_scoped_release release;
        with_game(rules.options, [&]<class G>(const G& game) {
            Walk<G> walk(game);
            int asked = 0;
            const auto poll = [&] { return ++asked % 4096 != 0 || no_signal(); };
            perft(game, walk, std::span(levels), poll);
        });
    }
    std::vector<std::tuple<std::uint64_t, std::uint64_t>> out;
    for (const PerftLevel& level : levels) out.emplace_back(level.nodes, level.finished);
    return out;
}

}  // namespace

void bind_games(nb::module_& module) {
    module.attr("MAX_GO_PLIES") = kMaxGoPlies;

    nb::enum_<Verdict>(module, "Verdict", "Why a move is or is not legal.")
        .value("legal", Verdict::legal)
        .value("game_over", Verdict::game_over)
        .value("off_board", Verdict::off_board)
        .value("occupied", Verdict::occupied)
        .value("suicide", Verdict::suicide)
        .value("ko", Verdict::ko)
        .value("repetition", Verdict::repetition)
        .value("flips_nothing", Verdict::flips_nothing)
        .value("pass_forbidden", Verdict::pass_forbidden);

    nb::class_<AnyPosition>(module, "Position", "A position of any game.")
        .def("legal_moves", &legal)
        .def("verdict", &judge, "move"_a)
        .def("play", &play, "move"_a)
        .def("plies", &plies)
        .def("outcome", &outcome, "winner, reason, margin and plies, or None while it goes on")
        .def("cells", &cells)
        .def("setup", &setup, "plies, passes, captured by black and by white, ko point or -1")
        .def("trail", [](const AnyPosition& any) { return any.trail; })
        .def(
            "last_moves",
            [](const AnyPosition& any) { return LastTuple{any.last.last, any.last.before}; },
            "the last move and the one before it, -1 where they are not known")
        .def("equals", &equal, "other"_a, "whether two positions of one game are the same")
        .def("hash", &hash);

    nb::class_<Rules>(module, "Rules", "A game with its options.")
        .def("start", &start)
        .def("size", &size_of)
        .def("has_pass", &has_pass)
        .def("reasons", &reasons, "what ends a game; entry 0 is empty")
        .def("arrange", &arrange, "cells"_a, "setup"_a, "trail"_a, "last"_a)
        .def("perft", &count, "depth"_a, "nodes and finished games for every depth from 1");

    module.def(
        "capture_go",
        [](int size, bool passing, bool area, bool neutral_majority, bool crosscut, int captures,
           int no_move) {
            check_go_size(size);
            require(captures >= 1 && captures <= size * size, "captures must be 1 to the points");
            require(no_move >= 0 && no_move <= 2, "no_move must be 0, 1 or 2");
            return Rules{
                CaptureGoOptions{.size = size,
                                 .captures = captures,
                                 .passing = passing,
                                 .crosscut = crosscut,
                                 .neutral_majority = neutral_majority,
                                 .scoring = scoring_of(area),
                                 .no_move = static_cast<CaptureGoOptions::NoMove>(no_move)}};
        },
        "size"_a, "passing"_a, "area"_a, "neutral_majority"_a, "crosscut"_a, "captures"_a,
        "no_move"_a);
    module.def(
        "go",
        [](int size, bool superko, bool area, int komi2, int cap) {
            check_go_size(size);
            require(cap >= 1 && cap <= kMaxGoPlies, "cap is out of range");
            require(komi2 >= -2000 && komi2 <= 2000, "komi is out of range");
            return Rules{GoOptions{.size = size,
                                   .cap = cap,
                                   .komi2 = komi2,
                                   .superko = superko,
                                   .scoring = scoring_of(area)}};
        },
        "size"_a, "superko"_a, "area"_a, "komi2"_a, "cap"_a);
    module.def(
        "othello",
        [](int size) {
            require(size == 6 || size == 8, "size must be 6 or 8");
            return Rules{OthelloOptions{.size = size}};
        },
        "size"_a);
    module.def("tic_tac_toe", [] { return Rules{TicTacToeOptions{}}; });
}

}  // namespace ponnuki
