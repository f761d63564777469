"""Populations of weights: rows of float32, finite, one row a net."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ponnuki.settings import OneValue

Weights = NDArray[np.float32]
"""Weights of nets, of shape (nets, weights)."""

_LARGEST = float(np.finfo(np.float32).max)


def check_weights(weights: ArrayLike) -> Weights:
    """A copy of the weights as float32, if they are rows of finite numbers.

    Raises:
        ValueError: they are not.
    """
    with np.errstate(over="ignore"):  # what is too large becomes infinite and is refused below
        array = np.array(weights, dtype=np.float32, order="C")
    if array.ndim != 2 or 0 in array.shape:
        raise ValueError(f"weights of shape {array.shape} are not allowed: use (nets, weights)")
    if not np.isfinite(array).all():
        row, column = np.argwhere(~np.isfinite(array))[0].tolist()
        raise ValueError(
            f"weights[{row}, {column}] is {array[row, column]}: all must be finite float32"
        )
    return array


def one_net(weights: Weights, row: int = 0) -> Weights:
    """One row of weights, of shape (weights,)."""
    net: Weights = weights[row]
    return net


def rounded(values: NDArray[np.floating]) -> Weights:
    """The values as float32; what is too large for it becomes its largest number.

    A swarm without limits can grow for ever, and a weight has to be finite.
    """
    with np.errstate(over="ignore"):
        out: Weights = values.astype(np.float32)
    return np.clip(out, -_LARGEST, _LARGEST, out=out) if np.isinf(out).any() else out


@dataclass(frozen=True)
class Box(OneValue):
    """Where weights may be: between two bounds, which may differ from weight to weight.

    Settings say a number, for the same distance from 0 on both sides, or both bounds.

    Attributes:
        low: the least value, one for all weights or one each.
        high: the largest value, one for all weights or one each.
    """

    low: float | tuple[float, ...]
    high: float | tuple[float, ...]
    said: ClassVar[str] = "a number above 0, or a list of two bounds"

    @classmethod
    def of(cls, value: Any) -> Self:
        """The box that settings say.

        Raises:
            ValueError: they say none.
        """
        if isinstance(value, Sequence) and not isinstance(value, str) and len(value) == 2:
            return cls(*value)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValueError(f"box={value!r} is not allowed: use {cls.said}")
        return cls(-float(value), float(value))

    def plain(self) -> Any:
        """What `of` makes it from."""
        if not isinstance(self.high, tuple) and self.low == -self.high:
            return self.high
        return [list(one) if isinstance(one, tuple) else one for one in (self.low, self.high)]

    def __post_init__(self) -> None:
        for name in "low", "high":
            if np.ndim(getattr(self, name)):
                object.__setattr__(self, name, tuple(getattr(self, name)))
        low, high = np.asarray(self.low, np.float64), np.asarray(self.high, np.float64)
        if low.ndim > 1 or high.ndim > 1 or (low.ndim and high.ndim and low.shape != high.shape):
            raise ValueError(
                f"low={self.low}, high={self.high} are not allowed: use numbers, or rows of one "
                f"length"
            )
        if not (np.isfinite(low).all() and np.isfinite(high).all() and (low < high).all()):
            raise ValueError(
                f"low={self.low}, high={self.high} are not allowed: use finite numbers, low < high"
            )

    def clamp(self, weights: Weights) -> Weights:
        """The weights, those outside moved to the nearest bound."""
        return np.clip(weights, np.asarray(self.low, np.float32), np.asarray(self.high, np.float32))

    def draw(self, shape: tuple[int, int], rng: np.random.Generator) -> Weights:
        """New weights, uniform in the box."""
        return rng.uniform(self.low, self.high, shape).astype(np.float32)

    def check(self, weights: Weights) -> None:
        """Raises ValueError if a weight lies outside, or if a row does not fit the bounds."""
        self.check_length(weights)
        outside = np.argwhere(self.clamp(weights) != weights)
        if len(outside):
            row, column = outside[0].tolist()
            raise ValueError(
                f"weights[{row}, {column}] is {weights[row, column]}: it must lie in {self}"
            )

    def check_length(self, weights: Weights) -> None:
        """Raises ValueError if rows are not as long as the bounds."""
        for name, bound in ("low", self.low), ("high", self.high):
            if np.ndim(bound) and np.size(bound) != weights.shape[1]:
                raise ValueError(
                    f"weights of shape {weights.shape} do not fit: the box has {np.size(bound)} "
                    f"bounds in {name}"
                )
