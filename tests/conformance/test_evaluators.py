"""What every registered evaluator must do. A new one goes through by being registered."""

import copy
import pickle
from dataclasses import replace
from math import inf, nan
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ponnuki
from ponnuki import Engine, Search, evaluator, load_weights, save_weights
from ponnuki.evaluators import NETS, Evaluator, WeightsError
from ponnuki.games import Position, Side
from tests.conformance.nets import TWINS, changed_settings, every_net, has_twin, line, name, rows
from tests.players.positions import Case, black_view
from tests.reference.nets import Singles
from tests.reference.search import Score

SCALES = 0.2, 3.0


@pytest.fixture(params=every_net(), ids=name)
def net(request: pytest.FixtureRequest) -> Evaluator:
    """Every evaluator on its games."""
    found: Evaluator = request.param
    return found


def some(net: Evaluator, count: int = 8) -> list[Position]:
    """Positions from the start of a random game to its end."""
    found = line(net.game.spec)
    return found[:: max(1, len(found) // count)]


def test_every_evaluator_has_a_twin() -> None:
    """No kind is left out."""
    assert set(TWINS) == set(NETS)


@pytest.mark.parametrize("net", [*filter(has_twin, every_net())], ids=name)
def test_values_are_the_twin_s(net: Evaluator) -> None:
    """To the last bit, in both views, for small and large weights."""
    many = some(net)
    cells = np.stack([one.cells for one in many])
    sides: dict[Side, int] = {"black": 1, "white": -1}
    for scale in SCALES:
        for row in rows(net, scale):
            for viewer, side in sides.items():
                expected = TWINS[net.kind](net, row, cells, side)
                if not net.has_viewer:
                    expected = side * expected
                assert np.array_equal(net.value(row, many, viewer), expected)


def test_values_do_not_depend_on_company(net: Evaluator) -> None:
    """Many positions and rows at once have the values that each has alone."""
    many, weights = some(net), rows(net)
    together = net.value(weights, many)
    assert together.shape == (2, len(many))
    assert together.dtype == np.float64
    assert np.isfinite(together).all()
    for i, row in enumerate(weights):
        assert np.array_equal(net.value(row, many), together[i])
        assert [float(net.value(row, one)[0]) for one in many] == together[i].tolist()
    assert net.value(weights[0], []).shape == (0,)


def test_siblings_are_valued_as_each_of_them_alone(net: Evaluator) -> None:
    """A search of one ply values every move as the position behind it is valued."""
    for scale in SCALES:
        row = rows(net, scale)[0]
        for position in some(net, 4):
            after = {move: position.play(move) for move in position.legal_numbers()}
            found = Search(depth=1, forced=False).run(position, net, row, all_moves=True)
            worth = _worth(net, row, position, list(after.values()))
            assert found.root_values == dict(zip(after, worth, strict=True))


def _worth(net: Evaluator, row: Singles, before: Position, after: list[Position]) -> list[float]:
    """Positions as a search of one ply values them, in black's view."""
    values = net.value(row, after, before.to_move)
    sign = 1 if before.to_move == "black" else -1
    ends = {"black": inf, "white": -inf, None: 0.0}
    return [
        sign * float(value) if one.outcome is None else ends[one.outcome.winner]
        for one, value in zip(after, values, strict=True)
    ]


def test_values_along_a_line_are_values_from_nothing(net: Evaluator) -> None:
    """Two plies deep, where nets are kept from ply to ply, a search finds what minimax finds."""
    for scale in SCALES:
        row = rows(net, scale)[1]
        for position in line(net.game.spec)[1:8:3]:
            case = Case(position, net, row, depth=2, seed=1)
            near: dict[str, Any] = {"forced": False, "radius": 1}
            scores: dict[int, Score] = case.plain(**near)
            found = case.run(**near, candidates="local", all_moves=True)
            expected = {move: black_view(score, position) for move, score in scores.items()}
            assert found.root_values == expected
            quick = case.run(**near, candidates="local")
            assert case.same(scores, quick)


@pytest.mark.parametrize("net", [one for one in every_net() if not one.has_viewer], ids=name)
def test_views_are_opposite_where_the_net_has_none(net: Evaluator) -> None:
    """A net that sees no viewer is worth to white what it takes from black."""
    for row in rows(net):
        black, white = (net.value(row, some(net), side) for side in ("black", "white"))
        assert np.array_equal(black, -white)


def test_initial_weights(net: Evaluator) -> None:
    """Rows depend on the seed and their number alone, are finite, and within their bounds."""
    weights = net.initial(3, seed=5)
    assert weights.shape == (3, net.weight_count)
    assert weights.dtype == np.float32
    assert np.array_equal(net.initial(2, seed=5), weights[:2])
    assert not np.array_equal(net.initial(3, seed=6), weights)
    assert sum(count for count, _ in net.scales()) == net.weight_count
    bounds = np.repeat([bound for _, bound in net.scales()], [count for count, _ in net.scales()])
    assert (np.abs(weights) <= bounds.astype(np.float32)).all()


def test_pickles_and_copies(net: Evaluator) -> None:
    """They are equal, also after the net has been used, and say the same."""
    row = rows(net)[0]
    expected = net.value(row, some(net))
    for again in pickle.loads(pickle.dumps(net)), copy.deepcopy(net), replace(net):
        assert again == net
        assert hash(again) == hash(net)
        assert again.fingerprint == net.fingerprint
        assert np.array_equal(again.value(row, some(net)), expected)


def test_weight_files(net: Evaluator, tmp_path: Path) -> None:
    """A file gives back the net, its weights and what was said; another net is refused."""
    path = tmp_path / "net.safetensors"
    weights = rows(net)
    save_weights(path, net, weights, {"said": "so"})
    file = load_weights(path, net)
    assert (file.evaluator, file.metadata) == (net, {"said": "so"})
    assert np.array_equal(file.weights, weights)
    for other in changed_settings(net):
        with pytest.raises(WeightsError, match="the weights are for"):
            load_weights(path, evaluator(net.kind, net.game, **{**_own(net), **other}))


def _own(net: Evaluator) -> dict[str, object]:
    return {key: value for key, value in net.settings().items() if key not in {"kind", "size"}}


def test_fingerprints_tell_settings_apart(net: Evaluator) -> None:
    """Every changed setting and every other size has another fingerprint."""
    others = [
        evaluator(net.kind, net.game, **{**_own(net), **other}) for other in changed_settings(net)
    ]
    sizes = [size for size in net.game.kind.sizes() if size != net.game.size]
    others += [replace(net, game=ponnuki.game(net.game.id, size=size)) for size in sizes]
    prints = [one.fingerprint for one in (net, *others)]
    assert len(set(prints)) == len(prints)


def test_bad_weights(net: Evaluator) -> None:
    """Weights that are no numbers, or too few or too many, are refused wherever they come in."""
    good, position = rows(net)[0], net.game.start()
    for bad in nan, inf, -inf:
        row = good.copy()
        row[-1] = bad
        with pytest.raises(ValueError, match="must be finite"):
            net.value(row, position)
        with pytest.raises(ValueError, match="must be finite"):
            Engine(net, row)
    for row in good[1:], np.append(good, good[:1]), good[:0]:
        with pytest.raises(ValueError, match=f"has {net.weight_count} in a row"):
            net.value(row, position)
        with pytest.raises(ValueError, match=f"has {net.weight_count} in a row"):
            Search(depth=1).run(position, net, row)


def test_positions_of_other_games(net: Evaluator) -> None:
    """They are refused, and so is a view that nobody has."""
    row = rows(net)[0]
    other = ponnuki.game("othello:8" if net.game.id != "othello" else "go:5").start()
    with pytest.raises(ValueError, match="was given, the evaluator is for"):
        net.value(row, other)
    with pytest.raises(ValueError, match="viewer='both' is not allowed"):
        net.value(row, net.game.start(), "both")  # type: ignore[arg-type]
