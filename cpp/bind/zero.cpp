#include "learn/zero/zero.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <utility>

#include "bind/bind.hpp"
#include "evaluators/nets.hpp"
#include "games/registry.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace ponnuki {

namespace {

using namespace zero;

using Row = nb::ndarray<nb::numpy, const float, nb::ndim<1>, nb::c_contig>;
using Rows = nb::ndarray<nb::numpy, const float, nb::ndim<2>, nb::c_contig>;
using Cells = nb::ndarray<nb::numpy, const std::uint8_t, nb::ndim<2>, nb::c_contig>;
using Policies = nb::ndarray<nb::numpy, const std::uint16_t, nb::ndim<2>, nb::c_contig>;

// What some games of self-play came to.
struct ZeroPlayed {
    int row = 0;  // of cells and of a policy
    Samples samples;
    std::int64_t games = 0, plies = 0, leaves = 0, black_wins = 0, draws = 0;
    std::vector<Move> moves;  // of the first game
    Result result;
};

ZeroPlayed played(std::vector<ZeroGame>&& games, int row) {
    ZeroPlayed out;
    out.row = row;
    for (const ZeroGame& game : games) {
        const auto add = [](auto& to, const auto& from) {
            to.insert(to.end(), from.begin(), from.end());
        };
        add(out.samples.cells, game.samples.cells);
        add(out.samples.policies, game.samples.policies);
        add(out.samples.values, game.samples.values);
        ++out.games;
        out.plies += static_cast<std::int64_t>(game.moves.size());
        out.leaves += game.leaves;
        out.black_wins += game.winner > 0;
        out.draws += game.winner == 0;
    }
    if (!games.empty()) {
        out.moves = std::move(games[0].moves);
        out.result = games[0].result;
    }
    return out;
}

template <class T>
auto matrix(const std::vector<T>& values, int row) {
    auto owned = std::make_unique<std::vector<T>>(values);
    T* data = owned->data();
    const std::size_t rows = owned->size() / row;
    nb::capsule owner(owned.release(),
                      [](void* memory) noexcept { delete static_cast<std::vector<T>*>(memory); });
    return nb::ndarray<nb::numpy, const T, nb::ndim<2>>(data, {rows, std::size_t(row)}, owner);
}

const ConvArchitecture& conv_of(const Architecture& net) {
    const auto* conv = std::get_if<ConvArchitecture>(&net);
    if (!conv) throw std::invalid_argument("the net is no convolutional one");
    return *conv;
}

int row_of(const Options& options) {
    return with_game(options, []<class G>(const G&) { return G::kPoints + 1; });
}

ZeroPlayed play_all(const Rules& rules, const Net& net, const SelfPlaySettings& settings,
                    std::int64_t first, std::int64_t games, int threads,
                    const std::optional<Progress>& progress) {
    const auto* conv = std::get_if<ConvNet>(&net.any());
    const int row = row_of(rules.options);
    if (!conv || conv->size * conv->size + 1 != row)
        throw std::invalid_argument("the net is no convolutional one for this board");
    if (conv->marks != settings.marks)
        throw std::invalid_argument("the settings are those of a net that sees other marks");
    if (games < 0 || threads < 1) throw std::invalid_argument("games or threads is out of range");
    std::vector<ZeroGame> out(games);
    {
        const nb::gil_scoped_release release;
        self_play(
            rules.options, *conv, settings, first, threads,
            [&](std::int64_t done) { return report(progress, done); }, out);
    }
    return played(std::move(out), row);
}

SamplesView view_of(const ConvArchitecture& net, const Cells& cells, const Policies& policies,
                    const Row& values) {
    const std::size_t row = std::size_t(net.size) * net.size + 1;
    if (cells.shape(1) != row || policies.shape(1) != row || cells.shape(0) != values.shape(0) ||
        policies.shape(0) != values.shape(0) || values.shape(0) == 0)
        throw std::invalid_argument("the samples do not fit the net, or there are none");
    for (std::size_t i = 0; i < values.shape(0); ++i) {
        bool any = false;
        for (std::size_t k = 0; k < row; ++k) {
            const std::uint16_t share = policies.data()[i * row + k];
            any = any || (share != kNoMove && share > 0);
        }
        if (!any) throw std::invalid_argument("a sample's policy is empty");
    }
    return {cells.data(), policies.data(), values.data(),
            static_cast<std::int64_t>(values.shape(0))};
}

std::vector<float> vector_of(const Row& row, const Architecture& net) {
    if (static_cast<int>(row.size()) != weight_count(net))
        throw std::invalid_argument("the net has another number of weights");
    return {row.data(), row.data() + row.size()};
}

}  // namespace

void bind_zero(nb::module_& module) {
    constexpr auto kOwned = nb::rv_policy::automatic;
    nb::class_<SelfPlaySettings>(module, "ZeroSettings", "How a net plays with itself.")
        .def(
            "__init__",
            [](SelfPlaySettings* self, int visits, int gumbel, bool forced, bool eyes,
               double opening_share, int opening, double outcome_share, std::uint64_t seed,
               const Architecture& net) {
                if (visits < 2 || gumbel < 1 || opening < 0)
                    throw std::invalid_argument("visits, gumbel or opening is out of range");
                new (self) SelfPlaySettings{visits,        gumbel,        forced,
                                            eyes,          opening_share, opening,
                                            outcome_share, seed,          conv_of(net).marks()};
            },
            "visits"_a, "gumbel"_a, "forced"_a, "eyes"_a, "opening_share"_a, "opening"_a,
            "outcome_share"_a, "seed"_a, "net"_a);

    nb::class_<ZeroPlayed>(module, "ZeroPlayed", "What some games of self-play came to.")
        .def_prop_ro(
            "cells", [](const ZeroPlayed& one) { return matrix(one.samples.cells, one.row); },
            kOwned)
        .def_prop_ro(
            "policies", [](const ZeroPlayed& one) { return matrix(one.samples.policies, one.row); },
            kOwned)
        .def_prop_ro(
            "values",
            [](const ZeroPlayed& one) { return to_numpy(std::vector(one.samples.values)); }, kOwned)
        .def_ro("games", &ZeroPlayed::games)
        .def_ro("plies", &ZeroPlayed::plies)
        .def_ro("leaves", &ZeroPlayed::leaves)
        .def_ro("black_wins", &ZeroPlayed::black_wins)
        .def_ro("draws", &ZeroPlayed::draws)
        .def_prop_ro(
            "first_game",
            [](const ZeroPlayed& one) {
                Batch batch;
                batch.results.push_back(one.result);
                batch.offsets = {0, static_cast<std::int64_t>(one.moves.size())};
                batch.moves = one.moves;
                return batch_arrays(std::move(batch));
            },
            kOwned, "As arrays of a batch of one game.");

    module.def("zero_self_play", &play_all, "rules"_a, "net"_a, "settings"_a, "first"_a, "games"_a,
               "threads"_a, "progress"_a = nb::none(),
               "Plays games of a net with itself; the first of them to its end by the rules.");

    nb::class_<GamePool>(module, "ZeroPool", "Many games that wait for a net outside the core.")
        .def(
            "__init__",
            [](GamePool* self, const Rules& rules, const SelfPlaySettings& settings, int slots,
               std::int64_t first) {
                if (slots < 1) throw std::invalid_argument("there must be a slot");
                new (self) GamePool(rules.options, settings, slots, first);
            },
            "rules"_a, "settings"_a, "slots"_a, "first"_a)
        .def(
            "advance",
            [](GamePool& pool, const std::optional<Row>& values, const std::optional<Rows>& logits,
               int threads) {
                if (values.has_value() != pool.begun() || logits.has_value() != pool.begun())
                    throw std::invalid_argument("values and logits follow the first call");
                if (pool.begun() && (static_cast<int>(values->size()) != pool.slots() ||
                                     static_cast<int>(logits->shape(0)) != pool.slots() ||
                                     static_cast<int>(logits->shape(1)) != pool.row()))
                    throw std::invalid_argument("values or logits do not fit the pool");
                const float* const known = values ? values->data() : nullptr;
                const float* const likely = logits ? logits->data() : nullptr;
                const std::vector<std::uint8_t>* cells = nullptr;
                {
                    const nb::gil_scoped_release release;
                    cells = &pool.advance(known, likely, threads,
                                          [](std::int64_t) { return no_signal(); });
                }
                return matrix(*cells, pool.row());
            },
            "values"_a.none(), "logits"_a.none(), "threads"_a, kOwned,
            "Takes what a net says of the last cells. The next that it has to value, row by row.")
        .def(
            "take", [](GamePool& pool) { return played(pool.take(), pool.row()); },
            "What ended since the last call.");

    module.def(
        "zero_train",
        [](const Architecture& net, const Cells& cells, const Policies& policies, const Row& values,
           const Row& weights, const Row& first, const Row& second, std::int64_t step, double rate,
           double weight_decay, double value_share, int batch, int batches, std::uint64_t seed,
           int threads, const std::optional<Progress>& progress) {
            const ConvArchitecture& conv = conv_of(net);
            const SamplesView samples = view_of(conv, cells, policies, values);
            if (batch < 1 || batches < 0 || threads < 1 || step < 0)
                throw std::invalid_argument("batch, batches, threads or step is out of range");
            TrainState state{vector_of(weights, net), vector_of(first, net), vector_of(second, net),
                             step};
            TrainSettings settings;
            settings.rate = rate;
            settings.weight_decay = weight_decay;
            settings.value_share = value_share;
            settings.batch = batch;
            settings.seed = seed;
            Losses losses;
            {
                const nb::gil_scoped_release release;
                train(
                    conv, settings, samples, batches, threads,
                    [&](std::int64_t done) { return report(progress, done); }, state, losses);
            }
            const double count = losses.samples > 0 ? static_cast<double>(losses.samples) : 1;
            return std::make_tuple(to_numpy(std::move(state.weights)),
                                   to_numpy(std::move(state.first)),
                                   to_numpy(std::move(state.second)), state.step,
                                   losses.policy / count, losses.value / count);
        },
        "net"_a, "cells"_a, "policies"_a, "values"_a, "weights"_a, "first"_a, "second"_a, "step"_a,
        "rate"_a, "weight_decay"_a, "value_share"_a, "batch"_a, "batches"_a, "seed"_a, "threads"_a,
        "progress"_a = nb::none(),
        "Learns from batches of samples: weights, the two means of Adam, steps, mean losses.");

    module.def(
        "zero_gradient",
        [](const Architecture& net, const Row& weights, const Cells& cells,
           const Policies& policies, const Row& values, double value_share) {
            const ConvArchitecture& conv = conv_of(net);
            const SamplesView samples = view_of(conv, cells, policies, values);
            const std::vector<float> row = vector_of(weights, net);
            Losses losses;
            std::vector<float> found = gradient(conv, row, samples, value_share, losses);
            const auto count = static_cast<double>(losses.samples);
            return std::make_tuple(to_numpy(std::move(found)), losses.policy / count,
                                   losses.value / count);
        },
        "net"_a, "weights"_a, "cells"_a, "policies"_a, "values"_a, "value_share"_a,
        "The gradient of the mean loss, and the mean losses of policy and value.");
}

}  // namespace ponnuki
