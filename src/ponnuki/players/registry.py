"""Players and their specs: short texts that a person can type.

``random``; ``defensive`` and ``naive`` (rules written by hand); ``untrained,seed=7,depth=2`` (a net
with initial weights); ``net:FILE,depth=6``; ``gtp:COMMAND`` (an engine outside; its options stand
before the colon, ``gtp,seconds=5:COMMAND``). Other modules add kinds of their own:
``champion:GAME``; in ``ponnuki.runs``, ``run:FOLDER@GENERATION``.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from numpy.typing import ArrayLike

from ponnuki.evaluators import Evaluator, evaluator, load_weights
from ponnuki.games import Game, Position, SpecError
from ponnuki.players.engine import Choice, Engine
from ponnuki.players.external import ExternalPlayer
from ponnuki.players.random import RandomPlayer
from ponnuki.players.scripted import ScriptedPlayer
from ponnuki.players.search import Search
from ponnuki.players.specs import PlayerSpec, listed


class Player(Protocol):
    """Chooses a legal move. The same position and seed give the same move."""

    @property
    def spec(self) -> str:
        """The text that `player` makes this player from."""

    @property
    def game(self) -> Game | None:
        """What it plays; None if it plays every game."""

    def choose(self, position: Position, *, seed: int) -> int:
        """A legal move in a position that is not over."""


def _random(spec: PlayerSpec, game: Game, depth: int, noise: float) -> Player:  # noqa: ARG001
    spec.no_argument()
    spec.done("the random player has none")
    return RandomPlayer()


def _scripted(spec: PlayerSpec, game: Game, depth: int, noise: float) -> Player:  # noqa: ARG001
    """Rules written by hand; the kind says which."""
    spec.no_argument()
    share = spec.take("noise", noise, float)
    spec.done(f"the {spec.kind} player has noise")
    return ScriptedPlayer(spec.kind, game, share, spec.text)  # type: ignore[arg-type]  # checked there


def _untrained(spec: PlayerSpec, game: Game, depth: int, noise: float) -> Player:
    """A net with initial weights: the window net, or the kind that is named."""
    spec.no_argument()
    net = evaluator(spec.take("net", "window", str), game)
    seed = spec.take("seed", 0, int)
    if not 0 <= seed < 2**64:
        raise SpecError(f"{spec.text!r}: seed={seed} is not allowed: use 0 to {2**64 - 1}")
    return _engine(net, net.initial(1, seed)[0], spec, depth, noise)


def _from_file(spec: PlayerSpec, game: Game, depth: int, noise: float) -> Player:
    return engine_from_file(spec.argument, spec, game, depth, noise)


def engine_from_file(
    path: str | Path, spec: PlayerSpec, game: Game, depth: int, noise: float
) -> Engine:
    """A net from a file of weights; row=K takes another row than the first."""
    file = load_weights(path)
    if file.evaluator.game.size != game.size or file.evaluator.game.id != game.id:
        raise SpecError(f"{path} is a net for {file.evaluator.game.spec}, not {game.spec}")
    row = spec.take("row", 0, int)
    if not 0 <= row < len(file.weights):
        last = len(file.weights) - 1
        raise SpecError(f"{spec.text!r}: row={row} is not allowed: use 0 to {last}")
    settings = file.evaluator.settings()
    for name in "kind", "size":
        settings.pop(name)
    net = evaluator(file.evaluator.kind, game, **settings)
    return _engine(net, file.weights[row], spec, depth, noise)


def _engine(net: Evaluator, row: ArrayLike, spec: PlayerSpec, depth: int, noise: float) -> Engine:
    """An engine with the search and the choice that a spec says."""
    search = spec.settings(Search, depth=depth)
    choice = spec.settings(Choice, noise=noise)
    spec.done(f"engines have {listed(Search, Choice)}")
    return Engine(net, row, search, choice, spec.text)


def _external(spec: PlayerSpec, game: Game, depth: int, noise: float) -> Player:  # noqa: ARG001
    external = ExternalPlayer(
        command=spec.argument,
        game=game,
        seconds=spec.take("seconds", 30.0, float),
        start=spec.take("start", 30.0, float),
        restarts=spec.take("restarts", 2, int),
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
