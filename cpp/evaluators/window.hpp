// The window net of Cai, Venayagamoorthy & Wunsch (2009): a hidden unit for every square of 3x3
// points or more, over input weights that all squares share; then 40, 10 and 1 units.
//
// All weights are whole numbers of their layer's unit and all hidden values whole numbers of grid
// steps, so that every sum is exact: a value depends on the board alone, not on the way to it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/bits.hpp"
#include "core/types.hpp"
#include "evaluators/lanes.hpp"
#include "games/grid.hpp"

namespace ponnuki {

constexpr int kWindowHidden2 = 40;
constexpr int kWindowHidden3 = 10;
constexpr int kWindowPadded2 = 48;
constexpr int kWindowPadded3 = 16;

constexpr int window_squares(int size) {
    int count = 0;
    for (int n = 3; n <= size; ++n) count += (size - n + 1) * (size - n + 1);
    return count;
}
// Points of all squares.
constexpr int window_cover(int size) {
    int count = 0;
    for (int n = 3; n <= size; ++n) count += (size - n + 1) * (size - n + 1) * n * n;
    return count;
}
// The squares that cover the middle of the board, where they are most.
constexpr int window_largest_cover(int size) {
    const int middle = size / 2;
    int count = 0;
    for (int n = 3; n <= size; ++n) {
        const int places = std::min(middle, size - n) - std::max(0, middle - n + 1) + 1;
        count += places * places;
    }
    return count;
}
constexpr int window_classes(int size) {
    const int half = (size + 1) / 2;
    return half * (half + 1) / 2;
}
constexpr int window_weight_count(int size) {
    return window_classes(size) + window_squares(size) +
           kWindowHidden2 * (window_squares(size) + 1) + kWindowHidden3 * (kWindowHidden2 + 1) +
           kWindowHidden3 + 1;
}

// One net, ready for use: the same bytes for every instruction set.
template <int N>
struct alignas(64) WindowNet {
    static constexpr int kSquares = window_squares(N);
    static constexpr int kPadded = (kSquares + 15) / 16 * 16;
    static constexpr int kClasses = window_classes(N);

    std::int32_t shared[kClasses];              // input weights, in units of unit1
    std::int32_t bias1[kPadded];                // in units of unit1
    double weights2[kSquares][kWindowHidden2];  // by square
    double bias2[kWindowHidden2];
    double weights3[kWindowHidden2][kWindowHidden3];
    double bias3[kWindowHidden3];
    double weights4[kWindowHidden3];
    double bias4;
    double unit2, unit3, unit4;  // what one in a sum of that layer stands for
    float unit1;

    // For estimates in single precision: the same weights as plain numbers.
    float about_shared[kClasses];                            // tanh of the input weights
    alignas(64) float about2[kSquares + 1][kWindowPadded2];  // times a change in grid steps
    float about3[kWindowHidden2][kWindowPadded3];
    float about_bias3[kWindowPadded3];
    float about4[kWindowPadded3];
    float about_bias4;
    // An estimate is off by less than margin + reach of the point + slope * (the largest sum of the
    // second layer before the move), in grid steps.
    float margin, slope;
    float reach[N * N + 1];
};

inline namespace PONNUKI_VARIANT {

// Which squares cover a point, and which weight a point has. A stone on any point of a class has
// the same effect on the squares that cover all of them, and so it is with a pair of mirrored
// points.
template <int N>
struct WindowGeometry {
    static constexpr int kSquares = window_squares(N);
    static constexpr int kClasses = window_classes(N);
    using Squares = Bits<kSquares>;

    std::array<Squares, N * N> covering{};
    std::array<std::uint8_t, N * N> class_of{};
    std::array<Squares, kClasses> covering_class{};
    std::array<std::uint8_t, N * N> partner{};   // the mirrored point that shares most squares
    std::array<std::uint8_t, N * N> in_pairs{};  // all points, partners side by side

    constexpr WindowGeometry() {
        int square = 0;
        for (int n = 3; n <= N; ++n)
            for (int top = 0; top + n <= N; ++top)
                for (int left = 0; left + n <= N; ++left, ++square)
                    for (int r = top; r < top + n; ++r)
                        for (int c = left; c < left + n; ++c) covering[r * N + c].set(square);
        for (int r = 0; r < N; ++r)
            for (int c = 0; c < N; ++c) {
                int a = r < N - 1 - r ? r : N - 1 - r;
                int b = c < N - 1 - c ? c : N - 1 - c;
                if (a > b) {
                    const int swap = a;
                    a = b;
                    b = swap;
                }
                const int half = (N + 1) / 2;
                class_of[r * N + c] = static_cast<std::uint8_t>(a * half - a * (a - 1) / 2 + b - a);
            }
        for (Squares& squares : covering_class) squares = Squares::all();
        for (int point = 0; point < N * N; ++point)
            covering_class[class_of[point]] = covering_class[class_of[point]] & covering[point];
        pair_up();
    }

private:
    constexpr void pair_up() {
        int count = 0;
        for (int point = 0; point < N * N; ++point) {
            const int r = point / N, c = point % N, s = N - 1 - r, d = N - 1 - c;
            const int images[] = {r * N + d, s * N + c, c * N + r, d * N + s};
            int best = point, most = -1;
            for (const int image : images) {
                const int shared = (covering[point] & covering[image]).count();
                if (image != point && shared > most) {
                    best = image;
                    most = shared;
                }
            }
            partner[point] = static_cast<std::uint8_t>(best);
            if (best < point) continue;
            in_pairs[count++] = static_cast<std::uint8_t>(point);
            if (best != point) in_pairs[count++] = static_cast<std::uint8_t>(best);
        }
    }
};
template <int N>
inline constexpr WindowGeometry<N> kWindow{};

// Lists of squares in steps of four, filled up with a square that is not there. A loop over a list
// ends where it did last time, which a loop over a set does not; and side by side they stay small.
template <int N>
struct WindowLists {
    static constexpr int kSquares = window_squares(N);
    using Squares = Bits<kSquares>;

    struct List {
        std::uint16_t first = 0, steps = 0;
    };
    // Every square as often as it has points, twice; a class has fewer; at most 3 to fill up.
    static constexpr int kRoom =
        2 * window_cover(N) + kSquares * window_classes(N) + 3 * (3 * N * N + window_classes(N));
    static_assert(kRoom <= 65536);
    std::array<List, window_classes(N)> of_class{};  // squares that cover a whole class
    std::array<List, N * N> own{};                   // those that cover a point alone
    std::array<List, N * N> shared{};                // ... and its partner as well
    std::array<List, N * N> rest{};                  // ... but not its partner
    std::array<std::uint16_t, kRoom> square{};

    constexpr WindowLists() {
        const auto& geometry = kWindow<N>;
        for (int kind = 0; kind < window_classes(N); ++kind)
            of_class[kind] = list(geometry.covering_class[kind]);
        for (int point = 0; point < N * N; ++point) {
            const auto& common = geometry.covering_class[geometry.class_of[point]];
            const Squares squares = geometry.covering[point].without(common);
            const Squares others = geometry.covering[geometry.partner[point]].without(common);
            rest[point] = list(squares.without(others));
            const int partner = geometry.partner[point];
            shared[point] = partner < point ? shared[partner] : list(squares & others);
        }
        for (int point = 0; point < N * N; ++point) {
            const auto& common = geometry.covering_class[geometry.class_of[point]];
            own[point] = list(geometry.covering[point].without(common));
        }
    }

private:
    constexpr List list(const Squares& squares) {
        const int first = count_;
        squares.each([&](int one) { square[count_++] = static_cast<std::uint16_t>(one); });
        while (count_ % 4 > 0) square[count_++] = kSquares;
        return {static_cast<std::uint16_t>(first),
                static_cast<std::uint16_t>((count_ - first) / 4)};
    }

    int count_ = 0;
};
template <int N>
inline constexpr WindowLists<N> kWindowLists{};

// What the net keeps of a board: sums and values of the first layer, sums of the second.
template <int N>
struct alignas(64) WindowSums {
    using Net = WindowNet<N>;
    std::int32_t sum1[Net::kPadded];
    float value1[Net::kPadded];
    double sum2[kWindowHidden2];
};

// What changes in the first layer if the side to move plays on a point: the same for all points of
// a class, so it is worked out once a class, when first asked for.
template <int N>
struct alignas(64) WindowChanges {
    using Net = WindowNet<N>;
    double change[Net::kClasses][Net::kPadded];
    double sum2[Net::kClasses][kWindowHidden2];  // with the squares that cover the whole class
    typename WindowGeometry<N>::Squares changing[Net::kClasses];  // where it is not 0
    bool known[Net::kClasses];

    void forget() {
        for (bool& one : known) one = false;
    }
};

// The same in single precision, for estimates.
template <int N>
struct alignas(64) WindowGuesses {
    using Net = WindowNet<N>;
    float change[Net::kClasses][Net::kPadded];
    float sum2[Net::kClasses][kWindowPadded2];
    float before[kWindowPadded2];  // the sums of the second layer, in single precision
    float error;                   // how far an estimate may be off, but for a point's reach
    bool known[Net::kClasses];
    bool begun;

    void forget() {
        for (bool& one : known) one = false;
        begun = false;
    }
};

// The input that a stone is: black -1, white +1.
constexpr int window_input(Side side) {
    return side == kBlack ? -1 : 1;
}

template <int N>
class WindowEvaluator {
public:
    using Net = WindowNet<N>;
    using Sums = WindowSums<N>;
    using Changes = WindowChanges<N>;
    using Guesses = WindowGuesses<N>;
    using Points = Bits<N * N>;

    static constexpr int kMaxBatch = 16;

    WindowEvaluator() = default;
    explicit WindowEvaluator(const Net& net) : net_(&net) {}

    // The sums of any board, from nothing.
    void start(const Points& black, const Points& white, Sums& sums) const {
        std::memcpy(sums.sum1, net_->bias1, sizeof sums.sum1);
        for (const Side side : {kBlack, kWhite})
            (side == kBlack ? black : white).each([&](int point) {
                const std::int32_t input = window_input(side) * net_->shared[class_of(point)];
                kWindow<N>.covering[point].each([&](int square) { sums.sum1[square] += input; });
            });
        Doubles acc[kChunks];
        for (int i = 0; i < kChunks; ++i) acc[i] = load<Doubles>(net_->bias2 + i * kDoubles);
        for (int at = 0; at < Net::kPadded; at += kFloats)
            store(sums.value1 + at, first_layer(load<Ints>(sums.sum1 + at)));
        for (int square = 0; square < Net::kSquares; ++square) {
            const Doubles value = spread(sums.value1[square]);
            for (int i = 0; i < kChunks; ++i)
                acc[i] = multiply_add(load<Doubles>(net_->weights2[square] + i * kDoubles), value,
                                      acc[i]);
        }
        for (int i = 0; i < kChunks; ++i) store(sums.sum2 + i * kDoubles, acc[i]);
    }

    // The sums after a stone of `side` on an empty point.
    void play(const Sums& before, Changes& changes, Side side, int point, Sums& after) const {
        const int kind = class_of(point);
        prepare(before, changes, side, kind);
        const Ints input = Ints{} + window_input(side) * net_->shared[kind];
        const double* change = changes.change[kind];
        for (int at = 0; at < Net::kPadded; at += kFloats) {
            const std::uint64_t lanes = kWindow<N>.covering[point].word[at / 64] >> (at % 64);
            const Floats changed = join(narrow(load<Doubles>(change + at)),
                                        narrow(load<Doubles>(change + at + kDoubles)));
            store(after.sum1 + at, add_in_lanes(load<Ints>(before.sum1 + at), input, lanes));
            store(after.value1 + at,
                  add_in_lanes(load<Floats>(before.value1 + at), changed, lanes));
        }
        Doubles acc[kChunks];
        begin(changes, kind, acc);
        add_squares(changes, kind, own_squares(changes, kind, point), acc);
        for (int i = 0; i < kChunks; ++i) store(after.sum2 + i * kDoubles, acc[i]);
    }

    // Black's view of a board, in grid steps.
    std::int32_t value(const Sums& sums) const {
        alignas(64) Scratch scratch;
        Doubles acc[kChunks];
        for (int i = 0; i < kChunks; ++i) acc[i] = load<Doubles>(sums.sum2 + i * kDoubles);
        enter(scratch, 0, acc);
        std::int32_t out[kMaxBatch];
        finish(scratch, 1, out);
        return out[0];
    }

    // Black's view of the boards after a stone of `side` on each of up to kMaxBatch points.
    // Partners side by side are cheaper.
    template <class Point>
    void values(const Sums& before, Changes& changes, Side side, const Point* points, int count,
                std::int32_t* out) const {
        alignas(64) Scratch scratch;
        Doubles acc[kChunks], other[kChunks];
        for (int which = 0; which < count; ++which) {
            const int point = points[which];
            if (point == N * N) {  // a pass
                for (int i = 0; i < kChunks; ++i)
                    acc[i] = load<Doubles>(before.sum2 + i * kDoubles);
                enter(scratch, which, acc);
                continue;
            }
            const int kind = class_of(point);
            prepare(before, changes, side, kind);
            begin(changes, kind, acc);
            auto squares = own_squares(changes, kind, point);
            const int partner = kWindow<N>.partner[point];
            if (which + 1 < count && points[which + 1] == partner && partner != point) {
                auto others = own_squares(changes, kind, partner);
                const auto shared = squares & others;
                add_squares(changes, kind, shared, acc);
                for (int i = 0; i < kChunks; ++i) other[i] = acc[i];
                add_squares(changes, kind, others.without(shared), other);
                enter(scratch, which + 1, other);
                squares = squares.without(shared);
                add_squares(changes, kind, squares, acc);
                enter(scratch, which++, acc);
                continue;
            }
            add_squares(changes, kind, squares, acc);
            enter(scratch, which, acc);
        }
        finish(scratch, count, out);
    }

    // Estimates of the same, in single precision.
    template <class Point>
    void estimates(const Sums& before, Guesses& guesses, Side side, const Point* points, int count,
                   float* out) const {
        if (!guesses.begun) begin(before, guesses);
        alignas(64) AboutScratch scratch;
        Floats acc[kAboutChunks], other[kAboutChunks];
        for (int which = 0; which < count; ++which) {
            const int point = points[which];
            if (point == N * N) {  // a pass
                for (int i = 0; i < kAboutChunks; ++i)
                    acc[i] = load<Floats>(guesses.before + i * kFloats);
                enter(scratch, which, acc);
                continue;
            }
            const int kind = class_of(point);
            guess(before, guesses, side, kind);
            for (int i = 0; i < kAboutChunks; ++i)
                acc[i] = load<Floats>(guesses.sum2[kind] + i * kFloats);
            const int partner = kWindow<N>.partner[point];
            if (which + 1 < count && points[which + 1] == partner && partner != point) {
                add_squares(guesses, kind, kWindowLists<N>.shared[point], acc);
                for (int i = 0; i < kAboutChunks; ++i) other[i] = acc[i];
                add_squares(guesses, kind, kWindowLists<N>.rest[partner], other);
                enter(scratch, which + 1, other);
                add_squares(guesses, kind, kWindowLists<N>.rest[point], acc);
                enter(scratch, which++, acc);
                continue;
            }
            add_squares(guesses, kind, kWindowLists<N>.own[point], acc);
            enter(scratch, which, acc);
        }
        finish(scratch, count, out);
    }

    // How far the estimate of a point may be off.
    float error(const Guesses& guesses, int point) const {
        return guesses.error + net_->reach[point];
    }

    // Whether estimates can tell anything: with large weights they may be off by too much.
    bool can_estimate() const {
        constexpr int kMiddle = N / 2 * (N + 1);
        return net_->margin + net_->reach[kMiddle] < kGrid / 16;
    }

private:
    static constexpr int kChunks = kWindowHidden2 / kDoubles;
    static constexpr int kAboutChunks = (kWindowHidden2 + kFloats - 1) / kFloats;

    // Sums, then values: of the second layer by board, of the third by unit for some boards.
    struct Scratch {
        float layer2[kMaxBatch * kWindowHidden2 + kFloats];
        float layer3[kWindowHidden3 * kDoubles];
        float layer4[kMaxBatch];
    };

    struct AboutScratch {
        float value2[kMaxBatch * kWindowPadded2];
        float value4[kMaxBatch];
    };

    static int class_of(int point) { return kWindow<N>.class_of[point]; }

    PONNUKI_INLINE Floats first_layer(Ints sum) const {
        return on_grid(tanh_of(__builtin_convertvector(sum, Floats) * net_->unit1));
    }

    void prepare(const Sums& sums, Changes& changes, Side side, int kind) const {
        if (changes.known[kind]) return;
        changes.known[kind] = true;
        const Ints input = Ints{} + window_input(side) * net_->shared[kind];
        auto& changing = changes.changing[kind];
        changing = {};
        for (int at = 0; at < Net::kPadded; at += kFloats) {
            const Floats change =
                first_layer(load<Ints>(sums.sum1 + at) + input) - load<Floats>(sums.value1 + at);
            store(changes.change[kind] + at, widen(low_half(change)));
            store(changes.change[kind] + at + kDoubles, widen(high_half(change)));
            changing.word[at / 64] |= nonzero_lanes(change) << (at % 64);
        }
        Doubles acc[kChunks];
        for (int i = 0; i < kChunks; ++i) acc[i] = load<Doubles>(sums.sum2 + i * kDoubles);
        add_squares(changes, kind, kWindow<N>.covering_class[kind] & changing, acc);
        for (int i = 0; i < kChunks; ++i) store(changes.sum2[kind] + i * kDoubles, acc[i]);
    }

    using Squares = typename WindowGeometry<N>::Squares;

    void begin(const Sums& sums, Guesses& guesses) const {
        guesses.begun = true;
        Doubles largest = Doubles{};
        for (int i = 0; i < kChunks; ++i) {
            const Doubles sum = load<Doubles>(sums.sum2 + i * kDoubles) * net_->unit2;
            store(guesses.before + i * kDoubles, narrow(sum));
            const Doubles size = sum < 0.0 ? -sum : sum;
            largest = largest < size ? size : largest;
        }
        for (int j = kWindowHidden2; j < kWindowPadded2; ++j) guesses.before[j] = 0;
        guesses.error = net_->margin + net_->slope * static_cast<float>(largest_of(largest));
    }

    // tanh(a + b) = (tanh a + tanh b) / (1 + tanh a tanh b): no new tanh is needed.
    void guess(const Sums& sums, Guesses& guesses, Side side, int kind) const {
        if (guesses.known[kind]) return;
        guesses.known[kind] = true;
        const float input = static_cast<float>(window_input(side)) * net_->about_shared[kind];
        const Floats added = about_spread(input * kGrid), by = about_spread(input / kGrid);
        for (int at = 0; at < Net::kPadded; at += kFloats) {
            const Floats before = load<Floats>(sums.value1 + at);
            const Floats below = about_multiply_add(before, by, about_spread(1.0f));
            store(guesses.change[kind] + at, about_quotient(before + added, below) - before);
        }
        Floats acc[kAboutChunks];
        for (int i = 0; i < kAboutChunks; ++i) acc[i] = load<Floats>(guesses.before + i * kFloats);
        add_squares(guesses, kind, kWindowLists<N>.of_class[kind], acc);
        for (int i = 0; i < kAboutChunks; ++i) store(guesses.sum2[kind] + i * kFloats, acc[i]);
    }

    // The squares that cover a point but not its whole class, and that change.
    PONNUKI_INLINE static Squares own_squares(const Changes& changes, int kind, int point) {
        return kWindow<N>.covering[point].without(kWindow<N>.covering_class[kind]) &
               changes.changing[kind];
    }

    // The second layer's sums that all points of a class have in common.
    PONNUKI_INLINE static void begin(const Changes& changes, int kind, Doubles* acc) {
        for (int i = 0; i < kChunks; ++i) acc[i] = load<Doubles>(changes.sum2[kind] + i * kDoubles);
    }

    PONNUKI_INLINE void add_squares(const Changes& changes, int kind, const Squares& squares,
                                    Doubles* sums) const {
        Doubles acc[kChunks];
        unrolled<kChunks>([&](auto i) { acc[i] = sums[i]; });
        for (int w = 0; w < squares.kWords; ++w) {
            const double* const change64 = changes.change[kind] + 64 * w;
            const auto* const column64 = net_->weights2 + 64 * w;
            for (std::uint64_t rest = squares.word[w]; rest; rest &= rest - 1) {
                const int square = std::countr_zero(rest);
                const Doubles by = spread(change64[square]);
                const double* column = column64[square];
                unrolled<kChunks>([&](auto i) {
                    acc[i] = multiply_add(load<Doubles>(column + i * kDoubles), by, acc[i]);
                });
            }
        }
        unrolled<kChunks>([&](auto i) { sums[i] = acc[i]; });
    }

    PONNUKI_INLINE void add_squares(const Guesses& guesses, int kind,
                                    typename WindowLists<N>::List list, Floats* sums) const {
        Floats acc[kAboutChunks], more[kAboutChunks];
        unrolled<kAboutChunks>([&](auto i) {
            acc[i] = sums[i];
            more[i] = Floats{};
        });
        const float* const change = guesses.change[kind];
        const std::uint16_t* square = kWindowLists<N>.square.data() + list.first;
        for (int step = 0; step < list.steps; ++step, square += 4)
            unrolled<4>([&](auto k) {
                const Floats by = about_spread(change[square[k]]);
                const float* column = net_->about2[square[k]];
                unrolled<kAboutChunks>([&](auto i) {
                    Floats& sum = k % 2 == 0 ? acc[i] : more[i];
                    sum = about_multiply_add(load<Floats>(column + i * kFloats), by, sum);
                });
            });
        unrolled<kAboutChunks>([&](auto i) { sums[i] = acc[i] + more[i]; });
    }

    PONNUKI_INLINE static void enter(AboutScratch& scratch, int which, const Floats* sums) {
        for (int i = 0; i < kAboutChunks; ++i)
            store(scratch.value2 + which * kWindowPadded2 + i * kFloats, sums[i]);
    }

    void finish(AboutScratch& scratch, int count, float* out) const {
        int first = 0;
        for (; count - first > kFloats / 2; first += kFloats)
            about_last_layers(scratch, first, count);
        // All at once, because one alone would wait for itself.
        for (int at = first * kWindowPadded2; at < count * kWindowPadded2; at += kFloats)
            store(scratch.value2 + at, about_tanh(load<Floats>(scratch.value2 + at)));
        for (; count - first > 1; first += 4) about_third_layer<4>(scratch, first, count);
        if (first < count) about_third_layer<1>(scratch, first, count);
        for (int at = 0; at < count; at += kFloats)
            store(out + at, about_tanh(load<Floats>(scratch.value4 + at)) * kGrid);
    }

    // A board's values of the second layer; past the last board they are repeated, because numbers
    // that happen to be in memory may be so small that they take a hundred times as long.
    PONNUKI_INLINE static const float* board(const AboutScratch& scratch, int which, int count) {
        return scratch.value2 + std::min(which, count - 1) * kWindowPadded2;
    }

    // All but the last activation for as many boards as there are lanes, a board in each.
    void about_last_layers(AboutScratch& scratch, int first, int count) const {
        Floats acc[kWindowHidden3];
        unrolled<kWindowHidden3>([&](auto i) { acc[i] = about_spread(net_->about_bias3[i]); });
        for (int from = 0; from < kWindowHidden2; from += kFloats) {
            Floats block[kFloats];
            unrolled<kFloats>(
                [&](auto b) { block[b] = load<Floats>(board(scratch, first + b, count) + from); });
            transpose(block);
            const int end = std::min(kFloats, kWindowHidden2 - from);
            for (int k = 0; k < end; ++k) {
                const Floats value = about_tanh(block[k]);
                const float* weights = net_->about3[from + k];
                unrolled<kWindowHidden3>([&](auto i) {
                    acc[i] = about_multiply_add(value, about_spread(weights[i]), acc[i]);
                });
            }
        }
        Floats last = about_spread(net_->about_bias4);
        unrolled<kWindowHidden3>([&](auto i) {
            last = about_multiply_add(about_tanh(acc[i]), about_spread(net_->about4[i]), last);
        });
        store(scratch.value4 + first, last);
    }

    // The third layer and the sum of the last one. A board alone is taken in four parts, because
    // one sum would wait for itself.
    template <int Together>
    void about_third_layer(AboutScratch& scratch, int first, int count) const {
        constexpr int kWide = kWindowPadded3 / kFloats;
        constexpr int kParts = Together == 1 ? 4 : 1;
        const float* value2[Together];
        unrolled<Together>([&](auto b) { value2[b] = board(scratch, first + b, count); });
        Floats acc[Together * kParts * kWide];
        unrolled<Together * kParts * kWide>([&](auto at) {
            acc[at] = at / kWide % kParts == 0
                          ? load<Floats>(net_->about_bias3 + at % kWide * kFloats)
                          : Floats{};
        });
        for (int j = 0; j < kWindowHidden2; j += kParts)
            unrolled<kParts * kWide>([&](auto at) {
                constexpr int part = at / kWide, i = at % kWide;
                const Floats weight = load<Floats>(net_->about3[j + part] + i * kFloats);
                unrolled<Together>([&](auto b) {
                    Floats& sum = acc[(b * kParts + part) * kWide + i];
                    sum = about_multiply_add(weight, about_spread(value2[b][j + part]), sum);
                });
            });
        unrolled<Together>([&](auto b) {
            Floats last = Floats{};
            unrolled<kWide>([&](auto i) {
                Floats sum = acc[b * kParts * kWide + i];
                for (int part = 1; part < kParts; ++part)
                    sum += acc[(b * kParts + part) * kWide + i];
                last = about_multiply_add(about_tanh(sum), load<Floats>(net_->about4 + i * kFloats),
                                          last);
            });
            scratch.value4[first + b] = net_->about_bias4 + about_sum_of(last);
        });
    }

    PONNUKI_INLINE void enter(Scratch& scratch, int which, const Doubles* sums) const {
        for (int i = 0; i < kChunks; ++i)
            store(scratch.layer2 + which * kWindowHidden2 + i * kDoubles,
                  narrow(sums[i] * net_->unit2));
    }

    void finish(Scratch& scratch, int count, std::int32_t* out) const {
        const int sums = count * kWindowHidden2;
        for (int i = sums; i < sums + kFloats; ++i) scratch.layer2[i] = 0;
        for (float& sum : scratch.layer4) sum = 0;
        activate(scratch.layer2, sums);
        for (int first = 0; first < count; first += kDoubles) last_layers(scratch, first, count);
        activate(scratch.layer4, count);
        for (int which = 0; which < count; ++which)
            out[which] = static_cast<std::int32_t>(scratch.layer4[which]);
    }

    PONNUKI_INLINE static void activate(float* sums, int count) {
        for (int at = 0; at < count; at += kFloats)
            store(sums + at, on_grid(tanh_of(load<Floats>(sums + at))));
    }

    // From here a lane is a board: no lane is idle, and no sum is taken across lanes. Lanes past
    // the last board repeat it.
    void last_layers(Scratch& scratch, int first, int count) const {
        const float* boards[kDoubles];
        for (int b = 0; b < kDoubles; ++b)
            boards[b] = scratch.layer2 + std::min(first + b, count - 1) * kWindowHidden2;
        Doubles acc[kWindowHidden3];
        unrolled<kWindowHidden3>([&](auto i) { acc[i] = spread(net_->bias3[i]); });
        for (int j = 0; j < kWindowHidden2; j += kDoubles) {
            HalfFloats values[kDoubles];
            unrolled<kDoubles>([&](auto b) { values[b] = load<HalfFloats>(boards[b] + j); });
            transpose(values);
            unrolled<kDoubles>([&](auto k) {
                const Doubles value = widen(values[k]);
                const double* weights = net_->weights3[j + k];
                unrolled<kWindowHidden3>(
                    [&](auto i) { acc[i] = multiply_add(value, spread(weights[i]), acc[i]); });
            });
        }
        unrolled<kWindowHidden3>(
            [&](auto i) { store(scratch.layer3 + i * kDoubles, narrow(acc[i] * net_->unit3)); });
        activate(scratch.layer3, kWindowHidden3 * kDoubles);
        Doubles last = spread(net_->bias4);
        unrolled<kWindowHidden3>([&](auto i) {
            last = multiply_add(widen(load<HalfFloats>(scratch.layer3 + i * kDoubles)),
                                spread(net_->weights4[i]), last);
        });
        store(scratch.layer4 + first, narrow(last * net_->unit4));
    }

    const Net* net_ = nullptr;
};

}  // namespace PONNUKI_VARIANT

}  // namespace ponnuki
