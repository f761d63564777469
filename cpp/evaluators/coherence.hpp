// Temporal coherence: a learning rate for every weight (Beal & Smith 1999). A weight that is drawn
// one way again and again keeps its rate; one that is drawn to and fro learns ever less.
#pragma once

#include <cmath>

#include "evaluators/learning.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// What every weight was asked to change by so far, laid out as the parameters of a net are.
struct Coherence {
    FloatRow sums;   // of the changes, with their signs
    FloatRow sizes;  // ... and without

    // Learns from a board: its value is to change by `change`, and a weight goes its own share of
    // the rate.
    template <class Net>
    void learn(Net& net, const typename Net::Moment& from, float change, float rate) {
        if constexpr (Net::kSparse) {
            net.each_derivative(from, [&](int place, float derivative) {
                learn_one(net.parameters(), place, change * derivative, rate);
            });
        } else {
            gradient_.assign(sums.size(), 0.0f);
            net.add_gradient(from, 1.0f, gradient_.data());
            learn(net, gradient_, change, rate);
        }
    }

    // ... or along a row laid out as the parameters are.
    template <class Net>
    void learn(Net& net, const FloatRow& direction, float change, float rate) {
        const auto size_of = [](Floats x) { return x < 0.0f ? -x : x; };
        float* const weights = net.parameters();
        for (std::size_t at = 0; at < sums.size(); at += kFloats) {
            const Floats by = load<Floats>(direction.data() + at) * change;
            const Floats sum = load<Floats>(sums.data() + at);
            const Floats size = load<Floats>(sizes.data() + at);
            const Floats share = size > 0.0f ? size_of(sum) / size : Floats{} + 1.0f;
            store(weights + at, load<Floats>(weights + at) + share * rate * by);
            store(sums.data() + at, sum + by);
            store(sizes.data() + at, size + size_of(by));
        }
    }

private:
    // The share is |sum| / size of what came before, 1 at first.
    PONNUKI_INLINE void learn_one(float* weights, int at, float by, float rate) {
        const float share = sizes[at] > 0 ? std::fabs(sums[at]) / sizes[at] : 1.0f;
        weights[at] += share * rate * by;
        sums[at] += by;
        sizes[at] += std::fabs(by);
    }

    FloatRow gradient_;
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
