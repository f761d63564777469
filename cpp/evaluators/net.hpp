// A net with its weights, ready for use by the kernels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "evaluators/architecture.hpp"
#include "evaluators/dense.hpp"
#include "evaluators/window.hpp"

namespace ponnuki {

// Owns the rounded weights of one net. Kernels read them through `window` or `dense`.
class Net {
public:
    // Throws std::invalid_argument if the number of weights is wrong or one is not finite.
    Net(const Architecture& architecture, std::span<const float> weights);

    NetKind kind() const { return kind_; }
    int size() const { return size_; }
    const void* window() const { return memory_.get(); }  // a WindowNet<size>
    const DenseNet& dense() const { return dense_; }

    // What one in a score stands for.
    double unit() const { return unit_; }

private:
    struct Free {
        void operator()(std::byte* memory) const;
    };

    void prepare_dense(const Architecture& architecture, std::span<const float> weights);

    NetKind kind_;
    int size_;
    double unit_ = 1 / double{1 << 20};
    DenseNet dense_{};
    std::unique_ptr<std::byte, Free> memory_;
};

}  // namespace ponnuki
