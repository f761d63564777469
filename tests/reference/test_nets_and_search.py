"""Checks of the plain nets and the plain search themselves, against arithmetic done another way."""

import math
import random
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

import ponnuki
from ponnuki import Position, _core
from tests.reference import nets, search
from tests.reference.grid import string_and_liberties
from tests.reference.nets import Activation, Cells, Encoding, Singles
from tests.reference.search import Score, best_move, plain_search

ENCODINGS: list[Encoding] = [
    "own-opponent",
    "messerschmidt",
    "black-white",
    "koten",
    "roban",
    "katatsugi",
]


def boards(count: int, size: int, seed: int = 0) -> Cells:
    """Random boards, from sparse to full, an empty one first."""
    generator = np.random.default_rng(seed)
    stones = generator.choice(np.array([-1, 1], np.int8), (count, size, size))
    full = np.linspace(0.0, 1.0, count)[:, None, None]
    cells: Cells = np.where(generator.random((count, size, size)) < full, stones, 0).astype(np.int8)
    return cells


def uniform(count: int, scale: float, seed: int = 0) -> Singles:
    """Random weights from -scale to scale."""
    return np.random.default_rng(seed).uniform(-scale, scale, count).astype(np.float32)


# Numbers


def test_quantise() -> None:
    """A layer's largest weight fills 24 bits, ties go to the even number, zeros have a unit."""
    numbers, unit = nets.quantise(np.array([0.75, -0.5, 2.0**-25, 3 * 2.0**-25], np.float32))
    assert unit == 2.0**-24
    assert numbers.tolist() == [3 * 2**22, -(2**23), 0, 2]
    assert nets.quantise(np.array([1.0], np.float32))[1] == 2.0**-23
    numbers, unit = nets.quantise(np.zeros(3, np.float32))
    assert (numbers.tolist(), unit) == ([0, 0, 0], 2.0**-124)
    numbers, unit = nets.quantise(np.array([2.0**-120, 1e-45], np.float32))
    assert (numbers.tolist(), unit) == ([16, 0], 2.0**-124)
    largest = np.finfo(np.float32).max
    numbers, unit = nets.quantise(np.array([-largest], np.float32))
    assert (numbers.tolist(), unit) == ([1 - 2**24], 2.0**104)


def test_tanh32() -> None:
    """It is close to tanh, odd, and never beyond 1."""
    x = np.concatenate(
        [np.linspace(-12, 12, 200_001), np.geomspace(1e-40, 1e30, 20_001)], dtype=np.float32
    )
    wide = x.astype(np.float64)
    with np.errstate(under="ignore"):
        got = nets.tanh32(x)
        assert got.dtype == np.float32
        assert np.max(np.abs(got - np.tanh(wide))) < 5e-7
        assert np.array_equal(nets.tanh32(-x), -got)
        assert np.max(np.abs(got)) <= 1
        assert np.max(np.abs(nets.sigmoid32(x) - nets.activate_plain(wide, "sigmoid"))) < 5e-7


def test_tanh32_rounds_every_operation() -> None:
    """One number at a time, each operation in float64 and then rounded, gives the same bits."""
    p = [2.302653727415116e-11, -1.4517263835500671e-08, 9.815614248509519e-06]
    p += [0.002978820586577058, 0.1297258883714676, 0.9999999403953552]
    q = [0.00023623926972504705, 0.023998869583010674, 0.46305885910987854, 1.0]

    def r(value: float) -> float:
        """The nearest float32."""
        return float(np.float32(value))

    def polynomial(factors: list[float], y: float) -> float:
        """Horner's rule."""
        total = r(factors[0])
        for factor in factors[1:]:
            total = r(r(total * y) + r(factor))
        return total

    x = np.random.default_rng(0).uniform(-9, 9, 3000).astype(np.float32)
    for value, got in zip(x.tolist(), nets.tanh32(x).tolist(), strict=True):
        clipped = min(max(value, -8.0), 8.0)
        y = r(clipped * clipped)
        assert got == r(r(clipped * polynomial(p, y)) / polynomial(q, y))


# Nets


@pytest.mark.parametrize(
    ("size", "squares", "count"), [(3, 1, 3 + 1 + 80 + 410 + 11), (9, 140, 6216)]
)
def test_window_weight_count(size: int, squares: int, count: int) -> None:
    """The paper's net has 6216 weights; one square is left on 3x3."""
    assert len(nets.window_squares(size)) == squares
    assert nets.window_weight_count(size) == count


def test_window_shared() -> None:
    """Points share a weight exactly if a turn or reflection of the board swaps them."""
    assert nets.window_shared(4) == [[0, 1, 1, 0], [1, 2, 2, 1], [1, 2, 2, 1], [0, 1, 1, 0]]
    assert nets.window_shared(5)[0] == [0, 1, 2, 1, 0]
    assert nets.window_shared(5)[2] == [2, 4, 5, 4, 2]


@pytest.mark.parametrize("size", [4, 5])
def test_window_by_loops(size: int) -> None:
    """One unit after the other, and one weight after the other, gives the plain net's values."""
    weights = uniform(nets.window_weight_count(size), 1.0)
    cells = boards(4, size)
    got = nets.window_plain(weights, cells)
    for board, value in zip(cells.tolist(), got.tolist(), strict=True):
        rest = iter(weights.tolist())
        centre = -(-size // 2)
        shared = {(a, b): next(rest) for a in range(centre) for b in range(a, centre)}
        here = []
        for side in range(3, size + 1):
            for top in range(size - side + 1):
                for left in range(size - side + 1):
                    total = next(rest)
                    for r in range(top, top + side):
                        for c in range(left, left + side):
                            a, b = min(r, size - 1 - r), min(c, size - 1 - c)
                            total -= shared[min(a, b), max(a, b)] * board[r][c]
                    here.append(math.tanh(total))
        for units in (40, 10, 1):
            sums = [sum(next(rest) * x for x in here) for _ in range(units)]
            here = [math.tanh(total + next(rest)) for total in sums]
        assert here == [pytest.approx(value, abs=1e-12)]
        assert next(rest, None) is None


@pytest.mark.parametrize("scale", [0.2, 2.0])
@pytest.mark.parametrize("size", [3, 4, 5, 9])
def test_window_grid_is_close(size: int, scale: float) -> None:
    """The grid changes the window net's values by little, more where large weights magnify it."""
    cells = boards(200, size)
    for seed in range(5):
        weights = uniform(nets.window_weight_count(size), scale, seed)
        got = nets.window_value(weights, cells)
        assert got.dtype == np.float64
        assert np.max(np.abs(got - nets.window_plain(weights, cells))) < 5e-5 * scale
        assert np.array_equal(got * nets.GRID, np.rint(got * nets.GRID))


@pytest.mark.parametrize("size", [4, 9])
def test_window_symmetry(size: int) -> None:
    """A quarter turn of board and biases turns the first layer's hidden values with them."""
    squares = nets.window_squares(size)
    cells = boards(20, size)
    # What np.rot90 does to a point: (r, c) comes from (c, size - 1 - r).
    origin = [squares.index((n, left, size - n - top)) for n, top, left in squares]
    assert sorted(origin) == list(range(len(squares)))
    weights = uniform(nets.window_weight_count(size), 0.3)
    end = nets.window_first_count(size)
    biases = slice(end - len(squares), end)
    turned_weights = weights.copy()
    turned_weights[biases] = weights[biases][origin]
    turned_cells = np.rot90(cells, axes=(1, 2))
    got = nets.window_first_layer(turned_weights, turned_cells)
    assert got.shape == (20, len(squares))
    assert np.array_equal(got, nets.window_first_layer(weights, cells)[:, origin])
    weights[biases] = 0.0
    assert np.array_equal(
        nets.window_first_layer(weights, -cells), -nets.window_first_layer(weights, cells)
    )


@pytest.mark.parametrize("scale", [0.2, 2.0])
def test_wpc_grid_is_close(scale: float) -> None:
    """The grid changes the weighted piece counter's values by little."""
    cells = boards(200, 8)
    weights = uniform(64, scale)
    got = nets.wpc_value(weights, cells)
    assert np.max(np.abs(got - nets.wpc_plain(weights, cells))) < 1e-5
    assert np.array_equal(nets.wpc_value(weights, -cells), -got)
    one = np.zeros((1, 8, 8), np.int8)
    one[0, 2, 5] = 1
    assert nets.wpc_value(weights, one)[0] == pytest.approx(float(weights[21]), abs=2e-7)


@pytest.mark.parametrize("scale", [0.2, 2.0])
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(
    ("hidden", "activations", "biases"),
    [
        ((10,), ("tanh", "tanh"), True),
        ((10,), ("sigmoid", "sigmoid"), False),
        ((12, 6), ("tanh", "linear"), True),
        ((), ("tanh", "linear"), True),
    ],
)
def test_mlp_grid_is_close(
    scale: float,
    encoding: Encoding,
    hidden: tuple[int, ...],
    activations: tuple[Activation, Activation],
    biases: bool,
) -> None:
    """The grid changes a dense net's values by little, more where large weights magnify it."""
    cells = boards(100, 5)
    weights = uniform(nets.mlp_weight_count(5, encoding, hidden, biases), scale)
    for viewer in (1, -1):
        got = nets.mlp_value(weights, cells, encoding, hidden, *activations, biases, viewer)
        plain = nets.mlp_plain(weights, cells, encoding, hidden, *activations, biases, viewer)
        assert np.max(np.abs(got - plain)) < 5e-5 * scale


def test_mlp_by_hand() -> None:
    """Two hidden units over a small board, one weight after the other."""
    weights = np.linspace(0.01, 0.23, 23).astype(np.float32)
    cells = boards(3, 3)
    got = nets.mlp_plain(weights, cells, "koten", (2,), "sigmoid", "linear", True, -1)
    for board, value in zip(cells.reshape(3, 9).tolist(), got.tolist(), strict=True):
        rest = iter(weights.tolist())
        sums = [sum(next(rest) * -stone for stone in board) for _ in range(2)]
        here = [1 / (1 + math.exp(-(total + next(rest)))) for total in sums]
        assert value == pytest.approx(sum(next(rest) * x for x in here) + next(rest), abs=1e-12)
    with pytest.raises(ValueError, match="do not fit"):
        nets.mlp_plain(weights, cells, "koten", (2,), "sigmoid", "linear", False, -1)


@pytest.mark.parametrize(
    ("encoding", "viewer", "expected"),
    [
        ("own-opponent", 1, [1, 0, 0.5, 0.5, 1, 0.5, 0.5, 0.5, 0.5]),
        ("own-opponent", -1, [0, 1, 0.5, 0.5, 0, 0.5, 0.5, 0.5, 0.5]),
        ("messerschmidt", 1, [1, 0, 0.5, 0.5, 1, 0.5, 0.5, 0.5, 0.5, 0]),
        ("messerschmidt", -1, [1, 0, 0.5, 0.5, 1, 0.5, 0.5, 0.5, 0.5, 1]),
        ("black-white", 1, [1, -1, 0, 0, 1, 0, 0, 0, 0]),
        ("black-white", -1, [1, -1, 0, 0, 1, 0, 0, 0, 0]),
        ("koten", 1, [1, -1, 0, 0, 1, 0, 0, 0, 0]),
        ("koten", -1, [-1, 1, 0, 0, -1, 0, 0, 0, 0]),
        ("roban", 1, [1 / 9, 1 / 9]),
        ("roban", -1, [-1 / 9, -1 / 9]),
        ("katatsugi", 1, [0, 0.2, -0.2, 0.4, 0, 0.2, 0, 0.2, 0]),
        ("katatsugi", -1, [0, -0.2, 0.2, -0.4, 0, -0.2, 0, -0.2, 0]),
    ],
)
def test_encodings(encoding: Encoding, viewer: int, expected: list[float]) -> None:
    """Every encoding of a board with black in a corner and the centre, and white between."""
    cells = np.array([[[1, -1, 0], [0, 1, 0], [0, 0, 0]]], np.int8)
    got = nets.encode(cells, encoding, viewer)
    assert got.shape == (1, nets.input_count(3, encoding))
    assert got[0].tolist() == pytest.approx(expected)


def test_roban_squares() -> None:
    """The means of 3x3 squares come by top row and then left column, the whole board last."""
    cells = np.zeros((1, 4, 4), np.int8)
    cells[0, 1, 3] = 1
    got = nets.encode(cells, "roban", 1)[0].tolist()
    assert got == pytest.approx([0, 1 / 9, 0, 1 / 9, 1 / 16])


def rounded(layer: list[float]) -> list[Fraction]:
    """The weights of one layer on their grid, as fractions."""
    exponent = max([math.frexp(abs(w))[1] for w in layer if w] + [-100])
    unit = Fraction(2) ** (exponent - 24)
    return [round(Fraction(w) / unit) * unit for w in layer]


def on_grid(total: Fraction, activation: Activation) -> Fraction:
    """The activation of an exact sum, as a fraction on the grid."""
    single = np.array([min(max(float(total), -99.0), 99.0)]).astype(np.float32)
    squashed = nets.tanh32(single) if activation == "tanh" else nets.sigmoid32(single)
    return round(Fraction(float(squashed[0])) * 2**20) / Fraction(2**20)


def by_fractions(
    weights: list[float], inputs: list[Fraction], units: list[int], activations: list[Activation]
) -> Fraction:
    """The output of dense layers with biases, in fractions."""
    here = inputs
    for count, activation in zip(units, activations, strict=True):
        width = len(here)
        layer, weights = weights[: count * (width + 1)], weights[count * (width + 1) :]
        numbers = rounded(layer)
        sums = [
            sum(
                (numbers[j * width + k] * here[k] for k in range(width)), numbers[count * width + j]
            )
            for j in range(count)
        ]
        here = sums if activation == "linear" else [on_grid(total, activation) for total in sums]
    assert not weights
    assert len(here) == 1
    return here[0]


@pytest.mark.parametrize("scale", [1e-30, 0.2, 2.0, 1e38])
def test_window_by_fractions(scale: float) -> None:
    """Exact arithmetic with fractions gives the window net's values on the grid to the bit."""
    size = 4
    weights = uniform(nets.window_weight_count(size), scale)
    cells = boards(4, size)
    got = nets.window_value(weights, cells)
    first = nets.window_first_count(size)
    numbers = rounded(weights[:first].tolist())
    for board, value in zip(cells.tolist(), got.tolist(), strict=True):
        hidden = []
        for i, (side, top, left) in enumerate(nets.window_squares(size)):
            total = numbers[3 + i]
            for r in range(top, top + side):
                for c in range(left, left + side):
                    total -= numbers[(r in (1, 2)) + (c in (1, 2))] * board[r][c]
            hidden.append(on_grid(total, "tanh"))
        rest = weights[first:].tolist()
        assert by_fractions(rest, hidden, [40, 10, 1], ["tanh"] * 3) == Fraction(value)


@pytest.mark.parametrize("output", ["tanh", "sigmoid", "linear"])
@pytest.mark.parametrize("hidden", ["tanh", "sigmoid"])
@pytest.mark.parametrize("scale", [1e-36, 0.2, 2.0, 1e38])
def test_mlp_by_fractions(scale: float, hidden: Activation, output: Activation) -> None:
    """Exact arithmetic with fractions gives a dense net's values on the grid to the bit."""
    weights = uniform(nets.mlp_weight_count(4, "roban", (6, 3), True), scale)
    cells = boards(6, 4)
    got = nets.mlp_value(weights, cells, "roban", (6, 3), hidden, output, True, -1)
    for board, value in zip(cells.tolist(), got.tolist(), strict=True):
        whole = sum(map(sum, board))
        means = [
            Fraction(sum(sum(row[left : left + 3]) for row in board[top : top + 3]), 9)
            for top in (0, 1)
            for left in (0, 1)
        ]
        inputs = [round(-mean * 2**20) / Fraction(2**20) for mean in [*means, Fraction(whole, 16)]]
        expected = by_fractions(weights.tolist(), inputs, [6, 3, 1], [hidden, hidden, output])
        assert expected == Fraction(value)


def test_wpc_by_fractions() -> None:
    """Exact arithmetic with fractions gives the weighted piece counter's values to the bit."""
    weights = np.append(uniform(8, 1e-3), np.float32(5))
    cells = boards(6, 3)
    numbers = rounded(weights.tolist())
    got = nets.wpc_value(weights, cells)
    for board, value in zip(cells.reshape(6, 9).tolist(), got.tolist(), strict=True):
        assert sum(w * stone for w, stone in zip(numbers, board, strict=True)) == Fraction(value)


# Search


def zeros(positions: list[Position]) -> list[float]:
    """Every position is worth nothing."""
    return [0.0] * len(positions)


def noise(positions: list[Position]) -> list[float]:
    """Values that look random, with many ties, and depend on the board and the turn only."""
    return [
        random.Random(f"{position.stones} {position.to_move}").randint(-9, 9) / 8
        for position in positions
    ]


def walk(spec: str, moves: int, seed: int) -> Position:
    """The position after some random moves, or the last before the game's end."""
    generator = random.Random(seed)
    position = ponnuki.game(spec).start()
    for _ in range(moves):
        after = position.play(generator.choice(position.legal_numbers()))
        if after.outcome is not None:
            break
        position = after
    return position


def capturing(position: Position) -> list[int]:
    """The moves that win by capture, found by playing all."""
    ends = {move: position.play(move).outcome for move in position.legal_numbers()}
    return [move for move, outcome in ends.items() if outcome and outcome.reason == "capture"]


def endangered(position: Position) -> set[int]:
    """The only liberties of strings of the side to move."""
    size, stones = position.game.size, tuple(position.stones)
    side = 1 if position.to_move == "black" else -1
    own = [p for p in range(size * size) if stones[p] == side]
    liberties = [string_and_liberties(size, stones, p)[1] for p in own]
    return {point for found in liberties if len(found) == 1 for point in found}


def naive(root: Position, position: Position, depth: int, forced: bool) -> Score:
    """The score of one position by plain recursion, each leaf evaluated on its own."""
    ply = position.plies - root.plies
    mine = position.to_move == root.to_move
    outcome = position.outcome
    if outcome is not None:
        if outcome.winner is None:
            return 0, 0.0
        return (1, -ply) if outcome.winner == root.to_move else (-1, ply)
    moves, after = position.legal_numbers(), depth - 1
    if forced:
        if capturing(position):
            return (1, -ply - 1) if mine else (-1, ply + 1)
        if points := endangered(position):
            saving = [p for p in points if len(points) == 1 and p in moves]
            if position.passes and position.game.pass_move in moves:
                saving.append(position.game.points)
            if not saving:
                return (-1, ply + 2) if mine else (1, -ply - 2)
            moves, after = saving, depth
    if after < 0:
        return 0, noise([position])[0]
    pick: Callable[[list[Score]], Score] = max if mine else min
    return pick([naive(root, position.play(move), after, forced) for move in moves])


@pytest.mark.parametrize(
    ("spec", "depth"),
    [
        ("capture-go:4", 2),
        ("capture-go:4,passing=no", 2),
        ("capture-go:3,passing=no,no_move=passes", 3),
        ("capture-go:4,captures=2", 2),
        ("go:3", 3),
        ("go:3,ko=simple", 3),
        ("othello:6", 3),
        ("tic-tac-toe", 3),
    ],
)
@pytest.mark.parametrize("forced", [True, False])
def test_search_is_naive_minimax(spec: str, depth: int, forced: bool) -> None:
    """The tree with its one evaluation gives what plain recursion gives."""
    rules = forced and spec.startswith("capture-go") and "captures" not in spec
    for seed in range(12):
        root = walk(spec, seed, seed)
        scores = plain_search(root, noise, depth, forced=forced)
        if rules and capturing(root):
            assert scores == dict.fromkeys(capturing(root), (1, -1))
            continue
        best = naive(root, root, depth, rules)
        assert max(scores.values()) == best
        free = rules and bool(endangered(root))
        if not free:
            assert list(scores) == root.legal_numbers()
        for move, score in scores.items():
            after = root.play(move)
            if free and best == (-1, 2):
                assert score == best
            else:
                assert score == naive(root, after, depth if free else depth - 1, rules)


def test_last_liberties() -> None:
    """Strings in danger are found, and a move captures exactly if it takes a last liberty."""
    for seed in range(60):
        root = walk("capture-go:5", 8 + seed % 12, seed)
        side = 1 if root.to_move == "black" else -1
        assert search.last_liberties(5, root.stones, side) == endangered(root)
        assert sorted(search.last_liberties(5, root.stones, -side)) == capturing(root)


@pytest.mark.parametrize("no_move", ["loses", "draws"])
def test_forced_rules_lose_nothing(no_move: str) -> None:
    """Played out to the end without passes, forced moves give the true scores."""
    spec = f"capture-go:3,passing=no,no_move={no_move}"
    for seed in range(12):
        root = walk(spec, seed % 7, seed)
        true = plain_search(root, zeros, 30, forced=False)
        scores = plain_search(root, zeros, 30)
        assert max(scores.values()) == max(true.values())
        assert all(score == true[move] for move, score in scores.items())


def test_tic_tac_toe_is_drawn() -> None:
    """No first move wins or loses."""
    assert plain_search(ponnuki.game("tic-tac-toe").start(), zeros, 9) == dict.fromkeys(
        range(9), (0, 0.0)
    )


def test_double_atari() -> None:
    """A move that leaves two strings one liberty each wins, as a search of one ply sees."""
    position = ponnuki.game("capture-go:5").parse(
        """
        . . . . .
        . X O X .
        . . . O .
        . . . X .
        O . . . .
        """
    )
    fork = position.game.move("C3")
    scores = plain_search(position, zeros, 1)
    assert list(scores) == position.legal_numbers()
    assert {move: score for move, score in scores.items() if score[0]} == {fork: (1, -3)}
    assert best_move(scores, position, 7) == fork
    assert plain_search(position, zeros, 1, forced=False)[fork] == (0, 0.0)
    assert plain_search(position, zeros, 3, forced=False)[fork] == (1, -3)
    # White sees that it is lost, and after any move black sees its captures only.
    forked = position.play(fork)
    assert plain_search(forked, zeros, 2) == dict.fromkeys(forked.legal_numbers(), (-1, 2))
    elsewhere = forked.play(forked.game.move("E1"))
    captures = [position.game.move("C5"), position.game.move("E3")]
    assert plain_search(elsewhere, zeros, 1) == dict.fromkeys(captures, (1, -1))


def test_edge_squeeze() -> None:
    """A stone driven along the edge is lost: its forced answer costs no depth."""
    position = ponnuki.game("capture-go:5").parse(
        """
        . . O . .
        . X X . .
        . . . . .
        . . . . .
        O . . . .
        """
    )
    right = position.game.move("D5")
    scores = plain_search(position, zeros, 1)
    assert {move: score for move, score in scores.items() if score[0]} == {right: (1, -3)}
    # White has one move, which is searched though it is lost.
    driven = position.play(right)
    assert plain_search(driven, zeros, 1) == {position.game.move("B5"): (-1, 2)}


def test_ladder_takes_a_ply_of_depth_for_each_atari() -> None:
    """Only the attacker's three moves of a ladder cost depth, and the capture none."""
    position = ponnuki.game("capture-go:5").parse(
        """
        O . . . .
        . . X X .
        . X O . .
        . . . . .
        O . . . .
        """
    )
    first = position.game.move("C2")
    scores = [plain_search(position, zeros, depth, radius=1)[first] for depth in (1, 2, 3)]
    assert scores == [(0, 0.0), (0, 0.0), (1, -7)]


def test_pass_answers_a_pass() -> None:
    """After a pass a side in danger may pass too, beside saving its stones."""
    game = ponnuki.game("capture-go:5")
    diagram = """
        . X . . .
        . X . . .
        X O X . .
        . . . . .
        . . . . O
        ply 7, white to move, passes {}
        """
    point, end = game.move("B2"), game.points
    one_passed = game.parse(diagram.format(1))
    scores = plain_search(one_passed, noise, 1)
    assert set(scores) == {point, end}
    assert scores[end] == (-1, 1)
    # The pass costs no depth, and neither does the other move.
    assert scores[point] == naive(one_passed, one_passed.play(point), 1, True)
    assert set(plain_search(game.parse(diagram.format(0)), noise, 1)) == {point}


def test_only_a_pass_answers_a_pass_where_all_is_lost() -> None:
    """With two strings in danger after a pass, the pass is the only move looked at."""
    game = ponnuki.game("capture-go:5")
    diagram = """
        O X . . .
        . X . . .
        X O X . .
        . . . . .
        . . . . .
        ply 7, white to move, passes {}
        """
    assert plain_search(game.parse(diagram.format(1)), zeros, 1) == {game.points: (0, 0.0)}
    lost = game.parse(diagram.format(0))
    assert plain_search(lost, zeros, 1) == dict.fromkeys(lost.legal_numbers(), (-1, 2))


def test_radius() -> None:
    """Points are tried near stones only, but all of them on an empty board."""
    game = ponnuki.game("capture-go:5")
    assert list(plain_search(game.start(), zeros, 1, radius=1)) == list(range(26))
    after = game.start().play(game.move("A5"))
    near = [game.move(text) for text in ("B5", "A4", "pass")]
    assert list(plain_search(after, zeros, 1, radius=1)) == near
    near = [game.move(text) for text in ("B5", "C5", "A4", "B4", "A3", "pass")]
    assert list(plain_search(after, zeros, 1, radius=2)) == near
    alone = ponnuki.game("tic-tac-toe").start().play(0)
    assert list(plain_search(alone, zeros, 1, radius=0)) == list(range(1, 9))


def test_best_move_draws_among_equals() -> None:
    """The best score wins, and equal ones are drawn by the seed and the ply."""
    position = ponnuki.game("capture-go:5").start().play(3)
    scores: dict[int, Score] = {0: (0, 0.5), 1: (-1, 9), 2: (0, 0.5), 4: (0, 0.25), 5: (0, 0.5)}
    drawn = {best_move(scores, position, seed) for seed in range(50)}
    assert drawn == {0, 2, 5}
    for seed in range(5):
        order = [(_core.stream(seed, "tie", 1024 + move), move) for move in (0, 2, 5)]
        assert best_move(scores, position, seed) == max(order)[1]


def test_scores_are_ordered() -> None:
    """Sooner wins, then values, then later losses."""
    order = [search.won(1), search.won(3), (0, 1e9), (0, 0.0), (0, -1e9)]
    order += [search.lost(4), search.lost(2)]
    assert order == sorted(order, reverse=True)


def test_no_search_of_nothing() -> None:
    """A depth of 0 and a finished game are refused."""
    game = ponnuki.game("capture-go:5")
    with pytest.raises(ValueError, match="at least 1"):
        plain_search(game.start(), zeros, 0)
    with pytest.raises(ValueError, match="over"):
        plain_search(game.start().play(25).play(25), zeros, 1)
