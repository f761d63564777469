"""One way to say what a person sets: frozen classes whose fields know what they mean.

A class of settings is a frozen dataclass whose fields are made by `setting`: a default, a sentence,
and what is allowed. From that one place come all text forms, errors, help, and the digest by which
runs are told apart. Settings are structure alone: to check them opens no file and builds nothing.
"""

import dataclasses
import functools
import hashlib
import itertools
import json
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass
from typing import Any, ClassVar, Generic, Self, TypeVar

from ponnuki.pickles import Rebuilt
from ponnuki.settings.errors import SettingsError, below, near, not_allowed, not_among, unknown
from ponnuki.settings.forms import NONE, Bounds, Form, Maybe, RefusedError, Text, form_of
from ponnuki.settings.texts import merged, parts_of, table_of, text_of, value_of

S = TypeVar("S", bound="Settings")
T = TypeVar("T")
_KEY = "ponnuki"
_SAME: Any = object()


def _once_a_class(work: Callable[[type[Any]], T]) -> Callable[[type[Any]], T]:
    """Lets a function look at each class once."""
    known: dict[type[Any], T] = {}

    @functools.wraps(work)
    def looked_up(cls: type[Any]) -> T:
        if cls not in known:
            known[cls] = work(cls)
        return known[cls]

    return looked_up


@dataclass(frozen=True)
class Words:
    """What a field says of itself, beside its name, type and default.

    Attributes:
        about: one sentence for people.
        bounds: which values are allowed.
        alias: another name, which files and command lines may use.
        kept: its name in tables, where that is another one than the field's.
        was: what a record means that does not say it, where the default was another one once.
        later: it came after records were kept: complete tables leave it out at its default.
        measures: it only measures, shows or keeps, and is no part of what a run is.
        argument: specs have its value behind the colon.
        flat: its own fields are said as if they were the owner's.
        spec: whether specs may name it.
        kinds: the open table whose words choose the class of its value; a text is a word of it.
        by: the field whose value is the word; empty where the table says it itself.
        complete: tables say all fields of a chosen kind, not only those that were said.
        filled: none is allowed; it stands for what its class fills in, or for nothing.
    """

    about: str
    bounds: Bounds
    alias: str = ""
    kept: str = ""
    was: Any = _SAME
    later: bool = False
    measures: bool = False
    argument: bool = False
    flat: bool = False
    spec: bool = True
    kinds: "Kinds[Any] | None" = None
    by: str = ""
    complete: bool = False
    filled: bool = False


def setting(
    default: Any,
    about: str,
    *,
    low: float | None = None,
    high: float | None = None,
    above: float | None = None,
    below: float | None = None,
    step: float | None = None,
    choices: Sequence[Any] = (),
    pattern: str = "",
    **words: Any,
) -> Any:
    """A field of a class of settings.

    Args:
        default: its value where nobody says one; `...` for a setting that must be said.
        about: one sentence on what it means.
        low: the least number.
        high: the largest number.
        above: numbers must be larger.
        below: numbers must be smaller.
        step: numbers are multiples of it.
        choices: the only values.
        pattern: a regular expression that a text matches.
        words: more of what `Words` has.
    """
    bounds = Bounds(low, high, above, below, step, tuple(choices), pattern)
    metadata = {_KEY: Words(about, bounds, **words)}
    if default is ...:
        return dataclasses.field(metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata)


@dataclass(frozen=True)
class Setting:
    """A field of a class of settings, as tables, texts and help see it.

    Attributes:
        name: of the field.
        default: MISSING if it must be said.
        words: what it says of itself.
        form: what its value may be.
    """

    name: str
    default: Any
    words: Words
    form: Form

    @property
    def meaning(self) -> Any:
        """What a record means that does not say it."""
        return self.default if self.words.was is _SAME else self.words.was

    @property
    def usual(self) -> Any:
        """The value that need not be said: the default, unless a silent record means another."""
        return self.default if self.default == self.meaning else _SAME


class Settings(Rebuilt):
    """Base of all classes of settings; each is a frozen dataclass.

    Fields that `setting` did not make are no settings: whoever makes the object gives them.

    Attributes:
        word: by which digests know this kind of settings.
        version: raised only when the same settings come to mean something else.
    """

    word: ClassVar[str] = ""
    version: ClassVar[int] = 1

    def __post_init__(self) -> None:
        problems: list[tuple[str, str]] = []
        own = self.__dict__
        for name, passed, one in _PLANS.get(type(self)) or _plan(type(self)):
            value = own[name]
            if value is passed:
                continue
            try:
                kept = _checked(one, value, self) if one.words.by else one.form.check(value)
            except RefusedError as error:
                problems.append(not_allowed(one.name, value, str(error)))
            except SettingsError as error:
                problems += _below(one, error)
            else:
                if kept is not value:
                    object.__setattr__(self, one.name, kept)
        if problems:
            raise SettingsError.of(problems)
        try:
            self.check()
        except SettingsError:
            raise
        except ValueError as error:
            raise SettingsError(str(error)) from None

    def check(self) -> None:
        """Raises ValueError if settings do not go together."""

    # ----- from tables and texts -----

    @classmethod
    def of(cls, table: Mapping[str, Any], base: Self | None = None) -> Self:
        """The settings that a table says; what it does not say is as in `base`, or the default.

        Inner tables are filled from the owner's default of them.

        Raises:
            SettingsError: something is not allowed; it says every mistake.
        """
        found, problems = _read(cls, table, base)
        if base is None:
            problems += [
                (one.name, f"{one.name} must be said: use {one.form.allowed()}")
                for one in settings_in(cls)
                if one.default is MISSING and isinstance(table, Mapping) and one.name not in table
            ]
        if problems:
            raise SettingsError.of(problems)
        if base is not None:
            return dataclasses.replace(base, **found)  # type: ignore[type-var]  # it is a dataclass
        return cls(**found)

    @classmethod
    def parse(cls, text: str, base: Self | None = None) -> Self:
        """The settings of a text like 'name=value,table.name=value'; see `of`.

        What stands before the first comma may be the value of the setting that is the argument.
        """
        return cls.of(_parsed(cls, text), base)

    @classmethod
    def recorded(cls, text: str) -> Self:
        """The settings of a text that was kept; what it does not say means what it meant then."""
        table = _parsed(cls, text)
        said = {names_in(cls)[name].name for name in table if name in names_in(cls)}
        meant = {
            one.name: one.form.plain(one.meaning)
            for one in settings_in(cls)
            if one.usual is _SAME and one.name not in said
        }
        return cls.of({**meant, **table})

    @classmethod
    def said(cls, words: Sequence[str], base: Self | None = None) -> Self:
        """The settings that words of a command line say, each NAME=VALUE; see `of`."""
        try:
            return cls.of(table_of(words), base)
        except SettingsError:
            raise
        except ValueError as error:
            raise SettingsError(str(error)) from None

    def but(self, **changes: Any) -> Self:
        """These settings with some changed; an inner table is laid over the one that is there."""
        return type(self).of(changes, self)

    # ----- to tables and texts -----

    def table(self) -> dict[str, Any]:
        """All settings as plain nested tables, as files have them."""
        return {
            name: plain
            for one in settings_in(type(self))
            if not (one.words.later and getattr(self, one.name) == one.usual)
            for name, plain in _plain(one, getattr(self, one.name))
        }

    def changed(self, base: Self | None = None) -> dict[str, Any]:
        """What differs from other settings, or from the defaults, as a plain table."""
        return _changed(self, base, lambda one: one.default, measures=True)

    def text(self) -> str:
        """The shortest text that `parse` and `recorded` read back."""
        return ",".join(_texts(self, lambda one: one.usual))

    def recorded_text(self) -> str:
        """The shortest text that `recorded` reads back: a new default leaves it as it was."""
        return ",".join(_texts(self, lambda one: one.meaning))

    # ----- identity -----

    def identity(self, base: Self | None = None) -> dict[str, Any]:
        """What these settings are, as a plain table: what differs from what a silent record means.

        That is in `base` where a silent record of some kind meant something of its own. What only
        measures, shows or keeps is left out.
        """
        found = _changed(self, base, lambda one: one.meaning, measures=False)
        head: dict[str, Any] = {"": self.word} if self.word else {}
        return head | found | ({"version": self.version} if self.version != 1 else {})

    @property
    def digest(self) -> str:
        """Eight hexadecimal digits that follow from `identity`."""
        text = json.dumps(self.identity(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:8]


@_once_a_class
def settings_in(cls: type[Any]) -> tuple[Setting, ...]:
    """The settings of a class, in order.

    Raises:
        TypeError: a field's type or default is none that settings have.
    """
    return tuple(_settings_in(cls))


def _settings_in(cls: type[Any]) -> Iterator[Setting]:
    hints = typing.get_type_hints(cls)
    for field in dataclasses.fields(cls):
        words = field.metadata.get(_KEY)
        if words is None or not field.init:
            continue
        one = Setting(field.name, field.default, words, _form(hints[field.name], words))
        if field.default is not MISSING and words.kinds is None:
            kept = one.form.check(field.default)
            if type(kept) is not type(field.default) or kept != field.default:
                raise TypeError(f"{cls.__name__}.{field.name}: write the default as {kept!r}")
        yield one


_PLANS: dict[type, tuple[tuple[str, Any, Setting], ...]] = {}
"""What making an object checks: each setting, and what needs no check. Objects are made often."""


def _plan(cls: type[Any]) -> tuple[tuple[str, Any, Setting], ...]:
    own = settings_in(cls)
    passed = (object() if one.words.by else one.default for one in own)
    return _PLANS.setdefault(cls, tuple(zip((one.name for one in own), passed, own, strict=True)))


@_once_a_class
def names_in(cls: type[Any]) -> Mapping[str, Setting]:
    """Settings by every name that a table may use, those of flat inner ones not among them."""
    found = {one.name: one for one in settings_in(cls)}
    for one in settings_in(cls):
        found |= {name: one for name in (one.words.alias, one.words.kept) if name}
    return found


@_once_a_class
def _fields(cls: type[Any]) -> tuple[str, ...]:
    """All that an object is made of, settings or not."""
    return tuple(one.name for one in dataclasses.fields(cls))


@_once_a_class
def _aliases(cls: type[Any]) -> Mapping[str, Setting]:
    """Settings by their other names."""
    return {name: one for name, one in names_in(cls).items() if name != one.name}


@dataclass(frozen=True)
class Inner(Form):
    """A table of settings inside another one."""

    kind: type[Settings]

    def check(self, value: Any) -> Settings:
        """Settings, or a table of them."""
        if isinstance(value, self.kind):
            return value
        if isinstance(value, Mapping):
            return self.kind.of(value)
        raise self.refused()

    def allowed(self) -> str:
        """Its names."""
        return f"a table of {_names(self.kind)}"

    def plain(self, value: Any) -> Any:
        """The complete table."""
        return value.table()


class Said(Generic[T]):
    """Settings of a class of which only those are known that somebody said.

    Attributes:
        kind: the class.
        word: by which an open table knows the class; empty if there was no choice.
        values: what was said, each checked; of an inner table again only what was said.
    """

    def __init__(
        self, kind: type[T], values: Mapping[str, Any] | None = None, word: str = ""
    ) -> None:
        self.kind = kind
        self.word = word
        self.values, problems = _read(kind, values or {}, None, partly=True, of=word)
        if problems:
            raise SettingsError.of(problems)

    def on(self, base: T) -> T:
        """Settings with those that were said in place of their own."""
        if not self.values:
            return base
        own = names_in(self.kind)
        over = {
            name: _over(own[name], value, getattr(base, name))
            for name, value in self.values.items()
        }
        return dataclasses.replace(base, **over)  # type: ignore[type-var]  # a dataclass

    def make(self, **given: Any) -> T:
        """The object, with what settings do not say: a game, a population.

        What its class does not ask for is left out.
        """
        asked = {name: given[name] for name in _fields(self.kind) if name in given}
        return self.kind(**{**asked, **{name: self.get(name) for name in self.values}})

    def filled(self) -> "Said[T]":
        """The same with every setting said."""
        own = {one.name: one.default for one in settings_in(self.kind)}
        return Said(self.kind, {**own, **self.values}, self.word)

    def get(self, name: str) -> Any:
        """A setting, or its default."""
        one = names_in(self.kind)[name]
        if name in self.values:
            return _over(one, self.values[name], one.default)
        return one.default

    def table(self, complete: bool = False) -> dict[str, Any]:
        """What was said, as a plain table; all of it if it is to be complete."""
        own = names_in(self.kind)
        found: dict[str, Any] = {}
        for name, one in own.items():
            if name != one.name or one.words.by:
                continue
            value = self.values.get(name, one.default if complete else _SAME)
            if value is _SAME or value is MISSING or (one.words.later and value == one.usual):
                continue
            found |= dict(_plain(one, value))
        return found

    def identity(self) -> dict[str, Any]:
        """What was said and differs from what a silent record means."""
        own = names_in(self.kind)
        found: dict[str, Any] = {}
        for name, value in sorted(self.values.items()):
            if own[name].words.measures:
                continue
            if isinstance(value, Said) and isinstance(own[name].form, Inner):
                inner = value.identity()
                found |= {name: inner} if inner else {}
            elif value != own[name].meaning:
                found |= dict(_plain(own[name], value))
        return found

    def _told(self) -> dict[str, Any]:
        """What was said, as far as a table tells it from what was not."""
        later = {one.name: one.usual for one in settings_in(self.kind) if one.words.later}
        return {
            name: value
            for name, value in self.values.items()
            if name not in later or value != later[name]
        }

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Said):
            return False
        mine = self.kind, self.word, self._told()
        return mine == (other.kind, other.word, other._told())

    def __hash__(self) -> int:
        told = sorted(self._told().items(), key=lambda one: one[0])
        return hash((self.kind, self.word, tuple(told)))

    def __repr__(self) -> str:
        said = ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        return f"<{self.word or self.kind.__name__}: {said or 'nothing said'}>"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.kind, dict(self.values), self.word)


def _over(one: Setting, value: Any, before: Any) -> Any:
    """A value that was said; of an inner table only what was said stands over what was there."""
    if not (isinstance(value, Said) and isinstance(one.form, Inner)):
        return value
    return value.make() if before is MISSING else value.on(before)


@dataclass(frozen=True)
class SaidForm(Form):
    """Some settings of a class."""

    kind: type[Any]

    def check(self, value: Any) -> Said[Any]:
        """What was said, or a table of it."""
        if isinstance(value, Said) and issubclass(value.kind, self.kind):
            return value
        if isinstance(value, Mapping):
            return Said(self.kind, value)
        raise self.refused()

    def allowed(self) -> str:
        """Its names."""
        word = _word(self.kind)
        return f"some settings of {word}" if word else f"some of {_names(self.kind)}"

    def plain(self, value: Any) -> Any:
        """What was said."""
        return value.table()


class Kinds(Mapping[str, type[T]]):
    """An open table: classes of settings by a word. Whoever has a kind of their own adds it.

    Attributes:
        what: the kind of thing, for errors, such as 'net'.
        key: under which a table says the word.
    """

    def __init__(self, what: str, key: str = "kind") -> None:
        self.what = what
        self.key = key
        self._classes: dict[str, type[T]] = {}
        self._about: dict[str, str] = {}

    def add(self, word: str, kind: type[T], about: str = "") -> None:
        """Makes a kind known.

        Raises:
            ValueError: the word is taken.
        """
        if word in self._classes and self._classes[word] is not kind:
            raise ValueError(f"a {self.what} {word!r} is registered already")
        self._classes[word] = kind
        self._about[word] = about

    def about(self, word: str) -> str:
        """One line on a kind, for people."""
        return self._about[word]

    def find(self, word: Any, place: str = "") -> type[T]:
        """The class of a word.

        Raises:
            SettingsError: there is none; it says which there are.
        """
        if isinstance(word, str) and word in self._classes:
            return self._classes[word]
        raise SettingsError.of([not_among(place or self.key, word, self._classes)])

    def said(self, table: Mapping[str, Any]) -> Said[T]:
        """The settings of a table that says its kind.

        Raises:
            SettingsError: there is no such kind, or something is not allowed.
        """
        own = dict(table)
        word = own.pop(self.key, None)
        return Said(self.find(word), own, word or "")

    def __getitem__(self, word: str) -> type[T]:
        return self._classes[word]

    def __iter__(self) -> Iterator[str]:
        return iter(self._classes)

    def __len__(self) -> int:
        return len(self._classes)


@dataclass(frozen=True)
class Picked(Form):
    """Some settings of a class that a word chooses."""

    kinds: Kinds[Any]
    complete: bool
    optional: bool = dataclasses.field(default=False, kw_only=True)

    def check(self, value: Any) -> Said[Any] | None:
        """What was said, or a table that says its kind; where that is allowed, none."""
        if self.optional and (value is None or value == NONE):
            return None
        if isinstance(value, Said) and value.word:
            return value
        if isinstance(value, Mapping):
            return self.kinds.said(value)
        raise self.refused()

    def allowed(self) -> str:
        """The kinds."""
        none = f", or '{NONE}'" if self.optional else ""
        return f"a table with {self.kinds.key} = {' or '.join(self.kinds)}{none}"

    def plain(self, value: Any) -> Any:
        """The word and what was said."""
        if value is None:
            return NONE
        return {self.kinds.key: value.word, **value.table(self.complete)}


@dataclass(frozen=True)
class PickedBy(Picked):
    """Some settings of a class; another field says the word."""

    by: str

    def allowed(self) -> str:
        """A table."""
        return f"a table of settings of the {self.by}"

    def plain(self, value: Any) -> Any:
        """What was said."""
        return value.table(self.complete)


@dataclass(frozen=True)
class KindWord(Form):
    """A word of an open table."""

    kinds: Kinds[Any]

    def check(self, value: Any) -> str:
        """The word."""
        if not isinstance(value, str) or value not in self.kinds:
            raise RefusedError(f"{near(value, self.kinds)}use {self.allowed()}")
        return value

    def allowed(self) -> str:
        """All words."""
        return ", ".join(self.kinds)


def _form(hint: Any, words: Words) -> Form:
    if words.kinds is not None and hint is str:
        return KindWord(words.kinds)
    if words.kinds is not None:
        if words.by:
            return PickedBy(words.kinds, words.complete, words.by)
        return Picked(words.kinds, words.complete, optional=words.filled)
    if typing.get_origin(hint) is Said:
        return SaidForm(typing.get_args(hint)[0])
    if isinstance(hint, type) and issubclass(hint, Settings):
        return Inner(hint)
    form = form_of(hint, words.bounds)
    return Maybe(form) if words.filled else form


def _checked(one: Setting, value: Any, owner: object) -> Any:
    """A value as it is kept.

    Raises:
        ValueError: it is not allowed.
    """
    form = one.form
    if isinstance(form, PickedBy):
        word = getattr(owner, form.by)
        kind = form.kinds.find(word, form.by)
        own = isinstance(one.default, Said) and one.default.word == word
        usual = one.default if own else Said(kind, {}, word)
        if isinstance(value, Said):  # one of another kind gives way to defaults of this one
            found = value if value.word == word else usual
        elif isinstance(value, Mapping):
            found = Said(kind, merged(usual.table(), value), word)
        else:
            raise form.refused()
        return found.filled() if form.complete else found
    return form.check(value)


_FLAT: dict[type, Mapping[str, tuple[Setting, Setting]]] = {}


def _flat(cls: type[Any]) -> Mapping[str, tuple[Setting, Setting]]:
    """The inner settings that are said as if they were the owner's: the field, the inner one."""
    if cls not in _FLAT:
        _FLAT[cls] = {
            name: (one, own)
            for one in settings_in(cls)
            if one.words.flat
            for name, own in names_in(one.form.kind).items()  # type: ignore[attr-defined]  # a table
        }
    return _FLAT[cls]


def _read(
    cls: type[Any], table: Mapping[str, Any], base: Any, partly: bool = False, of: str = ""
) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """What a table says, by fields, each checked; and every mistake in it."""
    if not isinstance(table, Mapping):
        return {}, [("", f"{table!r} is not allowed: use a table of settings")]
    known, within = names_in(cls), {} if partly else _flat(cls)
    said: dict[str, Any] = {}
    flat: dict[str, dict[str, Any]] = {}
    names: dict[str, str] = {}
    problems: list[tuple[str, str]] = []
    aliases = {one.name for name, one in _aliases(cls).items() if name in table}
    for name, value in table.items():
        if name in known:
            one = known[name]
            if name == one.name and name in aliases:
                continue  # the other name is what a person wrote over a record's
            said[one.name], names[one.name] = value, name
        elif name in within:
            owner, inner = within[name]
            flat.setdefault(owner.name, {})[inner.name] = value
        else:
            elsewhere = _elsewhere(cls, str(name))
            sayable = [one for one, it in known.items() if not it.words.flat]
            every = (*sayable, *within)
            problems.append(unknown("", str(name), every, elsewhere, of or _word(cls)))
    for name, inside in flat.items():
        own = said.get(name, {})
        before = own.table() if isinstance(own, Said) else own
        said[name] = {**before, **inside} if isinstance(before, Mapping) else before
    found: dict[str, Any] = {}
    for one in settings_in(cls):
        if one.name not in said:
            continue
        value = said[one.name]
        try:
            some = partly and isinstance(one.form, Inner)
            found[one.name] = _said(one, value) if some else _within_base(one, value, found, base)
        except RefusedError as error:
            problems.append(not_allowed(names.get(one.name, one.name), value, str(error)))
        except SettingsError as error:
            problems += _below(one, error)
    return found, problems


def _said(one: Setting, value: Any) -> Any:
    """What was said of an inner table."""
    kind = one.form.kind  # type: ignore[attr-defined]  # it is a table
    if isinstance(value, Said) and value.kind is kind:
        return value
    return Said(kind, value) if isinstance(value, Mapping) else one.form.check(value)


def _names(cls: type[Any]) -> str:
    return ", ".join(one.name for one in settings_in(cls))


def _word(cls: type[Any]) -> str:
    return str(getattr(cls, "word", ""))


def _below(one: Setting, error: SettingsError) -> list[tuple[str, str]]:
    """The mistakes of an inner table; those in a word beside it are the owner's own."""
    if one.words.by and [place for place, _ in error.problems] == [one.words.by]:
        return list(error.problems)
    if one.words.flat and error.problems:
        return list(error.problems)
    return below(one.name, error)


def _within_base(one: Setting, value: Any, found: Mapping[str, Any], base: Any) -> Any:
    """A value that a table says, as it is kept; tables are filled from what was there before.

    Of a class of which only some is said, a table alone is all that is said.
    """
    form = one.form
    if not isinstance(value, Mapping):
        return form.check(value)
    before = one.default if base is None else getattr(base, one.name)
    if isinstance(form, Inner):
        return form.kind.of(value, None if before is MISSING else before)
    if isinstance(form, PickedBy):
        word = found.get(form.by, _SAME)
        if word is _SAME:
            return merged(before.table(), value) if isinstance(before, Said) else value
        known = [
            said.table()
            for said in (before, one.default)
            if isinstance(said, Said) and said.word == word
        ]
        return Said(form.kinds.find(word, form.by), merged(*known[:1], value), word)
    if isinstance(form, Picked) and isinstance(before, Said):
        word = value.get(form.kinds.key, before.word)
        whole = word != before.word or (base is None and form.kinds.key in value)
        return form.check(merged({form.kinds.key: word}, {} if whole else before.table(), value))
    if isinstance(form, SaidForm) and isinstance(base, Settings):
        return form.check(merged(before.table(), value))
    return form.check(value)


def _elsewhere(cls: type[Any], name: str) -> str:
    """The full name of an inner table's setting that is called so, or nearly so."""
    from difflib import get_close_matches  # noqa: PLC0415 - only errors need it

    inside = {
        inner: f"{one.name}.{inner}"
        for one in settings_in(cls)
        if isinstance(one.form, Inner)
        for inner in names_in(one.form.kind)
    }
    if name in inside or get_close_matches(name, names_in(cls), 1, 0.6):
        return inside.get(name, "")
    return "".join(inside[one] for one in get_close_matches(name, inside, 1, 0.7))


def _plain(one: Setting, value: Any) -> Iterator[tuple[str, Any]]:
    """What a table says of a field: its value, or those of a flat inner table."""
    plain = one.form.plain(value)
    if one.words.flat and isinstance(plain, dict):
        yield from plain.items()
    else:
        yield one.words.kept or one.name, plain


def _changed(
    own: Any, base: Any, meaning: Callable[[Setting], Any], *, measures: bool
) -> dict[str, Any]:
    """What of settings differs from others, or from what `meaning` says of each field."""
    found: dict[str, Any] = {}
    for one in settings_in(type(own)):
        if one.words.measures and not measures:
            continue
        value = getattr(own, one.name)
        before = meaning(one) if base is None else getattr(base, one.name)
        if isinstance(value, Said):
            inner = value.table() if measures else value.identity()
            same_kind = isinstance(before, Said) and before.word == value.word
            told = same_kind and (before.table() if measures else before.identity())
            if before == value or (same_kind and not inner and not told):
                continue
            by = one.form.by if isinstance(one.form, PickedBy) else ""
            key = one.form.kinds.key if isinstance(one.form, Picked) and not by else ""
            inner = {key: value.word, **inner} if key else inner
            shown = inner or told  # nothing is said where the default says something
            found |= inner if one.words.flat else ({one.name: inner} if shown else {})
        elif isinstance(value, Settings):
            same_kind = type(before) is type(value)
            default = _defaults(type(value))
            over = before if same_kind and (base is not None or before != default) else None
            inner = _changed(value, over, meaning, measures=measures)
            found |= inner if one.words.flat else ({one.name: inner} if inner else {})
        elif value != before:
            found |= dict(_plain(one, value))
    return found


@_once_a_class
def _defaults(cls: type[Any]) -> Any:
    """Settings with nothing said; None if something must be."""
    return cls() if all(one.default is not MISSING for one in settings_in(cls)) else None


def spec_table(cls: type[Any], parts: Iterable[str], argument: str = "") -> dict[str, Any]:
    """The table of the parts of a spec, each name=value or table.name=value.

    Args:
        cls: whose settings they are.
        parts: what stands between the commas.
        argument: the value of the setting that needs no name; nothing if it is not said.

    Raises:
        SettingsError: a part has no value, a name is given twice, or specs may not say it.
    """
    words: list[str] = []
    for part in parts:
        name, equals, _ = part.partition("=")
        if not equals:
            raise SettingsError(f"option {part.strip()!r} has no value: write name=value")
        if any(name.strip() == one.partition("=")[0].strip() for one in words):
            raise SettingsError(f"option {name.strip()!r} is given twice")
        words.append(part)
    try:
        table = table_of(words)
    except ValueError as error:
        raise SettingsError(str(error)) from None
    sayable = _sayable(cls)
    if hidden := [name for name in table if name not in sayable]:
        raise SettingsError.of([unknown("", name, sayable) for name in hidden])
    if not argument.strip():
        return table
    behind = _argument(cls)
    if behind is None:
        raise SettingsError(f"nothing is allowed behind a colon: leave {argument!r} out")
    if behind.name in table:
        raise SettingsError(f"option {behind.name!r} is given twice")
    said = argument if isinstance(behind.form, Text) else value_of(argument)
    return {behind.name: said, **table}


@_once_a_class
def _argument(cls: type[Any]) -> Setting | None:
    """The setting whose value needs no name in a spec."""
    return next((one for one in settings_in(cls) if one.words.argument), None)


@_once_a_class
def _sayable(cls: type[Any]) -> Mapping[str, Setting]:
    """What specs may say: by name, those of flat inner tables among them."""
    inner = ((name, own) for name, (_, own) in _flat(cls).items())
    known = itertools.chain(names_in(cls).items(), inner)
    return {name: one for name, one in known if one.words.spec and not one.words.flat}


def _parsed(cls: type[Any], text: str) -> dict[str, Any]:
    """The table that a text says."""
    parts = list(parts_of(text)) if text.strip() else []
    argument = parts.pop(0) if parts and "=" not in parts[0] and _argument(cls) else ""
    return spec_table(cls, parts, argument)


def _texts(own: Settings, unsaid: Callable[[Setting], Any]) -> Iterator[str]:
    """The parts of a spec: the argument, then what differs from what need not be said."""
    changed = _changed(own, None, unsaid, measures=True)
    behind = _argument(type(own))
    if behind is not None:
        value = getattr(own, behind.name)
        if not isinstance(behind.form, Text):
            changed.pop(behind.name, None)
            yield text_of(behind.form.plain(value))
        elif value and not set(value) & set(",=[]{}\"'") and value == value.strip():
            changed.pop(behind.name, None)
            yield value  # as it is: it may look like a number
    hidden = {one.name for one in settings_in(type(own)) if not one.words.spec}
    for name, value in changed.items():
        if name not in hidden:
            yield from _dotted(name, value)


def _dotted(name: str, value: Any) -> Iterator[str]:
    if isinstance(value, Mapping) and value:
        for inner, one in value.items():
            yield from _dotted(f"{name}.{inner}", one)
    else:
        yield f"{name}={text_of(value)}"


@dataclass(frozen=True)
class Row:
    """A setting as help and the reference page show it.

    Attributes:
        name: with the tables that it stands in.
        default: as a text; empty if it must be said.
        allowed: in words.
        about: one sentence.
        measures: whether it only measures, shows or keeps.
        spec: whether specs may say it.
    """

    name: str
    default: str
    allowed: str
    about: str
    measures: bool
    spec: bool


def reference(
    cls: type[Any], base: Any = None, place: str = "", measures: bool = False
) -> Iterator[Row]:
    """Every setting of a class, those of inner tables behind their owner's."""
    for one in settings_in(cls):
        default = one.default if base is None else getattr(base, one.name)
        full = f"{place}{one.name}"
        if isinstance(one.form, Inner) or (isinstance(one.form, SaidForm) and one.words.flat):
            inside = place if one.words.flat else f"{full}."
            known = default if isinstance(default, Settings) else None
            yield from reference(one.form.kind, known, inside, measures or one.words.measures)
            continue
        said = "" if default is MISSING else text_of(one.form.plain(default))
        only = measures or one.words.measures
        yield Row(full, said, one.form.allowed(), one.words.about, only, one.words.spec)


__all__ = [
    "Kinds",
    "Row",
    "Said",
    "Setting",
    "Settings",
    "names_in",
    "reference",
    "setting",
    "settings_in",
    "spec_table",
    "value_of",
]
