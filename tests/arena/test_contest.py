"""Contests: who meets whom, in which order, with which colours and seeds."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ponnuki
from ponnuki.arena import Arena, Contest, Layout, Opening, layout
from ponnuki.arena.layout import pairs_of
from ponnuki.games import SpecError
from ponnuki.players import fingerprint
from tests.reference import pairings as slow

GAME = "capture-go:4"
NAMES = ["random", "naive", "untrained,seed=1", "untrained,seed=2", "defensive"]
SEED = 2**63 + 7


def laid(sides: Any, own: Layout, games: int, opening: int = 0, **more: Any) -> list[slow.Laid]:
    """The games of a contest: black, white and the seed of each."""
    contest = Contest(GAME, sides, games=games, seed=SEED, opening=opening, layout=own, **more)
    pairings, seeds = contest.schedule()
    assert (pairings.dtype.str, seeds.dtype.str) == ("<i4", "<u8")
    assert len(pairings) == len(seeds) == contest.total
    return [(*pair, int(seed)) for pair, seed in zip(pairings.tolist(), seeds, strict=True)]


def redrawn(games: Iterable[slow.Laid], plies: int) -> list[slow.Laid]:
    """The same games with seeds whose openings are not decided."""
    rules = ponnuki.game(GAME)
    return [
        (black, white, int(Opening(plies).open_seeds(rules, np.array([seed], np.uint64))[0]))
        for black, white, seed in games
    ]


@pytest.mark.parametrize("opening", [0, 2])
@pytest.mark.parametrize("games", [1, 2, 5])
def test_a_match(games: int, opening: int) -> None:
    """Both colours in turn, with an opening in twos; games may be odd."""
    wanted = redrawn(slow.match(games, SEED, bool(opening)), opening)
    assert laid(NAMES[:2], layout.MATCH, games, opening) == wanted


@pytest.mark.parametrize("opening", [0, 3])
@pytest.mark.parametrize("pairing", ["all", "first"])
def test_a_tournament(pairing: Any, opening: int) -> None:
    """Round after round, colours and seeds by who the players are."""
    rules = ponnuki.game(GAME)
    prints = [fingerprint(ponnuki.player(spec, rules)) for spec in NAMES]
    pairs = pairs_of([len(NAMES)], pairing)
    wanted = redrawn(slow.tournament(pairs, 6, SEED, bool(opening), prints), opening)
    assert laid(NAMES, layout.TOURNAMENT, 6, opening, pairing=pairing) == wanted


@pytest.mark.parametrize("name", ["PROBE", "STRENGTH"])
def test_one_against_others(name: str) -> None:
    """What measures a champion; only probes draw decided openings anew."""
    own = getattr(layout, name)
    wanted = list(slow.first_against_others(4, 3, SEED, own.stream))
    assert own.stream == name.lower()
    assert laid(NAMES, own, 6, pairing="first") == wanted
    opened = redrawn(wanted, 3) if own.redrawn else wanted
    assert laid(NAMES, own, 6, 3, pairing="first") == opened
    assert laid([NAMES[:1], NAMES[1:]], own, 6) == wanted


@pytest.mark.parametrize(
    ("name", "stream"),
    [
        ("MAYER2007_GNU_GO", "gnu-go"),
        ("MAYER2007_PAIR", "pair"),
        ("MAYER2007_RANK", "rank"),
        ("KIM2007_DUEL", "duel"),
        ("ZERO_DEFENSIVE", "defensive"),
        ("ZERO_UNTRAINED", "untrained"),
        ("ZERO_VISITS", "visits"),
        ("ZERO_PLANES", "planes"),
    ],
)
@pytest.mark.parametrize("opening", [0, 4])
def test_both_colours_from_each_seed(name: str, stream: str, opening: int) -> None:
    """Papers' contests of two players, and of two groups; no opening is drawn anew."""
    own = getattr(layout, name)
    two = [NAMES[:1], NAMES[1:2]]
    wanted = list(slow.every_against_every(1, 1, 4, SEED, stream))
    assert laid(two, own, 8, opening) == laid(NAMES[:2], own, 8, opening) == wanted
    groups = list(slow.every_against_every(2, 3, 2, SEED, stream))
    assert laid([NAMES[:2], NAMES[2:]], own, 4, opening) == groups


@pytest.mark.parametrize(
    ("name", "stream"), [("CAI2007_MEASURE", "measure"), ("KIM2007_FRESH", "fresh")]
)
def test_everyone_has_the_same_seeds(name: str, stream: str) -> None:
    """As if each of the first group had come alone."""
    wanted = list(slow.each_alone(3, 2, 2, SEED, stream))
    assert laid([NAMES[:3], NAMES[3:]], getattr(layout, name), 4, 2) == wanted


@pytest.mark.parametrize(
    ("name", "stream"),
    [("CAI2009_TABLE", "table"), ("MAYER2007_FIGURE4", "figure4"), ("ZERO_FIRST", "first")],
)
def test_black_alone(name: str, stream: str) -> None:
    """The first group has black in all games, each with its own seed."""
    wanted = list(slow.table(2, 3, 3, SEED, stream))
    assert laid([NAMES[:2], NAMES[2:]], getattr(layout, name), 3) == wanted


@pytest.mark.parametrize("games", [1, 4, 5])
def test_a_visit(games: int) -> None:
    """Everyone begins with black."""
    assert laid([NAMES[:4], NAMES[4:]], layout.CAI2009_VISIT, games) == list(
        slow.visit(4, games, SEED)
    )


@pytest.mark.parametrize("name", ["MATCH", "PROBE", "STRENGTH", "CAI2009_TABLE"])
def test_a_part_of_a_contest_has_the_games_of_the_whole(name: str) -> None:
    """Each opponent by itself, in its place."""
    own = getattr(layout, name)
    whole = laid(NAMES, own, 4, pairing="first")
    parts = [laid([NAMES[0], other], own, 4, place=place) for place, other in enumerate(NAMES[1:])]
    assert [seed for *_, seed in whole] == [seed for part in parts for *_, seed in part]
    with pytest.raises(ValueError, match="place=-1 is not allowed"):
        Contest(GAME, NAMES, place=-1)


def test_both_colours_come_in_twos() -> None:
    """Where both have each seed, the last of an odd number of games is not played."""
    for own in layout.STRENGTH, layout.CAI2007_MEASURE, layout.KIM2007_DUEL:
        assert laid(NAMES[:3], own, 5) == laid(NAMES[:3], own, 4)
        with pytest.raises(ValueError, match="games=1 is not allowed: this layout has both"):
            Contest(GAME, NAMES, games=1, layout=own)


def test_one_seed_for_all() -> None:
    """What a net scores depends on the net alone."""
    assert laid([NAMES[:4], NAMES[4:]], layout.ALIKE, 1) == list(slow.alike(4, SEED))


def test_every_layout_is_compared() -> None:
    """Those above are all that there are."""
    named = {name for name, one in vars(layout).items() if isinstance(one, Layout)}
    text = Path(__file__).read_text(encoding="utf-8")
    assert not {name for name in named if not re.search(rf"(layout\.|\"){name}\b", text)}


def test_a_contest_plays_its_schedule() -> None:
    """By whatever arena; players are made from specs, with the noise that is asked for."""
    contest = Contest(GAME, [NAMES[2:4], ["random", "naive"]], games=3, seed=5, noise=0.5)
    pairings, seeds = contest.schedule()
    told: list[int] = []
    results = contest.play(Arena(1), told.append)
    assert np.array_equal(results.batch.pairings, pairings)
    assert np.array_equal(results.batch.seeds, seeds)
    assert results.first == 2
    assert [one.choice.noise for one in contest.players[:2]] == [0.5, 0.5]  # type: ignore[attr-defined]
    again = contest.play(Arena(2))
    assert np.array_equal(again.batch.moves, results.batch.moves)
    assert told[-1:] in ([], [12])


BAD: list[tuple[dict[str, Any], str]] = [
    ({"sides": "random"}, "sides='random' are not allowed: use a list of players"),
    ({"sides": 5}, "sides=5 are not allowed"),
    ({"sides": ["random"]}, "nobody meets anybody"),
    ({"sides": []}, "nobody meets anybody"),
    ({"sides": [["random"], []]}, "nobody meets anybody"),
    ({"sides": [["random"], "naive"]}, "use one list of players, or two lists"),
    ({"sides": [["random"], ["naive"], ["random"]]}, "use one list of players, or two lists"),
    ({"pairing": "swiss"}, "pairing='swiss' is not allowed: use 'all' or 'first'"),
    ({"games": 0}, "games=0 is not allowed"),
    ({"games": 10**8}, "games of all pairs"),
    ({"seed": -1}, "seed=-1 is not allowed"),
    ({"opening": "four"}, "opening='four' is not allowed"),
]


@pytest.mark.parametrize(("changes", "message"), BAD)
def test_mistakes(changes: dict[str, Any], message: str) -> None:
    """They are said when a contest is made, before anything is played."""
    sides: dict[str, Any] = {"sides": ["random", "naive", "defensive"]}
    with pytest.raises(ValueError, match=message):
        Contest(GAME, **{**sides, **changes})


def test_players_that_do_not_fit() -> None:
    """Names and players are looked at before the first game."""
    with pytest.raises(SpecError, match="nobody"):
        Contest(GAME, ["random", "nobody"]).play()
    other = ponnuki.player("untrained", "go:5")
    with pytest.raises(ValueError, match="is for go:5, the game is capture-go:4"):
        Contest(GAME, ["random", other]).play()
