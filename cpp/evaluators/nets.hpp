// The closed list of nets, and one net of the list with its weights, ready for use by the kernels.
#pragma once

#include <span>
#include <variant>

#include "evaluators/conv/conv.hpp"
#include "evaluators/dense/dense.hpp"
#include "evaluators/fates/fates.hpp"
#include "evaluators/influence/influence.hpp"
#include "evaluators/tuples/tuples.hpp"
#include "evaluators/window/weights.hpp"

namespace ponnuki {

// Every net that there is, without its weights. A new one adds its architecture here.
using Architecture = std::variant<WindowArchitecture, DenseArchitecture, TupleArchitecture,
                                  InfluenceArchitecture, ConvArchitecture, FateArchitecture>;

int board_size(const Architecture& architecture);
int weight_count(const Architecture& architecture);

// Owns the rounded weights of one net.
class Net {
    template <class... Each>
    static std::variant<typename Each::Net...> nets_of(const std::variant<Each...>&);

public:
    using Any = decltype(nets_of(Architecture{}));

    // Throws std::invalid_argument if the number of weights is wrong or one is not finite.
    Net(const Architecture& architecture, std::span<const float> weights);

    const Any& any() const { return any_; }
    int size() const;     // of the board
    double unit() const;  // what one in a score stands for

private:
    Any any_;
};

}  // namespace ponnuki
