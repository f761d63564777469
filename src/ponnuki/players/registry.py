"""Players and their specs: short texts that a person can type.

``random``; ``defensive`` and ``naive`` (rules written by hand); ``untrained,seed=7,depth=2`` (a net
with initial weights); ``net:FILE,depth=6``; ``gtp:COMMAND`` (an engine outside; its options stand
before the colon, ``gtp,seconds=5:COMMAND``). Other modules add kinds of their own:
``champion:GAME``; in ``ponnuki.runs``, ``run:FOLDER@GENERATION``.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ponnuki import _core
from ponnuki.evaluators import evaluator, load_weights
from ponnuki.games import Game, Position, SpecError
from ponnuki.players.engine import Choice, Engine
from ponnuki.players.external import ExternalPlayer
from ponnuki.players.scripted import ScriptedPlayer
from ponnuki.players.search import Search


class Player(Protocol):
    """Chooses a legal move. The same position and seed give the same move."""

    @property
    def spec(self) -> str:
        """The text that `player` makes this player from."""

    @property
    def core(self) -> _core.EnginePlayer:
        """What plays its games in the core."""

    def choose(self, position: Position, *, seed: int) -> int:
        """A legal move in a position that is not over."""


class RandomPlayer:
    """Draws uniformly from the legal moves.

    In Go the pass is one of them (Mayer 2007); in the other games it passes only when it has no
    legal point (Cai, Venayagamoorthy & Wunsch 2009).
    """

    spec = "random"

    @property
    def core(self) -> _core.EnginePlayer:
        """What plays its games in the core."""
        return _core.EnginePlayer(None, Search(depth=1).core, 0.0, 0.0)

    def choose(self, position: Position, *, seed: int) -> int:
        """A legal move drawn with that seed."""
        return _core.random_move(position.core, seed)


VERBATIM = {"gtp"}
"""Kinds whose argument is all that stands behind the first colon; options stand before it."""


@dataclass(frozen=True)
class PlayerSpec:
    """A player spec taken apart: kind:argument,name=value,... or kind,name=value,...:argument."""

    text: str
    kind: str
    argument: str
    options: dict[str, str]

    @classmethod
    def parse(cls, text: str) -> "PlayerSpec":
        """Takes a text apart."""
        if len(text) > 4000:
            raise SpecError("a player spec has at most 4000 characters")
        front, _, behind = text.partition(":")
        if front.split(",")[0] in VERBATIM:
            kind, *rest = front.split(",")
            argument = behind
        else:
            head, *rest = text.split(",")
            kind, _, argument = head.partition(":")
        options: dict[str, str] = {}
        for part in rest:
            name, equals, value = part.strip().partition("=")
            if not equals:
                raise SpecError(f"{text!r}: option {part.strip()!r} has no value: write name=value")
            if name in options:
                raise SpecError(f"{text!r}: option {name!r} is given twice")
            options[name] = value
        return cls(text, kind, argument, options)

    def take(self, name: str, default: float, kind: type[int] | type[float]) -> float:
        """The number that an option says, or the default; the option is then used up."""
        value = self.options.pop(name, None)
        if value is None:
            return default
        try:
            return kind(value)
        except ValueError:
            raise SpecError(f"{self.text!r}: {name}={value!r} is not a number") from None

    def no_argument(self) -> None:
        """Raises SpecError if something stands behind the colon."""
        if self.argument:
            raise SpecError(f"{self.text!r}: {self.kind} takes nothing behind a colon")

    def take_text(self, name: str, default: str) -> str:
        """The text that an option says, or the default."""
        return self.options.pop(name, default)

    def done(
        self,
        known: str = "engines have depth, candidates, radius, noise, creative, nodes and seconds",
    ) -> None:
        """Raises SpecError if an option was not used; the message says what is known."""
        for name in self.options:
            raise SpecError(f"{self.text!r}: unknown option {name!r}; {known}")

    def search(self, depth: int) -> Search:
        """The search that the options say."""
        candidates = self.take_text("candidates", "full")
        return Search(
            depth=int(self.take("depth", depth, int)),
            candidates=candidates,  # type: ignore[arg-type]
            radius=int(self.take("radius", 2, int)),
            nodes=int(self.take("nodes", 0, int)),
            seconds=self.take("seconds", 0.0, float),
        )

    def choice(self, noise: float) -> Choice:
        """The choice that the options say."""
        return Choice(
            noise=self.take("noise", noise, float), creative=self.take("creative", 0.0, float)
        )


def _random(spec: PlayerSpec, game: Game, depth: int, noise: float) -> Player:  # noqa: ARG001
    spec.no_argument()
    spec.done()
    return RandomPlayer()


def _scripted(spec: PlayerSpec, game: Game, depth: int, noise: float) -> Player:  # noqa: ARG001
    """Rules written by hand; the kind says which."""
    spec.no_argument()
    share = spec.take("noise", noise, float)
    spec.done(f"the {spec.kind} player has noise")
    return ScriptedPlayer(_core.PlayerKind[spec.kind], game, share, spec.text)


def _untrained(spec: PlayerSpec, game: Game, depth: int, noise: float) -> Player:
    """A net with initial weights: the window net, or the kind that is named."""
    spec.no_argument()
    net = evaluator(spec.take_text("net", "window"), game)
    seed = int(spec.take("seed", 0, int))
    if not 0 <= seed < 2**64:
        raise SpecError(f"{spec.text!r}: seed={seed} is not allowed: use 0 to {2**64 - 1}")
    weights = net.initial(1, seed)[0]
    engine = Engine(net, weights, spec.search(depth), spec.choice(noise), spec.text)
    spec.done()
    return engine


def _from_file(spec: PlayerSpec, game: Game, depth: int, noise: float) -> Player:
    return engine_from_file(spec.argument, spec, game, depth, noise)


def engine_from_file(
    path: str | Path, spec: PlayerSpec, game: Game, depth: int, noise: float
) -> Engine:
    """A net from a file of weights; row=K takes another row than the first."""
    file = load_weights(path)
    if file.evaluator.game.size != game.size or file.evaluator.game.id != game.id:
        raise SpecError(f"{path} is a net for {file.evaluator.game.spec}, not {game.spec}")
    row = int(spec.take("row", 0, int))
    if not 0 <= row < len(file.weights):
        last = len(file.weights) - 1
        raise SpecError(f"{spec.text!r}: row={row} is not allowed: use 0 to {last}")
    settings = file.evaluator.settings()
    for name in "kind", "size":
        settings.pop(name)
    net = evaluator(file.evaluator.kind, game, **settings)
    engine = Engine(net, file.weights[row], spec.search(depth), spec.choice(noise), spec.text)
    spec.done()
    return engine


def _external(spec: PlayerSpec, game: Game, depth: int, noise: float) -> Player:  # noqa: ARG001
    external = ExternalPlayer(
        command=spec.argument,
        game=game,
        seconds=spec.take("seconds", 30.0, float),
        start=spec.take("start", 30.0, float),
        restarts=int(spec.take("restarts", 2, int)),
        noise=spec.take("noise", noise, float),
        spec=spec.text,
    )
    spec.done("gtp has seconds, start, restarts and noise, before its colon")
    return external


PLAYERS: dict[str, Callable[[PlayerSpec, Game, int, float], Player]] = {
    "random": _random,
    "defensive": _scripted,
    "naive": _scripted,
    "untrained": _untrained,
    "net": _from_file,
    "gtp": _external,
}
"""Every kind of player by its id."""


def player(spec: str, game: Game, *, depth: int = 2, noise: float = 0.0) -> Player:
    """The player that a spec names.

    Args:
        spec: the text.
        game: what it will play.
        depth: of its search, if the spec does not say it.
        noise: share of random moves, if the spec does not say it.

    Raises:
        SpecError: there is no such player, or an option is not allowed.
    """
    parsed = PlayerSpec.parse(spec)
    if parsed.kind not in PLAYERS:
        raise SpecError(f"unknown player {parsed.kind!r}; known are: {', '.join(PLAYERS)}")
    try:
        return PLAYERS[parsed.kind](parsed, game, depth, noise)
    except SpecError:
        raise
    except ValueError as error:
        raise SpecError(f"{spec!r}: {error}") from None
