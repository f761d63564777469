"""One way to say what a person sets: tables, texts, errors, identity."""

import math
import pickle
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ponnuki.settings import (
    Kinds,
    OneValue,
    Said,
    Settings,
    SettingsError,
    merged,
    reference,
    setting,
    settings_in,
    spec_table,
    table_of,
    text_of,
    value_of,
    whole,
)


@dataclass(frozen=True)
class Look(Settings):
    """How far one looks."""

    depth: int = setting(6, "plies", low=1, high=20)
    candidates: Literal["full", "local"] = setting("full", "which moves")
    noise: float = setting(0.0, "share of random moves", low=0, high=1)
    fast: bool = setting(True, "no result depends on it", spec=False)


@dataclass(frozen=True)
class Swarm(Settings):
    """A kind of method."""

    population: int
    inertia: float = setting(0.5, "what stays of a velocity", low=0)
    vmax: float | None = setting(None, "the largest velocity", above=0)
    new: int = setting(0, "came later", later=True)


@dataclass(frozen=True)
class Drift(Settings):
    """Another kind."""

    population: int
    sigma: float = setting(0.05, "the size of a change")


@dataclass(frozen=True)
class Layers(Settings):
    """A kind of net."""

    game: str
    hidden: tuple[int, ...] = setting((10,), "units", low=1)
    bound: float = setting(None, "of the first weights", low=0, filled=True)

    def __post_init__(self) -> None:
        if self.bound is None:
            object.__setattr__(self, "bound", float(len(self.game)))
        super().__post_init__()


METHODS: Kinds[Any] = Kinds("method", "method")
METHODS.add("swarm", Swarm)
METHODS.add("drift", Drift)
NETS: Kinds[Any] = Kinds("net")
NETS.add("layers", Layers)


@dataclass(frozen=True)
class Run(Settings):
    """What a run is."""

    word: ClassVar[str] = "run"

    seed: int = setting(1, "of everything that is drawn", low=0)
    search: Look = setting(Look(depth=1), "how nets look ahead")
    trace: float = setting(0.0, "of traces", low=0, high=1, alias="lambda")
    net: Said[Any] = setting(NETS.said({"kind": "layers"}), "what learns", kinds=NETS)
    method: str = setting("swarm", "the optimiser", kinds=METHODS)
    settings: Said[Any] = setting(
        Said(Swarm, {}, "swarm"), "of the method", kinds=METHODS, by="method", complete=True
    )
    points: tuple[float, float] = setting((1.0, 0.0), "for a win and a loss")
    keep: int = setting(10, "what is kept", low=1, measures=True)

    def check(self) -> None:
        """Two settings that do not go together."""
        if self.seed == 13 and self.trace:
            raise ValueError("seed=13 is not allowed with lambda: use 0")


TABLES = st.fixed_dictionaries(
    {},
    optional={
        "seed": st.integers(0, 12),
        "search": st.fixed_dictionaries(
            {},
            optional={
                "depth": st.integers(1, 20),
                "candidates": st.sampled_from(["full", "local"]),
                "noise": st.floats(0, 1),
            },
        ),
        "trace": st.floats(0, 1),
        "net": st.lists(st.integers(1, 99), min_size=1).map(
            lambda hidden: {"kind": "layers", "hidden": hidden}
        ),
        "method": st.sampled_from(["swarm", "drift"]),
        "points": st.tuples(st.floats(-9, 9), st.floats(-9, 9)).map(list),
        "keep": st.integers(1, 99),
    },
)


@given(TABLES)
def test_every_text_form_reads_back(table: dict[str, Any]) -> None:
    """Tables, what changed, specs and words of a command line all give equal settings."""
    own = Run.of(table)
    assert Run.of(own.table()) == own
    assert Run.of(own.changed()) == own
    assert Run.parse(own.text()) == own
    assert pickle.loads(pickle.dumps(own)) == own
    assert Run.of(own.table()).digest == own.digest
    assert hash(Run.of(table)) == hash(own)


HOSTILE = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=9)
    | st.binary(max_size=3)
    | st.sampled_from(["none", "swarm", 1.0, True, math.nan, math.inf, 10**400]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from([one.name for one in settings_in(Run)] + ["kind", "depth", ""]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from([one.name for one in settings_in(Run)]), HOSTILE))
def test_whatever_stands_in_a_file_is_settings_or_an_error(table: dict[str, Any]) -> None:
    """Nothing but a SettingsError comes of a stranger's table."""
    try:
        Run.of(table)
    except SettingsError as error:
        assert str(error)


@given(st.text(max_size=30))
def test_whatever_is_typed_is_settings_or_an_error(text: str) -> None:
    """Nothing but a SettingsError comes of a text."""
    try:
        Run.parse(text)
    except SettingsError as error:
        assert str(error)


@given(
    st.recursive(
        st.booleans()
        | st.integers(-(10**9), 10**9)
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=9),
        lambda inner: st.lists(inner, max_size=3),
        max_leaves=5,
    )
)
def test_values_as_text_read_back(value: Any) -> None:
    """Any plain value has one text; a whole float reads back as a whole number."""
    assert value_of(text_of(value)) == value


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"seed": True}, "seed=True is not allowed: use a whole number from 0 on"),
        ({"seed": 1.0}, "seed=1.0 is not allowed: use a whole number from 0 on"),
        ({"seed": "1"}, "seed='1' is not allowed: use a whole number from 0 on"),
        ({"search": {"depth": 99}}, "search.depth=99 is not allowed: use 1 to 20"),
        ({"search": {"depht": 9}}, "search.depht is no setting: did you mean 'depth'? use "),
        ({"depth": 9}, "depth is no setting of run: did you mean search.depth?"),
        ({"sead": 9}, "sead is no setting of run: did you mean 'seed'? use seed, search, "),
        ({"search": 3}, "search=3 is not allowed: use a table of depth, candidates, noise, fast"),
        ({"search": {"candidates": "all"}}, "search.candidates='all' is not allowed: use full or"),
        ({"trace": math.nan}, "trace=nan is not allowed: use 0 to 1"),
        ({"method": "swam"}, "method='swam' is not allowed: did you mean 'swarm'? use swarm, d"),
        ({"settings": {"sigma": 1}}, "settings.sigma is no setting of swarm: use inertia, vmax"),
        ({"net": {"kind": "x"}}, "net.kind='x' is not allowed: use layers"),
        ({"net": {"hidden": [0]}}, "net.hidden=[0] is not allowed: use a list, each a whole"),
        ({"seed": 13, "trace": 0.5}, "seed=13 is not allowed with lambda: use 0"),
        ({"seed": -1, "keep": 0}, "seed=-1 is not allowed: use a whole number from 0 on; keep=0"),
    ],
)
def test_errors_name_the_setting_the_value_and_what_is_allowed(
    table: dict[str, Any], said: str
) -> None:
    """All mistakes at once, near spellings included."""
    with pytest.raises(SettingsError) as error:
        Run.of(table)
    assert str(error.value).startswith(said)


def test_what_is_unsaid_is_filled_from_the_owners_default() -> None:
    """An inner table that says one thing keeps the owner's own defaults for the others."""
    assert Run.of({"search": {"noise": 0.5}}).search == Look(depth=1, noise=0.5)
    base = Run.of({"search": {"depth": 3}})
    assert base.but(search={"noise": 0.5}).search == Look(depth=3, noise=0.5)


def test_another_kind_begins_with_its_own_defaults() -> None:
    """In any order of words; settings of the kind before are forgotten."""
    base = Run.of({"settings": {"inertia": 0.9}})
    assert base.but(method="drift").settings.table(complete=True) == {"sigma": 0.05}
    words = ["settings.sigma=0.2", "method=drift"]
    assert Run.said(words) == Run.said(words[::-1])
    assert Run.said(words).settings.make(population=4) == Drift(4, 0.2)
    assert base.but(settings={"vmax": 2}).settings.get("inertia") == 0.9


def test_what_is_filled_in_later_is_none_till_then() -> None:
    """Its default depends on what is given; saying a number is not saying none."""
    net = Run().net
    assert net.make(game="go").bound == 2.0
    assert net.get("bound") is None
    said = Run.of({"net": {"bound": 2}})
    assert said.net.make(game="chess").bound == 2.0
    assert said.digest != Run().digest == Run.of({"net": {"bound": "none"}}).digest
    with pytest.raises(SettingsError, match=r"net.bound=-1 is not allowed: use a number from 0"):
        Run.of({"net": {"bound": -1}})


def test_of_what_is_said_inner_tables_are_said_partly_too() -> None:
    """What is unsaid comes from where it is laid over; tables say what was said and no more."""
    said = Said(Run, {"search": {"noise": 0.5}, "keep": 3})
    base = Run.of({"search": {"depth": 3}})
    assert said.on(base) == Run.of({"search": {"depth": 3, "noise": 0.5}, "keep": 3})
    assert said.make().search == said.get("search") == Look(depth=1, noise=0.5)
    assert said.table() == {"search": {"noise": 0.5}, "keep": 3}
    assert said.identity() == {"search": {"noise": 0.5}}
    assert pickle.loads(pickle.dumps(said)) == said


def test_a_kind_begins_with_what_its_owner_says_of_it() -> None:
    """The owner's default of that kind, also on the way back from another kind."""

    @dataclass(frozen=True)
    class Lazy(Settings):
        method: str = setting("swarm", "the optimiser", kinds=METHODS)
        settings: Said[Any] = setting(
            Said(Swarm, {"inertia": 0.0}, "swarm"), "of it", kinds=METHODS, by="method"
        )

    assert Lazy.of({"settings": {"vmax": 2}}).settings.make(population=1).inertia == 0
    other = Lazy.of({"method": "drift"})
    assert other.but(method="swarm").settings.get("inertia") == 0
    assert other.but(method="swarm", settings={"vmax": 2}).settings.get("inertia") == 0


def test_nothing_said_differs_from_what_the_owner_says() -> None:
    """A kind alone takes the class's defaults: another run than the owner's usual one."""

    @dataclass(frozen=True)
    class Own(Settings):
        net: Said[Any] = setting(NETS.said({"kind": "layers", "hidden": [3]}), "it", kinds=NETS)
        look: Said[Look] = setting(Said(Look, {"depth": 2}), "how far")

    tables: list[dict[str, Any]] = [{"net": {"kind": "layers"}}, {"look": {}}]
    for table in tables:
        own = Own.of(table)
        assert own.digest != Own().digest
        assert own.changed() == table
        assert Own.of(own.changed()) == Own.parse(own.text()) == Own.of(own.table()) == own


def test_a_later_setting_that_is_said_at_its_default() -> None:
    """Tables cannot tell it from silence, so it is the same."""
    said = Said(Swarm, {"new": 0})
    assert said == Said(Swarm) == Said(Swarm, said.table())
    assert hash(said) == hash(Said(Swarm))
    assert said != Said(Swarm, {"new": 1})


def test_a_digest_is_of_what_is_so() -> None:
    """Not of what measures, not of what is said though it is the default, nor of an alias."""
    assert Run().digest == Run(keep=3).digest == Run.of({"search": {"depth": 1}}).digest
    assert Run.of({"net": {"hidden": [10]}}).digest == Run().digest
    assert Run.of({"lambda": 0.5}).digest == Run.of({"trace": 0.5}).digest
    assert len({Run().digest, Run(seed=2).digest, Run.of({"method": "drift"}).digest}) == 3


def test_a_new_field_and_a_changed_default_leave_old_digests() -> None:
    """A new field says nothing at its default; a changed one says what silence means."""

    @dataclass(frozen=True)
    class Before(Settings):
        rate: float = setting(0.1, "a rate")

    @dataclass(frozen=True)
    class After(Settings):
        rate: float = setting(0.2, "a rate", was=0.1)
        more: int = setting(0, "something new")
        inner: Look = setting(Look(depth=2), "something new, too")

    assert After(rate=0.1).digest == Before().digest
    assert After().digest == Before(rate=0.2).digest != Before().digest


def test_a_text_that_was_kept_means_what_it_meant() -> None:
    """What was once another default is always said, so that either reading gives the same."""

    @dataclass(frozen=True)
    class After(Settings):
        size: int = setting(9, "of the board", argument=True)
        rate: float = setting(0.2, "a rate", was=0.1)
        way: str = setting("new", "how", was="old", later=True)

    new, old = After(), After(rate=0.1, way="old")
    assert (new.text(), old.text()) == ("9,rate=0.2,way=new", "9,rate=0.1,way=old")
    assert (new.recorded_text(), old.recorded_text()) == ("9,rate=0.2,way=new", "9")
    assert After.recorded("9") == After.recorded("") == old != After.parse("9") == new
    assert After.recorded("9,way=new") == After(rate=0.1)
    for one in new, old:
        assert After.parse(one.text()) == After.recorded(one.text()) == one
        assert After.recorded(one.recorded_text()) == one
        assert After.of(one.table()) == Said(After, one.table()).make() == one
        assert After.of(Said(After, one.table()).table()) == one
    with pytest.raises(SettingsError, match="ra is no setting"):
        After.recorded("9,ra=1")


def test_a_setting_that_came_later_is_said_only_if_it_differs() -> None:
    """So older complete tables stay what they were."""
    assert "new" not in Run().table()["settings"]
    assert Run.of({"settings": {"new": 2}}).table()["settings"]["new"] == 2


def test_none_is_a_word_in_files() -> None:
    """TOML has none."""
    assert Run().table()["settings"]["vmax"] == "none"
    assert Run.of(Run.of({"settings": {"vmax": 3}}).table()).settings.get("vmax") == 3.0
    assert Run.of({"settings": {"vmax": "none"}}).settings.get("vmax") is None


@dataclass(frozen=True)
class Share(OneValue):
    """A share, which files write as a percentage."""

    said: ClassVar[str] = "a percentage such as '5%'"

    value: float = 0.0

    @classmethod
    def of(cls, value: Any) -> "Share":
        """From a text."""
        return cls(float(str(value).removesuffix("%")) / 100)

    def plain(self) -> str:
        """As a text."""
        return f"{100 * self.value:g}%"


@dataclass(frozen=True)
class Seat(Settings):
    """A spec with an argument and settings that are said as its own."""

    file: str = setting("", "where it is", argument=True)
    tax: Share = setting(Share(), "what is taken")
    look: Said[Look] = setting(Said(Look), "how far", flat=True)


def test_a_value_of_its_own_kind_is_written_in_its_own_way() -> None:
    """And is read back; what it cannot read is refused with what it says of itself."""
    own = Seat.of({"tax": "5%"})
    assert own.tax == Share(0.05)
    assert own.table() == {"file": "", "tax": "5%"}
    assert Seat.parse(own.text()) == own
    with pytest.raises(SettingsError, match="tax='much' is not allowed: use a percentage such"):
        Seat.of({"tax": "much"})


def test_settings_that_are_said_as_the_owners() -> None:
    """What was said differs from what was not; errors name it as a person wrote it."""
    own = Seat.of(spec_table(Seat, ["depth=6"], "7"))
    assert (own.file, own.look.values) == ("7", {"depth": 6})
    assert own.changed() == {"file": "7", "depth": 6}
    assert own != Seat(file="7")
    assert own.look.on(Look(noise=0.5)) == Look(depth=6, noise=0.5)
    both = {"look": {"noise": 0.5}, "depth": 6}
    assert Seat.of(both).look.values == {"noise": 0.5, "depth": 6}
    assert both == {"look": {"noise": 0.5}, "depth": 6}
    with pytest.raises(SettingsError, match="look=None is not allowed: use some of depth"):
        Seat.of({"look": None, "depth": 6})
    for parts, said in (
        (["depth=99"], "depth=99 is not allowed: use 1 to 20"),
        (["fast=no"], "fast is no setting: use file, tax, depth, candidates, noise"),
        (["look.depth=2"], "look is no setting: use file"),
        (["deep=2"], "deep is no setting: did you mean 'depth'?"),
        (["depth"], "option 'depth' has no value"),
        (["file=8"], "option 'file' is given twice"),
    ):
        with pytest.raises(SettingsError, match=said.replace("?", r"\?")):
            Seat.of(spec_table(Seat, parts, "7"))
    with pytest.raises(SettingsError, match="nothing is allowed behind a colon: leave '7' out"):
        spec_table(Look, [], "7")


def test_a_setting_may_be_kept_by_another_name() -> None:
    """Where the field cannot be called as files call it."""

    @dataclass(frozen=True)
    class Quick(Settings):
        speed: bool = setting(True, "whether it is fast", kept="table")

    assert Quick(False).table() == {"table": False} == Quick(False).changed()
    assert Quick.of({"table": False}) == Quick.of({"speed": False}) == Quick(False)
    assert Said(Quick, {"table": False}).table() == {"table": False}


def test_what_must_be_said() -> None:
    """A setting without a default is asked for by its name."""

    @dataclass(frozen=True)
    class Needy(Settings):
        seed: int = setting(..., "of all", low=0)

    assert Needy.of({"seed": 1}) == Needy(1)
    with pytest.raises(SettingsError, match="seed must be said: use a whole number from 0 on"):
        Needy.of({})


def test_arguments_of_functions_are_checked_alike() -> None:
    """With the words that settings have."""
    assert whole("games", np.int64(3), 1, 5) == 3
    assert type(whole("games", np.int64(3), 1, 5)) is int
    for bad in 0, 6, 2.0, True, "3", None:
        with pytest.raises(SettingsError, match=f"games={bad!r} is not allowed: use 1 to 5"):
            whole("games", bad, 1, 5)


def test_numbers_as_people_write_them() -> None:
    """Also those that TOML does not know."""
    assert (value_of(".2"), value_of("-.5"), value_of("3.")) == (0.2, -0.5, 3.0)
    assert (value_of("007"), value_of("1.2.3")) == ("007", "1.2.3")


def test_numbers_of_numpy_and_minus_zero_are_plain_numbers() -> None:
    """They have the same digest as Python's own."""
    assert type(Run.of({"seed": np.int64(3)}).seed) is int
    assert math.copysign(1, Run(trace=-0.0).trace) == 1
    assert type(Run.of({"trace": 1}).trace) is float


def test_a_constructor_checks_too() -> None:
    """Settings that are wrong do not exist, whichever way they are made."""
    with pytest.raises(SettingsError, match=r"depth=2.5 is not allowed: use 1 to 20"):
        Look(depth=2.5)  # type: ignore[arg-type]
    with pytest.raises(SettingsError, match="no value: write NAME=VALUE"):
        Run.said(["seed"])
    with pytest.raises(SettingsError, match="is given twice"):
        Run.parse("seed=1,seed=2")


def test_the_reference_has_every_setting_with_its_default_and_bounds() -> None:
    """Inner tables with the defaults of their owner."""
    rows = {row.name: row for row in reference(Run)}
    assert rows["search.depth"].default == "1"
    assert rows["search.depth"].allowed == "1 to 20"
    assert rows["keep"].measures
    assert rows["trace"].about == "of traces"


def test_tables_are_laid_over_each_other() -> None:
    """Deeply, and words of a command line are tables."""
    assert merged({"a": {"b": 1}}, table_of(["a.c=[x,y]", "d=yes"])) == {
        "a": {"b": 1, "c": ["x", "y"]},
        "d": True,
    }
    with pytest.raises(ValueError, match="a is a value, not a table"):
        table_of(["a=1", "a.b=2"])
