"""The kinds of players, and the door to them.

``random``; ``defensive``, ``naive`` and ``pattern`` (rules written by hand); ``ryder`` (rules
written by hand, with a reader; ``ryder,look=no``); ``zobrist`` (patterns on arrays of the board;
``zobrist,values=sum,look=0``); ``interim`` (goals that hang on who moves first);
``knowledge`` (groups and eyes; ``knowledge,style=go4,links=no``);
``standard-wpc`` (the
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

from abc import abstractmethod
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from numpy.typing import ArrayLike

from ponnuki.evaluators import NETS, Evaluator, InfluenceNet, WeightsFile, evaluator, load_weights
from ponnuki.games import Game, SpecError
from ponnuki.games import game as find_game
from ponnuki.players import gnu_go
from ponnuki.players.engine import Choice, Engine
from ponnuki.players.external import ExternalPlayer
from ponnuki.players.random import RandomPlayer
from ponnuki.players.scripted import Interim, Knowledge, Ryder, ScriptedPlayer, Zobrist
from ponnuki.players.search import Search
from ponnuki.players.specs import PLAYERS, USUAL_DEPTH, Asked, Player, PlayerKind, PlayerSpec
from ponnuki.players.standard import STANDARD, STANDARD_WPC, plays_standard
from ponnuki.seeds import MAX_SEED
from ponnuki.settings import Said, names_in, setting, value_of
from ponnuki.settings.forms import RefusedError

_ByHand = TypeVar("_ByHand", bound=ScriptedPlayer)

USUAL_GAME = "capture-go:9"
"""What is played if nobody says it."""


@dataclass(frozen=True)
class RandomKind(PlayerKind):
    """Draws from the legal moves."""

    def make(self, spec: PlayerSpec, game: Game, asked: Asked) -> Player:  # noqa: ARG002
        """The one random player."""
        return RandomPlayer()


def _by_hand(own: Said[_ByHand], spec: PlayerSpec, game: Game, asked: Asked) -> _ByHand:
    """The player of a spec's word, which follows rules written by hand."""
    return own.make(kind=spec.kind, game=game, noise=asked.noise, spec=spec.text)


@dataclass(frozen=True)
class ScriptedKind(PlayerKind):
    """Rules written by hand; the word says which."""

    own: Said[ScriptedPlayer] = setting(Said(ScriptedPlayer), "how it plays", flat=True)

    def make(self, spec: PlayerSpec, game: Game, asked: Asked) -> Player:
        """The player for a game."""
        return _by_hand(self.own, spec, game, asked)


@dataclass(frozen=True)
class RyderKind(PlayerKind):
    """The Ryder player."""

    own: Said[Ryder] = setting(Said(Ryder), "how it plays", flat=True)

    def make(self, spec: PlayerSpec, game: Game, asked: Asked) -> Player:
        """The player for a game."""
        return _by_hand(self.own, spec, game, asked)


@dataclass(frozen=True)
class ZobristKind(PlayerKind):
    """The Zobrist player."""

    own: Said[Zobrist] = setting(Said(Zobrist), "how it plays", flat=True)

    def make(self, spec: PlayerSpec, game: Game, asked: Asked) -> Player:
        """The player for a game."""
        return _by_hand(self.own, spec, game, asked)


@dataclass(frozen=True)
class InterimKind(PlayerKind):
    """The INTERIM player."""

    own: Said[Interim] = setting(Said(Interim), "how it plays", flat=True)

    def make(self, spec: PlayerSpec, game: Game, asked: Asked) -> Player:
        """The player for a game."""
        return _by_hand(self.own, spec, game, asked)


@dataclass(frozen=True)
class KnowledgeKind(PlayerKind):
    """The knowledge player."""

    own: Said[Knowledge] = setting(Said(Knowledge), "how it plays", flat=True)

    def make(self, spec: PlayerSpec, game: Game, asked: Asked) -> Player:
        """The player for a game."""
        return _by_hand(self.own, spec, game, asked)


@dataclass(frozen=True)
class EngineKind(PlayerKind):
    """A net that searches."""

    search: Said[Search] = setting(Said(Search), "how it looks ahead", flat=True)
    choice: Said[Choice] = setting(Said(Choice), "how it chooses", flat=True)

    def engine(
        self, net: Evaluator, row: ArrayLike, spec: PlayerSpec, asked: Asked, own: dict[str, Any]
    ) -> Engine:
        """The engine with a net, with the search and the choice that its spec says.

        Args:
            net: the architecture.
            row: its weights.
            spec: its spec.
            asked: what is asked of all players.
            own: what is known of its search where neither says it.
        """
        depth = own.get("depth", asked.usual_depth) if asked.depth is None else asked.depth
        visits = own.get("visits", 0)
        if "depth" in self.search.values:
            visits = 0
        elif asked.visits is not None and net.has_policy:
            visits = asked.visits
        search = self.search.make(**{**own, "depth": depth, "visits": visits})
        return Engine(net, row, search, self.choice.make(noise=asked.noise), spec.text)


@dataclass(frozen=True)
class StandardKind(EngineKind):
    """The standard weighted piece counter; it looks one ply ahead unless its spec says more."""

    def make(self, spec: PlayerSpec, game: Game, asked: Asked) -> Player:
        """The player of Othello."""
        if not plays_standard(game):
            raise SpecError(f"the standard-wpc player plays othello:8, not {game.spec}")
        net = evaluator("wpc", game)
        return self.engine(net, STANDARD_WPC, spec, replace(asked, depth=1), {"depth": 1})


@dataclass(frozen=True)
class InfluenceKind(EngineKind):
    """Zobrist's influence with his own numbers."""

    net: Said[InfluenceNet] = setting(Said(InfluenceNet), "how influence spreads", flat=True)

    def make(self, spec: PlayerSpec, game: Game, asked: Asked) -> Player:
        """The player for a game."""
        net = self.net.make(game=game)
        return self.engine(net, net.classical, spec, asked, {})


@dataclass(frozen=True)
class UntrainedKind(EngineKind):
    """A net with initial weights."""

    net: str = setting("window", "the kind of net")
    seed: int = setting(0, "of its weights", low=0, high=MAX_SEED)

    def check(self) -> None:
        """Raises SpecError if there is no such net."""
        NETS.find(self.net, "net")

    def make(self, spec: PlayerSpec, game: Game, asked: Asked) -> Player:
        """The player for a game."""
        net = evaluator(self.net, game)
        return self.engine(net, net.initial(1, self.seed)[0], spec, asked, {})


@dataclass(frozen=True)
class KeptKind(EngineKind):
    """A net from the file of weights that a spec leads to, with the search of its training."""

    row: int = setting(0, "of the file's weights", low=0)

    @cached_property
    def _files(self) -> dict[Path, WeightsFile]:
        return {}

    @abstractmethod
    def weights(self, game: Game | None) -> Path | None:
        """Where the file of its net's weights lies; None if none is known without a game."""

    def read(self, game: Game | None) -> tuple[Path, WeightsFile] | None:
        """The file of `weights`, which is read and checked once."""
        path = self.weights(game)
        if path is None:
            return None
        if path not in self._files:
            self._files[path] = load_weights(path)
        return path, self._files[path]

    def make(self, spec: PlayerSpec, game: Game, asked: Asked) -> Engine:
        """The player for a game."""
        found = self.read(game)
        assert found is not None  # with a game there is one
        path, file = found
        made = file.evaluator
        fits = made.for_any_size or made.game.size == game.size
        if made.game.id != game.id or not fits:
            raise SpecError(f"{path} is a net for {made.game.spec}, not {game.spec}")
        if self.row >= len(file.weights):
            last = len(file.weights) - 1
            raise SpecError(f"row={self.row} is not allowed: use 0 to {last}")
        net = replace(made, game=game)
        return self.engine(net, file.weights[self.row], spec, asked, _remembered(file, path))


@dataclass(frozen=True)
class NetKind(KeptKind):
    """A net from a file of weights."""

    file: str = setting("", "the file of weights", argument=True)

    def weights(self, game: Game | None) -> Path | None:
        """The file."""
        return Path(self.file) if self.file or game is not None else None


@dataclass(frozen=True)
class RunKind(KeptKind):
    """A run's champion."""

    folder: str = setting("", "the run, with @GENERATION behind it for another", argument=True)

    @property
    def parts(self) -> tuple[str, int | None]:
        """The folder, and the generation if it is said."""
        folder, _, number = self.folder.rpartition("@")
        return (folder, int(number)) if number.isdecimal() else (self.folder, None)

    def weights(self, game: Game | None) -> Path | None:
        """The file of the champion."""
        if self.parts[0]:
            return self._champion
        if game is None:
            return None
        raise SpecError("run names no folder: write run:FOLDER or run:FOLDER@GENERATION")

    @cached_property
    def _champion(self) -> Path:
        """The file of the champion. What knows runs stands further on: it is asked when needed."""
        path: Path = import_module("ponnuki.runs.players").champion_file(*self.parts)
        return path


REMEMBERED = "candidates", "depth", "radius", "endgame", "visits", "eyes", "afterstates", "draw"
"""What a file of weights may say of the search that its nets were trained with."""


def _remembered(file: WeightsFile, path: Path) -> dict[str, Any]:
    """What a file of weights says of the search that its nets were trained with.

    Raises:
        SpecError: it says something that no search has.
    """
    known, found = names_in(Search), {}
    for name in REMEMBERED:
        text = file.metadata.get(name)
        if text is None:
            continue
        try:
            found[name] = known[name].form.check(value_of(text[:40]))
        except RefusedError as error:
            raise SpecError(f"{path}: its {name} is {text[:20]!r}: {error}") from None
    return found


@dataclass(frozen=True)
class ExternalKind(PlayerKind):
    """An engine outside that speaks GTP."""

    verbatim = True

    command: str = setting("", "the program and its arguments", argument=True)
    own: Said[ExternalPlayer] = setting(Said(ExternalPlayer), "how it is treated", flat=True)

    def make(self, spec: PlayerSpec, game: Game, asked: Asked) -> Player:
        """The player for a game."""
        return self.own.make(command=self.command, game=game, noise=asked.noise, spec=spec.text)


@dataclass(frozen=True)
class GnuGoKind(PlayerKind):
    """GNU Go as our rules need it."""

    level: int = setting(
        gnu_go.USUAL_LEVEL, "how strong it plays", low=gnu_go.LEVELS[0], high=gnu_go.LEVELS[-1]
    )
    own: Said[ExternalPlayer] = setting(Said(ExternalPlayer), "how it is treated", flat=True)

    def make(self, spec: PlayerSpec, game: Game, asked: Asked) -> Player:
        """The player for a game."""
        command = gnu_go.command(game, self.level)
        return self.own.make(command=command, game=game, noise=asked.noise, spec=spec.text)


PLAYERS.add("random", RandomKind, "draws from the legal moves")
PLAYERS.add("child", ScriptedKind, "a model of a child, for Capture Go")
PLAYERS.add("defensive", ScriptedKind, "rules written by hand, for Capture Go")
PLAYERS.add("naive", ScriptedKind, "rules written by hand, for Go and Capture Go")
PLAYERS.add("pattern", ScriptedKind, "rules written by hand, for Go")
PLAYERS.add("ryder", RyderKind, "walls, armies and a reader, after Ryder (1971), for Go")
PLAYERS.add("zobrist", ZobristKind, "patterns on arrays, after Zobrist (1970), for Go")
PLAYERS.add("interim", InterimKind, "goals and questions, after Reitman & Wilcox, for Go")
PLAYERS.add("knowledge", KnowledgeKind, "groups, eyes and replies, after Many Faces of Go, for Go")
PLAYERS.add(STANDARD, StandardKind, "the standard heuristic of Othello")
PLAYERS.add("influence", InfluenceKind, "Zobrist's influence, for Go and Capture Go")
PLAYERS.add("untrained", UntrainedKind, "a net with initial weights")
PLAYERS.add("net", NetKind, "a file of weights")
PLAYERS.add("run", RunKind, "a run's champion, the last or that of run:FOLDER@GENERATION")
PLAYERS.add("gtp", ExternalKind, "any engine that speaks GTP, its options before the colon")
PLAYERS.add("gnugo", GnuGoKind, "GNU Go, where it is installed")


def own_net(spec: str | PlayerSpec) -> Evaluator | None:
    """The architecture of a spec's net, with the game that it was made for; None if it has none.

    Raises:
        SpecError: the spec is damaged, or there is no such net.
    """
    known = _spec(spec)
    if not isinstance(known.settings, KeptKind):
        return None
    try:
        found = known.settings.read(None)
    except SpecError:
        raise
    except ValueError as error:
        raise SpecError(f"{known.text!r}: {error}") from None
    return None if found is None else found[1].evaluator


def _spec(spec: str | PlayerSpec) -> PlayerSpec:
    return spec if isinstance(spec, PlayerSpec) else PlayerSpec.parse(spec)


def common_game(game: Game | str | None, *players: "str | PlayerSpec | Player") -> Game:
    """The game that is named, or else the one that players, or the nets of their specs, are for.

    Nets for any size follow the others. Where no player is for one game, it is Capture Go, 9×9.

    Raises:
        SpecError: there is no such game, or the players are for several.
    """
    if game is not None:
        return find_game(game)
    found: dict[str, Game] = {}
    bound: dict[str, Game] = {}
    for one in players:
        if not isinstance(one, str | PlayerSpec):
            if one.game is not None:
                found[one.spec] = bound[one.spec] = one.game
        elif (net := own_net(one := _spec(one))) is not None:
            found[one.text] = net.game
            if not net.for_any_size:
                bound[one.text] = net.game
    if len({own.id for own in found.values()}) == 1 and bound:
        found = bound
    if len(set(found.values())) > 1:
        said = ", ".join(f"{spec} plays {own.spec}" for spec, own in found.items())
        raise SpecError(
            f"the players are for several games ({said}): name one with --game, or game= in Python"
        )
    return next(iter(found.values()), find_game(USUAL_GAME))


def player(
    spec: str | PlayerSpec,
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
        spec: the text, or what was read from it: a net's file is then read only once.
        game: what it will play, or its spec.
        depth: of its search, if the spec does not say it; None for that of the net's training.
        noise: share of random moves, if the spec does not say it.
        usual_depth: of its search, if neither says it and the net remembers none.
        visits: of its tree search, if its net has a policy and the spec says neither visits nor
            depth; None for those of the net's training.

    Raises:
        SpecError: there is no such player, or an option is not allowed.
    """
    asked = Asked(depth, usual_depth, noise, visits)
    return _spec(spec).make(find_game(game), asked)
