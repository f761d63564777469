"""Settings of learners: checked, complete and never changed, so that a run can be repeated."""

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, Self

from ponnuki.arena.opening import MAX_PLIES
from ponnuki.games import Game, SpecError, recorded
from ponnuki.games import game as find_game
from ponnuki.learners.earlier import renewed
from ponnuki.players import Player, Search, player
from ponnuki.players.limit import MAX_DEPTH
from ponnuki.players.search import MAX_RADIUS
from ponnuki.players.specs import PlayerSpec
from ponnuki.settings import Settings, SettingsError, setting, text_of

MAX_FILE = 2**20
MAX_GENERATIONS = 10_000_000


def learner_word(word: str) -> Any:
    """The field by which a table says what kind of learner it is for."""
    return setting(word, "the kind of learner", choices=[word])


def run_length(usual: int) -> Any:
    """The field that says how long a run is."""
    return setting(usual, "how many there are", low=1, high=MAX_GENERATIONS)


def share(usual: float, about: str) -> Any:
    """A field between 0 and 1."""
    return setting(usual, about, low=0, high=1)


@dataclass(frozen=True)
class SearchSettings(Settings):
    """How engines look ahead; the other settings are as `Search` has them."""

    depth: int = setting(2, "in plies", low=1, high=MAX_DEPTH)
    candidates: Literal["full", "local"] = setting(
        Search.candidates, "all moves, or those near stones alone (local)"
    )
    radius: int = setting(
        Search.radius, "how far from a stone local moves may be", low=1, high=MAX_RADIUS
    )

    def search(self, **more: Any) -> Search:
        """The search that players use."""
        return Search(depth=self.depth, candidates=self.candidates, radius=self.radius, **more)


Passes = Literal["free", "eyes"]
"""When a net may pass."""

PASSES = (
    "in Go, whether a net passes when it likes (free), or never fills a one-point eye of its own "
    "and passes only if it has no other move (eyes)"
)


def check_passes(passes: Passes, rules: Game) -> None:
    """Raises ValueError if a game has no eyes."""
    if passes == "eyes" and rules.id != "go":
        raise ValueError(f"passes='eyes' is not allowed in {rules.id}: use 'free'")


def named_player(spec: str, rules: Game, **asked: Any) -> Player:
    """The player that a setting names; see `ponnuki.player` for what else is asked of it.

    Settings are a file that may come from anybody, so none of them can start a program of its
    choice. GNU Go is a program, but its command is ours.

    Raises:
        SpecError: there is no such player, or it is a program.
    """
    if PlayerSpec.parse(spec).kind == "gtp":
        raise SpecError(
            f"{spec!r} is not allowed: settings start no program; use a player of our own, such as "
            "'naive', or 'gnugo,level=1'"
        )
    return player(spec, rules, **asked)


def named_players(name: str, specs: Iterable[str], rules: Game, **asked: Any) -> list[Player]:
    """The players that a setting of that name names.

    Raises:
        SettingsError: there is no such player, or it is a program; names the setting.
        NoProgramError: its program is not installed.
    """
    found = []
    for spec in specs:
        try:
            found.append(named_player(spec, rules, **asked))
        except SpecError as error:
            raise SettingsError(f"{name}={spec!r} is not allowed: {error}") from None
    return found


AUTO, UNTRAINED, EARLIER = "auto", "untrained", "earlier"
"""Words among the opponents of a measure that are no specs of players."""


@dataclass(frozen=True)
class MeasureSettings(Settings):
    """How a run measures its champion now and then. No measure ever influences training."""

    opponents: tuple[str, ...] = setting(
        (AUTO, UNTRAINED, EARLIER),
        "whom the champion meets: specs of players; auto for the players that measure in the game, "
        "such as defensive in Capture Go; untrained for nets of its own kind that have learned "
        "nothing, and the random player; earlier for earlier champions of the run; none for no "
        "measure",
    )
    every: tuple[int, ...] = setting(
        (10,),
        "generations between measures, one number for all opponents or one for each; 0 for none "
        "but at the end, where all are met",
        low=0,
    )
    games: int = setting(100, "against each player, half of them as black", low=2, high=1_000_000)
    opening: int = setting(
        2,
        "random plies at the start of games against players, who would else play one game again "
        "and again",
        low=0,
        high=MAX_PLIES,
    )
    start: bool = setting(False, "whether players are also met from the start, as many games more")
    nets: int = setting(
        10, "how many fixed untrained nets it meets, with both colours", low=1, high=1000
    )
    earlier: int = setting(
        5, "how many earlier champions it meets, with both colours", low=1, high=100
    )
    noise: float = share(
        0.1, "share of random moves in a second measure against nets; the first has none"
    )
    rounds: int = setting(
        2, "how often each net is met with random moves, with both colours", low=1, high=1000
    )

    def check(self) -> None:
        """Nobody is named twice, and numbers of generations are those of opponents."""
        met = self.opponents
        for one in met:
            if met.count(one) > 1:
                raise ValueError(f"opponents={list(met)} is not allowed: use {one!r} once")
        if len(self.every) not in {1, len(met)}:
            raise ValueError(
                f"every={list(self.every)} is not allowed: use one number, or one for each of the "
                f"{len(met)} opponents"
            )

    def due(self, generation: int, last: bool) -> list[str]:
        """The opponents that are met after a generation, the last one or another."""
        every = self.every * len(self.opponents) if len(self.every) == 1 else self.every
        return [
            one
            for one, number in zip(self.opponents, every, strict=True)
            if last or (number and generation % number == 0)
        ]


RENAMED = {
    "probe": {name: name for name in ("every", "nets", "noise", "rounds", "earlier")},
    "strength": {
        "players": "opponents",
        **{name: name for name in ("games", "every", "opening")},
    },
}
"""What tables of earlier versions were called, and what their settings are in `measure`."""


def _check_renamed(table: Mapping[str, Any]) -> None:
    """Raises SettingsError for tables of earlier versions; it says their new form."""
    problems = []
    for old, names in RENAMED.items():
        said = table.get(old)
        for name, value in said.items() if isinstance(said, Mapping) else ():
            if name in names:
                new = f"measure.{names[name]}={text_of(value)}"
                problems.append((f"{old}.{name}", f"{old}.{name} is no setting: use {new}"))
    if problems:
        raise SettingsError.of(problems)


@dataclass(frozen=True)
class LearnerSettings(Settings):
    """What the settings of every learner have.

    They are structure alone. What needs files or programs, the players and nets that they name, is
    looked for when a learner starts.
    """

    learner: str = learner_word("")
    preset: str = setting(
        "", "what these settings were made from; for people", pattern="[a-z0-9-]*", measures=True
    )
    game: str = setting("capture-go:9", "what is played")
    generations: int = run_length(100)
    seed: int = setting(1, "of everything that is drawn", low=0, high=2**63 - 1)
    measure: MeasureSettings = setting(
        MeasureSettings(opponents=()), "how its champion is measured", measures=True
    )

    start_from: str = setting(
        "",
        "the SHA-256 of the weights that learning starts from instead of initial ones; "
        "`--start-from FILE`, in Python `start_from=FILE`, finds it",
        later=True,
    )

    @classmethod
    def of(cls, table: Mapping[str, Any], base: Self | None = None) -> Self:
        """The settings that a table says; see `Settings.of`."""
        if isinstance(table, Mapping):
            _check_renamed(table)
        return super().of(table, base)

    def check(self) -> None:
        """There is such a game, and no file where a digest belongs."""
        _ = self.rules
        if not re.fullmatch("([0-9a-f]{64})?", self.start_from):
            raise ValueError(
                f"start_from={self.start_from!r} is not allowed: settings have the SHA-256 of the "
                "weights; a file of weights or a run is named by --start-from FILE, in Python by "
                "start_from=FILE"
            )

    @cached_property
    def rules(self) -> Game:
        """The game that is played."""
        return find_game(self.game)

    @property
    def name(self) -> str:
        """What the way of learning is called."""
        return self.learner

    @property
    def keeping(self) -> int:
        """Generations between champions that are kept; 0 for the last one alone."""
        return 0

    @property
    def few(self) -> bool:
        """Whether few champions are left of a finished run."""
        return False

    def check_packages(self) -> None:
        """Raises MissingPackageError if learning takes an extra that is not installed."""

    def table(self) -> dict[str, Any]:
        """All settings as plain nested tables; the game says options of another default."""
        return {**super().table(), "game": self.rules.spec}

    def identity(self, base: Self | None = None) -> dict[str, Any]:
        """What a run is, however long it is: its game, and what the next generation depends on."""
        rules = {"game": self.rules.recorded, "rules": self.rules.rules_version}
        found = super().identity(base) | rules
        found.pop("generations", None)
        return found

    def is_of(self, text: str) -> bool:
        """Whether a state says of itself that it is of these settings.

        It says their identity; one of version 0.1 says a whole table. One that had taught a net
        itself says how, and `start_from` stands for that.
        """
        own = self.identity()
        try:
            said = json.loads(text)
            if "rules_version" in said:
                rules = said.pop("rules_version")
                said = renewed(said)
                said = {name: value for name, value in said.items() if name not in RENAMED}
                said = type(self).of(as_recorded(said)).identity() | {"rules": rules}
            elif said.pop("taught", None):
                own.pop("start_from", None)
        except (ValueError, TypeError, AttributeError, RecursionError):
            return False
        return bool(said == json.loads(json.dumps(own)))


def as_recorded(table: Mapping[str, Any]) -> dict[str, Any]:
    """A table that was kept, as one that is read today: options of its game are what they were.

    Raises:
        SettingsError: there is no such game.
    """
    game = table.get("game")
    return {**table, "game": recorded(game).spec} if isinstance(game, str) else dict(table)


@dataclass(frozen=True)
class KeptSettings(LearnerSettings):
    """Settings of learners whose champions are kept and measured now and then."""

    measure: MeasureSettings = setting(
        MeasureSettings(), "how its champion is measured", measures=True
    )
    keep_every: int = setting(
        10,
        "generations between champions that are kept; the last is kept always",
        low=1,
        measures=True,
    )
    keep: str = setting(
        "all",
        "which of these a finished run has; few: the first, the best by its measure, the last",
        choices=("all", "few"),
        later=True,
        measures=True,
    )

    @property
    def keeping(self) -> int:
        """Generations between champions that are kept."""
        return self.keep_every

    @property
    def few(self) -> bool:
        """Whether few champions are left of a finished run."""
        return self.keep == "few"


def read_table(path: str | Path) -> dict[str, Any]:
    """The table in a TOML file, not checked yet, so that it can be changed before.

    Raises:
        SettingsError: there is no such file, or it is too large or no TOML.
    """
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_FILE + 1)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise SettingsError(f"{path}: no file of settings: {reason}") from None
    if len(data) > MAX_FILE:
        raise SettingsError(f"{path}: a file of settings has at most {MAX_FILE} bytes")
    try:
        text = data.decode()
    except ValueError as error:
        raise SettingsError(f"{path}: {error}") from None
    return parse_table(text, path)


def parse_table(text: str, where: str | Path) -> dict[str, Any]:
    """The table of a TOML text.

    Raises:
        SettingsError: it is no TOML; names where it stands.
    """
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise SettingsError(f"{where}: {error}") from None
