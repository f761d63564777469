"""Players and their specs: short texts that a person can type.

``random``; ``defensive``, ``naive`` and ``pattern`` (rules written by hand); ``standard-wpc`` (the
standard heuristic of Othello, one ply); ``influence,depth=2`` (Zobrist's influence, for Go and
Capture Go); ``untrained,seed=7,depth=2`` (a net with initial weights); ``net:FILE,depth=6``;
``gtp:COMMAND`` (an engine outside; its options stand before the colon,
``gtp,seconds=5:COMMAND``); ``gnugo,level=1`` (GNU Go, where it is installed);
``run:FOLDER@GENERATION`` (a training run's champion). Other modules add kinds of their own:
``champion:GAME``.

How far an engine looks ahead is what its spec says; else what is asked of all players; else what
its file of weights remembers of its training; else the usual depth. The same holds for the visits
of nets with a policy, which then search a tree: ``champion:capture-go,visits=800``. A spec that
says a depth and no visits asks for alpha-beta.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from numpy.typing import ArrayLike

from ponnuki.evaluators import Evaluator, InfluenceNet, WeightsFile, evaluator, load_weights
from ponnuki.games import Game, Position, SpecError
from ponnuki.games import game as find_game
from ponnuki.players import gnu_go
from ponnuki.players.engine import Choice, Engine
from ponnuki.players.external import ExternalPlayer
from ponnuki.players.limit import MAX_DEPTH
from ponnuki.players.random import RandomPlayer
from ponnuki.players.scripted import ScriptedPlayer
from ponnuki.players.search import MAX_ENDGAME, MAX_RADIUS, MAX_VISITS, Search
from ponnuki.players.specs import PlayerSpec, listed
from ponnuki.players.standard import STANDARD, STANDARD_WPC, plays_standard
from ponnuki.words import near

USUAL_GAME = "capture-go:9"
"""What is played if nobody says it."""
USUAL_DEPTH = 2
"""How far an engine looks ahead if nobody says it."""


@dataclass(frozen=True)
class Asked:
    """What is asked of all players whose spec does not say it.

    Attributes:
        depth: of searches; None for what a net remembers.
        usual_depth: of searches for which nobody else says one.
        noise: share of random moves.
        visits: of tree searches, for nets with a policy; None for what a net remembers.
    """

    depth: int | None = None
    usual_depth: int = USUAL_DEPTH
    noise: float = 0.0
    visits: int | None = None


class Player(Protocol):
    """Chooses a legal move. The same position and seed give the same move.

    Whatever has these three members is a player:

    >>> import ponnuki
    >>> class First:
    ...     spec, game = "first", None
    ...     def choose(self, position, *, seed):
    ...         return position.legal_numbers()[0]
    >>> ponnuki.match(First(), "random", "tic-tac-toe", games=2).total.games
    2
    """

    @property
    def spec(self) -> str:
        """The text that `player` makes this player from."""

    @property
    def game(self) -> Game | None:
        """What it plays; None if it plays every game."""

    def choose(self, position: Position, *, seed: int) -> int:
        """A legal move in a position that is not over."""


def _random(spec: PlayerSpec, game: Game, asked: Asked) -> Player:  # noqa: ARG001
    spec.no_argument()
    spec.done("the random player has none")
    return RandomPlayer()


def _scripted(spec: PlayerSpec, game: Game, asked: Asked) -> Player:
    """Rules written by hand; the kind says which."""
    spec.no_argument()
    share = spec.take("noise", asked.noise, float)
    spec.done(f"the {spec.kind} player has noise")
    return ScriptedPlayer(spec.kind, game, share, spec.text)  # type: ignore[arg-type]  # checked there


def _standard_wpc(spec: PlayerSpec, game: Game, asked: Asked) -> Player:
    """The standard weighted piece counter; it looks one ply ahead unless its spec says more."""
    spec.no_argument()
    if not plays_standard(game):
        raise SpecError(f"the standard-wpc player plays othello:8, not {game.spec}")
    return _engine(
        evaluator("wpc", game), STANDARD_WPC, spec, replace(asked, depth=1), {"depth": 1}
    )


def _influence(spec: PlayerSpec, game: Game, asked: Asked) -> Player:
    """Zobrist's influence with his own numbers."""
    spec.no_argument()
    spread, reach = spec.take("spread", "rounds", str), spec.take("reach", 4, int)
    net = evaluator("influence", game, spread=spread, reach=reach)
    assert isinstance(net, InfluenceNet)
    return _engine(net, net.classical, spec, asked, {})


def _untrained(spec: PlayerSpec, game: Game, asked: Asked) -> Player:
    """A net with initial weights: the window net, or the kind that is named."""
    spec.no_argument()
    net = evaluator(spec.take("net", "window", str), game)
    seed = spec.take("seed", 0, int)
    if not 0 <= seed < 2**64:
        raise SpecError(f"{spec.text!r}: seed={seed} is not allowed: use 0 to {2**64 - 1}")
    return _engine(net, net.initial(1, seed)[0], spec, asked, {})


def from_file(spec: PlayerSpec, game: Game, asked: Asked) -> Engine:
    """A net from the file of weights that a spec leads to, with the search of its training.

    row=K takes another row than the first.
    """
    path = WEIGHTS[spec.kind](spec, game)
    file = load_weights(path)
    made = file.evaluator
    fits = made.for_any_size or made.game.size == game.size
    if made.game.id != game.id or not fits:
        raise SpecError(f"{path} is a net for {made.game.spec}, not {game.spec}")
    row = spec.take("row", 0, int)
    if not 0 <= row < len(file.weights):
        last = len(file.weights) - 1
        raise SpecError(f"{spec.text!r}: row={row} is not allowed: use 0 to {last}")
    settings = made.settings()
    for name in "kind", "size":
        settings.pop(name)
    net = evaluator(made.kind, game, **settings)
    return _engine(net, file.weights[row], spec, asked, _remembered(file, path))


def _remembered(file: WeightsFile, path: str | Path) -> dict[str, Any]:
    """What a file of weights says of the search that its nets were trained with.

    Raises:
        SpecError: it says something that no search has.
    """
    said = file.metadata
    found: dict[str, Any] = {name: said[name] for name in ("candidates",) if name in said}
    for name, most in (
        ("depth", MAX_DEPTH),
        ("radius", MAX_RADIUS),
        ("endgame", MAX_ENDGAME),
        ("visits", MAX_VISITS),
    ):
        text = said.get(name)
        if text is None:
            continue
        if not text.isdecimal() or not 1 <= int(text[:9]) <= most:
            raise SpecError(f"{path}: its {name} is {text[:20]!r}, not a number from 1 to {most}")
        found[name] = int(text)
    for name in "eyes", "afterstates":
        if (text := said.get(name)) is None:
            continue
        if text not in {"yes", "no"}:
            raise SpecError(f"{path}: its {name} is {text[:20]!r}, not yes or no")
        found[name] = text == "yes"
    if (text := said.get("draw")) is not None:
        try:
            found["draw"] = float(text[:40])
        except ValueError:
            raise SpecError(f"{path}: its draw is {text[:20]!r}, not a number") from None
    return found


def _engine(
    net: Evaluator, row: ArrayLike, spec: PlayerSpec, asked: Asked, own: dict[str, Any]
) -> Engine:
    """An engine with the search and the choice that its spec says, or others in its place."""
    depth = own.get("depth", asked.usual_depth) if asked.depth is None else asked.depth
    visits = own.get("visits", 0)
    if "depth" in spec.options:
        visits = 0
    elif asked.visits is not None and net.has_policy:
        visits = asked.visits
    search = spec.settings(Search, **{**own, "depth": depth, "visits": visits})
    choice = spec.settings(Choice, noise=asked.noise)
    spec.done(f"engines have {listed(Search, Choice)}")
    return Engine(net, row, search, choice, spec.text)


def _gnu_go(spec: PlayerSpec, game: Game, asked: Asked) -> Player:
    """GNU Go as our rules need it."""
    spec.no_argument()
    command = gnu_go.command(game, spec.take("level", gnu_go.USUAL_LEVEL, int))
    return _outside(command, spec, game, asked, "gnugo has level, seconds, start, restarts, noise")


def _external(spec: PlayerSpec, game: Game, asked: Asked) -> Player:
    options = "gtp has seconds, start, restarts and noise, before its colon"
    return _outside(spec.argument, spec, game, asked, options)


def _outside(command: str, spec: PlayerSpec, game: Game, asked: Asked, options: str) -> Player:
    external = ExternalPlayer(
        command=command,
        game=game,
        seconds=spec.take("seconds", 30.0, float),
        start=spec.take("start", 30.0, float),
        restarts=spec.take("restarts", 2, int),
        noise=spec.take("noise", asked.noise, float),
        spec=spec.text,
    )
    spec.done(options)
    return external


PLAYERS: dict[str, Callable[[PlayerSpec, Game, Asked], Player]] = {
    "random": _random,
    "defensive": _scripted,
    "naive": _scripted,
    "pattern": _scripted,
    STANDARD: _standard_wpc,
    "influence": _influence,
    "untrained": _untrained,
    "net": from_file,
    "run": from_file,
    "gtp": _external,
    "gnugo": _gnu_go,
}
"""Every kind of player by its id."""


def _champion_of_run(spec: PlayerSpec, game: Game | None) -> Path:  # noqa: ARG001
    """The file of a run's champion. What knows runs stands further on: it is asked when needed."""
    path: Path = import_module("ponnuki.runs.players").champion_file(spec)
    return path


WEIGHTS: dict[str, Callable[[PlayerSpec, Game | None], str | Path]] = {
    "net": lambda spec, _: spec.argument,
    "run": _champion_of_run,
}
"""By kinds of players that are nets in files: where the file of a spec lies."""


def own_net(spec: str) -> Evaluator | None:
    """The architecture of a spec's net, with the game that it was made for; None if it has none.

    Raises:
        SpecError: the spec is damaged, or there is no such net.
    """
    parsed = PlayerSpec.parse(spec)
    if parsed.kind not in WEIGHTS or not parsed.argument:
        return None
    try:
        return load_weights(WEIGHTS[parsed.kind](parsed, None)).evaluator
    except SpecError:
        raise
    except ValueError as error:
        raise SpecError(f"{spec!r}: {error}") from None


def common_game(game: Game | str | None, *players: "str | Player") -> Game:
    """The game that is named, or else the one that players, or the nets of their specs, are for.

    Nets for any size follow the others. Where no player is for one game, it is Capture Go, 9×9.

    Raises:
        SpecError: there is no such game, or the players are for several.
    """
    if game is not None:
        return find_game(game) if isinstance(game, str) else game
    found: dict[str, Game] = {}
    bound: dict[str, Game] = {}
    for one in players:
        if not isinstance(one, str):
            if one.game is not None:
                found[one.spec] = bound[one.spec] = one.game
        elif (net := own_net(one)) is not None:
            found[one] = net.game
            if not net.for_any_size:
                bound[one] = net.game
    if len({own.id for own in found.values()}) == 1 and bound:
        found = bound
    if len(set(found.values())) > 1:
        said = ", ".join(f"{spec} plays {own.spec}" for spec, own in found.items())
        raise SpecError(
            f"the players are for several games ({said}): name one with --game, or game= in Python"
        )
    return next(iter(found.values()), find_game(USUAL_GAME))


def player(
    spec: str,
    game: Game | str,
    *,
    depth: int | None = None,
    noise: float = 0.0,
    usual_depth: int = USUAL_DEPTH,
    visits: int | None = None,
) -> Player:
    """The player that a spec names.

    >>> import ponnuki
    >>> game = ponnuki.game("capture-go:5")
    >>> net = ponnuki.player("untrained,seed=1,depth=2", game)
    >>> game.text(net.choose(game.start(), seed=1)) in game.start().legal_moves
    True

    Args:
        spec: the text.
        game: what it will play, or its spec.
        depth: of its search, if the spec does not say it; None for that of the net's training.
        noise: share of random moves, if the spec does not say it.
        usual_depth: of its search, if neither says it and the net remembers none.
        visits: of its tree search, if its net has a policy and the spec says neither visits nor
            depth; None for those of the net's training.

    Raises:
        SpecError: there is no such player, or an option is not allowed.
    """
    rules = find_game(game) if isinstance(game, str) else game
    parsed = PlayerSpec.parse(spec)
    if parsed.kind not in PLAYERS:
        known = ", ".join(PLAYERS)
        hint = near(parsed.kind, PLAYERS)
        raise SpecError(f"unknown player {parsed.kind!r}; known are: {known}{hint}")
    try:
        return PLAYERS[parsed.kind](parsed, rules, Asked(depth, usual_depth, noise, visits))
    except SpecError:
        raise
    except ValueError as error:
        raise SpecError(f"{spec!r}: {error}") from None
