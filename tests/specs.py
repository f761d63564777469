"""Specs that tests run over: every registered game with every option at every kind of value."""

import dataclasses
import typing
from typing import Any, Literal

import ponnuki
from ponnuki.games.options import field_type


def option_values(kind: Any, field: "dataclasses.Field[Any]") -> list[object]:
    """Values of one option other than its default, the ends of its range among them."""
    hint = field_type(kind.options, field)
    data = field.metadata
    if typing.get_origin(hint) is Literal:
        values: list[object] = list(typing.get_args(hint))
    elif hint is bool:
        values = [True, False]
    else:
        values = list(data["choices"]) or [data["low"], data["high"]]
        if field.name == "size" and not data["choices"]:
            values = list(range(data["low"], data["high"] + 1))
        if data["step"]:
            values.append(data["step"])
        values = [hint(value) for value in values]
    return [value for value in values if value != field.default]


def every_spec() -> list[str]:
    """The default of every game, every single option changed, and some combinations."""
    specs = []
    for kind in ponnuki.games.GAMES.values():
        specs.append(ponnuki.game(kind.id).spec)
        for field in dataclasses.fields(kind.options):
            for value in option_values(kind, field):
                try:
                    specs.append(ponnuki.game(kind.id, **{field.name: value}).spec)
                except ponnuki.SpecError:  # does not go with the other defaults
                    continue
    specs += [
        "capture-go:5,passing=no",
        "capture-go:4,passing=no,no_move=draws",
        "capture-go:4,passing=no,no_move=passes",
        "capture-go:5,scoring=area,neutral=majority,captures=3",
        "capture-go:6,passing=no,start=crosscut,captures=2",
        "go:5,ko=simple,scoring=area,komi=0.5",
        "go:7,komi=3.5,cap=30",
    ]
    return list(dict.fromkeys(specs))


SPECS = every_spec()
