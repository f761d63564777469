"""Engines: players made of a net, its weights, a search and a choice."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from ponnuki import _core
from ponnuki.evaluators import Evaluator
from ponnuki.games import Position
from ponnuki.players.search import Search


@dataclass(frozen=True)
class Choice:
    """How a move is chosen from what a search finds.

    Attributes:
        noise: share of moves that are drawn at random from the legal ones (the papers' 10 %).
        creative: c; any move worth at least (1 - c) of the best may be played (Mayer 2007).
    """

    noise: float = 0.0
    creative: float = 0.0

    def __post_init__(self) -> None:
        for name, value in ("noise", self.noise), ("creative", self.creative):
            if not 0 <= value <= 1:
                raise ValueError(f"{name}={value} is not allowed: use 0 to 1")


_SEARCH = Search()
_CHOICE = Choice()


@dataclass(frozen=True, eq=False)
class Engine:
    """A player that searches with a net. Same position and seed, same move.

    Attributes:
        evaluator: the net's architecture.
        weights: one row of weights.
        search: how far and how it looks ahead.
        choice: how it chooses.
        spec: the text that it was made from, if it was.
    """

    evaluator: Evaluator
    weights: ArrayLike
    search: Search = _SEARCH
    choice: Choice = _CHOICE
    spec: str = "engine"

    def __post_init__(self) -> None:
        row = self.evaluator.check(self.weights, 1).copy()
        row.flags.writeable = False
        object.__setattr__(self, "weights", row)

    @classmethod
    def of_rows(
        cls,
        evaluator: Evaluator,
        rows: ArrayLike,
        search: Search = _SEARCH,
        choice: Choice = _CHOICE,
    ) -> list["Engine"]:
        """An engine for each row of weights; all rows are checked and copied at once."""
        checked = evaluator.check(rows, 2).copy()
        checked.flags.writeable = False
        engines = []
        for row in checked:
            engine = cls.__new__(cls)
            engine.__dict__.update(
                evaluator=evaluator, weights=row, search=search, choice=choice, spec=cls.spec
            )
            engines.append(engine)
        return engines

    @cached_property
    def net(self) -> _core.Net:
        """The core's form of the net."""
        return _core.Net(self.evaluator.architecture, np.asarray(self.weights))  # checked before

    @property
    def core(self) -> _core.EnginePlayer:
        """The core's form of the player."""
        return _core.EnginePlayer(
            self.net, self.search.core, self.choice.noise, self.choice.creative
        )

    def choose(self, position: Position, *, seed: int) -> int:
        """A legal move in a position that is not over."""
        rng = np.random.default_rng(seed)
        if self.choice.noise > 0 and rng.random() < self.choice.noise:
            return _core.random_move(position.core, seed)
        creative = self.choice.creative
        found = self.search.run_net(position, self.evaluator, self.net, seed, creative > 0)
        if creative == 0 or found.depth == 0 or found.decided is not None:
            return found.move
        sign = 1 if position.to_move == "black" else -1
        best = sign * found.value
        bar = best - creative * abs(best)
        good = [move for move, value in found.root_values.items() if sign * value >= bar]
        return int(rng.choice(sorted(good)))
