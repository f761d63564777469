"""Tournaments: every pair of players, or the first against all others, with both colours equally.

A game depends on the tournament's seed, on who its two players are (their weights and settings:
`ponnuki.players.fingerprint`), and on its number among the games of that pair. It does not depend
on how a spec or a folder is written, on threads, on how the games were divided into batches, on
whether the tournament was stopped and went on, or on who else takes part.
"""

import hashlib
import itertools
import json
import operator
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, Self

from ponnuki.arena.batch import MAX_SEED
from ponnuki.arena.opening import START, Opening
from ponnuki.games import Game
from ponnuki.games import game as find_game
from ponnuki.games.registry import restore
from ponnuki.players import Player, player
from ponnuki.players.limit import MAX_DEPTH
from ponnuki.players.search import MAX_VISITS
from ponnuki.settings import whole

FORMAT = "ponnuki-tournament-2"
_MAY_BE_NONE = "depth", "visits"
MAX_PLAYERS = 200
MAX_TOTAL = 10**7
"""The most games in a tournament."""


@dataclass(frozen=True)
class Tournament:
    """What is played. It holds no player and no result.

    Attributes:
        players: their specs, all different.
        game: the game's spec.
        games: of each pair; an even number, so that both have black equally often.
        seed: 0 to 2**64 - 1.
        depth: of engines whose spec does not say it; None for that of each net's training.
        noise: share of random moves of players whose spec does not say it.
        opening: how games begin. If something is played before players choose, games come in twos
            with the same opening and the colours swapped.
        gauntlet: only the first player meets the others.
        visits: of tree searches whose spec says neither visits nor depth; None for those of each
            net's training.
    """

    players: tuple[str, ...]
    game: str
    games: int
    seed: int
    depth: int | None = None
    noise: float = 0.0
    opening: Opening = START
    gauntlet: bool = False
    visits: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", tuple(self.players))
        object.__setattr__(self, "game", find_game(self.game).spec)
        if not 0 <= self.noise <= 1:
            raise ValueError(f"noise={self.noise} is not allowed: use 0 to 1")
        object.__setattr__(self, "noise", float(self.noise))
        object.__setattr__(self, "opening", Opening.of(self.opening))
        if not 2 <= len(self.players) <= MAX_PLAYERS:
            raise ValueError(f"{len(self.players)} players are not allowed: use 2 to {MAX_PLAYERS}")
        for index, spec in enumerate(self.players):
            if not isinstance(spec, str):
                raise TypeError(f"a player is named by a text, not by {spec!r}")
            if spec in self.players[:index]:
                raise ValueError(f"player {spec!r} is named twice: name each player once")
        for name in "games", "seed", *_MAY_BE_NONE:
            value = getattr(self, name)
            if value is not None or name not in _MAY_BE_NONE:
                object.__setattr__(self, name, operator.index(value))
        whole("games", self.games, 2, MAX_TOTAL)
        if self.games % 2:
            raise ValueError(
                f"games={self.games} is not allowed: use an even number, for both colours equally"
            )
        whole("seed", self.seed, 0, MAX_SEED)
        if self.depth is not None:
            whole("depth", self.depth, 1, MAX_DEPTH)
        if self.visits is not None:
            whole("visits", self.visits, 0, MAX_VISITS)
        if self.total > MAX_TOTAL:
            raise ValueError(f"{self.total:,} games are not allowed: use up to {MAX_TOTAL:,}")

    @cached_property
    def rules(self) -> Game:
        """The game."""
        return find_game(self.game)

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairs that meet, as indices of players."""
        others = range(1, len(self.players))
        if self.gauntlet:
            return [(0, other) for other in others]
        return list(itertools.combinations(range(len(self.players)), 2))

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
        own = asdict(self)
        if self.visits is None:
            del own["visits"]
        return {
            "format": FORMAT,
            "rules_version": self.rules.rules_version,
            **own,
            "players": list(self.players),
            "opening": self.opening.plain(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The settings that `to_json` wrote.

        Raises:
            ValueError: these are no settings, or they are for other rules.
        """
        if data.get("format") != FORMAT:
            raise ValueError(f"the format is {data.get('format')!r}, not {FORMAT!r}")
        players, noise = data.get("players"), data.get("noise")
        if not isinstance(players, list) or not isinstance(data.get("game"), str):
            raise ValueError("players must be a list, and game a text")
        if isinstance(noise, bool) or not isinstance(noise, int | float):
            raise ValueError(f"noise is {noise!r}, not a number")
        whole = {name: data.get(name) for name in ("games", "seed", *_MAY_BE_NONE)}
        for name, value in whole.items():
            if name in _MAY_BE_NONE and value is None:
                continue
            if isinstance(value, bool) or not isinstance(value, int):
                raise ValueError(f"{name} is {value!r}, not a whole number")
        if not isinstance(data.get("gauntlet"), bool):
            raise ValueError(f"gauntlet is {data.get('gauntlet')!r}, not true or false")
        restore(data["game"], data.get("rules_version", 0))
        return cls(
            players=tuple(players),
            game=data["game"],
            noise=noise,
            opening=Opening.of(data.get("opening")),
            gauntlet=data["gauntlet"],
            **whole,  # type: ignore[arg-type]  # they were checked above
        )

    @property
    def digest(self) -> str:
        """Eight hexadecimal digits that other settings do not have."""
        text = json.dumps(self.to_json(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:8]
