"""Evaluators: what nets say, to the last bit, and what they refuse."""

import itertools
import math
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import ArrayLike

import ponnuki
from ponnuki import Game, Position, SpecError, _core
from ponnuki.evaluators import DenseNet, Evaluator, evaluator
from ponnuki.games import Side
from tests.reference import nets
from tests.reference.nets import Activation, Cells, Encoding, Floats, Singles

ENCODINGS: list[Encoding] = [
    "own-opponent",
    "messerschmidt",
    "black-white",
    "koten",
    "roban",
    "katatsugi",
]
SIDES: list[Side] = ["black", "white"]
SCALES = [1e-30, 0.01, 0.2, 2.0, 1000.0, 1e38]


@pytest.fixture(params=_core.instruction_sets())
def instruction_set(request: pytest.FixtureRequest) -> Iterator[str]:
    """Every instruction set of this machine; the former one comes back at the end."""
    before = _core.instruction_set()
    _core.use_instruction_set(request.param)
    yield request.param
    _core.use_instruction_set(before)


@cache
def positions(spec: str, games: int = 3, every: int = 3, seed: int = 5) -> list[Position]:
    """Positions of random games, their last ones among them."""
    out = []
    for record in ponnuki.play_random(spec, games, seed=seed, threads=1):
        line = list(record.positions())
        out += [*line[::every], line[-1]]
    return out


def crowded(spec: str) -> list[Position]:
    """Boards that fill with one colour while the other side passes: black's, then white's."""
    game = ponnuki.game(spec)
    assert game.pass_move is not None
    out = []
    for first in (), (game.pass_move,):
        position = game.start().play_all(first)
        for move in range(game.points - 1):
            position = position.play(move).play(game.pass_move)
            out.append(position)
    return out[:: max(1, game.points // 9)] + out[-1:]


def cells_of(many: Sequence[Position]) -> Cells:
    """The boards of positions as one array."""
    return np.stack([position.cells for position in many])


def scaled(net: Evaluator, scale: float, rows: int = 2) -> Singles:
    """Rows of weights from -scale to scale."""
    weights = np.random.default_rng(11).uniform(-1, 1, (rows, net.weight_count))
    return (weights * scale).astype(np.float32)


def dense(game: Game | str, **options: Any) -> DenseNet:
    """A dense net."""
    net = evaluator("mlp", game, **options)
    assert isinstance(net, DenseNet)
    return net


def twin(net: DenseNet, row: Singles, many: Sequence[Position], viewer: Side) -> Floats:
    """The values of a dense net's twin, in the viewer's view."""
    cells, side = cells_of(many), 1 if viewer == "black" else -1
    values = nets.mlp_value(row, cells, *layout(net), side)
    return -values if net.encoding == "black-white" and side < 0 else values


def plain(net: DenseNet, row: Singles, many: Sequence[Position], viewer: Side) -> Floats:
    """The values of the same net in float64."""
    cells, side = cells_of(many), 1 if viewer == "black" else -1
    values = nets.mlp_plain(row, cells, *layout(net), side)
    return -values if net.encoding == "black-white" and side < 0 else values


def layout(net: DenseNet) -> tuple[Encoding, tuple[int, ...], Activation, Activation, bool]:
    """What the twin has to know of a dense net."""
    return net.encoding, net.hidden, net.hidden_activation, net.output_activation, net.biases


def turned(many: Sequence[Position], moves: Sequence[Sequence[int]], turns: int) -> list[Position]:
    """The positions of the same games on a board turned by so many quarters."""
    game = many[0].game
    points = np.arange(game.points).reshape(game.size, game.size)
    image = [*np.argsort(np.rot90(points, turns).ravel()).tolist(), game.points]
    return [game.start().play_all([image[move] for move in line]) for line in moves]


def openings(spec: str, count: int) -> tuple[list[Position], list[list[int]]]:
    """Positions in the middle of random games, and the moves that lead to them."""
    game = ponnuki.game(spec)
    records = ponnuki.play_random(game, count, seed=9, threads=1)
    moves = [list(record.moves[: len(record.moves) * 2 // 3]) for record in records]
    return [game.start().play_all(line) for line in moves], moves


# Weights


@pytest.mark.parametrize(
    ("kind", "spec", "options", "count"),
    [
        ("window", "capture-go:9", {}, 6216),
        ("window", "capture-go:3", {}, 505),
        ("mlp", "othello:8", {}, 2113),
        ("mlp", "go:5", {}, 650),
        ("mlp", "go:5", {"encoding": "katatsugi"}, 650),
        ("mlp", "go:5", {"encoding": "roban", "hidden": (20, 20)}, 620),
        ("mlp", "tic-tac-toe", {"hidden": ()}, 10),
        *[
            ("mlp", "tic-tac-toe", {"encoding": code, "hidden": (h,)}, per_unit * h + 1)
            for code, per_unit in (("own-opponent", 11), ("messerschmidt", 12))
            for h in (1, 3, 7, 15)
        ],
        *[("wpc", f"capture-go:{size}", {}, size * size) for size in (3, 8, 13)],
        *[
            ("window", f"capture-go:{size}", {}, nets.window_weight_count(size))
            for size in range(3, 14)
        ],
    ],
)
def test_weight_counts(kind: str, spec: str, options: dict[str, Any], count: int) -> None:
    """The papers' nets have the papers' numbers of weights."""
    net = evaluator(kind, spec, **options)
    assert net.weight_count == count
    assert sum(many for many, _ in net.scales()) == count
    assert net.initial(2, 1).shape == (2, count)


@pytest.mark.parametrize("hidden", [(), (4,), (9, 3)])
@pytest.mark.parametrize("biases", [True, False])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_dense_weight_counts(encoding: Encoding, biases: bool, hidden: tuple[int, ...]) -> None:
    """Dense nets have as many weights as their twins on every board size."""
    for size in range(3, 14):
        net = evaluator(
            "mlp", f"capture-go:{size}", encoding=encoding, biases=biases, hidden=hidden
        )
        assert net.weight_count == nets.mlp_weight_count(size, encoding, hidden, biases)


@pytest.mark.parametrize(
    ("kind", "spec", "bounds"),
    [
        ("window", "capture-go:5", [(1041, 0.2)]),
        ("wpc", "othello:6", [(36, 1.0)]),
        ("mlp", "tic-tac-toe", [(70, 1 / math.sqrt(10)), (8, 1 / math.sqrt(8))]),
        ("mlp", "othello:6", [(37 * 32 + 33, 1.0)]),
        ("mlp", "capture-go:5", [(26 * 40 + 41 * 10 + 11, 0.2)]),
        ("mlp", "go:5", [(650, 1.0)]),
    ],
)
def test_initial_weights(kind: str, spec: str, bounds: list[tuple[int, float]]) -> None:
    """They fill their bounds, a row is the same for any n, and seeds and rows differ."""
    net = evaluator(kind, spec)
    rows = net.initial(5, 3)
    assert rows.dtype == np.float32
    assert np.array_equal(net.initial(2, 3), rows[:2])
    assert np.array_equal(net.initial(5, 3), rows)
    assert len({row.tobytes() for row in (*rows, *net.initial(5, 4))}) == 10
    assert net.initial(0, 3).shape == (0, net.weight_count)
    start = 0
    for count, bound in bounds:
        part = np.abs(net.initial(60, 3)[:, start : start + count])
        assert part.max() <= np.float32(bound)
        assert part.max() > 0.97 * bound
        assert part.min() < 0.03 * bound
        start += count
    assert start == net.weight_count


def test_initial_bound_by_layer() -> None:
    """With bound 0 each layer has its own, by the number of its inputs and its bias."""
    for biases in True, False:
        net = dense("go:4", encoding="koten", hidden=(9, 5), biases=biases, bound=0.0)
        inputs = [16 + biases, 9 + biases, 5 + biases]
        assert [bound for _, bound in net.scales()] == [1 / math.sqrt(n) for n in inputs]
        assert [count for count, _ in net.scales()] == [inputs[0] * 9, inputs[1] * 5, inputs[2]]


# Values


@pytest.mark.usefixtures("instruction_set")
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", [3, 5, 7, 9, 13])
def test_window_is_its_twin(size: int, scale: float) -> None:
    """The window net's values are those of the plain net on the grid, to the last bit."""
    for spec in f"capture-go:{size}", f"capture-go:{size},captures={min(size * size, 20)}":
        net = evaluator("window", spec)
        many = positions(spec, games=2, every=7)
        weights = scaled(net, scale)
        got = net.value(weights, many)
        for row, values in zip(weights, got, strict=True):
            assert np.array_equal(values, nets.window_value(row, cells_of(many)))
        assert np.array_equal(net.value(weights, many, "white"), -got)


@pytest.mark.usefixtures("instruction_set")
@pytest.mark.parametrize("size", [5, 11, 12, 13])
def test_window_of_crowded_boards(size: int) -> None:
    """Sums stay exact where nearly every point has a stone of one colour and weights are large."""
    many = crowded(f"capture-go:{size}")
    net = evaluator("window", many[0].game)
    weights = scaled(net, 0.2, 1)[0]
    for first in 1.0, 0.999999, -0.999999:
        weights[: nets.window_first_count(size)] = first
        assert np.array_equal(net.value(weights, many), nets.window_value(weights, cells_of(many)))


@pytest.mark.usefixtures("instruction_set")
@pytest.mark.parametrize("scale", [0.2, 2.0])
@pytest.mark.parametrize("spec", ["go:5", "othello:6", "othello:8", "tic-tac-toe", "go:9"])
def test_window_on_other_games(spec: str, scale: float) -> None:
    """The window net is the same net on games whose stones leave the board or turn."""
    net = evaluator("window", spec)
    many = positions(spec, games=1, every=4)
    row = scaled(net, scale, 1)[0]
    assert np.array_equal(net.value(row, many), nets.window_value(row, cells_of(many)))


@pytest.mark.usefixtures("instruction_set")
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("spec", ["capture-go:3", "capture-go:9", "go:5", "othello:8", "go:13"])
def test_wpc_is_its_twin(spec: str, scale: float) -> None:
    """The weighted piece counter adds up exactly, and white's view is the negative."""
    net = evaluator("wpc", spec)
    many = positions(spec, games=1)
    row = scaled(net, scale, 1)[0]
    expected = nets.wpc_value(row, cells_of(many))
    assert np.array_equal(net.value(row, many), expected)
    assert np.array_equal(net.value(row, many, "white"), -expected)


@pytest.mark.usefixtures("instruction_set")
@pytest.mark.parametrize("biases", [True, False])
@pytest.mark.parametrize("output", ["tanh", "sigmoid", "linear"])
@pytest.mark.parametrize("hidden", ["tanh", "sigmoid"])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_dense_net_is_its_twin(
    encoding: Encoding, hidden: Activation, output: Activation, biases: bool
) -> None:
    """A dense net's values are those of the plain net on the grid, for both viewers."""
    net = dense(
        "capture-go:5",
        encoding=encoding,
        hidden=(11, 6),
        hidden_activation=hidden,
        output_activation=output,
        biases=biases,
    )
    many = positions("capture-go:5", games=1, every=2)
    for scale, viewer in itertools.product(SCALES, SIDES):
        row = scaled(net, scale, 1)[0]
        assert np.array_equal(net.value(row, many, viewer), twin(net, row, many, viewer))


@pytest.mark.usefixtures("instruction_set")
@pytest.mark.parametrize("output", ["tanh", "sigmoid", "linear"])
@pytest.mark.parametrize(
    ("spec", "hidden"),
    [
        ("tic-tac-toe", ()),
        ("tic-tac-toe", (7,)),
        ("othello:6", (1,)),
        ("othello:8", (8,)),
        ("go:3", (16, 8, 16, 8, 16, 8, 9)),
        ("go:13", (511, 3)),
        ("capture-go:13", (5, 511)),
        ("capture-go:12", ()),
    ],
)
def test_dense_nets_of_all_shapes(spec: str, hidden: tuple[int, ...], output: Activation) -> None:
    """From no hidden layer to the most layers and units, every encoding is like its twin."""
    many = positions(spec, games=1, every=11)
    for encoding in ENCODINGS:
        net = dense(many[0].game, encoding=encoding, hidden=hidden, output_activation=output)
        row = scaled(net, 1.0, 1)[0]
        for viewer in SIDES:
            assert np.array_equal(net.value(row, many, viewer), twin(net, row, many, viewer))


@pytest.mark.usefixtures("instruction_set")
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_dense_net_of_crowded_boards(encoding: Encoding) -> None:
    """Sums stay exact with the most units and equal weights, where all add up."""
    many = crowded("capture-go:13")[-2:]
    net = dense(many[0].game, encoding=encoding, hidden=(511,), output_activation="linear")
    row = np.full(net.weight_count, 0.999999, np.float32)
    for viewer in SIDES:
        assert np.array_equal(net.value(row, many, viewer), twin(net, row, many, viewer))


@pytest.mark.parametrize(
    ("kind", "spec"),
    [
        ("window", "capture-go:5"),
        ("window", "capture-go:9"),
        ("window", "capture-go:13"),
        ("wpc", "othello:8"),
        ("mlp", "capture-go:9"),
        ("mlp", "tic-tac-toe"),
        ("mlp", "othello:8"),
        ("mlp", "go:5"),
    ],
)
def test_grid_is_close_to_float64(kind: str, spec: str) -> None:
    """With initial weights the grid changes values by less than a hundred thousandth."""
    net = evaluator(kind, spec)
    many = positions(spec, games=2, every=9)
    for row, viewer in itertools.product(net.initial(4, 2), SIDES):
        sign = 1 if viewer == "black" else -1
        if isinstance(net, DenseNet):
            expected = plain(net, row, many, viewer)
        elif kind == "wpc":
            expected = sign * nets.wpc_plain(row, cells_of(many))
        else:
            expected = sign * nets.window_plain(row, cells_of(many))
        assert np.max(np.abs(net.value(row, many, viewer) - expected)) < 1e-5


@pytest.mark.parametrize("output", ["tanh", "sigmoid", "linear"])
@pytest.mark.parametrize("hidden", [(10,), (12, 6), (9, 9, 9)])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_linear_hidden_layers(
    encoding: Encoding, hidden: tuple[int, ...], output: Activation
) -> None:
    """With small weights linear hidden layers are close to float64, on every instruction set."""
    net = dense(
        "go:5",
        encoding=encoding,
        hidden=hidden,
        hidden_activation="linear",
        output_activation=output,
        biases=len(hidden) != 2,
    )
    many = positions("go:5", games=1, every=9)
    row = scaled(net, 0.2, 1)[0]
    before = _core.instruction_set()
    for viewer in SIDES:
        values = []
        for name in _core.instruction_sets():
            _core.use_instruction_set(name)
            values.append(net.value(row, many, viewer))
        _core.use_instruction_set(before)
        assert all(np.array_equal(one, values[0]) for one in values)
        assert np.max(np.abs(values[0] - plain(net, row, many, viewer))) < 1e-4


@pytest.mark.usefixtures("instruction_set")
def test_linear_hidden_units_end_at_eight() -> None:
    """A linear hidden unit does not go beyond 8 or below -8."""
    net = dense(
        "capture-go:5",
        encoding="black-white",
        hidden=(1,),
        hidden_activation="linear",
        output_activation="linear",
        biases=False,
    )
    row = np.ones(26, np.float32)
    many = crowded("capture-go:5")
    stones = cells_of(many).sum(axis=(1, 2))
    assert np.array_equal(net.value(row, many), np.clip(stones, -8, 8))
    assert stones.max() > 8 > -8 > stones.min()


def test_matrix_of_weights() -> None:
    """A matrix gives a row of values for each of its rows, and one position one value."""
    net = evaluator("window", "capture-go:5")
    many = positions("capture-go:5")
    weights = net.initial(4, 1)
    got = net.value(weights, many)
    assert got.shape == (4, len(many))
    assert got.dtype == np.float64
    for row, values in zip(weights, got, strict=True):
        assert np.array_equal(net.value(row, many), values)
        assert net.value(row, many[3]).tolist() == [values[3]]
    assert net.value(weights, many[3]).tolist() == got[:, 3:4].tolist()
    assert net.value(weights, []).shape == (4, 0)
    assert net.value(weights[0], []).shape == (0,)
    assert net.value(weights[:0], many).shape == (0, len(many))
    assert np.array_equal(net.value(weights.tolist(), many), got)
    assert np.array_equal(net.value(np.asfortranarray(weights), many), got)


def test_values_do_not_depend_on_the_way() -> None:
    """Two orders of the same stones, and a pass between them, have the same value."""
    game = ponnuki.game("capture-go:7")
    net = evaluator("window", game)
    weights = net.initial(3, 1)
    one = game.start().play_all([10, 20, 12, 22])
    other = game.start().play_all([12, 22, game.points, 20, 10])
    assert np.array_equal(one.cells, other.cells)
    assert np.array_equal(net.value(weights, one), net.value(weights, other))


# Symmetry


def test_wpc_is_symmetric_if_its_weights_are() -> None:
    """With the same weight on points that turns and reflections swap, turns change nothing."""
    many, moves = openings("capture-go:7", 20)
    net = evaluator("wpc", many[0].game)
    shared = np.random.default_rng(1).uniform(-1, 1, 10).astype(np.float32)
    row = shared[np.array(nets.window_shared(7)).ravel()]
    expected = net.value(row, many)
    assert len(set(expected.tolist())) > 10
    for turns in 1, 2, 3:
        assert np.array_equal(net.value(row, turned(many, moves, turns)), expected)


@pytest.mark.parametrize("encoding", ["koten", "roban", "katatsugi", "own-opponent"])
def test_colours_are_the_viewer_s(encoding: Encoding) -> None:
    """What black sees is what white sees of the same board with the colours swapped."""
    many, moves = openings("capture-go:5", 20)
    game = many[0].game
    swapped = [game.start().play_all([game.points, *line]) for line in moves if line]
    many = [position for position, line in zip(many, moves, strict=True) if line]
    assert np.array_equal(cells_of(swapped), -cells_of(many))
    net = evaluator("mlp", game, encoding=encoding)
    assert net.has_viewer
    row = scaled(net, 1.0, 1)[0]
    assert np.array_equal(net.value(row, many, "black"), net.value(row, swapped, "white"))
    assert np.array_equal(net.value(row, many, "white"), net.value(row, swapped, "black"))


def turned_window(row: Singles, size: int) -> Singles:
    """The weights with which a window net sees a board turned by a quarter as it was before."""
    squares = nets.window_squares(size)
    # What np.rot90 does to a point: (r, c) comes from (c, size - 1 - r).
    origin = [squares.index((n, left, size - n - top)) for n, top, left in squares]
    first, count = nets.window_first_count(size), len(squares)
    out = row.copy()
    out[first - count : first] = row[first - count : first][origin]
    matrix = row[first : first + 40 * count].reshape(40, count)
    out[first : first + 40 * count] = matrix[:, origin].ravel()
    return out


@pytest.mark.parametrize("size", [3, 5, 6, 9])
def test_window_of_a_turned_board(size: int) -> None:
    """Biases and second layer turned with the board give the same value; unturned they do not."""
    many, moves = openings(f"capture-go:{size}", 12)
    net = evaluator("window", many[0].game)
    row = scaled(net, 0.2, 1)[0]
    expected = net.value(row, many)
    around = turned(many, moves, 1)
    assert np.array_equal(net.value(turned_window(row, size), around), expected)
    if size > 3:  # a single square is symmetric
        assert not np.array_equal(net.value(row, around), expected)
    else:
        assert np.array_equal(net.value(row, around), expected)


# Fingerprints


def test_fingerprints_tell_nets_apart() -> None:
    """Every architecture and every board size has its own, which is always the same."""
    variants: list[tuple[str, str, dict[str, Any]]] = [
        *[(kind, f"capture-go:{n}", {}) for kind in ("window", "wpc", "mlp") for n in (3, 5, 9)],
        *[("mlp", "capture-go:5", {"encoding": code}) for code in ENCODINGS[:2]],
        ("mlp", "capture-go:5", {"hidden": (10, 40)}),
        ("mlp", "capture-go:5", {"hidden": (40,)}),
        ("mlp", "capture-go:5", {"hidden": ()}),
        ("mlp", "capture-go:5", {"biases": False}),
        ("mlp", "capture-go:5", {"hidden_activation": "sigmoid"}),
        ("mlp", "capture-go:5", {"hidden_activation": "linear"}),
        ("mlp", "capture-go:5", {"output_activation": "linear"}),
    ]
    marks = [evaluator(kind, spec, **options).fingerprint for kind, spec, options in variants]
    assert len(set(marks)) == len(variants)
    again = [evaluator(kind, spec, **options).fingerprint for kind, spec, options in variants]
    assert marks == again


@pytest.mark.parametrize("kind", ["window", "wpc", "mlp"])
def test_fingerprints_do_not_depend_on_options(kind: str) -> None:
    """Weights fit a game whatever its other options are."""
    options = "", ",passing=no", ",captures=3", ",start=crosscut", ",scoring=area"
    nets_of = [evaluator(kind, f"capture-go:5{text}") for text in options]
    assert len({net.fingerprint for net in nets_of}) == 1
    assert len(set(nets_of)) == len(options)


def test_evaluators_are_values() -> None:
    """Two evaluators made alike are equal, and lists of units count as tuples."""
    assert evaluator("mlp", "go:5") == evaluator("mlp", ponnuki.game("go:5"))
    assert evaluator("mlp", "go:5", hidden=[25]) == evaluator("mlp", "go:5")
    assert evaluator("mlp", "go:5", hidden=25, bound=1) == evaluator("mlp", "go:5")
    assert evaluator("mlp", "go:5") != evaluator("mlp", "go:5", hidden=(24,))
    assert evaluator("wpc", "go:5") != evaluator("window", "go:5")
    kinds = {"window", "mlp", "wpc", "ntuple", "influence", "conv", "fate"}
    assert set(ponnuki.evaluators.NETS) == kinds


# Errors


@pytest.mark.parametrize(
    ("kind", "options", "message"),
    [
        ("cnn", {}, "kind='cnn' is not allowed: use window, mlp, wpc"),
        ("windw", {}, "did you mean 'window'"),
        (5, {}, "kind=5 is not allowed: use window"),
        ("window", {"hidden": (3,)}, "hidden is no setting of window: there are none"),
        ("wpc", {"bias": 1}, "wpc: bias is no setting"),
        ("mlp", {"widths": (3,)}, "widths is no setting of mlp: use encoding, hidden, hidden_act"),
        ("mlp", {"hiden": (3,)}, "hiden is no setting of mlp: did you mean 'hidden'"),
        ("mlp", {"encoding": "mayer"}, "encoding='mayer' is not allowed: use own-opponent, mess"),
        ("mlp", {"encoding": "own_opponent"}, "encoding='own_opponent' is not allowed"),
        ("mlp", {"hidden_activation": "relu"}, "hidden_activation='relu' is not allowed"),
        ("mlp", {"output_activation": "relu"}, "output_activation='relu' is not allowed"),
        ("mlp", {"hidden": (0,)}, r"hidden=\(0,\) is not allowed: use a list, each 1 to 511"),
        (
            "mlp",
            {"hidden": (5, 512)},
            r"hidden=\(5, 512\) is not allowed: use a list, each 1 to 511",
        ),
        ("mlp", {"hidden": (-1,)}, r"hidden=\(-1,\)"),
        ("mlp", {"hidden": (3,) * 8}, r"hidden=\(3, .*\) is not allowed: use at most 7 layers"),
        ("mlp", {"hidden": ("many",)}, "mlp"),
        ("mlp", {"bound": -1.0}, "bound=-1.0 is not allowed: use a number from 0 on and below 1000000"),
        ("mlp", {"bound": math.nan}, "bound=nan is not allowed"),
        ("mlp", {"bound": math.inf}, "bound=inf is not allowed"),
    ],
)
def test_bad_evaluators(kind: str, options: dict[str, Any], message: str) -> None:
    """What is not an evaluator is refused with its name and what is allowed."""
    with pytest.raises(SpecError, match=message):
        evaluator(kind, "capture-go:5", **options)


def test_bad_game() -> None:
    """A game that does not exist is refused."""
    with pytest.raises(SpecError, match="game='chess' is not allowed"):
        evaluator("wpc", "chess")


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        (np.zeros(8), r"weights of shape \(8,\) do not fit: wpc on capture-go:3 has 9 in a row"),
        (np.zeros(10), r"weights of shape \(10,\) do not fit"),
        (np.zeros((2, 10)), r"weights of shape \(2, 10\) do not fit"),
        (np.zeros((1, 1, 9)), r"weights of shape \(1, 1, 9\) do not fit"),
        (np.float32(1), r"weights of shape \(.*\) do not fit"),
        ([0, 0, 0, math.nan, 0, 0, 0, 0, 0], r"weights\[3\] is nan: all must be finite"),
        ([0, 0, 0, 0, 0, 0, 0, 0, math.inf], r"weights\[8\] is inf: all must be finite"),
        ([-math.inf, *[0] * 8], r"weights\[0\] is -inf: all must be finite"),
        ([[0] * 9, [*[0] * 8, math.nan]], r"weights\[1, 8\] is nan: all must be finite"),
        ([1e300, *[0] * 8], r"weights\[0\] is inf: all must be finite"),
    ],
)
def test_bad_weights(weights: ArrayLike, message: str) -> None:
    """Weights that do not fit or are not finite are refused; the message says which."""
    net = evaluator("wpc", "capture-go:3")
    with pytest.raises(ValueError, match=message):
        net.value(weights, net.game.start())


def test_nets_take_one_row() -> None:
    """A net is made of one row of weights, not of a matrix."""
    net = evaluator("wpc", "capture-go:3")
    with pytest.raises(ValueError, match=r"weights of shape \(1, 9\) do not fit"):
        net._net(np.zeros((1, 9)))


@pytest.mark.parametrize("spec", ["capture-go:4", "capture-go:3,passing=no", "go:3", "tic-tac-toe"])
def test_position_of_another_game(spec: str) -> None:
    """A position of another game is refused, whether or not its board has the size."""
    net = evaluator("wpc", "capture-go:3")
    here, there = net.game.start(), ponnuki.game(spec).start()
    message = f"a position of {spec} was given, the evaluator is for capture-go:3"
    with pytest.raises(ValueError, match=message):
        net.value(np.zeros(9), [here, there])


@pytest.mark.parametrize("viewer", ["Black", "", 1, None])
def test_bad_viewer(viewer: Any) -> None:
    """The viewer is black or white."""
    net = evaluator("mlp", "capture-go:3")
    with pytest.raises(ValueError, match=f"viewer={viewer!r} is not allowed: use 'black' or"):
        net.value(net.initial(1, 1)[0], net.game.start(), viewer)
