"""What analysing controllers show of a tree search: the commands of Leela Zero and KataGo.

Sabaki, Lizzie and others read a line in which every move of the root has its visits, its share of
wins, the chance that the policy gave it, and what is expected to follow.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ponnuki.arena.batch import usable_cores
from ponnuki.games import Position, Side
from ponnuki.players import Engine, Memory, RootMove, SearchResult, Stop, root_moves
from ponnuki.players.limit import Limit

FIRST_VISITS = 16
"""Of the first look at a position; each further one has twice as many."""
MOST_VISITS = 65_536
"""Of the last look: trees take memory."""
LONGEST_INTERVAL = 100_000
"""Hundredths of a second."""
_PAIRS = {"interval", "minmoves", "maxmoves", "rootinfo", "ownership", "movesownership", "pvvisits"}


@dataclass(frozen=True)
class Request:
    """What a controller asks for.

    Attributes:
        side: whose move is looked for; None for the side to move.
        interval: seconds between two reports, at least.
        moves: how many are told, at most; None for all.
    """

    side: Side | None = None
    interval: float = 0.0
    moves: int | None = None

    @classmethod
    def of(cls, words: Sequence[str]) -> "Request":
        """The request that stands behind a command: a colour, an interval, names and values.

        What asks for something that a tree search does not tell, such as ownership, is left alone.

        Raises:
            ValueError: something else stands there.
        """
        rest = [word.lower() for word in words]
        sides: dict[str, Side] = {"b": "black", "black": "black", "w": "white", "white": "white"}
        side = sides[rest.pop(0)] if rest and rest[0] in sides else None
        given: dict[str, str] = {}
        if rest and rest[0].isdecimal():
            given["interval"] = rest.pop(0)
        if len(rest) % 2 or not set(rest[::2]) <= _PAIRS:
            raise ValueError("syntax error")
        given |= dict(zip(rest[::2], rest[1::2], strict=True))
        hundredths, most = _whole(given.get("interval", "0")), given.get("maxmoves")
        return cls(side, hundredths / 100, None if most is None else _whole(most))


@dataclass(frozen=True)
class Analysis:
    """A position that is searched with more and more visits until somebody ends it.

    Attributes:
        engine: who searches, a tree.
        position: where.
        seed: decides among moves of equal worth.
        kata: whether shares are told as KataGo does, from 0 to 1, or as Leela Zero, up to 10000.
        request: what was asked for.
        id: the number of the command that asked for it; empty if it had none.
    """

    engine: Engine
    position: Position
    seed: int
    kata: bool
    request: Request
    id: str = ""

    def once(self) -> str:
        """The report of one search with the engine's own visits."""
        limit = Limit(threads=usable_cores())
        return self._said(self.engine.think(self.position, limit, seed=self.seed, all_moves=True))

    def reports(self, stop: Stop) -> Iterator[str]:
        """Reports of longer and longer searches; the first one comes in any case.

        A search goes on with the tree of the one before, but for Gumbel's, which begin anew.
        """
        visits, last, threads = FIRST_VISITS, float("-inf"), usable_cores()
        limit = Limit(threads=threads)
        own, memory = self.engine.search, Memory()
        while True:
            search = replace(own, visits=visits, reuse=not own.gumbel)
            engine = replace(self.engine, search=search)
            found = engine.think(
                self.position, limit, seed=self.seed, all_moves=True, memory=memory
            )
            if limit.stop is not None and stop.is_set():
                return
            final = visits >= MOST_VISITS or found.decided is not None
            if final or time.monotonic() - last >= self.request.interval:
                last = time.monotonic()
                yield self._said(found)
            if final:
                return
            visits, limit = 2 * visits, Limit(stop=stop, threads=threads)

    def _said(self, found: SearchResult) -> str:
        moves = root_moves(self.engine, self.position, found)[: self.request.moves]
        return report(self.position, moves, kata=self.kata)


def report(position: Position, moves: Sequence[RootMove], *, kata: bool) -> str:
    """A search in one line.

    Args:
        position: what was searched.
        moves: those of the root, the best first.
        kata: as of `Analysis`.
    """
    said = []
    for order, one in enumerate(moves):
        share, prior = (
            f"{value:.6f}" if kata else f"{10_000 * value:.0f}" for value in (one.share, one.prior)
        )
        line = " ".join(position.game.text(move) for move in one.line)
        said.append(
            f"info move {position.game.text(one.move)} visits {one.visits} winrate {share} "
            f"prior {prior} order {order} pv {line}"
        )
    return " ".join(said)


def _whole(word: str) -> int:
    """A whole number that is not negative, nor too large."""
    if not word.isdecimal() or not word.isascii() or int(word[:9]) > LONGEST_INTERVAL:
        raise ValueError("syntax error")
    return int(word)
