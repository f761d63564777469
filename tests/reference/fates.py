"""The net that predicts the fate of every point, slow and plain: on the grid, and in float64."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from ponnuki.evaluators import FateNet
from ponnuki.learners.td.settings import TdSettings
from tests.reference import grid
from tests.reference.nets import GRID, Cells, Floats, Ints, Singles, exact, quantise, squash

Board = NDArray[np.int8]


def kind(rows: int, columns: int) -> int:
    """Which weight an offset has: by its larger distance, then by the smaller."""
    large, small = max(abs(rows), abs(columns)), min(abs(rows), abs(columns))
    return large * (large + 1) // 2 + small


@cache
def square(size: int, point: int, reach: int) -> tuple[tuple[int | None, int], ...]:
    """The points around a point, None where the board has ended, with the kinds of offsets."""
    row, column = divmod(point, size)
    found: list[tuple[int | None, int]] = []
    for r in range(-reach, reach + 1):
        for c in range(-reach, reach + 1):
            inside = 0 <= row + r < size and 0 <= column + c < size
            found.append(((row + r) * size + column + c if inside else None, kind(r, c)))
    return tuple(found)


def seen(board: Board, reach: int) -> Ints:
    """By point, how often each weight of a unit is added: own, other, off the board, bias."""
    size, kinds = len(board), (reach + 1) * (reach + 2) // 2
    cells = board.ravel()
    found = np.zeros((size * size, 3 * kinds), np.int64)
    for point in range(size * size):
        for near, which in square(size, point, reach):
            if near is None:
                found[point, 2 * kinds + which - 1] += 1
            elif cells[near]:
                found[point, (0 if cells[near] > 0 else kinds) + which] += 1
        found[point, -1] = 1
    return found


@cache
def around(size: int) -> Ints:
    """By point, kind of offset and point: whether the second layer reads it so."""
    found = np.zeros((size * size, 3, size * size), np.int64)
    for point in range(size * size):
        for near, which in square(size, point, 1):
            if near is not None:
                found[point, which, near] = 1
    return found


def fate_grid(row: Singles, board: Board, features: int, reach: int) -> Ints:
    """The fates of all points of a board, in steps of the grid."""
    split = len(row) - 3 * features
    first, unit = quantise(row[:split])
    second, output_unit = quantise(row[split:])
    weights = first.reshape(features, -1).T

    def units(cells: Board) -> Ints:
        return squash(exact(seen(cells, reach) @ weights, unit), "tanh")

    features_of = units(board) - units(-board)
    sums = np.einsum("pkq,kf,qf->p", around(len(board)), second.reshape(3, features), features_of)
    return squash(exact(sums, output_unit / GRID), "tanh")


def value(row: Singles, cells: Cells, features: int, reach: int) -> Floats:
    """The mean fate of every board."""
    totals = [int(fate_grid(row, one, features, reach).sum()) for one in cells]
    found: Floats = np.array(totals) * (1 / (GRID * cells[0].size))
    return found


def fates_and_gradient(
    row: Floats, board: Board, features: int, reach: int
) -> tuple[Floats, Floats]:
    """In float64: the fates of all points, and by point the gradient of each by all weights."""
    split = len(row) - 3 * features
    first, second = row[:split].reshape(features, -1), row[split:].reshape(3, features)
    counts = [seen(board, reach).astype(float), seen(-board, reach).astype(float)]
    units = [np.tanh(one @ first.T) for one in counts]
    near = around(len(board)).astype(float)
    fates = np.tanh(np.einsum("pkq,kf,qf->p", near, second, units[0] - units[1]))
    slope = 1 - fates**2
    by_second = np.einsum("p,pkq,qf->pkf", slope, near, units[0] - units[1])
    by_feature = np.einsum("p,pkq,kf->pqf", slope, near, second)
    by_first = sum(
        sign * np.einsum("pqf,qf,qw->pfw", by_feature, 1 - one**2, count)
        for sign, one, count in zip((1, -1), units, counts, strict=True)
    )
    points = board.size
    gradient = np.concatenate([by_first.reshape(points, -1), by_second.reshape(points, -1)], axis=1)
    return fates, gradient


def owners(board: Board) -> Floats:
    """Whose every point is as a board stands: stones, and regions that touch one colour alone."""
    found = board.ravel().astype(float)
    for point, owner in grid.territory_owners(len(board), tuple(board.ravel().tolist())).items():
        found[point] = owner
    return found


def learn(settings: TdSettings, weights: Floats, moves: list[int], number: int) -> Floats:
    """The weights after one game by TD(0) at all points; the first plies are random."""
    net = settings.evaluator()
    assert isinstance(net, FateNet)
    weights = weights.copy()
    rate = settings.rate
    if settings.rate_halving:
        rate /= 1 + number / settings.rate_halving
    two, own = settings.difference == "two-plies", ("black", "white")[number % 2]
    chains: dict[str, tuple[Floats, Floats]] = {}
    position, random = net.game.start(), -1000

    def draw(chain: str, targets: Floats) -> None:
        fates, gradient = chains[chain]
        weights[:] += rate / len(fates) * (targets - fates) @ gradient

    for ply, move in enumerate(moves):
        mover, position = position.to_move, position.play(move)
        if settings.opponent and (mover != own or ply < settings.opening):
            continue
        if ply < settings.opening:
            random = ply
        found = fates_and_gradient(weights, position.cells, net.features, net.reach)
        chain = mover if two else "all"
        since = 0 if settings.opponent else 2 if two else 1
        if chain in chains and ply - random > since:
            draw(chain, found[0])
        chains[chain] = found
    for last in sorted(chains):
        draw(last, owners(position.cells))
    return weights
