"""What self-play gives: positions with what the search found and who won, and some counts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena import GameBatch

STONE = 3
"""The bits of a cell that say whose stone is there."""


@dataclass(frozen=True, eq=False)
class Samples:
    """Positions, oldest first.

    Attributes:
        cells: by position: 0, 1 or 2 for nothing, a stone of the side to move, one of the other
            side on each point, and the marks of the net (`ConvNet.marks`) as further bits; then
            whether the last move was a pass.
        policies: by position: the share of each point and of a pass, in steps of 1/65534; 65535
            for what is no move.
        values: for the side to move, -1 to 1.
    """

    cells: NDArray[np.uint8]
    policies: NDArray[np.uint16]
    values: NDArray[np.float32]

    @classmethod
    def none(cls, points: int) -> "Samples":
        """No positions of a board with so many points."""
        row = points + 1
        return cls(
            np.zeros((0, row), np.uint8), np.zeros((0, row), np.uint16), np.zeros(0, np.float32)
        )

    def __len__(self) -> int:
        return len(self.values)

    def fits(self, points: int, marks: Sequence[int]) -> bool:
        """Whether these are positions of a board with so many points, with no other marks."""
        rows = len(self), points + 1
        wanted = (
            (self.cells, "u1", rows),
            (self.policies, "u2", rows),
            (self.values, "f4", rows[:1]),
        )
        forms = all(
            one.dtype == np.dtype(kind) and one.shape == shape for one, kind, shape in wanted
        )
        if not forms or not len(self):
            return forms
        unmarked = self.cells.copy()
        unmarked[:, :-1] &= 255 - sum(marks)
        return int(unmarked.max()) <= 2

    def then(self, more: "Samples", window: int) -> "Samples":
        """These and more; the latest of them, at most so many."""
        return Samples(
            np.concatenate([self.cells, more.cells])[-window:],
            np.concatenate([self.policies, more.policies])[-window:],
            np.concatenate([self.values, more.values])[-window:],
        )


@dataclass(frozen=True, eq=False)
class Played:
    """Some games of self-play.

    Attributes:
        samples: the positions that the net was asked for at the root of a search.
        games: how many.
        plies: of all games.
        leaves: positions that the net valued.
        black_wins: games.
        draws: games.
        first_game: the first of them, if it was played to its end, as a batch of one.
    """

    samples: Samples
    games: int
    plies: int
    leaves: int
    black_wins: int
    draws: int
    first_game: GameBatch | None = None

    @classmethod
    def joined(cls, parts: Sequence["Played"]) -> "Played":
        """Several parts as one."""
        samples = [one.samples for one in parts]
        return cls(
            Samples(
                np.concatenate([one.cells for one in samples]),
                np.concatenate([one.policies for one in samples]),
                np.concatenate([one.values for one in samples]),
            ),
            games=sum(one.games for one in parts),
            plies=sum(one.plies for one in parts),
            leaves=sum(one.leaves for one in parts),
            black_wins=sum(one.black_wins for one in parts),
            draws=sum(one.draws for one in parts),
        )


class Learned(NamedTuple):
    """What some steps came to.

    Attributes:
        weights: of the net.
        moments: the means of the gradient and of its square that Adam keeps, by weight.
        steps: how many Adam has made in all.
        policy_loss: mean cross entropy of the policy, less that of a perfect one.
        value_loss: mean squared error of the value.
    """

    weights: NDArray[np.float32]
    moments: NDArray[np.float32]
    steps: int
    policy_loss: float
    value_loss: float
