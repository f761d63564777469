// Moves and turned discs of Othello on whole words; by vectors, all directions at a time.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "core/variant.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// A board of N x N points in one word, row by row. Four directions rise to higher points, the
// others fall; they come in pairs by the distance of two neighbours in the word.
template <int N>
struct OthelloLines {
    using Word = std::uint64_t;
    static constexpr int kPoints = N * N;
    static_assert(kPoints <= 64);
    static constexpr Word kAll = ~Word{0} >> (64 - kPoints);

    // Where a side may play, and those of the other side's discs that are the first to be turned in
    // some direction: as long as one of these stays as it is, the side keeps a move.
    struct Moves {
        Word points;
        Word witnesses;
    };

    static PONNUKI_INLINE Moves moves(Word own, Word theirs) {
        const Word inner = theirs & kInner;  // what can be passed sideways
        const Word empty = kAll & ~(own | theirs);
#if defined(__AVX2__)
        const Four over = {inner, inner, theirs, inner};
        const Four step = {1, N - 1, N, N + 1};
        Four ends, beside;
        runs(Four{} + own, over, Four{} + empty, step, ends, beside);
        return {joined(ends), joined(beside)};
#else
        Moves out{0, 0};
        for (const int step : {1, N - 1, N, N + 1}) {
            Word ends, beside;
            runs(own, step == N ? theirs : inner, empty, step, ends, beside);
            out.points |= ends;
            out.witnesses |= beside;
        }
        return out;
#endif
    }

    // The discs that a move turns. Along a line, the first point that is not theirs ends a run of
    // their discs; if it is ours, they are turned.
    static PONNUKI_INLINE Word turned_by(int move, Word own, Word theirs) {
        const Lines& lines = kLines[move];
#if defined(__AVX512VL__) && defined(__AVX512CD__)
        const Four ours = Four{} + own;
        const Four rising = load(lines.rising), falling = load(lines.falling);
        const Four up = rising & ~(Four{} + theirs), down = falling & ~(Four{} + theirs);
        const Four up_end = up & -up & ours;
        const auto up_found = (Four)_mm256_mask_sub_epi64(
            (__m256i)up_end, _mm256_test_epi64_mask((__m256i)up_end, (__m256i)up_end),
            (__m256i)up_end, _mm256_set1_epi64x(1));
        const Four last = Four{} + (Word{1} << 63);
        const Four down_end =
            (Four)_mm256_srlv_epi64((__m256i)last, _mm256_lzcnt_epi64((__m256i)down)) & ours;
        return joined((up_found & rising) | (-(down_end + down_end) & falling));
#else
        Word turned = 0;
        for (int way = 0; way < 4; ++way) {
            const Word up = lines.rising[way] & ~theirs;
            const Word up_end = up & -up & own;
            turned |= (up_end - (up_end != 0)) & lines.rising[way];
            const Word down = lines.falling[way] & ~theirs;
            const Word down_end = Word{1} << (63 - std::countl_zero(down | 1)) & down & own;
            turned |= -(down_end + down_end) & lines.falling[way];
        }
        return turned;
#endif
    }

private:
    using Four = Word __attribute__((vector_size(4 * sizeof(Word))));
    struct alignas(64) Lines {
        Word rising[4];
        Word falling[4];
    };

    static constexpr Word inner_columns() {
        Word out = 0;
        for (int point = 0; point < kPoints; ++point)
            if (point % N != 0 && point % N != N - 1) out |= Word{1} << point;
        return out;
    }
    static constexpr Word kInner = inner_columns();

    // By point: the points behind it in each direction.
    static constexpr std::array<Lines, kPoints> lines_of_points() {
        constexpr int kRows[] = {0, 1, 1, 1}, kColumns[] = {1, -1, 0, 1};
        std::array<Lines, kPoints> out{};
        for (int point = 0; point < kPoints; ++point)
            for (int way = 0; way < 4; ++way)
                for (const int sign : {1, -1}) {
                    Word& line = sign > 0 ? out[point].rising[way] : out[point].falling[way];
                    int row = point / N, column = point % N;
                    while (true) {
                        row += sign * kRows[way];
                        column += sign * kColumns[way];
                        if (row < 0 || row >= N || column < 0 || column >= N) break;
                        line |= Word{1} << (row * N + column);
                    }
                }
        return out;
    }
    static constexpr std::array<Lines, kPoints> kLines = lines_of_points();

    // Along one direction and back: the empty points at the ends of runs of their discs that begin
    // beside ours, and the last disc of each run. A run has at most six discs; they are found in
    // steps of 1, 1, 2 and 2.
    template <class Words, class Step>
    static PONNUKI_INLINE void runs(Words ours, Words over, Words empty, Step step, Words& ends,
                                    Words& beside) {
        const Step twice = step + step;
        Words up = over & (ours << step);
        Words down = over & (ours >> step);
        up |= over & (up << step);
        down |= over & (down >> step);
        const Words over_up = over & (over << step);
        const Words over_down = over & (over >> step);
        up |= over_up & (up << twice);
        down |= over_down & (down >> twice);
        up |= over_up & (up << twice);
        down |= over_down & (down >> twice);
        const Words up_ends = (up << step) & empty;
        const Words down_ends = (down >> step) & empty;
        ends = up_ends | down_ends;
        beside = (up_ends >> step) | (down_ends << step);
    }

#if defined(__AVX2__)
    static PONNUKI_INLINE Four load(const Word* from) {
        return (Four)_mm256_load_si256(reinterpret_cast<const __m256i*>(from));
    }
    static PONNUKI_INLINE Word joined(Four words) {
        const __m128i two = _mm_or_si128(_mm256_castsi256_si128((__m256i)words),
                                         _mm256_extracti128_si256((__m256i)words, 1));
        return static_cast<Word>(
            _mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))));
    }
#endif
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
