"""Opening books: every line of what is read can be played, in all directions."""

from fuzz.target import Target
from ponnuki.games import game
from ponnuki.players import Book, BookError

_RULES = game("othello:8")


def _run(data: bytes) -> None:
    book = Book.parse(data.decode(errors="replace"), _RULES)
    assert book.lines, "a book without lines was read"
    for line in book.in_all_directions().lines[:40]:
        _RULES.start().play_all(line.moves)
    for line in book.lines[:10]:
        for ply, move in enumerate(line.moves):
            chances = book.chances(line.moves[:ply])
            assert chances[move] > 0, "the book forbids its own line"
            assert abs(sum(chances.values()) - 1) < 1e-9, "chances do not add up"


TARGET = Target(
    "books",
    _run,
    (BookError,),
    tuple(b"c4 d3 c4c3 c4c3d3c5 c4e3f4c5 pass a1 h8 z9 C4 c # c4c3d3e3f4 c44 4c \xff \x00 \r \xe2"
          .split(b" ")),
)  # fmt: skip
