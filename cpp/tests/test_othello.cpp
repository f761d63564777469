#include <vector>

#include "check.hpp"
#include "core/rng.hpp"
#include "games/othello_lines.hpp"
#include "play/book.hpp"

using namespace ponnuki;

// The discs that a move turns, point by point.
template <int N>
static std::uint64_t slowly_turned(int move, std::uint64_t own, std::uint64_t theirs) {
    std::uint64_t out = 0;
    for (int down = -1; down <= 1; ++down)
        for (int right = -1; right <= 1; ++right) {
            if (down == 0 && right == 0) continue;
            std::uint64_t run = 0;
            int row = move / N + down, column = move % N + right;
            const auto on_board = [&] { return row >= 0 && row < N && column >= 0 && column < N; };
            const auto has = [&](std::uint64_t stones) { return stones >> (row * N + column) & 1; };
            for (; on_board() && has(theirs); row += down, column += right)
                run |= std::uint64_t{1} << (row * N + column);
            if (on_board() && has(own)) out |= run;
        }
    return out;
}

template <int N>
static void check_lines() {
    using Lines = OthelloLines<N>;
    Rng rng(N);
    for (int i = 0; i < 3000; ++i) {
        std::uint64_t own = 0, theirs = 0, points = 0;
        const int share = 1 + i % 7;  // of empty points, from few to most
        for (int point = 0; point < N * N; ++point) {
            const int drawn = rng.below(2 + share);
            if (drawn < 2) (drawn ? own : theirs) |= std::uint64_t{1} << point;
        }
        const auto found = Lines::moves(own, theirs);
        for (int point = 0; point < N * N; ++point) {
            if ((own | theirs) >> point & 1) continue;
            const std::uint64_t turned = slowly_turned<N>(point, own, theirs);
            CHECK(Lines::turned_by(point, own, theirs) == turned);
            if (!turned) continue;
            points |= std::uint64_t{1} << point;
            // Unless all witnesses are turned, a side keeps a move.
            const std::uint64_t after = own | turned | std::uint64_t{1} << point;
            if (found.witnesses & ~turned) CHECK(Lines::moves(after, theirs & ~turned).points);
        }
        CHECK(found.points == points);
        CHECK(!(found.witnesses & ~theirs));
    }
}

TEST("moves and turned discs of Othello are those found point by point") {
    check_lines<6>();
    check_lines<8>();
}

TEST("a book draws its moves by the number of lines through them") {
    const std::vector<std::vector<Move>> lines{{1, 2, 3}, {1, 2, 4}, {1, 5}, {6}, {1, 2, 3}};
    const Book book(lines);
    int counts[7] = {};
    for (std::uint64_t seed = 0; seed < 5000; ++seed)
        ++counts[book.next(Book::kStart, false, seed, 0)];
    CHECK(counts[1] + counts[6] == 5000);
    CHECK(counts[1] > 3800 && counts[1] < 4200);  // 4 of 5 lines
    CHECK(book.next(Book::kStart, true, 1, 0) == 1);
    const int second = book.after(book.after(Book::kStart, 1), 2);
    CHECK(book.next(second, true, 1, 2) == 3);
    CHECK(book.next(second, false, 7, 2) == book.next(second, false, 7, 2));
}

TEST("a book ends where its lines end, and outside of them") {
    const std::vector<std::vector<Move>> lines{{1, 2}, {1}};
    const Book book(lines);
    const int first = book.after(Book::kStart, 1);
    CHECK(book.next(first, false, 3, 1) == 2);
    CHECK(book.next(book.after(first, 2), false, 3, 2) == -1);
    CHECK(book.after(Book::kStart, 9) == Book::kOutside);
    CHECK(book.after(Book::kOutside, 1) == Book::kOutside);
    CHECK(book.next(Book::kOutside, false, 3, 1) == -1);
}
