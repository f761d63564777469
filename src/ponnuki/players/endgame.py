"""Endgames of Go as sums of local games: what is settled, what is left, and how hot it is.

Where stones of both colours live whatever happens elsewhere, the parts of the board between them
are games of their own. Each has a mean, what it is worth on average, and a temperature, what it is
worth to move there at once. Areas are counted. What a player does with it is in the core
(`cpp/play/endgame_sums.hpp`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ponnuki import _core
from ponnuki.games import Game, Position

UNIT = 2**20
"""So many parts of a point the core counts in; it refuses what is no whole number of them."""
REASONS = (
    "",
    "it touches safe stones of one colour alone, and stones in it may live",
    "it has more than nine empty points",
    "an earlier board can come back in it",
    "too many boards can come of it",
    "its mean is too fine a fraction",
)
"""Why a part of the board is no local game, by the core's numbers."""

Wall = tuple[tuple[Fraction, Fraction], ...]
"""What black gets, by temperature: straight between these corners and constant behind the last."""


def counts_areas(game: Game) -> bool:
    """Whether a game is Go with the scoring that endgames are studied for."""
    return game.id == "go" and getattr(game.options, "scoring", "") == "area"


@dataclass(frozen=True)
class Region:
    """A part of the board that is a game of its own.

    Attributes:
        points: its points, ascending.
        mean: what it is worth on average, in points of black's.
        temperature: what a move in it is worth at once; 0 if nobody is in a hurry.
        black: what it comes to if black begins.
        white: likewise.
        games: how many games can come of it.
    """

    points: tuple[int, ...]
    mean: Fraction
    temperature: Fraction
    black: Wall
    white: Wall
    games: int


@dataclass(frozen=True)
class Refused:
    """A part of the board that nothing is known of.

    Attributes:
        points: its points, ascending.
        reason: why, in words.
    """

    points: tuple[int, ...]
    reason: str


@dataclass(frozen=True)
class Endgame:
    """What is known of a position, whoever is to move.

    Attributes:
        position: it.
        safe: stones that live without an answer to anything, by colour.
        settled: other points that are a colour's in any case.
        regions: games that are left to play.
        refused: parts of which nothing is known.
        whole: whether the board is the sum of its regions: there are safe stones, and nothing is
            refused.
        exact: whether that sum was played out.
        nodes: sums that were looked at.
        moves: what the whole board comes to for black, less komi, after a move of a region or a
            pass; empty if the sum was not played out.
        capture: a move that takes dead stones off, or a liberty from them.
    """

    position: Position
    safe: Mapping[str, frozenset[int]]
    settled: Mapping[str, frozenset[int]]
    regions: tuple[Region, ...]
    refused: tuple[Refused, ...]
    whole: bool
    exact: bool
    nodes: int
    moves: Mapping[int, Fraction]
    capture: int | None

    @classmethod
    def of(cls, position: Position) -> "Endgame":
        """Looks at a position of Go.

        Raises:
            ValueError: its game does not count areas, or is over.
        """
        if not counts_areas(position.game):
            raise ValueError(
                f"endgames are those of Go with scoring=area, not {position.game.spec}"
            )
        if position.outcome is not None:
            raise ValueError("the game is over")
        safe, settled, parts, whole, exact, nodes, moves, capture = _core.study_endgame(
            position._core
        )
        regions, refused = [], []
        for points, why, mean, temperature, black, white, games in parts:
            if why:
                refused.append(Refused(tuple(points), REASONS[why]))
                continue
            walls = (_wall(black), _wall(white))
            worth = Fraction(mean, UNIT), Fraction(temperature, UNIT)
            regions.append(Region(tuple(points), *worth, *walls, games))
        return cls(
            position,
            _by_colour(safe),
            _by_colour(settled),
            tuple(regions),
            tuple(refused),
            whole,
            exact,
            nodes,
            {move: Fraction(worth, UNIT) for move, worth in moves} if exact else {},
            None if capture < 0 else capture,
        )

    def plain(self) -> dict[str, Any]:
        """All of it as plain data: points by their names, worths as text such as 5/4."""
        text = self.position.game.text
        return {
            **{
                name: {colour: [text(one) for one in sorted(points)] for colour, points in own}
                for name, own in (("safe", self.safe.items()), ("settled", self.settled.items()))
            },
            "regions": [
                {
                    "points": [text(one) for one in region.points],
                    "mean": str(region.mean),
                    "temperature": str(region.temperature),
                    "black": [[str(one) for one in corner] for corner in region.black],
                    "white": [[str(one) for one in corner] for corner in region.white],
                }
                for region in self.regions
            ],
            "refused": [
                {"points": [text(one) for one in part.points], "reason": part.reason}
                for part in self.refused
            ],
            "moves": {text(move): str(worth) for move, worth in self.moves.items()},
        }

    @property
    def worth(self) -> Fraction | None:
        """What the whole board comes to for black, less komi; None if it was not played out."""
        worths = self.moves.values()
        if not worths:
            return None
        return max(worths) if self.position.to_move == "black" else min(worths)

    @property
    def best(self) -> list[int]:
        """The moves that gain most for the side to move; none if the sum was not played out."""
        return [move for move, worth in self.moves.items() if worth == self.worth]


def _wall(corners: list[tuple[int, int]]) -> Wall:
    return tuple((Fraction(heat, UNIT), Fraction(worth, UNIT)) for heat, worth in corners)


def _by_colour(sides: Any) -> dict[str, frozenset[int]]:
    black, white = sides
    return {"black": frozenset(black), "white": frozenset(white)}
