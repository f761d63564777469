"""Who may be played in a browser, and which runs may be looked at.

Texts come from strangers. A run is found by its name in the listing of the runs folder and in no
other way, so that no text leads to a file elsewhere. Players that start programs or read files are
offered only where the command line named them.
"""

import re
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from ponnuki.apps.web.names import net_title, title
from ponnuki.apps.web.session import MAX_DEPTH, MAX_VISITS
from ponnuki.arena.kept import tournament_folders
from ponnuki.evaluators import INFLUENCE_GAMES, Evaluator, load_weights, net_name
from ponnuki.evaluators.files import digest_of
from ponnuki.games import Game, SpecError
from ponnuki.games import game as find_game
from ponnuki.learners.views import worth
from ponnuki.players import Asked, Player, PlayerSpec, player
from ponnuki.players.champions import champion_file, champions
from ponnuki.players.levels import STRENGTHS, levels
from ponnuki.players.registry import EngineKind, RunKind
from ponnuki.players.scripted import SCRIPTS, plays
from ponnuki.players.standard import STANDARD, plays_standard
from ponnuki.runs import RunError, RunRecord, RunSummary, find_runs
from ponnuki.settings import whole
from ponnuki.store.files import printable

FREE = (
    "random",
    "child",
    "untrained",
    "defensive",
    "naive",
    "pattern",
    "ryder",
    "zobrist",
    "interim",
    "knowledge",
    "standard-wpc",
    "influence",
    "champion",
)
"""Kinds of players that read no file of a stranger's choice and start nothing."""
MAX_AGE = 1.0
"""Seconds after which the listing of runs is read again."""


_ODD = (KeyError, TypeError, AttributeError, IndexError)
BROKEN = (ValueError, OSError, *_ODD)
"""What reading files of others may raise, where they hold something else than was expected."""
_FOLDER = re.compile(r"(?<![\w./])/(?:[^\s/'\":,;]+/)+")


@dataclass(frozen=True)
class Choice:
    """A player that can be chosen: its spec in a browser, and what it is called there.

    Attributes:
        spec: what makes the player.
        label: its title, its net's name, and what is to be said of it.
        digest: the SHA-256 of its weights, if it is known without making the player.
    """

    spec: str
    label: str
    digest: str = ""


@dataclass(frozen=True)
class _Net:
    """A run's last champion: its generation, the SHA-256 of its weights, and where it plays."""

    generation: int
    digest: str
    for_any_size: bool


class Catalogue:
    """Players and runs by the names that a browser may use.

    Args:
        runs: the folder of runs.
        extra: further players, allowed as they stand: those that the command line named.
    """

    def __init__(self, runs: str | Path, extra: Sequence[str] = ()) -> None:
        self.root = Path(runs)
        self.extra = tuple(extra)
        known = {str(self.root), str(self.root.resolve()), str(Path.cwd()), str(Path.home())}
        self._folders = sorted(known - {".", "/"}, key=len, reverse=True)
        self._lock = threading.Lock()
        self._read = 0.0
        self._summaries: dict[str, RunSummary] = {}
        self._nets: dict[tuple[Path, int | None], _Net] = {}

    def runs(self) -> dict[str, RunSummary]:
        """All runs by name; read from disk, at most once a second for all pages together."""
        with self._lock:
            now = time.monotonic()
            if not self._read or now - self._read > MAX_AGE:
                self._summaries = {self._name(one.folder): _shown(one) for one in self._find()}
                there = {(one.folder, one.generation) for one in self._summaries.values()}
                self._nets = {key: net for key, net in self._nets.items() if key in there}
                self._read = time.monotonic()
            return self._summaries

    def run(self, name: str) -> RunRecord:
        """The run of that name, for reading.

        Raises:
            RunError: there is none, or it is damaged.
        """
        found = self.runs().get(name)
        if found is None:
            raise RunError(f"there is no run {name[:200]!r}")
        return RunRecord.open(found.folder)

    def tournaments(self) -> dict[str, Path]:
        """The folders of all tournaments by name."""
        found = tournament_folders(self.root)
        return {self._name(path): path for path in found}

    def said(self, problem: Exception | str) -> str:
        """A problem in words for a visitor: without the folders of this machine."""
        text = str(problem)
        if isinstance(problem, _ODD):
            text = f"this is damaged: {type(problem).__name__} {text}"
        for folder in self._folders:
            text = text.replace(f"{folder}/", "").replace(folder, "the folder")
        return printable(_FOLDER.sub("", text))

    def choices(self, game: Game) -> list[Choice]:
        """The players that a page offers for a game, champions and the best runs first.

        Of several champions the one made for the nearest size is the first.

        Others can be typed.
        """
        trained = [
            (name, one)
            for name, one in self.runs().items()
            if one.status != "damaged" and one.generation and self._plays(one, game)
        ]
        trained.sort(key=lambda pair: -(worth(pair[1].last) or 0))
        runs = [self._run_choice(name, one) for name, one in trained]
        plain: list[str] = [name for name in SCRIPTS if plays(name, game)]
        plain += [STANDARD] if plays_standard(game) else []
        plain += ["influence"] if game.id in INFLUENCE_GAMES else []
        others = [*plain, "untrained,seed=1", "random", *self.extra]
        found = [_champion(name) for name in champions()]
        made_near = sorted(found, key=lambda one: abs(one[0].game.size - game.size))
        shipped = [
            choice
            for net, choices in made_near
            if net.game.id == game.id and (net.for_any_size or net.game.size == game.size)
            for choice in choices
        ]
        graded = [
            Choice(one.spec, f"{title(one.spec)}, {one.word}: {one.about}")
            for one in (levels(game) if game.id in STRENGTHS else ())
        ]
        plain_ones = [Choice(one, title(one)) for one in others]
        return [*_each_net_once([*shipped, *runs]), *graded, *plain_ones]

    def player(
        self, spec: str, game: Game, depth: int | None = None, visits: int | None = None
    ) -> Player:
        """The player of a spec as a browser may name it.

        Args:
            spec: the text.
            game: what it will play.
            depth: of its search; None for the one that it learned with.
            visits: of its tree search, if it has one; None for those that it learned with.

        Raises:
            SpecError: there is no such player, or it is not offered here.
        """
        for name, value, most in ("depth", depth, MAX_DEPTH), ("visits", visits, MAX_VISITS):
            if value is not None and not 1 <= value <= most:
                raise SpecError(f"{name}={value} is not allowed: use 1 to {most}")
        if spec in self.extra:
            return player(spec, game, depth=depth, visits=visits)
        parsed = PlayerSpec.parse(spec)
        own = parsed.settings
        said = own.search.values if isinstance(own, EngineKind) else {}
        for name, least, most in ("depth", 1, MAX_DEPTH), ("visits", 0, MAX_VISITS):
            whole(f"{spec!r}: {name}", said.get(name, 1), least, most)
        asked = Asked(depth, visits=visits)
        if isinstance(own, RunKind):
            return PlayerSpec(spec, parsed.kind, self._with_folder(own)).make(game, asked)
        if parsed.kind not in FREE:
            raise SpecError(f"{spec!r} is not offered here; there are: {', '.join(FREE)}, run:NAME")
        return parsed.make(game, asked)

    def _with_folder(self, own: RunKind) -> RunKind:
        """A run by its folder in place of its name."""
        name, generation = own.parts
        found = self.runs().get(name)
        if found is None:
            raise SpecError(f"there is no run {name!r}")
        at = "" if generation is None else f"@{generation}"
        return replace(own, folder=f"{found.folder}{at}")

    def _run_choice(self, name: str, one: RunSummary) -> Choice:
        """A run's last champion; where it cannot be read, choosing it says why."""
        spec = f"run:{name}"
        try:
            net = self._net(one)
        except BROKEN:
            return Choice(spec, title(spec))
        label = f"{net_title(spec, net.digest[:8])}: generation {net.generation}"
        return Choice(spec, label, net.digest)

    def _plays(self, one: RunSummary, game: Game) -> bool:
        """Whether a run's net can play a game: of its own size, or of any."""
        try:
            own = find_game(one.game)
            return own.id == game.id and (own.size == game.size or self._net(one).for_any_size)
        except BROKEN:
            return False

    def _net(self, one: RunSummary) -> "_Net":
        """A run's last champion."""
        key = one.folder, one.generation
        if key not in self._nets:
            record = RunRecord.open(one.folder)
            generation = record.champions()[-1]
            file = load_weights(record.champion(generation))
            any_size = file.evaluator.for_any_size
            self._nets[key] = _Net(generation, digest_of(file.weights[0]), any_size)
        return self._nets[key]

    def _find(self) -> list[RunSummary]:
        try:
            return find_runs(self.root)
        except RunError:  # it may come later
            return []

    def _name(self, folder: Path) -> str:
        return printable(folder.relative_to(self.root).as_posix())


def _shown(one: RunSummary) -> RunSummary:
    return replace(
        one,
        game=printable(one.game),
        method=printable(one.method or ""),
        reason=printable(one.reason or ""),
    )


@cache
def _champion(name: str) -> tuple[Evaluator, list[Choice]]:
    """The kind of net in a champion's file, and its nets; the last one is made for people."""
    file = load_weights(champion_file(name))
    choices = []
    for row in reversed(range(len(file.weights))):
        spec = f"champion:{name},row={row}" if row else f"champion:{name}"
        search = "tree search" if "visits" in file.metadata else "alpha-beta"
        said = file.metadata.get(f"row {row}", search)
        label = f"{net_title(spec, net_name(file.weights[row]))}: {said}"
        choices.append(Choice(spec, label, digest_of(file.weights[row])))
    return file.evaluator, choices


def _each_net_once(choices: Sequence[Choice]) -> list[Choice]:
    """The same net under several names becomes one choice, which says all of them."""
    kept: dict[str, Choice] = {}
    for one in choices:
        key = one.digest or one.spec
        if key not in kept:
            kept[key] = one
        else:
            first = kept[key]
            also = title(one.spec)
            kept[key] = replace(first, label=f"{first.label}, also {also[0].lower()}{also[1:]}")
    return list(kept.values())
