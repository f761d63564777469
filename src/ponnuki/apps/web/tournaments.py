"""Tournaments on disk as a page shows them. Files may come from strangers."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

from ponnuki.arena.kept import KeptGames, TournamentError
from ponnuki.store.files import printable

MAX_PLAYERS = 60
"""More players make no table that can be read."""


@dataclass(frozen=True)
class Standing:
    """A player's place: Elo with its interval, its score, and its net's name if it has one."""

    player: str
    elo: float
    low: float
    high: float
    score: float
    games: int
    net: str = ""


@dataclass(frozen=True)
class Results:
    """What a tournament found, as far as a page shows it.

    Attributes:
        game: the game's spec, a stranger's text.
        games: how many were played.
        standings: the best first.
        pairs: by two players, the first one's share of points, its interval and the games.
    """

    game: str
    games: int
    standings: list[Standing]
    pairs: dict[tuple[str, str], tuple[float, float, float, int]]


def results(kept: KeptGames) -> Results:
    """The results of a tournament.

    Raises:
        TournamentError: it is not at its end, or the file is damaged.
    """
    data = kept.results()
    try:
        return Results(
            game=printable(str(data["game"])[:200]),
            games=int(data["games"]),
            standings=[_standing(one) for one in data["standings"][:MAX_PLAYERS]],
            pairs=dict(_pair(one) for one in data["pairs"][: MAX_PLAYERS**2]),
        )
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError) as error:
        raise TournamentError(f"{kept.folder}: its results are damaged: {error!r}") from None


def _standing(data: Mapping[str, Any]) -> Standing:
    low, high = map(_number, data["elo_interval"])
    games = int(data["games"])
    score = _number(data["wins"]) + _number(data["draws"]) / 2
    share, net = score / max(games, 1), printable(str(data.get("net") or "")[:20])
    player = printable(str(data["player"])[:200])
    return Standing(player, _number(data["elo"]), low, high, share, games, net)


def _pair(data: Mapping[str, Any]) -> tuple[tuple[str, str], tuple[float, float, float, int]]:
    one, other = (printable(str(name)[:200]) for name in data["players"])
    low, high = map(_number, data["interval"])
    games = int(data["games"])
    score = (_number(data["wins"]) + _number(data["draws"]) / 2) / max(games, 1)
    return (one, other), (score, low, high, games)


def _number(value: Any) -> float:
    """A finite number; an Elo that nothing bounds is written as null and shown as a large one."""
    if value is None:
        return float("inf")
    number = float(value)
    if not isfinite(number):
        raise ValueError(f"{value!r} is no finite number")
    return number
