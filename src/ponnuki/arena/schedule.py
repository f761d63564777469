"""Who has black in each game of a tournament, and the seed of each game."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena.tournament import Tournament
from ponnuki.players import Player, fingerprint
from ponnuki.seeds import streams


@dataclass(frozen=True, eq=False)
class Schedule:
    """The games of a tournament, in their order.

    Attributes:
        tournament: what is played.
        fingerprints: of its players: seeds follow from them, not from how players are written.
    """

    tournament: Tournament
    fingerprints: tuple[str, ...]

    @classmethod
    def of(cls, tournament: Tournament, players: Sequence[Player]) -> Self:
        """The schedule of a tournament whose players have been made."""
        return cls(tournament, tuple(map(fingerprint, players)))

    @cached_property
    def pairings(self) -> NDArray[np.int32]:
        """Rows of (black, white): the first game of every pair, then the second of every pair, ...

        In the first game the player has black whose fingerprint comes first in the alphabet, then
        they take turns.
        """
        own = self.tournament
        rows = np.array(
            [sorted(pair, key=self.fingerprints.__getitem__) for pair in own.pairs], np.int32
        )
        rounds = np.stack([rows, rows[:, ::-1]])
        return np.tile(rounds.reshape(-1, 2), (own.games // 2, 1))

    @cached_property
    def seeds(self) -> NDArray[np.uint64]:
        """The seed of every game: the streams ("tournament [A, B]", i), A before B.

        Seeds of openings from which one side has already lost are drawn anew.
        """
        own = self.tournament
        columns = []
        for pair in own.pairs:
            names = json.dumps(sorted(self.fingerprints[one] for one in pair))
            column = streams(own.seed, f"tournament {names}", own.games)
            columns.append(np.repeat(column[: own.games // 2], 2) if own.opening else column)
        return own.opening.open_seeds(own.rules, np.stack(columns, axis=1).ravel())

    def to_json(self) -> dict[str, Any]:
        """What a folder keeps about its tournament: the settings, and who the players were."""
        own = self.tournament
        players = [
            {"spec": spec, "fingerprint": one}
            for spec, one in zip(own.players, self.fingerprints, strict=True)
        ]
        return {**own.to_json(), "players": players}
