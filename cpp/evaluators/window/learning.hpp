// The first layer of the window net, as a learner holds it.
#pragma once

#include <span>
#include <vector>

#include "evaluators/learning.hpp"
#include "evaluators/window/weights.hpp"
#include "games/sizes.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// A stone adds the weight of its point's class to every square that covers the point.
class WindowInputs {
public:
    using Inputs = FloatRow;  // by point: -1 black, 1 white, as the paper has them

    template <int N>
    static WindowInputs on() {
        WindowInputs out;
        out.points_ = N * N;
        out.squares_ = window_squares(N);
        out.classes_ = window_classes(N);
        const int count = padded(out.squares_);
        out.covers_.assign(N * N * count, 0.0f);
        for (int point = 0; point < N * N; ++point) {
            kWindow<N>.covering[point].each(
                [&](int square) { out.covers_[point * count + square] = 1; });
            out.class_of_.push_back(kWindow<N>.class_of[point]);
        }
        return out;
    }

    int units() const { return squares_; }
    int parameters() const { return padded(classes_) + padded(squares_); }
    bool has_viewer() const { return false; }
    bool mirrors() const { return false; }

    void inputs(const Stones& stones, Side, Inputs& out) const {
        out.resize(points_);
        for (int point = 0; point < points_; ++point) {
            const auto has = [&](Side side) {
                return static_cast<int>(stones.word[side][point >> 6] >> (point & 63) & 1);
            };
            out[point] = static_cast<float>(has(kWhite) - has(kBlack));
        }
    }

    void sums(const float* parameters, const Inputs& inputs, float* out) const {
        const int count = padded(squares_);
        const float* const biases = parameters + padded(classes_);
        for (int at = 0; at < count; at += kFloats) store(out + at, load<Floats>(biases + at));
        for (int point = 0; point < points_; ++point)
            if (inputs[point] != 0) add(parameters, point, inputs[point], out);
    }

    void sums_after(const float* parameters, const float* sums, const Change* changes,
                    const int* begin, int boards, float sign, int stride, float* out) const {
        for (int board = 0; board < boards; ++board, out += stride) {
            for (int at = 0; at < padded(squares_); at += kFloats)
                store(out + at, load<Floats>(sums + at));
            for (int i = begin[board]; i < begin[board + 1]; ++i)
                add(parameters, changes[i].point, -sign * static_cast<float>(changes[i].by), out);
        }
    }

    void add_gradient(const Inputs& inputs, const float* errors, float scale, float* to) const {
        const int count = padded(squares_);
        for (int point = 0; point < points_; ++point)
            if (inputs[point] != 0)
                to[class_of_[point]] +=
                    scale * inputs[point] * dot(covers_.data() + point * count, errors, count);
        add_scaled(to + padded(classes_), errors, scale, count);
    }

    void read(std::span<const float>& weights, float* parameters) const {
        for (int i = 0; i < classes_; ++i) parameters[i] = weights[i];
        for (int i = 0; i < squares_; ++i) parameters[padded(classes_) + i] = weights[classes_ + i];
        weights = weights.subspan(classes_ + squares_);
    }
    void write(const float* parameters, std::span<float>& to) const {
        for (int i = 0; i < classes_; ++i) to[i] = parameters[i];
        for (int i = 0; i < squares_; ++i) to[classes_ + i] = parameters[padded(classes_) + i];
        to = to.subspan(classes_ + squares_);
    }

private:
    void add(const float* parameters, int point, float by, float* sums) const {
        const int count = padded(squares_);
        add_scaled(sums, covers_.data() + point * count, by * parameters[class_of_[point]], count);
    }

    int points_ = 0, squares_ = 0, classes_ = 0;
    std::vector<int> class_of_;  // by point
    FloatRow covers_;            // by point: 1 for every square that covers it
};

inline LearningNet<WindowInputs> learning_net(const WindowArchitecture& net) {
    return {with_board(net.size, []<int N>(Board<N>) { return WindowInputs::on<N>(); }),
            {kWindowHidden2, kWindowHidden3},
            false,
            Activation::tanh,
            Activation::tanh,
            true};
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
