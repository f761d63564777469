"""Scripted players: rules written by hand, as docs/players.md says them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from ponnuki import _core
from ponnuki.games import Game, Position
from ponnuki.players.draws import Draws
from ponnuki.players.endgame import counts_areas
from ponnuki.players.thoughts import Thought
from ponnuki.settings import Settings, setting, settings_in

Script = Literal[
    "child", "defensive", "naive", "pattern", "ryder", "zobrist", "interim", "knowledge"
]

SCRIPTS: dict[Script, str] = {
    "child": "Capture Go",
    "defensive": "Capture Go",
    "naive": "Go and Capture Go",
    "pattern": "Go",
    "ryder": "Go",
    "zobrist": "Go",
    "interim": "Go",
    "knowledge": "Go",
}
"""Every player with rules written by hand, and the games that it plays."""


def plays(script: Script, game: Game) -> bool:
    """Whether a player with rules written by hand plays a game."""
    return _core.plays(_core.PlayerKind[script], game._core)


@dataclass(frozen=True)
class ScriptedPlayer(Settings):
    """One of the players with rules written by hand. Same position and seed, same move.

    Attributes:
        kinds: which of them a class is for.
        kind: which of them.
        game: what it plays.
        spec: the text that it was made from.
    """

    kinds: ClassVar[tuple[Script, ...]] = ("child", "defensive", "naive", "pattern")

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
        if self.kind not in self.kinds:
            raise ValueError(f"kind={self.kind!r} is not allowed: use {' or '.join(self.kinds)}")
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

    def rules(self) -> dict[str, Any]:
        """What its own rules leave open, as far as it is not as usual."""
        return {
            one.name: value
            for one in settings_in(type(self))
            if one.name != "noise" and (value := getattr(self, one.name)) != one.default
        }

    def _script(self) -> Mapping[str, Any]:
        """The same, all of it, as the core names it."""
        return {"endgame": self.endgame}

    @property
    def _core_player(self) -> _core.EnginePlayer:
        """What plays its games in the core."""
        script = _core.ScriptSettings()
        for name, value in self._script().items():
            setattr(script, name, value)
        return _core.EnginePlayer(_core.PlayerKind[self.kind], self.noise, script)

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
        return dict(_core.scripted_ranks(self._core_player, position._core))

    def _check(self, position: Position) -> None:
        if position.game != self.game:
            raise ValueError(
                f"a position of {position.game.spec} was given, the player is for {self.game.spec}"
            )


@dataclass(frozen=True)
class ReadingPlayer(ScriptedPlayer):
    """A player with rules written by hand that asks the reader, and can be watched."""

    def thoughts(self, position: Position) -> list[Thought]:
        """What it sees in a position that is not over."""
        self._check(position)
        return [
            Thought(what, tuple(points), dict(numbers), said)
            for what, points, numbers, said in _core.explain(self._core_player, position._core)
        ]


@dataclass(frozen=True)
class Ryder(ReadingPlayer):
    """The Ryder player: features of every move, and a second look at the best."""

    kinds = ("ryder",)

    look: bool = setting(True, "whether the best moves are looked at once more")

    def _script(self) -> Mapping[str, Any]:
        """Its settings, as the core names them."""
        return {**super()._script(), "look": self.look}


@dataclass(frozen=True)
class Zobrist(ReadingPlayer):
    """The Zobrist player: patterns on arrays of the board, and three moves read ahead."""

    kinds = ("zobrist",)

    values: Literal["highest", "sum"] = setting(
        "highest", "what a move is worth: its highest value, or the sum of all"
    )
    look: Literal[0, 3] = setting(3, "moves that the reader looks ahead")

    def _script(self) -> Mapping[str, Any]:
        """Its settings, as the core names them."""
        return {**super()._script(), "sum": self.values == "sum", "plies": self.look}


@dataclass(frozen=True)
class Interim(ReadingPlayer):
    """The INTERIM player: goals, each asked of the reader twice."""

    kinds = ("interim",)


@dataclass(frozen=True)
class Knowledge(ReadingPlayer):
    """The knowledge player: strings, links, groups, eyes and strengths, in one of three styles."""

    kinds = ("knowledge",)

    style: Literal["many-faces", "handtalk", "go4"] = setting(
        "many-faces", "the program that it is made after"
    )
    links: bool = setting(True, "whether links join strings to groups")
    eyes: bool = setting(True, "whether eyes are counted")
    reading: bool = setting(True, "whether the reader is asked about strings")
    replies: bool = setting(True, "whether many-faces looks at the other side's best reply")

    def _script(self) -> Mapping[str, Any]:
        """Its settings, as the core names them."""
        style = _core.Style[self.style.replace("-", "_")]
        layers = {name: getattr(self, name) for name in ("links", "eyes", "reading", "replies")}
        return {**super()._script(), "style": style, **layers}
