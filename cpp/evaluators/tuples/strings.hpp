// The strings of a board of any size with their liberties, and what a move does to them.
#pragma once

#include <array>
#include <vector>

#include "core/aligned.hpp"
#include "core/bits.hpp"
#include "core/types.hpp"
#include "evaluators/learning.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

class Strings {
public:
    explicit Strings(int size) : points_(size * size), near_(size * size) {
        for (int point = 0; point < points_; ++point) {
            const int row = point / size, column = point % size;
            if (row > 0) near_[point].set(point - size);
            if (row + 1 < size) near_[point].set(point + size);
            if (column > 0) near_[point].set(point - 1);
            if (column + 1 < size) near_[point].set(point + 1);
            all_.set(point);
        }
    }

    void read(const Stones& stones) {
        for (const Side side : {kBlack, kWhite})
            for (int i = 0; i < Stones::kWords; ++i) sides_[side].word[i] = stones.word[side][i];
        empty_ = all_.without(sides_[kBlack] | sides_[kWhite]);
        strings_.clear();
        for (const Side side : {kBlack, kWhite}) {
            Points rest = sides_[side];
            while (rest.any()) {
                String string;
                Points around, fresh = Points::only(rest.lowest());
                while (fresh.any()) {
                    string.stones = string.stones | fresh;
                    Points next;
                    fresh.each([&](int point) { next = next | near_[point]; });
                    around = around | next;
                    fresh = (next & rest).without(string.stones);
                }
                string.liberties = around & empty_;
                string.count = string.liberties.count();
                const auto number = static_cast<int>(strings_.size());
                string.stones.each([&](int point) { string_at_[point] = number; });
                strings_.push_back(string);
                rest = rest.without(string.stones);
            }
        }
    }

    // The liberties of the string of the stone on a point.
    int liberties(int point) const { return strings_[string_at_[point]].count; }

    // Calls visit(point, side, liberties) for the stone that a move adds, and for other stones
    // whose string then has another number of liberties, as long as numbers from `most` on are one.
    template <class Visit>
    void after(const Change* changes, int count, int most, Visit visit) {
        int move = -1;
        Side side = kBlack;
        Points taken;
        for (int i = 0; i < count; ++i) {
            if (!empty_.has(changes[i].point)) {
                taken.set(changes[i].point);
                continue;
            }
            move = changes[i].point;
            side = changes[i].by > 0 ? kBlack : kWhite;
        }
        if (move < 0) return;
        const auto class_of = [&](int liberties) { return liberties < most ? liberties : most; };
        const auto show = [&](const String& string, Side of, int liberties) {
            if (class_of(liberties) != class_of(string.count))
                string.stones.each([&](int point) { visit(point, of, liberties); });
        };
        // The string that the stone joins, from those beside it.
        std::array<int, 4> joined;
        int joins = 0;
        Points liberties = near_[move] & (empty_ | taken);
        each_string(near_[move] & sides_[side], [&](int number) {
            joined[joins++] = number;
            liberties = liberties | strings_[number].liberties;
        });
        liberties.clear(move);
        if (taken.any()) {
            Points rim;
            taken.each([&](int point) { rim = rim | near_[point]; });
            rim = rim & sides_[side];
            each_string(rim, [&](int number) {
                Points gained;
                taken.each([&](int point) {
                    if ((near_[point] & strings_[number].stones).any()) gained.set(point);
                });
                for (int i = 0; i < joins; ++i)
                    if (joined[i] == number) {
                        liberties = liberties | gained;
                        return;
                    }
                show(strings_[number], side, strings_[number].count + gained.count());
            });
        }
        const int own = liberties.count();
        visit(move, side, own);
        for (int i = 0; i < joins; ++i) show(strings_[joined[i]], side, own);
        each_string((near_[move] & sides_[other(side)]).without(taken), [&](int number) {
            show(strings_[number], other(side), strings_[number].count - 1);
        });
    }

private:
    using Points = Bits<64 * Stones::kWords>;
    struct String {
        Points stones, liberties;
        int count = 0;
    };

    // Calls use(number) once for every string that has a stone in the set.
    template <class Use>
    void each_string(Points stones, Use use) const {
        while (stones.any()) {
            const int number = string_at_[stones.lowest()];
            use(number);
            stones = stones.without(strings_[number].stones);
        }
    }

    int points_;
    std::vector<Points, AlignedAllocator<Points>> near_;  // by point: those beside it
    Points all_, empty_, sides_[2];
    std::vector<String, AlignedAllocator<String>> strings_;
    int string_at_[64 * Stones::kWords] = {};
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
