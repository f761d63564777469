#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <optional>
#include <stdexcept>
#include <tuple>

#include "bind/bind.hpp"
#include "games/registry.hpp"
#include "play/random.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace ponnuki {

namespace {

// winners, reasons, twice the margins, offsets, moves
auto random_batch(const Rules& rules, std::int64_t games, std::uint64_t seed, int threads,
                  const std::optional<Progress>& progress) {
    if (games < 0 || threads < 1)
        throw std::invalid_argument("games must be 0 or more and threads 1 or more");
    Batch batch;
    {
        const nb::gil_scoped_release release;
        const auto poll = [&](std::int64_t done) { return report(progress, done); };
        play_random(rules.options, games, seed, threads, poll, batch);
    }
    return batch_arrays(std::move(batch));
}

}  // namespace

void bind_play(nb::module_& module) {
    module.def("play_random", &random_batch, "rules"_a, "games"_a, "seed"_a, "threads"_a,
               "progress"_a = nb::none(),
               "Winners, reasons, twice the margins, offsets and moves of random games.");
    module.def(
        "random_passes",
        [](const Rules& rules) {
            return with_game(rules.options, []<class G>(const G&) { return kRandomPasses<G>; });
        },
        "rules"_a, "Whether the random player counts the pass among its moves.");
}

}  // namespace ponnuki
