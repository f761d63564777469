#include "evaluators/nets.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

namespace ponnuki {

int board_size(const Architecture& architecture) {
    return std::visit([](const auto& one) { return one.size; }, architecture);
}

int weight_count(const Architecture& architecture) {
    return std::visit([](const auto& one) { return one.weight_count(); }, architecture);
}

static std::span<const float> checked(const Architecture& architecture,
                                      std::span<const float> weights) {
    const int expected = weight_count(architecture);
    if (static_cast<int>(weights.size()) != expected)
        throw std::invalid_argument("the net has " + std::to_string(expected) +
                                    " weights, the row has " + std::to_string(weights.size()));
    for (std::size_t i = 0; i < weights.size(); ++i)
        if (!std::isfinite(weights[i]))
            throw std::invalid_argument("weight " + std::to_string(i) + " is not finite");
    return weights;
}

Net::Net(const Architecture& architecture, std::span<const float> weights)
    : any_(std::visit(
          [&]<class One>(const One& one) {
              return Any(std::in_place_type<typename One::Net>, one,
                         checked(architecture, weights));
          },
          architecture)) {}

int Net::size() const {
    return std::visit([](const auto& net) { return net.size; }, any_);
}

double Net::unit() const {
    return std::visit([](const auto& net) { return net.unit; }, any_);
}

}  // namespace ponnuki
