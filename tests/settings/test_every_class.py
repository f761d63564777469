"""What holds for every class of settings; a new class goes through by being there."""

import json
import pickle
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
import tomli_w
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ponnuki.settings import Said, SettingsError, text_of
from tests.settings.families import alone, every_class, good, hostile, label

CLASSES = every_class()
each_class = pytest.mark.parametrize("cls", CLASSES, ids=label)
each_whole_class = pytest.mark.parametrize("cls", [one for one in CLASSES if alone(one)], ids=label)


def test_the_classes_are_found() -> None:
    """Those of games, nets, players, optimisers, learners and papers."""
    folders = {one.__module__.split(".")[1] for one in CLASSES}
    assert folders == {
        *("arena", "evaluators", "fitness", "games", "learners"),
        *("optimisers", "papers", "players"),
    }


@each_class
@settings(max_examples=30)
@given(data=st.data())
def test_a_hostile_table_is_settings_or_an_error(cls: type[Any], data: st.DataObject) -> None:
    """Nothing but a SettingsError comes of it, and one that says something."""
    table = data.draw(hostile(cls))
    try:
        _ = cls.of(table) if alone(cls) else Said(cls, table)
    except SettingsError as error:
        assert str(error)


@each_whole_class
@settings(max_examples=100)
@given(data=st.data())
def test_every_text_form_reads_back(cls: type[Any], data: st.DataObject) -> None:
    """Tables, JSON, TOML, what changed, specs, words of a command line and pickles."""
    table = data.draw(good(cls))
    try:
        own = cls.of(table)
    except SettingsError:  # settings that do not go together
        assume(False)
    whole = own.table()
    assert cls.of(whole) == own
    assert cls.of(json.loads(json.dumps(whole))) == own
    assert cls.of(tomllib.loads(tomli_w.dumps(whole))) == own
    assert cls.of(own.changed()) == own
    assert cls.of(json.loads(json.dumps(own.changed()))) == own
    assert cls.parse(own.text()) == own
    assert cls.said(list(_words(own.changed()))) == own
    assert pickle.loads(pickle.dumps(own)) == own
    assert cls.of(whole).digest == own.digest


def _words(table: Mapping[str, Any], place: str = "") -> Iterator[str]:
    """A table as words of a command line."""
    for name, value in table.items():
        if isinstance(value, Mapping) and value:
            yield from _words(value, f"{place}{name}.")
        else:
            yield f"{place}{name}={text_of(value)}"


@pytest.mark.parametrize("cls", [one for one in CLASSES if not alone(one)], ids=label)
@settings(max_examples=100)
@given(data=st.data())
def test_what_was_said_reads_back(cls: type[Any], data: st.DataObject) -> None:
    """Of classes that also ask for a game or a population."""
    own = Said(cls, data.draw(good(cls)))
    assert Said(cls, own.table()) == own
    assert Said(cls, json.loads(json.dumps(own.table()))) == own
    assert Said(cls, tomllib.loads(tomli_w.dumps(own.table()))) == own
    assert Said(cls, own.filled().table(complete=True)) == own.filled()
    assert pickle.loads(pickle.dumps(own)) == own
    assert hash(pickle.loads(pickle.dumps(own))) == hash(own)
