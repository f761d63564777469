"""Settings: tables that are checked, complete and never change, so that a run can be repeated."""

import json
import tomllib
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    ValidationError,
    model_serializer,
    model_validator,
)

from ponnuki.games import Game, SpecError
from ponnuki.games import game as find_game
from ponnuki.players import NoProgramError, Player, Search, player
from ponnuki.players.limit import MAX_DEPTH
from ponnuki.players.specs import PlayerSpec

MAX_FILE = 2**20

Preset = Annotated[str, Field(pattern="^[a-z0-9-]*$")]
Generations = Annotated[int, Field(strict=True, ge=1, le=10_000_000)]
Seed = Annotated[int, Field(strict=True, ge=0, lt=2**63)]


class SettingsError(ValueError):
    """Settings that make no run."""


class Table(BaseModel):
    """Settings that are checked, complete and never change."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    @classmethod
    def of(cls, data: dict[str, Any]) -> Self:
        """The settings that a table says.

        Raises:
            SettingsError: they are not allowed; names the setting, the value, what is allowed.
        """
        try:
            return cls.model_validate(data)
        except ValidationError as error:
            raise SettingsError("; ".join(map(_sentence, error.errors()))) from None

    def table(self) -> dict[str, Any]:
        """All settings as nested tables, as a TOML file has them."""
        return self.model_dump(mode="json")


class SearchSettings(Table):
    """How engines look ahead; defaults, but for the depth, and limits are those of `Search`.

    Attributes:
        depth: in plies.
        candidates: 'full' or 'local'.
        radius: of local candidates.
    """

    depth: Annotated[int, Field(ge=1, le=MAX_DEPTH)] = 2
    candidates: Literal["full", "local"] = Search.candidates
    radius: int = Search.radius

    @model_validator(mode="after")
    def _fits(self) -> Self:
        self.search()
        return self

    def search(self) -> Search:
        """The search that players use."""
        return Search(**self.model_dump())


Passes = Literal["free", "eyes"]
"""In Go: 'free', or 'eyes' for a net that never fills a one-point eye of its own and passes only if
it has no other move."""


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


def check_players(specs: Iterable[str], rules: Game) -> None:
    """Raises SpecError if settings may not name these players; programs may be missing here."""
    for spec in specs:
        with suppress(NoProgramError):  # a run can be looked at where it could not go on
            named_player(spec, rules)


class ProbeSettings(Table):
    """How a run measures its champion now and then. Probes never influence training.

    Attributes:
        every: generations between probes; 0 for none but at the end.
        nets: how many fixed untrained nets the champion meets, with both colours.
        noise: share of random moves in the second half of the games; the first half has none.
        rounds: how often each pair meets with random moves, with both colours.
        earlier: how many of its own earlier champions it meets.
    """

    every: Annotated[int, Field(ge=0)] = 10
    nets: Annotated[int, Field(ge=1, le=1000)] = 10
    noise: Annotated[float, Field(ge=0, le=1)] = 0.1
    rounds: Annotated[int, Field(ge=1, le=1000)] = 2
    earlier: Annotated[int, Field(ge=0, le=100)] = 5


class LearnerSettings(Table):
    """What the settings of every learner have.

    Attributes:
        learner: the kind of learner, a key of `LEARNERS`.
        preset: what these settings were made from; for people.
        game: its spec.
        generations: how many.
        seed: of everything that is drawn.
    """

    learner: str
    preset: Preset = ""
    game: str
    generations: Generations
    seed: Seed = 1

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

    @property
    def probing(self) -> ProbeSettings | None:
        """How champions are measured, if they are."""
        return None

    @property
    def identity(self) -> str:
        """All settings that the next generation depends on, as one text."""
        free = {"learner", "preset", "generations", "probe", "keep_every", "keep"}
        own = {name: value for name, value in self.table().items() if name not in free}
        own["rules_version"] = find_game(self.game).rules_version
        return json.dumps(own, sort_keys=True)


class ProbedSettings(LearnerSettings):
    """Settings of learners whose champions are kept and measured now and then.

    Attributes:
        probe: how the champion is measured.
        keep_every: generations between champions that are kept; the last is kept always.
        keep: 'all' of these champions, or a 'few' once the run is finished: the first, the best by
            its measure, and the last.
    """

    probe: ProbeSettings = ProbeSettings()
    keep_every: Annotated[int, Field(ge=1)] = 10
    keep: Literal["all", "few"] = "all"

    @model_serializer(mode="wrap")
    def _as_before(self, plain: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """As a file has them: what came later stands there only where it changes anything."""
        found: dict[str, Any] = plain(self)
        if self.keep == "all":
            del found["keep"]
        return found

    @property
    def keeping(self) -> int:
        """Generations between champions that are kept."""
        return self.keep_every

    @property
    def few(self) -> bool:
        """Whether few champions are left of a finished run."""
        return self.keep == "few"

    @property
    def probing(self) -> ProbeSettings | None:
        """How champions are measured."""
        return self.probe


def read_table(path: str | Path) -> dict[str, Any]:
    """The table in a TOML file, not checked yet, so that it can be changed before.

    Raises:
        SettingsError: the file is too large or no TOML.
    """
    with open(path, "rb") as file:
        data = file.read(MAX_FILE + 1)
    if len(data) > MAX_FILE:
        raise SettingsError(f"{path}: a file of settings has at most {MAX_FILE} bytes")
    try:
        return tomllib.loads(data.decode())
    except (ValueError, RecursionError) as error:
        raise SettingsError(f"{path}: {error}") from None


def _sentence(error: Any) -> str:
    """One mistake in one sentence."""
    where = ".".join(str(part) for part in error["loc"])
    said = error["msg"].removeprefix("Value error, ")
    if error["type"] == "extra_forbidden":
        return f"{where} is no setting"
    if error["type"] == "value_error":
        return f"{where}: {said}" if where else said
    return f"{where}={error['input']!r} is not allowed: {said[0].lower()}{said[1:]}"
