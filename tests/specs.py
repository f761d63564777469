"""Specs that tests run over: every registered game with every option at every kind of value."""

import ponnuki
from ponnuki.settings import Setting, settings_in
from ponnuki.settings.forms import Flag, Word


def option_values(one: Setting) -> list[object]:
    """Values of one option other than its default, the ends of its range among them."""
    form, bounds = one.form, one.words.bounds
    if isinstance(form, Word):
        values: list[object] = list(form.choices)
    elif isinstance(form, Flag):
        values = [True, False]
    else:
        assert bounds.low is not None
        assert bounds.high is not None
        values = [bounds.low, bounds.high]
        if one.words.argument:
            values = list(range(int(bounds.low), int(bounds.high) + 1))
        if bounds.step:
            values.append(bounds.step)
        values = [form.check(value) for value in values]
    return [value for value in values if value != one.default]


def every_spec() -> list[str]:
    """The default of every game, every single option changed, and some combinations."""
    specs = []
    for kind in ponnuki.games.GAMES.values():
        specs.append(ponnuki.game(kind.id).spec)
        for one in settings_in(kind.options):
            for value in option_values(one):
                try:
                    specs.append(ponnuki.game(kind.id, **{one.name: value}).spec)
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
