"""The fate of every point: a board by hand, symmetries, the exchange of colours, its gradient."""

from math import tanh

import numpy as np
import pytest

import ponnuki
from ponnuki import SpecError, evaluator
from ponnuki.evaluators import FateNet
from tests.conformance.nets import line, rows
from tests.reference import fates


def made(game: str, **options: object) -> FateNet:
    """The evaluator for a game."""
    net = evaluator("fate", game, **options)
    assert isinstance(net, FateNet)
    return net


def test_stones_by_hand() -> None:
    """A unit that sees its own point alone: a stone stays its side's, the rest is nobody's."""
    net = made("go:3", features=1, reach=1)
    weights = np.zeros(net.weight_count, np.float32)
    weights[0], weights[-3] = 0.5, 2.0  # own stone on the point itself; the point's own unit
    position = net.game.parse("X . .\n. O .\n. . X\nblack to move")
    stone = tanh(2 * tanh(0.5))
    expected = stone * position.cells
    assert net.fates(weights, position) == pytest.approx(expected, abs=2e-6)
    assert float(net.value(weights, position)[0]) == pytest.approx(stone / 9, abs=1e-6)


def test_a_unit_sees_where_the_board_ends() -> None:
    """Weights of what is off the board tell a corner from the middle; nothing on it is nobody's."""
    net = made("go:5", features=1, reach=1)
    weights = np.zeros(net.weight_count, np.float32)
    weights[[0, -3]] = 0.5, 1.0
    weights[6:8] = 0.3, 0.2  # beside, diagonal
    assert not net.fates(weights, net.game.start()).any()
    corner = net.fates(weights, net.game.start().play(0))[0, 0]
    off = 2 * 0.3 + 3 * 0.2
    assert corner == pytest.approx(tanh(tanh(0.5 + off) - tanh(off)), abs=2e-6)
    middle = net.fates(weights, net.game.start().play(12))[2, 2]
    assert middle == pytest.approx(tanh(tanh(0.5)), abs=2e-6)


@pytest.mark.parametrize("spec", ["go:5", "capture-go:9"])
def test_maps_turn_with_the_board_and_around_with_the_colours(spec: str) -> None:
    """To the last bit; the value does so too."""
    net = made(spec)
    row = rows(net)[0]
    core = net._net(row)
    for position in line(spec)[::5]:
        found = net.fates(row, position)
        assert np.array_equal(-found, _fates(core, -position.cells))
        for turned in (np.rot90, np.fliplr, np.transpose):
            assert np.array_equal(turned(found), _fates(core, turned(position.cells)))
        assert float(net.value(row, position)[0]) == pytest.approx(found.mean(), abs=1e-12)


def _fates(core: object, cells: np.ndarray) -> np.ndarray:
    plain = np.ascontiguousarray(cells.ravel(), np.int8)
    found: np.ndarray = np.asarray(core.fates(plain))  # type: ignore[attr-defined]
    return found.reshape(cells.shape)


def test_fates_and_gradients_are_those_of_the_twin() -> None:
    """The map of the core is the plain net's; the twin's gradient is that of its differences."""
    net = made("go:4", features=3)
    row = rows(net)[0]
    for position in line("go:4")[2::4]:
        found, gradient = fates.fates_and_gradient(row.astype(float), position.cells, 3, 2)
        assert net.fates(row, position).ravel() == pytest.approx(found, abs=1e-5)
        for at in range(0, len(row), 7):
            step = np.zeros(len(row))
            step[at] = 1e-5
            more, less = (
                fates.fates_and_gradient(row + sign * step, position.cells, 3, 2)[0]
                for sign in (1, -1)
            )
            assert (more - less) / 2e-5 == pytest.approx(gradient[:, at], abs=1e-6)


def test_weights_serve_every_size() -> None:
    """No weight belongs to a place: a net of a small board says something of a large one."""
    small, large = made("go:5"), made("go:13")
    assert small.weight_count == large.weight_count == 8 * (3 * 6 + 3)
    row = small.initial(1, 3)[0]
    assert np.abs(large.fates(row, large.game.start().play(84))).max() > 0


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        ("othello:8", {}, "fate is for capture-go and go, not for othello:8"),
        ("go:5", {"features": 17}, "features=17 is not allowed: use 1 to 16"),
        ("go:5", {"reach": 0}, "reach=0 is not allowed: use 1 to 3"),
    ],
)
def test_what_is_refused(game: str, options: dict[str, object], said: str) -> None:
    """Errors name the argument, the value and what is allowed."""
    with pytest.raises(SpecError, match=said):
        made(game, **options)


def test_another_board_is_refused() -> None:
    """A position of another game, and a net that predicts nothing of the kind."""
    net = made("go:5")
    with pytest.raises(ValueError, match="a position of go:4"):
        net.fates(net.initial(1, 1)[0], ponnuki.game("go:4").start())
