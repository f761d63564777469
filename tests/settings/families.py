"""Every class of settings of the package, and tables that suit it or do not."""

import dataclasses
import inspect
import math
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

import ponnuki.arena
import ponnuki.learners
import ponnuki.papers.registry
import ponnuki.players.champions  # noqa: F401
from ponnuki.settings import OneValue, Said, Setting, Settings, names_in, settings_in
from ponnuki.settings.base import Inner, KindWord, Picked, PickedBy, SaidForm
from ponnuki.settings.forms import Bounds, Flag, Form, Many, Maybe, Number, Own, Text, Whole, Word


def _below(cls: type[Any]) -> Iterator[type[Any]]:
    for one in cls.__subclasses__():
        yield one
        yield from _below(one)


def every_class() -> list[type[Any]]:
    """Every class that has settings and can be made, in a fixed order."""
    found = {
        one
        for one in _below(Settings)
        if one.__module__.startswith("ponnuki.") and not inspect.isabstract(one)
    }
    return sorted(
        (one for one in found if dataclasses.is_dataclass(one) and settings_in(one)),
        key=lambda one: (one.__module__, one.__qualname__),
    )


def alone(cls: type[Any]) -> bool:
    """Whether settings are all that its objects need."""
    known = {one.name for one in settings_in(cls)}
    return all(
        one.name in known or one.default is not dataclasses.MISSING or not one.init
        for one in dataclasses.fields(cls)
    )


def label(cls: type[Any]) -> str:
    """What a class is called in the list of tests."""
    return f"{cls.__module__.removeprefix('ponnuki.')}.{cls.__name__}"


# ----- tables that nobody would write -----

_ODD = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-2, 70)
    | st.floats()
    | st.text(max_size=9)
    | st.binary(max_size=3)
    | st.sampled_from(["none", "go:5", "mlp", "pso", 1.0, math.nan, -math.inf, 10**400, -0.0])
)


def _names(cls: type[Any]) -> set[str]:
    inner = (one.form.kind for one in settings_in(cls) if isinstance(one.form, Inner | SaidForm))
    return {*names_in(cls), *(name for kind in inner for name in names_in(kind))}


def hostile(cls: type[Any]) -> st.SearchStrategy[dict[Any, Any]]:
    """Tables with names that a class knows, and values of any kind, also deep inside."""
    names = st.sampled_from(sorted({*_names(cls), "kind", "method", "", "__class__"}))
    values = st.recursive(
        _ODD,
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.tuples(inner)
            | st.dictionaries(names, inner, max_size=4)
        ),
        max_leaves=4,
    )
    return st.dictionaries(names | st.integers() | st.none(), values, max_size=5)


# ----- tables that somebody would write -----


def good(cls: type[Any], most: int = 3) -> st.SearchStrategy[dict[str, Any]]:
    """Tables of a few settings, each with a value that is allowed by itself."""
    own = [one for one in settings_in(cls) if not one.words.flat and one.words.spec]
    must = {one.name: _value(one) for one in own if one.default is dataclasses.MISSING}
    may = [one for one in own if one.name not in must]
    if not may:
        return st.fixed_dictionaries(must)
    return st.lists(st.sampled_from(may), max_size=most, unique_by=lambda one: one.name).flatmap(
        lambda some: st.fixed_dictionaries({**must, **{one.name: _value(one) for one in some}})
    )


def _value(one: Setting) -> st.SearchStrategy[Any]:
    usual = () if isinstance(one.default, Said | Settings) else (one.default,)
    plain = [one.form.plain(value) for value in usual if value is not dataclasses.MISSING]
    return _of(one.form, plain)


def _of(form: Form, usual: list[Any]) -> st.SearchStrategy[Any]:
    """Values of a form."""
    match form:
        case Flag():
            return st.booleans()
        case Whole():
            return _whole(form.bounds)
        case Number():
            return _number(form.bounds)
        case Word():
            return st.sampled_from(form.choices)
        case KindWord():
            return st.sampled_from(sorted(form.kinds))
        case Text():
            if form.bounds.pattern:
                return st.from_regex(form.bounds.pattern, fullmatch=True)
            return st.sampled_from(usual or ["tic-tac-toe"])
        case Maybe():
            return st.just("none") | _of(form.inner, usual)
        case Many():
            count = form.count
            inner = _of(form.inner, [one for some in usual for one in some if some != "none"])
            low, high = (0, 3) if count is None else (count, count)
            empty = isinstance(form.inner, Text) and not form.inner.bounds.pattern
            return (
                st.sampled_from(usual or [["random", "naive"]])
                if empty
                else st.lists(inner, min_size=low, max_size=high)
            )
        case Inner() | SaidForm():
            return good(form.kind, 2)
        case PickedBy():
            return st.just({})
        case Picked():
            words = st.sampled_from(sorted(form.kinds))
            return words.flatmap(
                lambda word: good(form.kinds[word], 2).map(
                    lambda table: {**table, form.kinds.key: word}
                )
            )
    assert isinstance(form, Own), form
    assert issubclass(form.kind, OneValue)
    return st.sampled_from(usual)


def _whole(bounds: Bounds) -> st.SearchStrategy[int]:
    step = int(bounds.step or 1)
    low = -100 if bounds.low is None else math.ceil(bounds.low / step)
    high = low + 300 if bounds.high is None else int(bounds.high // step)
    return st.integers(low, min(high, low + 300)).map(lambda one: one * step)


def _number(bounds: Bounds) -> st.SearchStrategy[float]:
    low = bounds.low if bounds.low is not None else bounds.above
    high = bounds.high if bounds.high is not None else bounds.below
    return st.floats(
        -1e6 if low is None else low,
        1e6 if high is None else high,
        exclude_min=bounds.low is None and bounds.above is not None,
        exclude_max=bounds.high is None and bounds.below is not None,
    )
