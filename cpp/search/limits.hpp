// When a search has to end: nodes, time, or somebody who does not want it any more.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>

#include "core/variant.hpp"
#include "search/settings.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

class Limits {
public:
    explicit Limits(const std::atomic<bool>* stop) : stop_(stop) {}

    void start(const SearchSettings& settings) {
        nodes_ = 0;
        stopped_ = false;
        max_nodes_ = settings.max_nodes;
        max_seconds_ = settings.max_seconds;
        if (max_seconds_ > 0)
            deadline_ =
                Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                   std::chrono::duration<double>(std::min(max_seconds_, 1e8)));
    }

    // Counts a node; true if the search has to end.
    bool reached() {
        if ((++nodes_ & 255) == 0) {
            if (stop_ && stop_->load(std::memory_order_relaxed)) stopped_ = true;
            if (max_seconds_ > 0 && Clock::now() >= deadline_) stopped_ = true;
        }
        if (max_nodes_ > 0 && nodes_ > max_nodes_) stopped_ = true;
        return stopped_;
    }

    // Counts nodes that were looked at without asking.
    void count(std::int64_t nodes) { nodes_ += nodes; }

    bool stopped() const { return stopped_; }
    bool any() const { return max_nodes_ > 0 || max_seconds_ > 0; }
    std::int64_t nodes() const { return nodes_; }

private:
    using Clock = std::chrono::steady_clock;

    const std::atomic<bool>* stop_;
    Clock::time_point deadline_;
    std::int64_t max_nodes_ = 0;
    double max_seconds_ = 0;
    std::int64_t nodes_ = 0;
    bool stopped_ = false;
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
