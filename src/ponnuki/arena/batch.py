"""Many finished games of one kind, as arrays: played in parts and joined, pickled and checked."""

import itertools
import operator
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self, overload

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena.record import GameRecord
from ponnuki.games import FORFEITS, Game, Outcome
from ponnuki.games.registry import restore
from ponnuki.seeds import streams
from ponnuki.settings import whole

MAX_SEED = 2**64 - 1
MAX_GAMES = 10**8

_BY_GAME: dict[str, tuple[type[np.generic], tuple[int, ...]]] = {
    "pairings": (np.int32, (2,)),
    "seeds": (np.uint64, ()),
    "winners": (np.int8, ()),
    "reasons": (np.uint8, ()),
    "margins": (np.float64, ()),
    "nodes": (np.int64, ()),
    "leaves": (np.int64, ()),
}
"""The arrays with a row for each game: their type, and the shape of a row."""


@dataclass(frozen=True, eq=False)
class GameBatch:
    """Many finished games of one kind, in order, as arrays that are read only.

    Attributes:
        game: their rules.
        players: the specs of all players.
        pairings: the indices of black and white in `players`, a row a game.
        seeds: what each game's random choices were drawn from.
        winners: +1 black, -1 white, 0 draw.
        reasons: index into `reason_names`.
        margins: the winner's margin.
        offsets: the moves of game i are moves[offsets[i]:offsets[i + 1]].
        moves: the moves of all games, one after the other.
        nodes: nodes searched in each game.
        leaves: positions that nets valued in each game.
        forfeits: what the loser did, in words, by the index of the game: games that the rules did
            not end. The reasons of all others are those of the rules.
        dead: the points of stones that were taken off before a game was counted, by the index of
            the game; see `GameRecord.dead`.
    """

    game: Game
    players: tuple[str, ...]
    pairings: NDArray[np.int32]
    seeds: NDArray[np.uint64]
    winners: NDArray[np.int8]
    reasons: NDArray[np.uint8]
    margins: NDArray[np.float64]
    offsets: NDArray[np.int64]
    moves: NDArray[np.int16]
    nodes: NDArray[np.int64]
    leaves: NDArray[np.int64]
    forfeits: Mapping[int, str] = field(default_factory=dict)
    dead: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for array in vars(self).values():
            if isinstance(array, np.ndarray):
                array.flags.writeable = False

    @classmethod
    def of_records(
        cls,
        game: Game,
        players: Sequence[str],
        pairings: NDArray[np.int32],
        records: Sequence[GameRecord],
    ) -> Self:
        """The batch of some games; nobody counted their nodes and leaves.

        Args:
            game: their rules.
            players: the specs of all players.
            pairings: the indices of black and white in `players`, a row a game.
            records: the games.
        """
        names = [*game.reasons, *FORFEITS]
        outcomes = [one.outcome for one in records]
        signs = {"black": 1, "white": -1, None: 0}
        return cls(
            game,
            tuple(players),
            pairings=np.array(pairings, np.int32),
            seeds=np.array([one.seed for one in records], np.uint64),
            winners=np.array([signs[one.winner] for one in outcomes], np.int8),
            reasons=np.array([names.index(one.reason) for one in outcomes], np.uint8),
            margins=np.array([one.margin for one in outcomes], np.float64),
            offsets=np.cumsum([0, *(len(one.moves) for one in records)], dtype=np.int64),
            moves=np.array([move for one in records for move in one.moves], np.int16),
            nodes=np.zeros(len(records), np.int64),
            leaves=np.zeros(len(records), np.int64),
            forfeits={i: one.forfeit for i, one in enumerate(records) if one.forfeit is not None},
            dead={i: one.dead for i, one in enumerate(records) if one.dead},
        )

    @classmethod
    def join(
        cls, parts: Sequence["GameBatch"], places: Sequence[NDArray[np.intp]] | None = None
    ) -> Self:
        """One batch of several of the same game and players.

        Args:
            parts: the batches, at least one.
            places: for each part the numbers that its games have in the whole, which are 0 to
                games - 1 together; None to put one part behind the other.

        Raises:
            ValueError: the parts are of other games or players, or the places do not fit.
        """
        if not parts:
            raise ValueError("no parts are not allowed: use one or more")
        first = parts[0]
        for part in parts:
            if part.game != first.game or part.players != first.players:
                raise ValueError("parts of other games or with other players cannot be joined")
        if places is None:
            ends = np.cumsum([len(part) for part in parts])
            places = [np.arange(end - len(one), end) for one, end in zip(parts, ends, strict=True)]
        where = np.concatenate(places)
        order = np.argsort(where, kind="stable")
        fits = [len(place) for place in places] == [len(part) for part in parts]
        if not fits or not np.array_equal(where[order], np.arange(len(where))):
            raise ValueError("places are not allowed: use 0 to games - 1, each once")
        arrays = {
            name: np.concatenate([getattr(part, name) for part in parts])[order]
            for name in _BY_GAME
        }
        moves = list(
            itertools.chain(*(np.split(one.moves, one.offsets[1:-1]) for one in parts if len(one)))
        )
        arrays["moves"] = np.concatenate([first.moves[:0], *(moves[i] for i in order)])
        arrays["offsets"] = np.cumsum([0, *(len(moves[i]) for i in order)], dtype=np.int64)
        placed = list(zip(places, parts, strict=True))
        forfeits = {int(to[i]): it for to, part in placed for i, it in part.forfeits.items()}
        dead = {int(to[i]): it for to, part in placed for i, it in part.dead.items()}
        return cls(first.game, first.players, **arrays, forfeits=forfeits, dead=dead)

    def _some(self, numbers: range) -> "GameBatch":
        """The batch of some games."""
        arrays = {name: getattr(self, name)[list(numbers)] for name in _BY_GAME}
        moves = [self.moves[self.offsets[i] : self.offsets[i + 1]] for i in numbers]
        arrays["moves"] = np.concatenate([self.moves[:0], *moves])
        arrays["offsets"] = np.cumsum([0, *map(len, moves)], dtype=np.int64)
        forfeits = {at: self.forfeits[i] for at, i in enumerate(numbers) if i in self.forfeits}
        dead = {at: self.dead[i] for at, i in enumerate(numbers) if i in self.dead}
        return GameBatch(self.game, self.players, **arrays, forfeits=forfeits, dead=dead)

    def __reduce__(self) -> tuple[Callable[..., "GameBatch"], tuple[dict[str, Any]]]:
        state = {name: value for name, value in vars(self).items() if name != "game"}
        rules = {"game": self.game.spec, "rules_version": self.game.rules_version}
        more = {"forfeits": dict(self.forfeits), "dead": dict(self.dead)}
        return _unpickled, ({**rules, **state, **more},)

    @property
    def reason_names(self) -> list[str]:
        """What `reasons` counts: the reasons of the rules, then FORFEITS."""
        return [*self.game.reasons, *FORFEITS]

    @property
    def ends(self) -> dict[str, int]:
        """How many games each reason ended."""
        counts = np.bincount(self.reasons, minlength=len(self.reason_names))
        return {
            name: int(count) for name, count in zip(self.reason_names, counts, strict=True) if count
        }

    @property
    def plies(self) -> NDArray[np.int64]:
        """The number of moves of every game."""
        return np.diff(self.offsets)

    def __repr__(self) -> str:
        black, white = (int((self.winners == sign).sum()) for sign in (1, -1))
        drawn = len(self) - black - white
        return (
            f"<GameBatch of {len(self):,} games of {self.game.spec}: "
            f"black won {black:,}, white {white:,}, {drawn:,} drawn>"
        )

    def __len__(self) -> int:
        return len(self.winners)

    def __iter__(self) -> Iterator[GameRecord]:
        return (self[index] for index in range(len(self)))

    @overload
    def __getitem__(self, index: int) -> GameRecord: ...

    @overload
    def __getitem__(self, index: slice) -> "GameBatch": ...

    def __getitem__(self, index: int | slice) -> "GameRecord | GameBatch":
        """The record of one game, which can be replayed; or the batch of several."""
        if isinstance(index, slice):
            return self._some(range(len(self))[index])
        index = operator.index(index)
        if not -len(self) <= index < len(self):
            raise IndexError(f"game {index} is not one of the {len(self)} games")
        index %= len(self)
        moves = tuple(self.moves[self.offsets[index] : self.offsets[index + 1]].tolist())
        outcome = Outcome.of(
            int(self.winners[index]),
            self.reason_names[self.reasons[index]],
            float(self.margins[index]),
            len(moves),
        )
        black, white = (self.players[player] for player in self.pairings[index])
        seed, forfeit = int(self.seeds[index]), self.forfeits.get(index)
        dead = self.dead.get(index, ())
        return GameRecord(self.game, (black, white), seed, moves, outcome, forfeit, dead)


def usable_cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def game_seeds(seed: int, games: int) -> NDArray[np.uint64]:
    """The seeds of a run's games: the streams ("game", i)."""
    whole("seed", seed, 0, MAX_SEED)
    whole("games", games, 0, MAX_GAMES)
    return streams(seed, "game", games)


def _unpickled(state: dict[str, Any]) -> GameBatch:
    """The batch whose state this is.

    Raises:
        ValueError: it is no batch; names what is wrong.
    """
    arrays = {*_BY_GAME, "moves", "offsets"}
    if set(state) != {"game", "rules_version", "players", "forfeits", "dead", *arrays}:
        raise ValueError(f"this is no batch of games: it has {sorted(state)}")
    rules = restore(state["game"], state["rules_version"])
    games = np.shape(state["winners"])[:1]
    shapes = {name: (kind, games + row) for name, (kind, row) in _BY_GAME.items()}
    shapes["offsets"] = np.int64, (games[0] + 1,) if games else ()
    shapes["moves"] = np.int16, np.shape(state["moves"])[:1]
    for name, (kind, shape) in shapes.items():
        array = state[name]
        if not isinstance(array, np.ndarray) or array.dtype != kind or array.shape != shape:
            raise ValueError(f"this is no batch of games: {name} is not {shape} of {kind.__name__}")
    said = {name: value for name, value in state.items() if name != "rules_version"}
    batch = GameBatch(**{**said, "game": rules, "players": tuple(state["players"])})
    _check(batch)
    return batch


def _check(batch: GameBatch) -> None:
    """Raises ValueError if the numbers of a batch are out of range."""
    lost_by_rules = len(batch.reason_names) - len(FORFEITS)
    moves = batch.game.points + (batch.game.pass_move is not None)
    forfeits = batch.forfeits
    forfeited = np.flatnonzero(batch.reasons >= lost_by_rules)
    facts = {
        "players": all(isinstance(one, str) for one in batch.players),
        "pairings": _within(batch.pairings, 0, len(batch.players) - 1),
        "winners": _within(batch.winners, -1, 1),
        "reasons": _within(batch.reasons, 0, len(batch.reason_names) - 1),
        "margins": bool((np.isfinite(batch.margins) & (batch.margins >= 0)).all()),
        "offsets": batch.offsets[0] == 0
        and batch.offsets[-1] == len(batch.moves)
        and bool((batch.plies >= 0).all()),
        "moves": _within(batch.moves, 0, moves - 1),
        "nodes": bool((batch.nodes >= 0).all()),
        "leaves": bool((batch.leaves >= 0).all()),
        "forfeits": isinstance(forfeits, dict)
        and sorted(forfeits) == forfeited.tolist()
        and all(isinstance(text, str) for text in forfeits.values()),
        "dead": isinstance(batch.dead, dict)
        and all(type(i) is int and 0 <= i < len(batch) for i in batch.dead)
        and not forfeited[np.isin(forfeited, list(batch.dead))].size
        and all(
            isinstance(points, tuple) and all(type(one) is int for one in points)
            for points in batch.dead.values()
        ),
    }
    for name, fits in facts.items():
        if not fits:
            raise ValueError(f"this is no batch of games: {name} are out of range")


def _within(array: NDArray[np.integer[Any]], low: int, high: int) -> bool:
    return not array.size or bool(array.min() >= low and array.max() <= high)
