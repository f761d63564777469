"""How games begin, before players have a say."""

import operator
from dataclasses import dataclass
from typing import Self

MAX_PLIES = 1000


@dataclass(frozen=True)
class Opening:
    """What is played before players choose: nothing, or plies drawn at random.

    The plies are drawn from the game's seed alone. So two games with one seed and the colours
    swapped have the same opening.

    Attributes:
        plies: how many are drawn at random; 0 for none.
    """

    plies: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "plies", operator.index(self.plies))
        if not 0 <= self.plies <= MAX_PLIES:
            raise ValueError(f"opening={self.plies} is not allowed: use 0 to {MAX_PLIES}")

    @classmethod
    def random(cls, plies: int) -> Self:
        """So many plies at random."""
        return cls(plies)

    @classmethod
    def of(cls, value: object) -> Self:
        """The opening that a file of settings says: a number of random plies.

        Raises:
            ValueError: it says something else.
        """
        if isinstance(value, cls):
            return value
        if isinstance(value, bool) or not isinstance(value, int):
            raise ValueError(f"opening is {value!r}, not a whole number")
        return cls.random(value)

    def plain(self) -> int:
        """What `of` makes it from."""
        return self.plies

    def __bool__(self) -> bool:
        """Whether anything is played before players choose."""
        return self.plies > 0


START = Opening()
"""Players choose from the first move on."""
