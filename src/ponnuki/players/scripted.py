"""Scripted players: rules written by hand, as docs/players.md says them."""

from dataclasses import dataclass
from typing import Literal

from ponnuki import _core
from ponnuki.games import Game, Position
from ponnuki.players.draws import Draws
from ponnuki.players.endgame import counts_areas
from ponnuki.settings import Settings, setting

Script = Literal["child", "defensive", "naive", "pattern"]

SCRIPTS: dict[Script, str] = {
    "child": "Capture Go",
    "defensive": "Capture Go",
    "naive": "Go and Capture Go",
    "pattern": "Go",
}
"""Every player with rules written by hand, and the games that it plays."""


def plays(script: Script, game: Game) -> bool:
    """Whether a player with rules written by hand plays a game."""
    return _core.plays(_core.PlayerKind[script], game._core)


@dataclass(frozen=True)
class ScriptedPlayer(Settings):
    """One of the players with rules written by hand. Same position and seed, same move.

    Attributes:
        kind: which of them.
        game: what it plays.
        spec: the text that it was made from.
    """

    kind: Script
    game: Game
    noise: float = setting(
        0.0, "share of moves that are drawn at random from the legal ones", low=0, high=1
    )
    endgame: bool = setting(
        False,
        "plays endgames out as sums of local games; for Go that counts areas",
        later=True,
    )
    spec: str = ""

    def __post_init__(self) -> None:
        if self.kind not in SCRIPTS:
            raise ValueError(f"kind={self.kind!r} is not allowed: use {' or '.join(SCRIPTS)}")
        super().__post_init__()
        if not plays(self.kind, self.game):
            raise ValueError(
                f"the {self.kind} player plays {SCRIPTS[self.kind]}, not {self.game.spec}"
            )
        if self.endgame and not counts_areas(self.game):
            raise ValueError(
                f"endgame=yes is not allowed: it is for Go with scoring=area, not {self.game.spec}"
            )
        if not self.spec:
            object.__setattr__(self, "spec", self.kind)

    @property
    def _kind(self) -> _core.PlayerKind:
        return _core.PlayerKind[self.kind]

    @property
    def _core_player(self) -> _core.EnginePlayer:
        """What plays its games in the core."""
        return _core.EnginePlayer(self._kind, self.noise, self.endgame)

    def choose(self, position: Position, *, seed: int, draws: Draws | None = None) -> int:
        """A legal move in a position that is not over; `draws` is the game's generator."""
        self._check(position)
        generator = draws or Draws.at(position, seed)
        return _core.choose(position._core, self._core_player, seed, generator._core)[0]

    def scores(self, position: Position) -> dict[int, int]:
        """How its rules rank the legal moves: it plays one of the highest.

        The numbers compare within the position and mean nothing else. Sums of endgames have no part
        in them: `Endgame` has those.
        """
        self._check(position)
        return dict(_core.scripted_ranks(self._kind, position._core))

    def _check(self, position: Position) -> None:
        if position.game != self.game:
            raise ValueError(
                f"a position of {position.game.spec} was given, the player is for {self.game.spec}"
            )
