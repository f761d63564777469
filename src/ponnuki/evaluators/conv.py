"""Residual convolutional nets with a policy and a value, for boards of any size."""

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ponnuki import _core
from ponnuki.evaluators.architectures import NETS, Evaluator
from ponnuki.games import Position, SpecError
from ponnuki.settings import setting

PLANES = 4
"""What a net sees of a point: an own stone, one of the other side, one (which shows where the board
ends), whether the last move was a pass."""
LIBERTY_PLANES = 6
"""An own stone whose string has one, two, three liberties; the same of the other side."""
MARKS = 4, 8, 16
"""Bits of a cell, with a plane each: the last move was here; the one before it was; the side to
move may not play here because of ko alone."""
HISTORY = 2
"""So many last moves can be seen."""
HIDDEN = 64
"""Units between the pooled channels and the value."""


@dataclass(frozen=True)
class ConvNet(Evaluator):
    """A residual convolutional net. No weight belongs to a place: boards of all sizes have as many.

    A convolution of the planes, then blocks of two convolutions around which the values also pass
    unchanged, then two heads. The policy has a logit for each move; the value comes from the mean
    and the largest value of each channel. Activations end at 0 and just below 4. The core computes
    convolutions in whole numbers: activations of 7 bits, weights of 8 bits with a scale for each
    channel. So a value is the same to the last bit on every instruction set.

    What came before a board is seen by a tree search and by `policy`: passes, last moves, ko. In a
    position that knows no last moves, as one from a diagram, their planes are empty. `value` and
    alpha-beta show a net the stones alone.
    """

    blocks: int = setting(3, "of two convolutions each", low=1, high=16)
    channels: Literal[32, 64, 96] = setting(32, "of every convolution")
    liberties: bool = setting(
        False, "whether the net also sees which strings have one, two or three liberties"
    )
    history: int = setting(
        0,
        "how many of the last moves the net also sees; a pass is nowhere",
        low=0,
        high=HISTORY,
        later=True,
    )
    ko: bool = setting(
        False,
        "whether the net also sees where ko or superko alone forbids the side to move to play; for "
        "Go, the one game with such a rule",
        later=True,
    )
    kind: str = field(init=False, default="conv")

    def check(self) -> None:
        """Raises SpecError if the game has no ko to see."""
        if self.ko and self.game.id != "go":
            raise SpecError(
                f"ko={self.ko} is not allowed with {self.game.spec}, which has no ko: use false, "
                "or a game of go"
            )

    @property
    def planes(self) -> int:
        """How many numbers the net sees of a point."""
        return PLANES + (LIBERTY_PLANES if self.liberties else 0) + len(self.marks)

    @property
    def marks(self) -> tuple[int, ...]:
        """The bits of a cell that the net sees beside its stone, in the order of their planes."""
        return MARKS[: self.history] + (MARKS[HISTORY:] if self.ko else ())

    @cached_property
    def _architecture(self) -> _core.Architecture:
        """The core's form of it."""
        return _core.Architecture.conv(
            self.game.size, self.blocks, self.channels, self.liberties, self.history, self.ko
        )

    def scales(self) -> list[tuple[int, float]]:
        """By the inputs of a layer, so that activations keep their size; biases are zero.

        The second convolution of a block begins small: a block then changes little.
        """
        channels = self.channels

        def layer(inputs: int, outputs: int, gain: float = 1.0) -> list[tuple[int, float]]:
            return [(inputs * outputs, gain * math.sqrt(6 / inputs)), (outputs, 0.0)]

        out = layer(9 * self.planes, channels)
        for _ in range(self.blocks):
            out += layer(9 * channels, channels) + layer(9 * channels, channels, 0.3)
        out += [*layer(channels, channels), (channels, 0.1), (2 * channels, 0.1), (1, 0.0)]
        out += layer(channels, channels) + layer(2 * channels, HIDDEN)
        return [*out, (HIDDEN, 0.1), (1, 0.0)]

    @property
    def has_viewer(self) -> bool:
        """It sees the board from one player's side."""
        return True

    @property
    def has_policy(self) -> bool:
        """It says which moves are likely."""
        return True

    @property
    def for_any_size(self) -> bool:
        """No weight belongs to a place."""
        return True

    def policy(self, weights: ArrayLike, position: Position) -> NDArray[np.float64]:
        """The chances that the policy gives each move of a position, by the move's number."""
        self.check_position(position)
        logits = _core.policy(position._core, self._net(weights)).astype(np.float64)
        legal = list(position.legal_numbers())
        chances = np.zeros(len(logits))
        if legal:
            chances[legal] = np.exp(logits[legal] - logits[legal].max())
            chances /= chances.sum()
        return chances


NETS.add("conv", ConvNet, "residual convolutions with a policy and a value")
