"""Searches: frozen settings, and what a search finds."""

import operator
from dataclasses import dataclass
from math import inf
from typing import Literal

from numpy.typing import ArrayLike

from ponnuki import _core
from ponnuki.evaluators import Evaluator
from ponnuki.games import Position, Side


@dataclass(frozen=True)
class SearchResult:
    """What a search found.

    Attributes:
        move: the best move; among equals the one that the seed prefers.
        value: its worth in black's view; infinite if the game is decided.
        decided: who wins and in how many plies, or None if that is open.
        line: the moves expected to follow, the best move first.
        nodes: positions looked at with depth left, or forced.
        leaves: positions that the net valued.
        depth: of the last search that was finished.
        complete: False if a limit stopped the search before its depth.
        root_values: black's view of every candidate, if all were asked for.
    """

    move: int
    value: float
    decided: tuple[Side, int] | None
    line: tuple[int, ...]
    nodes: int
    leaves: int
    depth: int
    complete: bool
    root_values: dict[int, float]


@dataclass(frozen=True)
class Search:
    """Alpha-beta search, equal to plain minimax in its result.

    Attributes:
        depth: plies to look ahead.
        candidates: all legal moves ('full'), or those near the stones on the board ('local').
        radius: what 'local' means: steps from the nearest stone.
        forced: in Capture Go, a forced reply costs no depth; each atari that forces it does.
        ataris: in Capture Go, also follow ataris at the end of every line, so that ladders are read
            to their end from any depth; can take very long.
        nodes: stop after that many nodes; 0 for no limit.
        seconds: stop after that time; 0 for no limit.
        table, history, killers, narrow, batch: what makes it fast; no result depends on them.
    """

    depth: int = 6
    candidates: Literal["full", "local"] = "full"
    radius: int = 2
    forced: bool = True
    ataris: bool = False
    nodes: int = 0
    seconds: float = 0.0
    table: bool = True
    history: bool = True
    killers: bool = True
    narrow: bool = True
    batch: bool = True

    def __post_init__(self) -> None:
        limits = {
            "depth": (self.depth, 1, _core.MAX_DEPTH),
            "radius": (self.radius, 1, 26),
            "nodes": (self.nodes, 0, 2**62),
        }
        for name, (value, low, high) in limits.items():
            if not low <= operator.index(value) <= high:
                raise ValueError(f"{name}={value} is not allowed: use {low} to {high}")
        if self.candidates not in {"full", "local"}:
            raise ValueError(f"candidates={self.candidates!r} is not allowed: use full or local")
        if not 0 <= self.seconds < inf:
            raise ValueError(f"seconds={self.seconds} is not allowed: use 0 or more")

    @property
    def core(self) -> _core.SearchSettings:
        """The core's form of the settings."""
        return _core.SearchSettings(
            depth=self.depth,
            radius=self.radius if self.candidates == "local" else 0,
            forced=self.forced,
            ataris=self.ataris,
            table=self.table,
            history=self.history,
            killers=self.killers,
            narrow=self.narrow,
            batch=self.batch,
            max_nodes=self.nodes,
            max_seconds=self.seconds,
        )

    def run(
        self,
        position: Position,
        evaluator: Evaluator,
        weights: ArrayLike,
        *,
        seed: int = 0,
        all_moves: bool = False,
    ) -> SearchResult:
        """Searches a position that is not over.

        Args:
            position: where to search.
            evaluator: the net.
            weights: one row of its weights.
            seed: what decides among moves of equal worth.
            all_moves: also find the exact worth of every candidate, which takes longer.

        Raises:
            ValueError: the game is over, the position is of another game, or the weights are bad.
        """
        return self.run_net(position, evaluator, evaluator.net(weights), seed, all_moves)

    def run_net(
        self,
        position: Position,
        evaluator: Evaluator,
        net: _core.Net,
        seed: int,
        all_moves: bool,
        stop: _core.Stop | None = None,
    ) -> SearchResult:
        """The same with a net that has been made before; another thread may `set` the stop."""
        if position.game != evaluator.game:
            raise ValueError(
                f"a position of {position.game.spec} was given, the evaluator is for "
                f"{evaluator.game.spec}"
            )
        if position.outcome is not None:
            raise ValueError(f"the game is over: {position.outcome}")
        if not 0 <= seed < 2**64:
            raise ValueError(f"seed={seed} is not allowed: use 0 to {2**64 - 1}")
        found = _core.think(position.core, net, self.core, seed, all_moves, stop)
        sign = 1.0 if position.to_move == "black" else -1.0
        root = {
            move: sign * (value if not kind else kind * inf)
            for move, value, kind, _ in (found.root if all_moves and found.depth > 0 else [])
        }
        decided: tuple[Side, int] | None = None
        value = sign * found.value
        if found.decided is not None:
            black = (found.decided > 0) == (position.to_move == "black")
            decided = ("black" if black else "white", abs(found.decided))
            value = inf if black else -inf
        return SearchResult(
            move=found.move,
            value=value,
            decided=decided,
            line=tuple(found.line),
            nodes=found.nodes,
            leaves=found.leaves,
            depth=found.depth,
            complete=found.complete,
            root_values=root,
        )
