#include "learn/td/td.hpp"

#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <functional>
#include <optional>
#include <stdexcept>
#include <utility>

#include "bind/bind.hpp"
#include "games/registry.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace ponnuki {

namespace {

using namespace td;

using Row = nb::ndarray<nb::numpy, const float, nb::ndim<1>, nb::c_contig>;

// A number for each weight of a net.
std::vector<float> numbers(const Row& row, const Architecture& net) {
    const int expected = weight_count(net);
    if (static_cast<int>(row.size()) != expected)
        throw std::invalid_argument("the net has " + std::to_string(expected) +
                                    " weights, the row has " + std::to_string(row.size()));
    return {row.data(), row.data() + row.size()};
}

// What Python is asked: it gets the seed of a game and its moves, and raises nothing.
using AskPython = std::function<int(std::uint64_t, std::vector<int>)>;

AskOutside asks(const AskPython& ask) {
    return [ask](std::uint64_t seed, std::span<const Move> moves) {
        return static_cast<Move>(ask(seed, {moves.begin(), moves.end()}));
    };
}

std::vector<Learned> learn_all(const std::vector<Run>& runs, const std::vector<Row>& weights,
                               const std::vector<std::pair<Row, Row>>& coherence,
                               const std::vector<Row>& actors, int threads,
                               const std::optional<Progress>& progress) {
    if (weights.size() != runs.size() || coherence.size() != runs.size() ||
        actors.size() != runs.size() || threads < 1)
        throw std::invalid_argument("there must be weights, coherence and an actor for each run");
    std::vector<Learned> out(runs.size());
    for (std::size_t i = 0; i < runs.size(); ++i) {
        out[i].weights = numbers(weights[i], runs[i].net);
        if (runs[i].actor) out[i].actor = numbers(actors[i], *runs[i].actor);
        if (!runs[i].settings.coherence) continue;
        out[i].sums = numbers(coherence[i].first, runs[i].net);
        out[i].sizes = numbers(coherence[i].second, runs[i].net);
    }
    {
        const nb::gil_scoped_release release;
        learn(runs, threads, [&](std::int64_t done) { return report(progress, done); }, out);
    }
    return out;
}

}  // namespace

void bind_td(nb::module_& module) {
    constexpr auto kOwned = nb::rv_policy::automatic;
    nb::enum_<Difference>(module, "TdDifference", "What a value is drawn towards.")
        .value("two_plies", Difference::two_plies)
        .value("next_view", Difference::next_view)
        .value("own_move", Difference::own_move)
        .value("naive", Difference::naive);
    nb::enum_<Selection>(module, "TdSelection", "How a learner chooses its moves.")
        .value("epsilon", Selection::epsilon)
        .value("creative", Selection::creative)
        .value("gibbs", Selection::gibbs);

    nb::class_<Utility>(module, "TdUtility", "Weights of what a critic is rewarded by.")
        .def(
            "__init__",
            [](Utility* self, double stones, double areas, double prisoners) {
                new (self) Utility{stones, areas, prisoners};
            },
            "stones"_a, "areas"_a, "prisoners"_a);

    nb::class_<Settings>(module, "TdSettings", "How a net learns by temporal differences.")
        .def(nb::init<>())
        .def_rw("difference", &Settings::difference)
        .def_rw("selection", &Settings::selection)
        .def_rw("epsilon", &Settings::epsilon)
        .def_rw("learn_random", &Settings::learn_random)
        .def_rw("creativity", &Settings::creativity)
        .def_rw("temperature", &Settings::temperature)
        .def_rw("temperature_halving", &Settings::temperature_halving)
        .def_rw("critic", &Settings::critic)
        .def_rw("utility", &Settings::utility)
        .def_rw("discount", &Settings::discount)
        .def_rw("trace", &Settings::trace)
        .def_rw("rate", &Settings::rate)
        .def_rw("rate_halving", &Settings::rate_halving)
        .def_rw("actor_rate", &Settings::actor_rate)
        .def_rw("logistic", &Settings::logistic)
        .def_rw("coherence", &Settings::coherence)
        .def_rw("win", &Settings::win)
        .def_rw("draw", &Settings::draw)
        .def_rw("loss", &Settings::loss)
        .def_rw("margin", &Settings::margin)
        .def_rw("both_rewards", &Settings::both_rewards)
        .def_rw("exact_end", &Settings::exact_end)
        .def_rw("forced", &Settings::forced)
        .def_rw("eyes", &Settings::eyes)
        .def_rw("opening", &Settings::opening)
        .def_rw("opponent_share", &Settings::opponent_share)
        .def_rw("seed", &Settings::seed);

    nb::class_<Run>(module, "TdRun", "Some games of a net that learns.")
        .def(
            "__init__",
            [](Run* self, const Rules& rules, const Architecture& net, const Settings& settings,
               std::int64_t first, std::int64_t games, const EnginePlayer* opponent,
               std::optional<AskPython> outside, const Architecture* actor) {
                const int size =
                    with_game(rules.options, []<class G>(const G&) { return G::kSize; });
                if (board_size(net) != size || (actor && board_size(*actor) != size))
                    throw std::invalid_argument("the net is for another size of board");
                if (actor && (actor->index() != net.index() ||
                              std::holds_alternative<FateArchitecture>(net)))
                    throw std::invalid_argument("an actor and its critic must be of one kind");
                if (first < 0 || games < 0)
                    throw std::invalid_argument("there cannot be fewer than no games");
                if (opponent) require_fits(*opponent, rules.options);
                if (opponent && outside)
                    throw std::invalid_argument("there cannot be two opponents");
                new (self) Run{rules.options,
                               net,
                               actor ? std::optional(*actor) : std::nullopt,
                               settings,
                               first,
                               games,
                               opponent ? std::optional(*opponent) : std::nullopt,
                               outside ? asks(*outside) : nullptr};
            },
            "rules"_a, "net"_a, "settings"_a, "first"_a, "games"_a,
            "opponent"_a.none() = nb::none(), "outside"_a.none() = nb::none(),
            "actor"_a.none() = nb::none(), nb::keep_alive<1, 7>());

    nb::class_<Learned>(module, "TdLearned", "What some games taught a net.")
        .def_prop_ro(
            "weights", [](const Learned& one) { return to_numpy(std::vector(one.weights)); },
            kOwned)
        .def_prop_ro(
            "actor", [](const Learned& one) { return to_numpy(std::vector(one.actor)); }, kOwned,
            "The weights of the actor; empty where there is none.")
        .def_prop_ro(
            "coherence",
            [](const Learned& one) {
                return std::pair(to_numpy(std::vector(one.sums)), to_numpy(std::vector(one.sizes)));
            },
            kOwned, "Sums and sizes; both are empty where it was not asked for.")
        .def_ro("games", &Learned::games)
        .def_ro("finite", &Learned::finite)
        .def_ro("plies", &Learned::plies)
        .def_ro("explored", &Learned::explored)
        .def_ro("differences", &Learned::differences)
        .def_ro("error", &Learned::error)
        .def_ro("black_wins", &Learned::black_wins)
        .def_ro("draws", &Learned::draws)
        .def_ro("met", &Learned::met)
        .def_ro("wins", &Learned::wins)
        .def_prop_ro(
            "last_game",
            [](const Learned& one) {
                Batch batch;
                batch.results.push_back(one.result);
                batch.offsets = {0, static_cast<std::int64_t>(one.moves.size())};
                batch.moves = one.moves;
                return batch_arrays(std::move(batch));
            },
            kOwned, "As arrays of a batch of one game.");

    module.def(
        "td_learn", &learn_all, "runs"_a, "weights"_a, "coherence"_a, "actors"_a, "threads"_a,
        "progress"_a = nb::none(),
        "Plays the games of every run, each from its weights, and from the "
        "sums and sizes of their changes where it learns by coherence; one run is one thread. "
        "`actors` has the weights of actors, and empty rows where there is none.");
}

}  // namespace ponnuki
