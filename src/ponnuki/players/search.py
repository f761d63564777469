"""Searches: frozen settings, and what a search finds."""

from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from math import inf
from typing import Any, Literal

from numpy.typing import ArrayLike

from ponnuki import _core
from ponnuki.evaluators import Evaluator
from ponnuki.games import Game, Position, Side
from ponnuki.players.limit import MAX_DEPTH, MAX_NODES, NO_LIMIT, Limit
from ponnuki.players.memory import Memory
from ponnuki.settings import Settings, setting

MAX_RADIUS = 26
"""How far from a stone local candidates may be."""

MAX_VISITS = 10_000_000
"""So many positions a tree may have: they take memory, two kilobytes each on 9×9."""

MAX_GUMBEL = 170
"""More moves than any board has."""

MAX_PARALLEL: int = _core.MAX_PARALLEL
"""So many leaves may be valued together."""

MAX_ENDGAME = 30
"""So many empty points may be solved; more take longer than anybody waits."""


def reach(depth: int | None, visits: int | None) -> str:
    """How far a search looks, in words; nothing where neither is known.

    >>> reach(3, None), reach(2, 1600), reach(None, None)
    ('depth 3', '1,600 visits', '')
    """
    if visits:
        return f"{visits:,} visits"
    return "" if depth is None else f"depth {depth}"


@dataclass(frozen=True)
class SearchResult:
    """What a search found.

    Attributes:
        move: the best move; among equals the one that `Search.ties` says.
        value: its worth in black's view; infinite if the game is decided.
        decided: who wins and in how many plies, or None if that is open.
        line: the moves expected to follow, the best move first.
        nodes: positions looked at with depth left, or forced.
        leaves: positions that the net valued.
        depth: of the last search that was finished.
        complete: False if a limit stopped the search before its depth.
        root_values: black's view of every candidate, if all were asked for; after a tree search of
            those that it has tried, asked for or not.
        margin: by how much black wins if both sides play the best moves to the end, negative if
            white does; None if the rest of the game was not solved.
        root_margins: the same after every candidate, if all were asked for.
        root_visits: how often a tree search tried every candidate; empty after alpha-beta.
        game: of the position; it says moves as text.
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
    margin: int | None = None
    root_margins: dict[int, int] = field(default_factory=dict)
    root_visits: dict[int, int] = field(default_factory=dict)
    game: Game | None = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        """The line that is expected, moves as text, and what it is worth."""
        line = [str(one) if self.game is None else self.game.text(one) for one in self.line]
        worth = f"{self.value:+.3f} for black"
        if self.decided is not None:
            winner, plies = self.decided
            worth = f"{winner} wins in {plies} plies"
        return f"{' '.join(line)} ({worth}; depth {self.depth}, {self.nodes:,} nodes)"

    def __repr__(self) -> str:
        return f"<SearchResult {self}>"

    @property
    def reach(self) -> str:
        """How far it looked: the visits of its tree, or its depth."""
        return reach(self.depth, self.nodes if self.root_visits else None)

    @classmethod
    def _of(cls, position: Position, found: _core.Thought, all_moves: bool) -> "SearchResult":
        """What the core found, in black's view."""
        side = 1 if position.to_move == "black" else -1
        sign = float(side)
        visits = {
            move: count for (move, *_), count in zip(found.root, found.root_visits, strict=False)
        }
        told = all_moves or bool(visits)  # a tree knows what it has tried
        root = {
            move: sign * (value if not kind else kind * inf)
            for move, value, kind, _ in (found.root if told and found.depth > 0 else [])
            if kind or visits.get(move) != 0
        }
        decided: tuple[Side, int] | None = None
        value = sign * found.value
        if found.decided is not None:
            black = (found.decided > 0) == (position.to_move == "black")
            decided = ("black" if black else "white", abs(found.decided))
            value = inf if black else -inf
        margins = found.root_margins if all_moves else []
        return cls(
            move=found.move,
            value=value,
            decided=decided,
            line=tuple(found.line),
            nodes=found.nodes,
            leaves=found.leaves,
            depth=found.depth,
            complete=found.complete,
            root_values=root,
            margin=None if found.margin is None else side * found.margin,
            root_margins={
                move: side * margin for (move, *_), margin in zip(found.root, margins, strict=False)
            },
            root_visits=visits,
            game=position.game,
        )


def _speed(about: str, **words: Any) -> Any:
    """A setting on which no result depends; player specs leave it out."""
    about = f"{about}; makes it fast, and no result depends on it"
    return setting(True, about, spec=False, **words)


@dataclass(frozen=True)
class Search(Settings):
    """Settings of a search: alpha-beta, which is equal to plain minimax in its result.

    >>> import ponnuki
    >>> net = ponnuki.evaluator("window", "capture-go:5")
    >>> search = ponnuki.Search(depth=2, candidates="local")
    >>> search.run(net.game.start(), net, net.initial(1, seed=1)[0]).depth
    2

    With `visits` it is a Monte Carlo tree search instead, for nets with a policy: every visit adds
    one position to a tree, along the moves whose values and chances promise most (PUCT). Wins and
    losses that are certain are passed up the tree.
    """

    depth: int = setting(6, "plies to look ahead", low=1, high=MAX_DEPTH)
    candidates: Literal["full", "local"] = setting(
        "full", "all legal moves, or those near the stones on the board"
    )
    radius: int = setting(
        2, "what 'local' means: steps from the nearest stone", low=1, high=MAX_RADIUS
    )
    forced: bool = setting(
        True, "in Capture Go, a forced reply costs no depth; each atari that forces it does"
    )
    ataris: bool = setting(
        False,
        "in Capture Go, also follow ataris at the end of every line, so that ladders are read to "
        "their end from any depth; can take very long",
    )
    nodes: int = setting(0, "stop after that many nodes; 0 for no limit", low=0, high=MAX_NODES)
    seconds: float = setting(0.0, "stop after that time; 0 for no limit", low=0)
    eyes: bool = setting(
        False,
        "in Go, a side never fills a one-point eye of its own, and passes only if it has no other "
        "move; else it passes whenever it likes",
    )
    afterstates: bool = setting(
        False,
        "nets that see the board from one side see every leaf from the side that has just moved, "
        "as learning by temporal differences does; else from the side to move at the root",
    )
    draw: float = setting(
        0.0,
        "what a drawn game is worth, as the net counts: ½ if it learned from 1, ½ and 0",
        low=-1e6,
        high=1e6,
    )
    ties: Literal["seed", "first"] = setting(
        "seed",
        "which of several best moves is played: one that the game's seed prefers, or the first on "
        "the board",
    )
    endgame: int = setting(
        0,
        "in Othello, with so many empty points or fewer the rest of the game is solved, and the "
        "move with the largest margin played; by searches deeper than one ply; 0 for never",
        low=0,
        high=MAX_ENDGAME,
    )
    visits: int = setting(
        0,
        "of a tree search, which looks as deep as it likes; 0 for alpha-beta",
        low=0,
        high=MAX_VISITS,
    )
    gumbel: int = setting(
        0,
        "so many moves of the root get its visits in turn, and the worse half leaves again and "
        "again (Gumbel's sequential halving, without its noise); 0 for PUCT there too",
        low=0,
        high=MAX_GUMBEL,
    )
    symmetries: Literal[1, 8] = setting(
        1, "boards that the net sees of each leaf, turned and mirrored; their mean counts"
    )
    parallel: int = setting(
        1,
        "leaves that a tree search finds before the net values them together; a visit that waits "
        "for its value counts as lost, so that the next one goes elsewhere; 1 for one after "
        "another. `Limit.threads` says how many threads value them",
        low=1,
        high=MAX_PARALLEL,
    )
    reuse: bool = setting(
        False,
        "whether a tree search goes on with what the player's last one in the game has found of "
        "the position, which counts among its visits; a move then depends on what was thought "
        "about before",
    )
    transpositions: bool = _speed("positions that were met before are known", kept="table")
    history: bool = _speed("moves that were good elsewhere are tried first")
    killers: bool = _speed("moves that were good at the same depth are tried first")
    narrow: bool = _speed("moves are first asked only whether they beat the best")
    batch: bool = _speed("positions after the moves of one are valued together")

    def check(self) -> None:
        """Raises ValueError if a search is to go on with what its halving begins anew."""
        if self.reuse and self.gumbel:
            raise ValueError(
                f"reuse=yes is not allowed with gumbel={self.gumbel}: its halving begins anew; use "
                "gumbel=0"
            )

    def check_net(self, evaluator: Evaluator) -> None:
        """Raises ValueError if this search cannot use such a net."""
        if self.visits and not evaluator.has_policy:
            raise ValueError(
                f"visits={self.visits} is not allowed with {evaluator.kind}: it has no policy; use "
                "visits=0, or a net of the kind conv"
            )

    def within(self, limit: Limit) -> "Search":
        """These settings cut down to a limit: of each number the tighter one holds."""
        if (limit.depth, limit.nodes, limit.seconds) == (None, 0, 0):
            return self
        return replace(
            self,
            depth=min(self.depth, limit.depth or self.depth),
            nodes=_tighter(self.nodes, limit.nodes),
            seconds=_tighter(self.seconds, limit.seconds),
        )

    def _within(self, limit: Limit) -> _core.SearchSettings:
        """The core's form of the settings cut down to a limit."""
        own = self.within(limit)
        return own._core_settings if limit.threads == 1 else own._on(limit.threads)

    @cached_property
    def _core_settings(self) -> _core.SearchSettings:
        """The core's form of the settings."""
        return self._on(1)

    def _on(self, threads: int) -> _core.SearchSettings:
        """The same for a search on so many threads."""
        own = asdict(self)
        if own.pop("candidates") == "full":
            own["radius"] = 0
        own["first_of_equals"] = own.pop("ties") == "first"
        own["table"] = own.pop("transpositions")
        return _core.SearchSettings(
            max_nodes=own.pop("nodes"), max_seconds=own.pop("seconds"), threads=threads, **own
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
        """Searches a position that is not over: the short way to one `Engine.think`.

        Args:
            position: where to search.
            evaluator: the net.
            weights: one row of its weights.
            seed: what decides among moves of equal worth.
            all_moves: also find the exact worth of every candidate, which takes longer.

        Raises:
            ValueError: the game is over, the position is of another game, or the weights are bad.
        """
        return self._find(position, evaluator, evaluator._net(weights), NO_LIMIT, seed, all_moves)

    def _find(
        self,
        position: Position,
        evaluator: Evaluator,
        net: _core.Net,
        limit: Limit,
        seed: int,
        all_moves: bool,
        memory: Memory | None = None,
    ) -> SearchResult:
        """What a search finds with a net that has been made before."""
        check_search(position, evaluator, seed)
        self.check_net(evaluator)
        stop = None if limit.stop is None else limit.stop._core
        settings = self._within(limit)
        kept = None if memory is None else memory._core
        found = _core.think(position._core, net, settings, seed, all_moves, stop, kept)
        return SearchResult._of(position, found, all_moves)


def check_search(position: Position, evaluator: Evaluator, seed: int) -> None:
    """Raises ValueError if a position cannot be searched."""
    evaluator.check_position(position)
    if position.outcome is not None:
        raise ValueError(f"the game is over: {position.outcome}")
    if not 0 <= seed < 2**64:
        raise ValueError(f"seed={seed} is not allowed: use 0 to {2**64 - 1}")


def _tighter(first: Any, second: Any) -> Any:
    """The smaller of two limits, of which 0 is none."""
    return min(first or second, second or first)
