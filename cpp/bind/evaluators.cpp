#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "bind/bind.hpp"
#include "evaluators/nets.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace ponnuki {

using Cells = nb::ndarray<nb::numpy, const std::int8_t, nb::ndim<1>, nb::c_contig>;
using Row = nb::ndarray<nb::numpy, const float, nb::ndim<1>, nb::c_contig>;

void bind_evaluators(nb::module_& module) {
    nb::enum_<Encoding>(module, "Encoding", "How a dense net sees a board.")
        .value("own_opponent", Encoding::own_opponent)
        .value("messerschmidt", Encoding::messerschmidt)
        .value("black_white", Encoding::black_white)
        .value("koten", Encoding::koten)
        .value("roban", Encoding::roban)
        .value("katatsugi", Encoding::katatsugi);
    nb::enum_<Activation>(module, "Activation", "What a unit makes of its sum.")
        .value("linear", Activation::linear)
        .value("sigmoid", Activation::sigmoid)
        .value("tanh", Activation::tanh);

    module.attr("MAX_WIDTH") = kMaxWidth;
    module.attr("MAX_LAYERS") = kMaxLayers;
    module.attr("MAX_REACH") = kMaxReach;
    module.attr("MAX_FATE_FEATURES") = kMaxFateFeatures;
    module.attr("MAX_FATE_REACH") = kMaxFateReach;

    nb::class_<Architecture>(module, "Architecture", "A net without its weights.")
        .def_static(
            "window",
            [](int size) {
                if (size < 3 || size > 13) throw std::invalid_argument("size must be 3 to 13");
                return Architecture(WindowArchitecture{size});
            },
            "size"_a)
        .def_static(
            "dense",
            [](int size, Encoding encoding, std::vector<int> hidden, Activation hidden_activation,
               Activation output_activation, bool biases) {
                if (size < 3 || size > 13) throw std::invalid_argument("size must be 3 to 13");
                if (hidden.size() >= kMaxLayers) throw std::invalid_argument("too many layers");
                for (const int width : hidden)
                    if (width < 1 || width > kMaxWidth)
                        throw std::invalid_argument("a layer has 1 to 511 units");
                DenseArchitecture out;
                out.size = size;
                out.encoding = encoding;
                out.hidden = std::move(hidden);
                out.hidden_activation = hidden_activation;
                out.output_activation = output_activation;
                out.biases = biases;
                return Architecture(std::move(out));
            },
            "size"_a, "encoding"_a, "hidden"_a, "hidden_activation"_a, "output_activation"_a,
            "biases"_a)
        .def_static(
            "tuples",
            [](int size, const std::vector<std::tuple<std::vector<int>, int, bool>>& tuples,
               Activation output, int stages, bool symmetric) {
                if (size < 3 || size > 13) throw std::invalid_argument("size must be 3 to 13");
                if (stages < 1 || stages > 64)
                    throw std::invalid_argument("there can be 1 to 64 stages");
                if (tuples.empty()) throw std::invalid_argument("there must be a tuple");
                TupleArchitecture out{size, {}, output, stages, symmetric};
                for (const auto& [points, liberties, anywhere] : tuples)
                    out.tuples.push_back({points, liberties, anywhere});
                out.lookups();  // what is wrong with the tuples shows now
                return Architecture(std::move(out));
            },
            "size"_a, "tuples"_a, "output_activation"_a, "stages"_a, "symmetric"_a)
        .def_static(
            "influence",
            [](int size, int reach, bool by_distance) {
                if (size < 3 || size > 13) throw std::invalid_argument("size must be 3 to 13");
                if (reach < 1 || reach > kMaxReach)
                    throw std::invalid_argument("reach must be 1 to 5");
                return Architecture(InfluenceArchitecture{size, reach, by_distance});
            },
            "size"_a, "reach"_a, "by_distance"_a)
        .def_static(
            "conv",
            [](int size, int blocks, int channels, bool liberties, int history, bool ko) {
                if (size < 3 || size > 13) throw std::invalid_argument("size must be 3 to 13");
                if (blocks < 1 || blocks > kMaxConvBlocks)
                    throw std::invalid_argument("there can be 1 to 16 blocks");
                if (channels < kConvGroup || channels > kMaxConvChannels || channels % kConvGroup)
                    throw std::invalid_argument("channels must be 32, 64 or 96");
                if (history < 0 || history > kMaxHistory)
                    throw std::invalid_argument("history must be 0 to 2");
                return Architecture(
                    ConvArchitecture{size, blocks, channels, liberties, history, ko});
            },
            "size"_a, "blocks"_a, "channels"_a, "liberties"_a, "history"_a, "ko"_a)
        .def_static(
            "fates",
            [](int size, int features, int reach) {
                if (size < 3 || size > 13) throw std::invalid_argument("size must be 3 to 13");
                if (features < 1 || features > kMaxFateFeatures)
                    throw std::invalid_argument("there can be 1 to 16 features");
                if (reach < 1 || reach > kMaxFateReach)
                    throw std::invalid_argument("reach must be 1 to 3");
                return Architecture(FateArchitecture{size, features, reach});
            },
            "size"_a, "features"_a, "reach"_a)
        .def("weight_count", [](const Architecture& one) { return weight_count(one); });
    module.def(
        "input_count", [](Encoding encoding, int size) { return input_count(encoding, size); },
        "encoding"_a, "size"_a, "The number of inputs that an encoding makes of a board.");

    nb::class_<Net>(module, "Net", "A net with its weights, rounded to the grid.")
        .def(
            "__init__",
            [](Net* self, const Architecture& architecture, const Row& weights) {
                new (self) Net(architecture, std::span(weights.data(), weights.size()));
            },
            "architecture"_a, "weights"_a)
        .def_prop_ro("unit", &Net::unit, "What one in a score stands for.")
        .def(
            "fates",
            [](const Net& self, const Cells& cells) {
                const FateNet* const net = std::get_if<FateNet>(&self.any());
                if (!net) throw std::invalid_argument("the net predicts no fates");
                if (cells.size() != static_cast<std::size_t>(net->size * net->size))
                    throw std::invalid_argument("the board has another size");
                return to_numpy(net->fates(std::span(cells.data(), cells.size())));
            },
            "cells"_a, "Whose every point will be, 1 for black; cells are 1, -1 or 0.");
}

}  // namespace ponnuki
