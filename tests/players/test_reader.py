"""The reader: positions with known answers, its limits, and a plain twin."""

import random
from functools import cache

import pytest

import ponnuki
from ponnuki import Position, play_games
from ponnuki.players import RandomPlayer, Reader
from ponnuki.players.reader import GOALS, Goal
from tests.players.survey import view, views
from tests.reference.reader import ask, owner
from tests.reference.ryder import setting

READER = Reader()

ANSWERS: list[tuple[str, str, str, str, str, str | None]] = [
    # position, goal, target, who is first, what is said, the only move
    ("A", "capture", "C5", "us", "yes", "C4"),
    ("B", "capture", "C5", "us", "no", None),
    ("C", "capture", "D4", "us", "yes", "E3"),
    ("D", "capture", "C1", "us", "yes", "D1"),
    ("E", "capture", "D1", "us", "yes", "D2"),
    ("F", "save", "C5", "us", "no", None),
    ("G", "save", "C5", "us", "yes", "D5"),
    ("G", "capture", "C5", "them", "yes", "D5"),
    ("H", "save", "A2", "us", "yes", "B1"),
    ("H", "capture", "A2", "them", "yes", "B1"),
    ("H", "eye", "B1", "us", "yes", "B1"),
    ("H", "eye", "B1", "them", "no", "B1"),
    ("N", "capture", "D5", "us", "no", None),
]


@pytest.mark.parametrize("case", ANSWERS, ids=lambda case: f"{case[0]} {case[1]} {case[3]}")
def test_positions_of_the_survey(case: tuple[str, str, str, str, str, str | None]) -> None:
    """All are answered within the limit, turned, mirrored, and for either colour."""
    name, goal, target, first, said, move = case
    for one in views(name):
        side = one.us if first == "us" else one.them
        answer = READER.ask(one.position, goal, one.point(target), first=side)  # type: ignore[arg-type]
        assert answer.said == said
        assert answer.move == (move and one.point(move))
        assert answer.tried <= READER.limit


def test_links() -> None:
    """Who moves first decides the jump (I), and nobody cuts the joint (J)."""
    for one in views("I"):
        stones = {"target": one.point("B3"), "other": one.point("D3")}
        for goal, side in ("connect", one.us), ("cut", one.them):
            answer = READER.ask(one.position, goal, first=side, **stones)  # type: ignore[arg-type]
            assert (answer.said, answer.move) == ("yes", one.point("C3"))
    for one in views("J"):
        stones = {"target": one.point("B3"), "other": one.point("D3")}
        assert READER.ask(one.position, "cut", first=one.them, **stones).said == "no"
        assert READER.ask(one.position, "connect", first=one.us, **stones).said == "yes"


def test_three_plies_are_enough_on_the_edge_and_not_for_a_ladder() -> None:
    """Looking ahead three moves, it finds D and E, and neither A nor the double atari's stone."""
    short = Reader(plies=3)
    for name, target, said in ("D", "C1", "yes"), ("E", "D1", "yes"), ("A", "C5", "no"):
        assert short.ask(view(name).position, "capture", target, first="black").said == said


def test_unknown_is_not_no() -> None:
    """With too few moves it says that it does not know, whatever the answer would be."""
    for name, target, said in ("A", "C5", "yes"), ("B", "C5", "no"), ("C", "D4", "yes"):
        position = view(name).position
        full = READER.ask(position, "capture", target, first="black")
        assert full.said == said
        short = Reader(limit=full.tried - 1).ask(position, "capture", target, first="black")
        assert (short.said, short.tried) == ("unknown", full.tried - 1)


def test_it_reads_more_than_ladders() -> None:
    """A net without an atari is found, which six ataris in a row do not find."""
    position = view("C").position
    assert READER.ask(position, "capture", "D4", first="black").move == "E3"
    pattern = ponnuki.player("pattern", position.game)
    assert position.game.text(pattern.choose(position, seed=1)) != "E3"


@cache
def positions(spec: str, count: int) -> list[Position]:
    """Positions of games between players that make mistakes."""
    game = ponnuki.game(spec)
    players = [
        *(ponnuki.player(f"{one},noise=0.2", game) for one in ("naive", "pattern")),
        RandomPlayer(),
    ]
    batch = list(play_games(game, players, [[0, 1], [1, 0], [2, 0], [1, 1]] * 5, range(20)))
    dice = random.Random(spec)
    found = []
    for _ in range(count):
        record = dice.choice(batch)
        found.append(game.start().play_all(record.moves[: dice.randrange(len(record.moves))]))
    return found


@pytest.mark.parametrize(
    ("spec", "count"),
    [("go:5,scoring=area", 60), ("go:7,scoring=area,ko=simple", 16), ("go:9", 3)],
)
def test_answers_are_those_of_the_plain_twin(spec: str, count: int) -> None:
    """Thousands of questions: what is said, the move, and how many were tried."""
    asked = 0
    for position in positions(spec, count):
        game = position.game
        size, cells, colour, ko = setting(position)
        for point in range(size * size):
            goal: Goal
            for goal in GOALS:
                other = -1
                if goal == "eye":
                    found = owner(size, cells, point)
                    if found is None or cells.count(found[0]) == 0:
                        continue
                elif cells[point] == 0:
                    continue
                elif goal in {"connect", "cut"}:
                    others = [p for p in range(point) if cells[p] == cells[point]]
                    if not others:
                        continue
                    other = others[(7 * point) % len(others)]
                for first in (1, -1):
                    barred = ko if first == colour else frozenset[int]()
                    twin = ask(size, cells, goal, point, first=first, other=other, ko=barred)
                    answer = READER.ask(
                        position,
                        goal,
                        game.text(point),
                        first="black" if first == 1 else "white",
                        other=game.text(other) if other >= 0 else None,
                    )
                    move = None if twin.move is None else game.text(twin.move)
                    assert (answer.said, answer.move, answer.tried) == (twin.said, move, twin.tried)
                    asked += 1
    assert asked > 500


def test_a_ko_holds_for_the_first_move() -> None:
    """A stone that has just taken in a ko is not taken back at once."""
    game = ponnuki.game("go:5,scoring=area,ko=simple")
    line = ["B3", "C3", "B1", "C1", "A2", "D2", "pass", "B2", "C2"]
    position = game.start().play_all(line)
    assert position.stones[game.move("B2")] == 0
    assert READER.ask(position, "capture", "C2", first="white").said != "yes"
    later = position.play("E5").play("E4")
    assert READER.ask(later, "capture", "C2", first="white").move == "B2"


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"goal": "win"}, "goal='win' is not allowed: use capture, save, connect, cut, eye"),
        ({"first": "nobody"}, "first='nobody' is not allowed: use black or white"),
        ({"target": "A1"}, "target='A1' is no stone"),
        ({"target": "pass"}, "target='pass' is no stone"),
        ({"goal": "connect"}, "goal='connect' and other=None do not go together"),
        ({"other": "C4"}, "goal='capture' and other='C4' do not go together"),
        ({"goal": "cut", "other": "B5"}, "C5 and B5 are stones of different colours"),
        ({"goal": "eye", "target": "pass"}, "target='pass' is no point"),
    ],
)
def test_bad_questions(asked: dict[str, str], message: str) -> None:
    """What cannot be asked is named."""
    usual = {"goal": "capture", "target": "C5", "first": "black"}
    with pytest.raises(ValueError, match=message):
        READER.ask(view("A").position, **{**usual, **asked})  # type: ignore[arg-type]


def test_other_games_and_settings() -> None:
    """The reader is for Go, and its numbers have bounds."""
    with pytest.raises(ValueError, match="the reader reads positions of go, not capture-go:5"):
        READER.ask(ponnuki.game("capture-go:5").start(), "capture", "C3", first="black")
    with pytest.raises(ValueError, match="limit=0 is not allowed"):
        Reader(limit=0)
