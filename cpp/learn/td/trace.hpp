// Eligibility traces: the gradients of a chain's earlier values, each by the share that it has in
// what is learned now.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "evaluators/coherence.hpp"
#include "evaluators/learning.hpp"

namespace ponnuki::td::inline PONNUKI_VARIANT {

// A row as long as the weights: for nets whose gradients touch them all.
template <class Net>
class Trace {
public:
    explicit Trace(const Net& net) : row_(net.parameter_count(), 0.0f) {}

    void clear() {
        for (float& one : row_) one = 0;
    }

    // What is in it fades, and a new gradient comes to it.
    void add(const Net& net, const typename Net::Moment& moment, float direction, float decay) {
        for (std::size_t at = 0; at < row_.size(); at += kFloats)
            store(&row_[at], load<Floats>(&row_[at]) * decay);
        net.add_gradient(moment, direction, row_.data());
    }

    void learn(Net& net, float step) const { net.learn(row_, step); }
    void learn(Net& net, float change, float rate, Coherence& coherence) const {
        coherence.learn(net, row_, change, rate);
    }

private:
    FloatRow row_;
};

// The latest moments: for nets whose gradients touch few weights. A moment is dropped when its
// share is below kLeast. Each is learned from in turn, the earliest first.
template <class Net>
    requires Net::kSparse
class Trace<Net> {
public:
    static constexpr float kLeast = 1.0f / 1024;

    explicit Trace(const Net&) {}

    void clear() { first_ = count_ = 0; }

    void add(const Net&, const typename Net::Moment& moment, float direction, float decay) {
        each([&](Part& part) { part.share *= decay; });
        while (count_ > 0 && std::fabs(parts_[first_].share) < kLeast) {
            ++first_;
            --count_;
        }
        if (count_ == 0) first_ = 0;
        if (first_ + count_ == parts_.size()) parts_.emplace_back();
        Part& part = parts_[first_ + count_++];
        part.moment = moment;
        part.share = direction;
    }

    void learn(Net& net, float step) const {
        each([&](const Part& part) { net.learn(part.moment, step * part.share); });
    }
    void learn(Net& net, float change, float rate, Coherence& coherence) const {
        each([&](const Part& part) {
            coherence.learn(net, part.moment, change * part.share, rate);
        });
    }

private:
    struct Part {
        typename Net::Moment moment;
        float share = 0;
    };

    template <class Visit>
    void each(Visit visit) const {
        for (std::size_t i = first_; i < first_ + count_; ++i) visit(parts_[i]);
    }
    template <class Visit>
    void each(Visit visit) {
        for (std::size_t i = first_; i < first_ + count_; ++i) visit(parts_[i]);
    }

    std::vector<Part> parts_;  // the earliest first; their memory is used again
    std::size_t first_ = 0, count_ = 0;
};

}  // namespace ponnuki::td::inline PONNUKI_VARIANT
