"""The games of a tournament that is kept: what a folder says of it, and who plays each game."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from ponnuki.arena.layout import TOURNAMENT, Pairings, Seeds
from ponnuki.arena.tournament import Tournament
from ponnuki.players import Player, fingerprint


@dataclass(frozen=True, eq=False)
class Schedule:
    """The games of a tournament, in their order. It needs no player to be made.

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
    def _laid(self) -> tuple[Pairings, Seeds]:
        own = self.tournament
        return TOURNAMENT.lay(
            own.rules, own.pairs, own.games, own.seed, own.opening, self.fingerprints
        )

    @property
    def pairings(self) -> Pairings:
        """Rows of (black, white): the first game of every pair, then the second of every pair, ...

        In the first game the player has black whose fingerprint comes first in the alphabet, then
        they take turns.
        """
        return self._laid[0]

    @property
    def seeds(self) -> Seeds:
        """The seed of every game: the streams ("tournament [A, B]", i), A before B.

        Seeds of openings from which one side has already lost are drawn anew.
        """
        return self._laid[1]

    def to_json(self) -> dict[str, Any]:
        """What a folder keeps about its tournament: the settings, and who the players were."""
        own = self.tournament
        players = [
            {"spec": spec, "fingerprint": one}
            for spec, one in zip(own.players, self.fingerprints, strict=True)
        ]
        return {**own.to_json(), "players": players}
