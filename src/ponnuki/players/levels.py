"""Levels: opponents from a beginner to a strong player, each a way in which a champion chooses.

They are made of the nets that come with the package, of lapses, guards, draws and visits; never of
time. So a level plays the same game for the same seed on every machine.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ponnuki.games import Game, SpecError


@dataclass(frozen=True)
class Level:
    """An opponent, for people.

    Attributes:
        spec: of the player.
        word: what it is called.
        about: one line on how it plays.
    """

    spec: str
    word: str
    about: str


@dataclass(frozen=True)
class Strength:
    """How a champion chooses at a level, on a size of the board.

    Attributes:
        search: settings of its search.
        choice: settings of its choice.
    """

    search: Mapping[str, Any]
    choice: Mapping[str, Any]


WORDS = (
    ("first steps", "sees every third capture, saves little, and plays near the last stone"),
    ("beginner", "sees most captures, seldom saves a string, and keeps off the edge early"),
    ("pupil", "sees nearly all captures and half of what is in danger"),
    ("player", "misses no capture, and in some turns does not look at the rest"),
    ("strong player", "thinks ahead, and has weak moments"),
    ("champion", "thinks ahead in every turn"),
)
"""What levels are called, and how they play, from the weakest on."""

_NO_SEARCH = {"depth": 1, "visits": 0}


def _capture_go(
    early: float | None, late: float, shares: tuple[float, float], visits: int, form: float
) -> tuple[Strength, ...]:
    """The levels of a size.

    Args:
        early: the temperature of the second level's moves; None for an even draw.
        late: that of the next three levels' lapses.
        shares: of turns with a lapse, at the fourth and the fifth level.
        visits: of the fifth level.
        form: the share of its games without lapses.
    """
    guarded = {"guards": True, "near": 3}
    looks = {"sees_saves": 0.6, "sees_ataris": 0.6, "lapse_temperature": late, "tactics": True}
    return (
        Strength(
            _NO_SEARCH,
            {"lapse": 1.0, "sees_captures": 0.35, "sees_saves": 0.1, "sees_ataris": 0.0, "near": 2},
        ),
        Strength(
            _NO_SEARCH,
            {
                **guarded,
                "lapse": 1.0,
                "sees_captures": 0.6,
                "sees_saves": 0.2,
                "sees_ataris": 0.1,
                "lapse_temperature": early,
            },
        ),
        Strength(
            _NO_SEARCH,
            {
                **guarded,
                "lapse": 1.0,
                "sees_captures": 0.9,
                "sees_saves": 0.5,
                "sees_ataris": 0.5,
                "lapse_temperature": late,
            },
        ),
        Strength(_NO_SEARCH, {**guarded, **looks, "lapse": shares[0], "drawn": "policy"}),
        Strength(
            {"visits": visits},
            {**guarded, **looks, "lapse": shares[1], "form": form, "drawn": "visits"},
        ),
        Strength({"visits": 800}, {"guards": True, "drawn": "visits", "drawn_plies": 4}),
    )


STRENGTHS: dict[str, dict[int, tuple[Strength, ...]]] = {
    "capture-go": {
        5: _capture_go(None, 64.0, (0.55, 0.2), 16, 0.0),
        7: _capture_go(32.0, 12.0, (0.6, 0.45), 200, 0.45),
        9: _capture_go(32.0, 9.0, (0.7, 0.45), 400, 0.45),
    },
}
"""By game and size, how its champion chooses at each level. `ponnuki reproduce levels` measures."""

FIGURES: dict[tuple[str, int | None, int], tuple[float | None, float | None]] = {
    ("capture-go", 5, 1): (None, 63.0),
    ("capture-go", 5, 2): (68.5, 50.0),
    ("capture-go", 5, 3): (63.2, 33.5),
    ("capture-go", 5, 4): (82.8, 6.2),
    ("capture-go", 5, 5): (81.5, 2.0),
    ("capture-go", 5, 6): (75.0, 0.0),
    ("capture-go", 7, 1): (None, 73.8),
    ("capture-go", 7, 2): (68.8, 56.0),
    ("capture-go", 7, 3): (69.0, 29.0),
    ("capture-go", 7, 4): (83.0, 2.8),
    ("capture-go", 7, 5): (81.5, 0.8),
    ("capture-go", 7, 6): (75.5, 0.0),
    ("capture-go", 9, 1): (None, 76.0),
    ("capture-go", 9, 2): (63.2, 62.5),
    ("capture-go", 9, 3): (73.2, 25.8),
    ("capture-go", 9, 4): (83.8, 3.2),
    ("capture-go", 9, 5): (88.5, 0.2),
    ("capture-go", 9, 6): (87.0, 0.0),
}
"""By game, size and level: its score against the one below, and the child's against it.

Of `ponnuki reproduce levels steps --scale full`; a test compares them with the kept report.
"""

NAMED: dict[str, tuple[Level, ...]] = {
    "go": (
        Level("random", "random", "puts its stones anywhere"),
        Level("naive", "naive", "captures, saves what is in atari, else plays anywhere"),
        Level("pattern", "pattern", "knows local shapes and ladders"),
        Level("champion:go", "champion", "a net with a tree search"),
    ),
    "othello": (
        Level("random", "random", "turns over whatever it may"),
        Level("standard-wpc", "corners", "counts discs, a corner for much; one move ahead"),
        Level("champion:othello", "champion", "a net that looks ahead and solves the end"),
    ),
    "tic-tac-toe": (
        Level("random", "random", "marks any square"),
        Level("champion:tic-tac-toe,noise=0.3", "absent-minded", "a net that often looks away"),
        Level("champion:tic-tac-toe", "champion", "a net that never loses"),
    ),
}
"""The players of the other games, from the weakest on."""


def size_of_levels(game: Game) -> int | None:
    """The size whose levels a game takes: its own, else the nearest; None if it has no levels."""
    sizes = STRENGTHS.get(game.id)
    return None if sizes is None else min(sizes, key=lambda one: (abs(one - game.size), one))


def levels(game: Game) -> list[Level]:
    """The opponents of a game for people, from the weakest on.

    >>> import ponnuki
    >>> [one.word for one in levels(ponnuki.game("capture-go:5"))][:2]
    ['first steps', 'beginner']
    """
    if game.id not in STRENGTHS:
        return list(NAMED[game.id])
    return [
        Level(f"champion:{game.id},strength={number}", word, about)
        for number, (word, about) in enumerate(WORDS, start=1)
    ]


def strength(game: Game, number: int) -> Strength:
    """How the champion of a game chooses at a level.

    Raises:
        SpecError: the game has no levels, or not so many.
    """
    size = size_of_levels(game)
    if size is None:
        raise no_levels(game.id, number)
    table = STRENGTHS[game.id][size]
    if not 1 <= number <= len(table):
        raise SpecError(f"strength={number} is not allowed: use 1 to {len(table)}")
    return table[number - 1]


def measured(game: Game, number: int) -> dict[str, float | None]:
    """What a level was measured to score in per cent: `below` and what a child scores, `child`."""
    size = size_of_levels(game)
    below, child = FIGURES.get((game.id, size, number), (None, None))
    return {"below": below, "child": child}


def no_levels(name: str, number: int) -> SpecError:
    """What is wrong with a level of a game or net that has none."""
    known = ", ".join(STRENGTHS)
    return SpecError(f"strength={number} is not allowed: {known} has levels, not {name}")
