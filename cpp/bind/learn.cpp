#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>

#include "bind/bind.hpp"
#include "learn/tic_tac_toe/tic_tac_toe.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace ponnuki {

namespace {

using namespace tictactoe;

using Rows = nb::ndarray<nb::numpy, const float, nb::ndim<2>, nb::c_contig>;
using SeedRow = nb::ndarray<nb::numpy, const std::uint64_t, nb::ndim<1>, nb::c_contig>;

NetShape shape_of(const Architecture& architecture, bool sees_wins, Ties ties, Output output) {
    if (const std::string problem = objection(architecture); !problem.empty())
        throw std::invalid_argument(problem);
    const auto& dense = std::get<DenseArchitecture>(architecture);
    return {dense.encoding, dense.hidden[0], sees_wins, ties, output};
}

std::span<const float> rows_of(const NetShape& shape, const Rows& weights) {
    if (static_cast<int>(weights.shape(1)) != shape.weights())
        throw std::invalid_argument("the net has " + std::to_string(shape.weights()) +
                                    " weights, a row has " + std::to_string(weights.shape(1)));
    return {weights.data(), weights.size()};
}

// Copies values into a NumPy array of their own.
template <class T, class... Size>
auto to_array(const std::vector<T>& values, Size... size) {
    auto* copy = new T[values.size() ? values.size() : 1];
    std::copy(values.begin(), values.end(), copy);
    nb::capsule owner(copy, [](void* memory) noexcept { delete[] static_cast<T*>(memory); });
    return nb::ndarray<nb::numpy, T, nb::ndim<sizeof...(Size)>>(
        copy, {static_cast<std::size_t>(size)...}, owner);
}

struct Run {
    Trained trained;
    std::size_t weights;
};

auto rows(const Run& one, const std::vector<float>& values) {
    return to_array(values, values.size() / one.weights, one.weights);
}

using ScoreRow = nb::ndarray<nb::numpy, const double, nb::ndim<1>, nb::c_contig>;
// epochs done, positions, velocities, bests, best scores
using State = std::tuple<int, Rows, Rows, Rows, ScoreRow>;

template <class Array, class T>
void copy_to(const Array& array, std::size_t expected, std::vector<T>& out) {
    if (array.size() != expected)
        throw std::invalid_argument("a saved state does not fit its run: an array has " +
                                    std::to_string(array.size()) + " numbers, not " +
                                    std::to_string(expected));
    out.assign(array.data(), array.data() + array.size());
}

Trained trained_of(const Coevolution& run, const State& state) {
    const auto& [epochs, positions, velocities, bests, scores] = state;
    if (epochs < 0 || epochs > run.epochs)
        throw std::invalid_argument("a saved state does not fit its run: it is after epoch " +
                                    std::to_string(epochs));
    Trained out;
    out.begun = true;
    out.epochs = epochs;
    const std::size_t rows = run.particles, weights = run.shape.weights();
    const std::size_t moving = run.method == Method::pso ? rows : 2 * rows;
    copy_to(positions, moving * weights, out.positions);
    copy_to(velocities, moving * weights, out.velocities);
    copy_to(bests, rows * weights, out.bests);
    copy_to(scores, rows, out.best_scores);
    return out;
}

std::vector<Run> run_all(const std::vector<Coevolution>& runs, const SeedRow& seeds, int threads,
                         const std::optional<Progress>& progress,
                         const std::optional<std::vector<std::optional<State>>>& states) {
    if (seeds.shape(0) != runs.size() || threads < 1)
        throw std::invalid_argument("there must be a seed for each run, and a thread");
    if (states && states->size() != runs.size())
        throw std::invalid_argument("there must be a state, or none, for each run");
    std::vector<Trained> trained(runs.size());
    for (std::size_t i = 0; states && i < runs.size(); ++i)
        if ((*states)[i]) trained[i] = trained_of(runs[i], *(*states)[i]);
    {
        const nb::gil_scoped_release release;
        coevolve(
            runs, std::span(seeds.data(), runs.size()), threads,
            [&](std::int64_t done) { return report(progress, done); }, trained);
    }
    std::vector<Run> out;
    for (std::size_t i = 0; i < runs.size(); ++i)
        out.push_back({std::move(trained[i]), static_cast<std::size_t>(runs[i].shape.weights())});
    return out;
}

// A row a net: wins as player one and two, losses as player one and two.
auto table_of(const std::vector<Standing>& standings) {
    std::vector<double> flat;
    for (const Standing& one : standings)
        flat.insert(flat.end(), {one.win[0], one.win[1], one.loss[0], one.loss[1]});
    return to_array(flat, standings.size(), 4);
}

}  // namespace

void bind_learn(nb::module_& module) {
    constexpr auto kOwned = nb::rv_policy::automatic;  // arrays have memory of their own
    module.attr("TIC_TAC_TOE_CODES") = kCodes;
    nb::enum_<Method>(module, "CoevolutionMethod", "What changes the nets.")
        .value("pso", Method::pso)
        .value("ep", Method::ep);
    nb::enum_<Opponent>(module, "TicTacToeOpponent", "Whom nets are measured against.")
        .value("random", Opponent::random)
        .value("perfect", Opponent::perfect);

    nb::enum_<Ties>(module, "TicTacToeTies", "Which of equally valued moves is played.")
        .value("random", Ties::random)
        .value("first", Ties::first)
        .value("last", Ties::last);
    nb::enum_<Output>(module, "TicTacToeOutput", "How finely outputs are told apart.")
        .value("grid", Output::grid)
        .value("doubles", Output::doubles)
        .value("sums", Output::sums);

    nb::class_<NetShape>(module, "TicTacToeNet", "A small net, and how it chooses its moves.")
        .def(
            "__init__",
            [](NetShape* self, const Architecture& architecture, bool sees_wins, Ties ties,
               Output output) {
                new (self) NetShape(shape_of(architecture, sees_wins, ties, output));
            },
            "architecture"_a, "sees_wins"_a, "ties"_a, "output"_a);

    nb::class_<Coevolution>(module, "Coevolution", "One training run of tic-tac-toe.")
        .def(
            "__init__",
            [](Coevolution* self, const NetShape& shape, Method method, int particles, int epochs,
               int opponents, double win, double draw, double loss, double inertia, double c1,
               double c2, double vmax, const std::vector<std::vector<int>>& groups, double sigma,
               double tau, bool history) {
                if (particles < 1 || particles > kMaxParticles || epochs < 1 || opponents < 1)
                    throw std::invalid_argument("particles, epochs or opponents out of range");
                Coevolution out{.shape = shape,
                                .method = method,
                                .particles = particles,
                                .epochs = epochs,
                                .opponents = opponents,
                                .win = win,
                                .draw = draw,
                                .loss = loss,
                                .inertia = inertia,
                                .c1 = c1,
                                .c2 = c2,
                                .vmax = vmax,
                                .group = {},
                                .group_begin = {0},
                                .sigma = sigma,
                                .tau = tau,
                                .history = history};
                const int count = static_cast<int>(groups.size());
                if (method == Method::pso && count != 1 && count != particles)
                    throw std::invalid_argument("use one group, or one a particle");
                for (const auto& group : groups) {
                    if (group.empty()) throw std::invalid_argument("a group has nobody in it");
                    for (const int one : group) {
                        if (one < 0 || one >= particles)
                            throw std::invalid_argument("a group names no particle");
                        out.group.push_back(one);
                    }
                    out.group_begin.push_back(static_cast<int>(out.group.size()));
                }
                new (self) Coevolution(std::move(out));
            },
            "net"_a, "method"_a, "particles"_a, "epochs"_a, "opponents"_a, "win"_a, "draw"_a,
            "loss"_a, "inertia"_a, "c1"_a, "c2"_a, "vmax"_a, "groups"_a, "sigma"_a, "tau"_a,
            "history"_a);

    nb::class_<Run>(module, "Coevolved", "What a training run of tic-tac-toe gave.")
        .def_prop_ro("champion", [](const Run& one) { return one.trained.champion; })
        .def_prop_ro("epochs", [](const Run& one) { return one.trained.epochs; })
        .def_prop_ro("games", [](const Run& one) { return one.trained.games; })
        .def_prop_ro(
            "positions", [](const Run& one) { return rows(one, one.trained.positions); }, kOwned)
        .def_prop_ro(
            "velocities", [](const Run& one) { return rows(one, one.trained.velocities); }, kOwned)
        .def_prop_ro(
            "bests", [](const Run& one) { return rows(one, one.trained.bests); }, kOwned)
        .def_prop_ro(
            "best_scores",
            [](const Run& one) {
                return to_array(one.trained.best_scores, one.trained.best_scores.size());
            },
            kOwned)
        .def_prop_ro(
            "history",
            [](const Run& one) {
                std::vector<double> flat;
                for (const EpochLine& line : one.trained.history)
                    flat.insert(flat.end(),
                                {line.mean_weight, line.weight_size, line.best_size, line.velocity,
                                 line.score, line.best_score, line.replaced});
                return to_array(flat, one.trained.history.size(), 7);
            },
            kOwned,
            "mean weight, size of weights, of bests, of velocities, score, best score, replaced");

    module.def("coevolve", &run_all, "runs"_a, "seeds"_a, "threads"_a, "progress"_a = nb::none(),
               "states"_a = nb::none(),
               "Training runs of tic-tac-toe, each of them by its own seed, from the start or from "
               "a state: epochs done, positions, velocities, bests, best scores.");
    module.def(
        "exact_standings",
        [](const NetShape& shape, const Rows& weights, Opponent opponent, int threads) {
            const auto rows = rows_of(shape, weights);
            if (threads < 1) throw std::invalid_argument("threads must be 1 or more");
            std::vector<Standing> out;
            {
                const nb::gil_scoped_release release;
                exact_standings(
                    shape, rows, opponent, threads, [](std::int64_t) { return no_signal(); }, out);
            }
            return table_of(out);
        },
        "net"_a, "weights"_a, "opponent"_a, "threads"_a,
        "Chances of nets: wins as player one and two, losses as player one and two.");
    module.def(
        "sampled_standings",
        [](const NetShape& shape, const Rows& weights, Opponent opponent, std::int64_t games,
           const SeedRow& seeds, int threads) {
            const auto rows = rows_of(shape, weights);
            if (threads < 1 || games < 0 || seeds.shape(0) != weights.shape(0))
                throw std::invalid_argument("there must be a seed for each net, and a thread");
            std::vector<Standing> out;
            {
                const nb::gil_scoped_release release;
                sampled_standings(
                    shape, rows, opponent, games, std::span(seeds.data(), seeds.shape(0)), threads,
                    [](std::int64_t) { return no_signal(); }, out);
            }
            return table_of(out);
        },
        "net"_a, "weights"_a, "opponent"_a, "games"_a, "seeds"_a, "threads"_a,
        "Counts of games: wins as player one and two, losses as player one and two.");
    module.def(
        "tic_tac_toe_policy",
        [](const NetShape& shape, const Rows& weights) {
            const auto rows = rows_of(shape, weights);
            if (weights.shape(0) != 1) throw std::invalid_argument("give the weights of one net");
            std::vector<std::uint16_t> out(kCodes);
            policy(shape, rows, out);
            return to_array(out, kCodes);
        },
        "net"_a, "weights"_a,
        "The best moves of a net in every position, a bit each, by the position's number.");
    module.def(
        "tic_tac_toe_opponent",
        [](Opponent opponent) {
            std::vector<std::uint16_t> out(kCodes);
            policy(opponent, out);
            return to_array(out, kCodes);
        },
        "opponent"_a, "The moves of an opponent in every position, a bit each.");
}

}  // namespace ponnuki
