#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind/bind.hpp"
#include "core/cpu.hpp"
#include "core/rng.hpp"

namespace {

#if defined(__clang__)
constexpr char kCompiler[] = "clang " __clang_version__;
#elif defined(__GNUC__)
constexpr char kCompiler[] = "gcc " __VERSION__;
#else
constexpr char kCompiler[] = "unknown";
#endif

}  // namespace

NB_MODULE(_core, module) {
    using namespace ponnuki;
#if defined(NDEBUG)
    // What a module or a cache still holds when Python ends is no leak of ours.
    nanobind::set_leak_warnings(false);
#endif
    if (instruction_sets().empty()) throw_no_instruction_set();
    module.doc() = "The C++ core of Ponnuki. Private: use the package's own functions.";
    module.attr("COMPILER") = kCompiler;
    module.def(
        "instruction_sets",
        [] {
            std::vector<std::string> names;
            for (const InstructionSet set : instruction_sets()) names.emplace_back(name(set));
            return names;
        },
        "Instruction sets that this build has kernels for and this CPU can run, ascending.");
    module.def(
        "instruction_set", [] { return std::string(name(instruction_set())); },
        "The instruction set that batches use.");
    module.def("use_instruction_set", &use_instruction_set, nanobind::arg("name"),
               "Makes batches use the kernels for that instruction set.");
    module.def(
        "stream",
        [](std::uint64_t seed, const std::string& stream_name, std::uint64_t index) {
            return stream(seed, stream_name, index);
        },
        nanobind::arg("seed"), nanobind::arg("name"), nanobind::arg("index"),
        "The seed of the stream `name` number `index` of a run.");
    module.def(
        "streams",
        [](std::uint64_t seed, const std::string& stream_name, std::int64_t count) {
            std::vector<std::uint64_t> seeds;
            for (std::int64_t i = 0; i < count; ++i)
                seeds.push_back(stream(seed, stream_name, static_cast<std::uint64_t>(i)));
            return to_numpy(std::move(seeds));
        },
        nanobind::arg("seed"), nanobind::arg("name"), nanobind::arg("count"),
        "The seeds of the streams `name` number 0 to count - 1.");
    bind_games(module);
    bind_play(module);
    bind_evaluators(module);
    bind_engines(module);
    bind_learn(module);
    bind_td(module);
    bind_zero(module);
}
