"""Every registered evaluator on every game: at its sizes, and with each of its settings changed."""

import dataclasses
import typing
from collections.abc import Callable
from functools import cache
from typing import Any, Literal

import numpy as np

import ponnuki
from ponnuki import Position, evaluator
from ponnuki.evaluators import (
    NETS,
    ConvNet,
    DenseNet,
    Evaluator,
    FateNet,
    InfluenceNet,
    TupleNet,
)
from ponnuki.games import GAMES, SpecError
from tests.reference import fates, influence, nets, tuple_nets
from tests.reference.conv import conv_value
from tests.reference.nets import Cells, Floats, Singles


def changed_settings(net: Evaluator) -> list[dict[str, Any]]:
    """Each setting of a net at other values, one at a time."""
    hints = typing.get_type_hints(type(net))
    found: list[dict[str, Any]] = []
    for field in dataclasses.fields(net):
        if not field.init or field.name == "game":
            continue
        hint, now = hints[field.name], getattr(net, field.name)
        if typing.get_origin(hint) is Literal:
            values: list[Any] = list(typing.get_args(hint))
        elif isinstance(now, bool):
            values = [True, False]
        elif isinstance(now, tuple):
            values = [(), (9,), (8, 5)]
        else:
            values = [0.25]
        found += [{field.name: value} for value in values if value != now]
    return [one for one in found if _allowed(net, one)]


def _allowed(net: Evaluator, options: dict[str, Any]) -> bool:
    try:
        dataclasses.replace(net, **options)
    except SpecError:
        return False
    return True


def _usable(kind: str, spec: str, options: dict[str, Any]) -> Evaluator | None:
    try:
        return evaluator(kind, spec, **options)
    except SpecError:  # not for this game
        return None


MORE: dict[str, list[dict[str, Any]]] = {
    "conv": [{"history": 1}, {"liberties": True, "history": 2}, {"history": 2, "ko": True}],
    "fate": [{"features": 1, "reach": 1}, {"features": 16, "reach": 3}],
    "ntuple": [
        {"shapes": ("cross:liberties-3", "straight-2")},
        {"shapes": ("cross:liberties-4:anywhere", "square-2:liberties-2"), "symmetric": True},
        {"shapes": ("straight-3:anywhere", "square-3"), "symmetric": True, "stages": 3},
    ],
}
"""Settings that are tried as well, by kind: those that a change of one setting does not find."""


@cache
def every_net() -> list[Evaluator]:
    """The nets that conformance tests run over."""
    found = []
    for kind in NETS:
        for game in GAMES.values():
            sizes = game.sizes()
            middle = sizes[len(sizes) // 2]
            games = [
                game.usual() if len(sizes) == 1 else ponnuki.game(game.id, size=size)
                for size in sorted({sizes[0], middle, sizes[-1]})
            ]
            found += [net for one in games if (net := _usable(kind, one.spec, {}))]
        small = _usable(kind, "capture-go:5", {})
        for options in [*(changed_settings(small) if small else []), *MORE.get(kind, [])]:
            found += [
                net for spec in ("capture-go:5", "go:4") if (net := _usable(kind, spec, options))
            ]
    return found


def name(net: Evaluator) -> str:
    """A net in a few words: what differs from the usual one."""
    usual = evaluator(net.kind, net.game).settings()
    other = [f"{key}={value}" for key, value in net.settings().items() if value != usual.get(key)]
    return " ".join([net.kind, net.game.spec, *other])


def rows(net: Evaluator, scale: float = 1.0) -> Singles:
    """Two rows of weights from -scale to scale."""
    drawn = np.random.default_rng(11).uniform(-scale, scale, (2, net.weight_count))
    return drawn.astype(np.float32)


@cache
def line(spec: str, seed: int = 3) -> list[Position]:
    """The positions of a random game that are not over, from the start on."""
    record = ponnuki.play_random(spec, 1, seed=seed, threads=1)[0]
    return [one for one in record.positions() if one.outcome is None]


def _dense(net: Evaluator, row: Singles, cells: Cells, side: int) -> Floats:
    assert isinstance(net, DenseNet)
    layout = net.encoding, net.hidden, net.hidden_activation, net.output_activation, net.biases
    return nets.mlp_value(row, cells, *layout, side)


def _tuples(net: Evaluator, row: Singles, cells: Cells, side: int) -> Floats:
    assert isinstance(net, TupleNet)
    layout = net.tuples, net.output_activation, net.stages, net.symmetric
    return tuple_nets.tuple_value(row, cells, *layout, side)


def _influence(net: Evaluator, row: Singles, cells: Cells, _side: int) -> Floats:
    assert isinstance(net, InfluenceNet)
    return influence.value(row, cells, net.spread)


def _conv(net: Evaluator, row: Singles, cells: Cells, side: int) -> Floats:
    assert isinstance(net, ConvNet)
    return conv_value(net, row, cells, side)


def _fate(net: Evaluator, row: Singles, cells: Cells, _side: int) -> Floats:
    assert isinstance(net, FateNet)
    return fates.value(row, cells, net.features, net.reach)


def has_twin(net: Evaluator) -> bool:
    """Linear hidden layers have none; tests/evaluators compares them with float64."""
    return not (isinstance(net, DenseNet) and net.hidden and net.hidden_activation == "linear")


TWINS: dict[str, Callable[[Evaluator, Singles, Cells, int], Floats]] = {
    "window": lambda _net, row, cells, _side: nets.window_value(row, cells),
    "mlp": _dense,
    "wpc": lambda _net, row, cells, _side: nets.wpc_value(row, cells),
    "ntuple": _tuples,
    "influence": _influence,
    "conv": _conv,
    "fate": _fate,
}
"""The plain twin of every kind of evaluator: (net, weights, boards, +1 or -1 as viewer) to values.

A net without a viewer has its values in black's view."""
