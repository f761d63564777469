"""Tournaments on disk, for looking at: the results, and any game. Files may come from strangers.

tournament.json                     the settings
games/00000000-00000064.jsonl.gz    games 0 to 63, a game record a line
results.json                        the results, once all games are played
"""

import gzip
import json
import os
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from ponnuki.arena import GameRecord

SETTINGS, RESULTS, GAMES = "tournament.json", "results.json", "games"
MAX_JSON = 8 * 2**20
MAX_LINE = 128 * 2**10
MAX_FILE = 2**30
MAX_DEPTH = 4
MAX_PLAYERS = 60
"""More players make no table that can be read."""

_NAME = re.compile(r"(\d{8})-(\d{8})\.jsonl\.gz")


class TournamentFileError(ValueError):
    """A tournament that cannot be read."""


@dataclass(frozen=True)
class Standing:
    """A player's place: Elo with its interval, and its score with its interval."""

    player: str
    elo: float
    low: float
    high: float
    score: float
    games: int


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


def find(root: Path, depth: int = MAX_DEPTH) -> Iterator[Path]:
    """All folders with a tournament, by name. Links are not followed."""
    if (root / SETTINGS).is_file() and not (root / SETTINGS).is_symlink():
        yield root
        return
    try:
        below = sorted(root.iterdir()) if depth else []
    except OSError:  # not there, or not ours to read
        return
    for path in below:
        if path.is_dir() and not path.is_symlink() and not path.name.startswith("."):
            yield from find(path, depth - 1)


def results(folder: Path) -> Results:
    """The results of a tournament.

    Raises:
        TournamentFileError: it is not at its end, or the file is damaged.
    """
    path = folder / RESULTS
    if not path.exists():
        raise TournamentFileError("this tournament is not at its end yet")
    data = _read(path)
    try:
        return Results(
            game=str(data["game"])[:200],
            games=int(data["games"]),
            standings=[_standing(one) for one in data["standings"][:MAX_PLAYERS]],
            pairs=dict(_pair(one) for one in data["pairs"][: MAX_PLAYERS**2]),
        )
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise TournamentFileError(f"{RESULTS} is damaged: {error!r}") from None


def total(folder: Path) -> int:
    """The number of games that are kept, counted from the first."""
    return max((stop for _, stop, _ in _files(folder)), default=0)


def game(folder: Path, number: int) -> GameRecord:
    """One of the games, replayed.

    Raises:
        TournamentFileError: it is not there, or damaged.
    """
    for first, stop, path in _files(folder):
        if first <= number < stop:
            try:
                return GameRecord.from_json(json.loads(_line(path, number - first)))
            except (ValueError, OSError, EOFError, zlib.error, RecursionError) as error:
                raise TournamentFileError(f"game {number} cannot be read: {error}") from None
    raise TournamentFileError(f"there is no game {number}")


def _files(folder: Path) -> list[tuple[int, int, Path]]:
    games = folder / GAMES
    if games.is_symlink() or not games.is_dir():
        return []
    matches = [_NAME.fullmatch(name) for name in sorted(os.listdir(games))]
    return [(int(one[1]), int(one[2]), games / one[0]) for one in matches if one]


def _line(path: Path, index: int) -> bytes:
    _check(path, MAX_FILE)
    with gzip.open(path) as lines:
        for _ in range(index):
            if not lines.readline(MAX_LINE).endswith(b"\n"):
                raise TournamentFileError("the file ends too early")
        return lines.readline(MAX_LINE)


def _read(path: Path) -> dict[str, Any]:
    _check(path, MAX_JSON)
    try:
        with open(path, "rb") as file:
            data = json.loads(file.read(MAX_JSON))
    except (ValueError, RecursionError, OSError) as error:
        raise TournamentFileError(f"{path.name} cannot be read: {error}") from None
    if not isinstance(data, dict):
        raise TournamentFileError(f"{path.name} is no table")
    return data


def _check(path: Path, limit: int) -> None:
    if path.is_symlink() or not path.is_file() or path.stat().st_size > limit:
        raise TournamentFileError(f"{path.name} is no ordinary file of at most {limit} bytes")


def _standing(data: Mapping[str, Any]) -> Standing:
    low, high = map(_number, data["elo_interval"])
    games = int(data["games"])
    score = _number(data["wins"]) + _number(data["draws"]) / 2
    return Standing(
        str(data["player"])[:200], _number(data["elo"]), low, high, score / max(games, 1), games
    )


def _pair(data: Mapping[str, Any]) -> tuple[tuple[str, str], tuple[float, float, float, int]]:
    one, other = (str(name)[:200] for name in data["players"])
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
