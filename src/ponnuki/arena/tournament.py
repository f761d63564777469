"""Tournaments: every pair of players, or the first against all others, with both colours equally.

A game depends on the tournament's seed, on who its two players are (their weights and settings:
`ponnuki.players.fingerprint`), and on its number among the games of that pair. It does not depend
on how a spec or a folder is written, on threads, on how the games were divided into batches, on
whether the tournament was stopped and went on, or on who else takes part.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from ponnuki.arena.batch import MAX_SEED
from ponnuki.arena.layout import pairs_of
from ponnuki.arena.opening import START, Opening
from ponnuki.games import Game
from ponnuki.games import game as find_game
from ponnuki.games.registry import restore
from ponnuki.players import Player, player
from ponnuki.players.limit import MAX_DEPTH
from ponnuki.players.search import MAX_VISITS
from ponnuki.settings import Settings, names_in, setting

FORMAT = "ponnuki-tournament-2"
MAX_PLAYERS = 200
MAX_TOTAL = 10**7
"""The most games in a tournament."""


@dataclass(frozen=True)
class Tournament(Settings):
    """What is played. It holds no player and no result."""

    players: tuple[str, ...] = setting(..., "their specs, all different")
    game: str = setting(..., "the game's spec")
    games: int = setting(
        ...,
        "of each pair, an even number, so that both have black equally often",
        low=2,
        high=MAX_TOTAL,
        step=2,
    )
    seed: int = setting(..., "same seed, same games", low=0, high=MAX_SEED)
    depth: int | None = setting(
        None,
        "how far engines look ahead, in plies, if their spec does not say it; none for as far as "
        "each net was trained to, and 2 plies for one that was not trained",
        low=1,
        high=MAX_DEPTH,
    )
    noise: float = setting(
        0.0, "share of random moves of players whose spec does not say it", low=0, high=1
    )
    opening: Opening = setting(
        START,
        "how games begin; if something is played before players choose, games come in twos with "
        "the same opening and the colours swapped",
    )
    gauntlet: bool = setting(False, "only the first player meets the others")
    visits: int | None = setting(
        None,
        "visits of tree searches, by nets with a policy, if their spec says neither visits nor "
        "depth; none for as many as each net was trained to make",
        low=0,
        high=MAX_VISITS,
        later=True,
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "game", find_game(self.game).spec)
        super().__post_init__()

    def check(self) -> None:
        """Raises ValueError if there are too few players or too many games."""
        if not 2 <= len(self.players) <= MAX_PLAYERS:
            raise ValueError(f"{len(self.players)} players are not allowed: use 2 to {MAX_PLAYERS}")
        for index, spec in enumerate(self.players):
            if spec in self.players[:index]:
                raise ValueError(f"player {spec!r} is named twice: name each player once")
        if self.total > MAX_TOTAL:
            raise ValueError(f"{self.total:,} games are not allowed: use up to {MAX_TOTAL:,}")

    @cached_property
    def rules(self) -> Game:
        """The game."""
        return find_game(self.game)

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairs that meet, as indices of players."""
        return pairs_of([len(self.players)], "first" if self.gauntlet else "all")

    @property
    def total(self) -> int:
        """The number of games."""
        return len(self.pairs) * self.games

    def make_players(self) -> list[Player]:
        """The players; errors as of `player`."""
        return [
            player(spec, self.rules, depth=self.depth, noise=self.noise, visits=self.visits)
            for spec in self.players
        ]

    def to_json(self) -> dict[str, Any]:
        """The settings as plain data; visits only if somebody asked for them."""
        own = {
            name: None if getattr(self, name) is None else plain
            for name, plain in self.table().items()
        }
        rules_version = self.rules.rules_version
        said = {**own, "game": self.rules.recorded}
        return {"format": FORMAT, "rules_version": rules_version, **said}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The settings that `to_json` wrote.

        Raises:
            ValueError: these are no settings, or they are for other rules.
        """
        if data.get("format") != FORMAT:
            raise ValueError(f"the format is {data.get('format')!r}, not {FORMAT!r}")
        rules = restore(data.get("game", ""), data.get("rules_version", 0))
        own = {name: data[name] for name in names_in(cls) if name in data}
        return cls.of({**own, "game": rules.spec})

    @property
    def digest(self) -> str:
        """Eight hexadecimal digits that other settings do not have."""
        text = json.dumps(self.to_json(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:8]
