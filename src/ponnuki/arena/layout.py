"""Layouts: in which order the games of a contest come, who has black, and which seeds they have.

Results that somebody keeps hang on these, so a layout never changes. Every one that is in use is a
named value below; a new question takes `MATCH`, or `paired` with a stream of its own.
"""

import itertools
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena.opening import Opening
from ponnuki.games import Game
from ponnuki.seeds import streams

Pairs = Sequence[tuple[int, int]]
Pairings = NDArray[np.int32]
Seeds = NDArray[np.uint64]
Number = TypeVar("Number", np.int32, np.uint64)
PAIRINGS = ("all", "first")


def pairs_of(groups: Sequence[int], pairing: str = "all") -> list[tuple[int, int]]:
    """Who meets whom, as indices of players; those of a second group come behind the first.

    >>> pairs_of([3]), pairs_of([3], "first")
    ([(0, 1), (0, 2), (1, 2)], [(0, 1), (0, 2)])
    >>> pairs_of([2, 2])
    [(0, 2), (0, 3), (1, 2), (1, 3)]

    Args:
        groups: how many players each group has: everyone of the first of two meets everyone of the
            second.
        pairing: in one group, everyone meets everyone ("all"), or the first meets all others
            ("first").
    """
    first, *second = groups
    if second:
        return list(itertools.product(range(first), range(first, first + second[0])))
    if pairing == "first":
        return [(0, other) for other in range(1, first)]
    return list(itertools.combinations(range(first), 2))


@dataclass(frozen=True)
class Layout:
    """How the games of each pair are laid out; `lay` makes them.

    Attributes:
        stream: the name of the stream from which seeds are drawn.
        seeds: what has a seed of its own: each game; each two games, one a colour; each two games
            if something is played before players choose, else each game; or nothing, so that all
            games have the contest's own.
        numbers: which pairs share the numbers of the stream: all pairs of the contest; those of
            each first player, so that all first players have the same seeds; or each pair has a
            stream of its own, named by the fingerprints of its players.
        order: pair after pair, or a game of every pair, then the next of every pair.
        colours: both sides have black in turn, the first of a pair first; or the first always; or
            both in turn, first the one whose fingerprint comes first in the alphabet.
        redrawn: whether seeds give way to others if their openings are decided.
    """

    stream: str
    seeds: Literal["game", "colours", "opening", "contest"] = "game"
    numbers: Literal["contest", "player", "pair"] = "contest"
    order: Literal["pairs", "rounds"] = "pairs"
    colours: Literal["turns", "black", "fingerprints"] = "turns"
    redrawn: bool = False

    @property
    def needs_fingerprints(self) -> bool:
        """Whether games depend on who the players are."""
        return self.numbers == "pair" or self.colours == "fingerprints"

    def games_of(self, games: int) -> int:
        """How many games a pair has if so many are asked for: even where two share a seed."""
        return games - games % 2 if self.seeds == "colours" else games

    def lay(
        self,
        rules: Game,
        pairs: Pairs,
        games: int,
        seed: int,
        opening: Opening,
        fingerprints: Sequence[str] = (),
        place: int = 0,
    ) -> tuple[Pairings, Seeds]:
        """Black, white and the seed of every game.

        Args:
            rules: of the game.
            pairs: who meets whom, as indices of players.
            games: that are asked for of each pair.
            seed: of the contest.
            opening: how games begin.
            fingerprints: of the players, if `needs_fingerprints`.
            place: of the first pair among those of a larger contest.

        Raises:
            ValueError: openings of so many plies are decided.
        """
        games = self.games_of(games)
        seeds = self._seeds(pairs, games, seed, bool(opening), fingerprints, place)
        found = opening.open_seeds(rules, seeds) if self.redrawn else seeds
        return self._pairings(pairs, games, fingerprints), found

    def _pairings(self, pairs: Pairs, games: int, fingerprints: Sequence[str]) -> Pairings:
        first = np.array(pairs, np.int32).reshape(-1, 2)
        if self.colours == "fingerprints":
            first = np.array([sorted(one, key=fingerprints.__getitem__) for one in pairs], np.int32)
        second = first if self.colours == "black" else first[:, ::-1]
        return self._in_order(np.stack([first, second], axis=1)[:, np.arange(games) % 2])

    def _seeds(
        self,
        pairs: Pairs,
        games: int,
        seed: int,
        opening: bool,
        fingerprints: Sequence[str],
        first: int,
    ) -> Seeds:
        """The seeds before any is drawn anew."""
        if self.seeds == "contest":
            return np.full(len(pairs) * games, seed, np.uint64)
        shared = self.seeds == "colours" or (self.seeds == "opening" and opening)
        number = np.arange(games) // 2 if shared else np.arange(games)
        count = int(number[-1]) + 1
        if self.numbers == "pair":
            names = [f"{self.stream} {_names(pair, fingerprints)}" for pair in pairs]
            return self._in_order(np.stack([streams(seed, name, count)[number] for name in names]))
        place = first + (
            _places(pairs) if self.numbers == "player" else np.arange(len(pairs), dtype=np.intp)
        )
        rows = streams(seed, self.stream, (int(place.max()) + 1) * count).reshape(-1, count)
        return self._in_order(rows[place][:, number])

    def _in_order(self, rows: NDArray[Number]) -> NDArray[Number]:
        """Games by pair and number, one after the other."""
        ordered = rows.swapaxes(0, 1) if self.order == "rounds" else rows
        return np.ascontiguousarray(ordered.reshape(-1, *rows.shape[2:]))


def _names(pair: tuple[int, int], fingerprints: Sequence[str]) -> str:
    return json.dumps(sorted(fingerprints[one] for one in pair))


def _places(pairs: Pairs) -> NDArray[np.intp]:
    """The number of each pair among those of its first player."""
    met: dict[int, int] = {}
    found = []
    for first, _ in pairs:
        found.append(met.setdefault(first, 0))
        met[first] += 1
    return np.array(found, np.intp)


def paired(stream: str) -> Layout:
    """Both colours from each seed, pair after pair: what most questions have."""
    return Layout(stream, seeds="colours")


MATCH = Layout("game", seeds="opening", redrawn=True)
"""`ponnuki match`, and every contest that says nothing else."""
TOURNAMENT = Layout(
    "tournament",
    seeds="opening",
    numbers="pair",
    order="rounds",
    colours="fingerprints",
    redrawn=True,
)
"""`ponnuki tournament`: a game does not depend on who else takes part."""
PROBE = Layout("probe", seeds="colours", redrawn=True)
"""Champions of runs against nets, and examinations."""
STRENGTH = paired("strength")
"""Champions of runs against players."""
ALIKE = Layout("", seeds="contest", colours="black")
"""The two-level swarm's games with one opponent: a net's score depends on the net alone."""

CAI2007_MEASURE = Layout("measure", seeds="colours", numbers="player")
CAI2009_TABLE = Layout("table", colours="black")
CAI2009_VISIT = Layout("visit")
KIM2007_FRESH = Layout("fresh", seeds="colours", numbers="player")
KIM2007_DUEL = paired("duel")
MAYER2007_PAIR = paired("pair")
MAYER2007_GNU_GO = paired("gnu-go")
MAYER2007_RANK = paired("rank")
MAYER2007_FIGURE4 = Layout("figure4", colours="black")
ZERO_DEFENSIVE = paired("defensive")
ZERO_UNTRAINED = paired("untrained")
ZERO_VISITS = paired("visits")
ZERO_FIRST = Layout("first", colours="black")
ZERO_PLANES = paired("planes")
