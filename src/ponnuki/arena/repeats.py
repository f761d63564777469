"""Which games say something new: repeats are not evidence.

Engines without random moves play the same game again and again. Here games are told apart:

- Two games are *the same* if the same players have the same colours and all moves are the same.
- They are *nearly the same* if they agree for more than half of the longer one, or for more than a
  quarter of it and the game is decided where they part (`ponnuki.arena.decided`).
- Games are *independent* if they are neither, and do not begin from the same random opening.

Games of two players are put in the order of their moves, and each is compared with the one before
it: it belongs to the same group if the two are the same or nearly the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena.batch import GameBatch
from ponnuki.arena.decided import is_decided
from ponnuki.games import Game

Moves = NDArray[np.int16]
Numbers = NDArray[np.int64]

MOST = 1 / 2
"""Two games that agree for more than this share of the longer one are nearly the same."""
PART = 1 / 4
"""So are two that agree for more than this share, if the game is decided where they part."""


@dataclass(frozen=True, eq=False)
class Repeats:
    """Which of some games are the same, and which are independent.

    Attributes:
        lines: a number for each game; games that are the same have the same.
        units: a number for each game; games that are not independent have the same.
    """

    lines: Numbers
    units: Numbers

    @classmethod
    def of(cls, batch: GameBatch, openings: bool = False) -> Self:
        """The repeats in a batch; `openings` if games with one seed have one opening."""
        moves = np.split(batch.moves, batch.offsets[1:-1]) if len(batch) else []
        return cls.find(batch.game, batch.pairings, moves, batch.seeds if openings else None)

    @classmethod
    def find(
        cls,
        game: Game,
        pairings: NDArray[np.int32],
        moves: Sequence[Moves],
        openings: NDArray[np.uint64] | None = None,
    ) -> Self:
        """The repeats among games.

        Args:
            game: their rules.
            pairings: black and white of each.
            moves: of each.
            openings: a number for each opening, where games begin from openings.
        """
        count = len(moves)
        lines, units = np.zeros(count, np.int64), np.zeros(count, np.int64)
        # Big-endian numbers from 0 on: the order of the bytes is that of the moves.
        keys = [
            (int(black), int(white), (np.asarray(one) + 1).astype(">u2").tobytes())
            for (black, white), one in zip(pairings, moves, strict=True)
        ]
        order = sorted(range(count), key=keys.__getitem__)
        line = unit = -1
        for place, index in enumerate(order):
            before = order[place - 1] if place else None
            same = before is not None and keys[before] == keys[index]
            line += not same
            if not same and (
                before is None
                or keys[before][:2] != keys[index][:2]
                or not _nearly(game, moves[before], moves[index])
            ):
                unit += 1
            lines[index], units[index] = line, unit
        if openings is not None:
            units = _joined(units, _numbered(pairings, openings))
        return cls(lines, units)

    def count(self, where: NDArray[np.bool_] | slice = slice(None)) -> tuple[int, int]:
        """How many of some games are distinct, and how many are independent."""
        return len(np.unique(self.lines[where])), len(np.unique(self.units[where]))


def _nearly(game: Game, one: Moves, other: Moves) -> bool:
    """Whether two games that are not the same are nearly the same."""
    shorter, longer = sorted((len(one), len(other)))
    differ = np.flatnonzero(one[:shorter] != other[:shorter])
    agree = int(differ[0]) if len(differ) else shorter
    if agree > MOST * longer:
        return True
    if agree <= PART * longer:
        return False
    position = game.start()
    for move in one[:agree].tolist():
        position = position.play(move)
    return is_decided(position)


def _numbered(pairings: NDArray[np.int32], openings: NDArray[np.uint64]) -> Numbers:
    """A number for each opening of two players, whoever of them has black."""
    pairs = np.sort(pairings, axis=1).astype(np.uint64)
    found = np.unique(np.column_stack([pairs, openings]), axis=0, return_inverse=True)[1]
    return np.asarray(found, np.int64).ravel()


def _joined(units: Numbers, others: Numbers) -> Numbers:
    """The numbers of groups if games that share a number of either kind belong together."""
    parent = list(range(int(units.max(initial=-1)) + 1))

    def root(one: int) -> int:
        while parent[one] != one:
            parent[one] = parent[parent[one]]
            one = parent[one]
        return one

    first: dict[int, int] = {}
    for unit, other in zip(units.tolist(), others.tolist(), strict=True):
        met = first.setdefault(other, unit)
        parent[root(unit)] = root(met)
    return np.array([root(one) for one in units.tolist()], np.int64)


def counted(games: int, distinct: int, independent: int) -> str:
    """How many of some games say something new, in one line.

    >>> counted(100, 2, 2)
    '2 of 100 games differ; intervals count 2 as independent'
    """
    return f"{distinct:,} of {games:,} games differ; intervals count {independent:,} as independent"
