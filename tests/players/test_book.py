"""Opening books: their lines, who follows them and for how long."""

from collections import Counter

import numpy as np
import pytest

import ponnuki
from ponnuki import SpecError
from ponnuki.arena import Arena, BookOpening, Opening
from ponnuki.evaluators import evaluator
from ponnuki.games import GameSoFar
from ponnuki.players import Book, BookError, Choice, Draws, Engine, PlayerSeat, Search, ask
from ponnuki.players.book import book_of

GAME = ponnuki.game("othello:8")
WPC = evaluator("wpc", GAME)


def moves(text: str) -> tuple[int, ...]:
    """Moves written one behind the other."""
    return tuple(GAME.move(text[at : at + 2]) for at in range(0, len(text), 2))


def engine(seed: int = 1, **choice: object) -> Engine:
    """A piece counter with initial weights."""
    return Engine(WPC, WPC.initial(1, seed)[0], Search(depth=1), Choice(**choice))  # type: ignore[arg-type]


def games(black: Engine, white: Engine, count: int) -> list[tuple[int, ...]]:
    """The moves of games between two engines."""
    pairings = np.tile(np.array([[0, 1]], np.int32), (count, 1))
    batch = Arena(2).play(GAME, [black, white], pairings, np.arange(count, dtype=np.uint64))
    return [one.moves for one in batch]


def test_the_book_has_99_lines_in_four_directions() -> None:
    """396 lines of 2 to 18 moves, a quarter with each first move; names may come again."""
    book = book_of(GAME)
    assert len(book.lines) == 396
    assert {len(line.moves) for line in book.lines} <= set(range(2, 19))
    assert Counter(GAME.text(line.moves[0]) for line in book.lines) == dict.fromkeys(
        ("c4", "d3", "f5", "e6"), 99
    )
    assert Counter(line.name for line in book.lines)["Cow"] == 8


def test_a_branch_is_as_likely_as_it_has_lines() -> None:
    """After c4 the diagonal opening has 59 of 99 lines, as the paper says."""
    chances = book_of(GAME).chances(moves("c4"))
    assert chances[GAME.move("c3")] == pytest.approx(59 / 99, abs=0.01)
    assert sum(chances.values()) == pytest.approx(1)


def test_the_core_draws_by_these_chances() -> None:
    """Over 4,000 games the first replies of a player with a book come as often as their lines."""
    played = games(engine(book="chance"), engine(2, book="chance"), 4000)
    seconds = Counter(one[1] for one in played if one[0] == GAME.move("c4"))
    share = seconds[GAME.move("c3")] / seconds.total()
    chance = book_of(GAME).chances(moves("c4"))[GAME.move("c3")]
    assert abs(share - chance) < 4 * np.sqrt(chance * (1 - chance) / seconds.total())


@pytest.mark.parametrize("net", ["wpc", "mlp"])
@pytest.mark.parametrize("depth", [1, 2])
def test_only_the_player_with_a_book_follows_it(net: str, depth: int) -> None:
    """Black's moves are of the book as long as the game is; white's are its own."""
    kind = evaluator(net, GAME)
    rows = kind.initial(2, 3)
    black = Engine(kind, rows[0], Search(depth=depth), Choice(book="chance"))
    white = Engine(kind, rows[1], Search(depth=depth))
    book, replies = book_of(GAME), set[tuple[int, ...]]()
    for number, played in enumerate(games(black, white, 40)):
        ply = 0
        while chances := book.chances(played[:ply]):
            if ply % 2 == 0:
                assert played[ply] in chances
            else:
                position = GAME.start().play_all(played[:ply])
                assert played[ply] == white.choose(position, seed=number)
            ply += 1
            replies.add(played[:ply])
        assert ply >= 1
    assert len(replies) > 4


def test_the_likeliest_line_is_the_one_of_most_lines() -> None:
    """Without chance black begins at c4, where most lines go on, and so does white's reply."""
    played = games(engine(book="likeliest"), engine(2, book="likeliest"), 5)
    book = book_of(GAME)
    line: tuple[int, ...] = ()
    while chances := book.chances(line):
        line += (max(chances, key=chances.__getitem__),)
    assert len(line) > 6
    assert {one[: len(line)] for one in played} == {line}


def test_random_moves_inside_the_book() -> None:
    """A player whose moves are all random leaves its book only if it draws inside it as well."""
    starts = [
        {
            one[0]
            for one in games(engine(noise=1.0, book="likeliest", book_noise=noise), engine(2), 40)
        }
        for noise in (False, True)
    ]
    assert starts[0] == {GAME.move("c4")}
    assert len(starts[1]) == 4


@pytest.mark.parametrize("noise", [False, True])
def test_a_game_move_by_move_is_that_of_a_batch(noise: bool) -> None:
    """Whoever hands on the moves and the generator gets the game that the core plays."""
    black, white = engine(noise=0.2, book="chance", book_noise=noise), engine(2, noise=0.2)
    for seed, played in enumerate(games(black, white, 8)):
        draws, so_far = Draws(seed), GameSoFar(GAME.start())
        seats = PlayerSeat(black), PlayerSeat(white)
        seats[0].begin("black", seed, draws)
        seats[1].begin("white", seed, draws)
        while so_far.position.outcome is None:
            so_far = so_far.play(ask(seats[len(so_far) % 2], so_far, "a player").move)
        assert so_far.moves == played


def test_a_line_that_cannot_be_played_is_named() -> None:
    """The error says the line's number, the line and the move."""
    with pytest.raises(BookError, match=r"line 2 of the book, 'c4c3a1 Nowhere', move 3: a1 is not"):
        Book.parse("c4c3 Diagonal\nc4c3a1 Nowhere\n", GAME)
    with pytest.raises(BookError, match=r"line 1 .* move 2: "):
        Book.parse("c4z9 Nowhere", GAME)
    with pytest.raises(BookError, match="no lines"):
        Book.parse("# nothing\n", GAME)


def test_books_by_specs() -> None:
    """A spec says the book, and a game without one is refused."""
    player = ponnuki.player("standard-wpc,book=chance,book_noise=yes", GAME)
    assert isinstance(player, Engine)
    assert player.choice == Choice(book="chance", book_noise=True)
    with pytest.raises(SpecError, match="there is no book for othello:6"):
        ponnuki.player("untrained,net=wpc,book=chance", ponnuki.game("othello:6"))
    with pytest.raises(SpecError, match="book='often' is not allowed"):
        ponnuki.player("untrained,net=wpc,book=often", GAME)


def test_openings_of_settings() -> None:
    """A book is an opening that a file of settings can say and gets back."""
    for text in "book", "book,line=likeliest", "book,noise=yes", "book,line=likeliest,noise=yes":
        opening = Opening.of(text)
        assert isinstance(opening, BookOpening)
        assert opening.plain() == text
        assert not opening
    assert Opening.of("book,noise=yes").choice(0.1) == Choice(
        noise=0.1, book="chance", book_noise=True
    )
    with pytest.raises(ValueError, match="line='best' is not allowed"):
        Opening.of("book,line=best")
    with pytest.raises(ValueError, match=r"opening\.depth is no setting: use line, noise"):
        Opening.of("book,depth=3")
    with pytest.raises(ValueError, match="use 0 to 1000 random plies, or 'book'"):
        Opening.of("books")
