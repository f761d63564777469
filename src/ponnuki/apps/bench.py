"""Measures this machine, in one run: what a leaf, a move and a game of Capture Go 9×9 take."""

import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from ponnuki import _core, machine
from ponnuki.arena import play_games
from ponnuki.arena.batch import usable_cores
from ponnuki.evaluators import Evaluator, evaluator
from ponnuki.games import game as find_game
from ponnuki.players import Choice, Engine, Search

GAME = "capture-go:9"
NETS = 8
REPEATS = 5


def measure(seconds: float = 0.7, deepest: int = 6) -> dict[str, Any]:
    """All figures; each takes about as long as `seconds`, more only for a few deep games."""
    rules = find_game(GAME)
    net = evaluator("window", rules)
    rows = net.initial(NETS, seed=1)
    figures: dict[str, Any] = {
        "game": GAME,
        "instruction_set": machine.instruction_set(),
        "leaf_ns": leaf_ns(net, rows[0]),
        "leaf_ns_estimate": leaf_ns(net, rows[0], estimate=True),
        "leaf_ns_by_instruction_set": _by_instruction_set(net, rows[0], estimate=False),
        "leaf_ns_estimate_by_instruction_set": _by_instruction_set(net, rows[0], estimate=True),
        "leaf_ns_numpy": leaf_ns_numpy(net, rows[0]),
        "move_ms": {},
        "games_per_second": {},
    }
    threads = sorted({1, usable_cores()})
    figures["speed_up"] = _speed_up(net, rows, threads[-1], max(8, int(320 * seconds)))
    for scale, name, last in (1.0, "0.2", deepest), (10.0, "2", min(deepest, 4)):
        moves: dict[str, float] = {}
        games: dict[str, dict[str, float]] = {}
        for depth in range(1, last + 1):
            players = [
                Engine(net, row * np.float32(scale), Search(depth=depth), Choice(noise=0.1))
                for row in rows
            ]
            games[str(depth)] = {}
            for count in threads:
                rate, move = _play(players, count, seconds)
                games[str(depth)][str(count)] = rate
                if count == 1:
                    moves[str(depth)] = move
        figures["move_ms"][name] = moves
        figures["games_per_second"][name] = games
    return {
        **figures,
        "move_ms": figures["move_ms"]["0.2"],
        "move_ms_weights_2": figures["move_ms"]["2"],
        "games_per_second": figures["games_per_second"]["0.2"],
        "games_per_second_weights_2": figures["games_per_second"]["2"],
    }


def _speed_up(net: Evaluator, rows: NDArray[np.float32], threads: int, games: int) -> float:
    """How much faster all cores play the same games than one: a generation of training, depth 2."""
    players = Engine.of_rows(net, rows, Search(depth=2), Choice(noise=0.1))
    pairings = [(i % NETS, (3 * i + 1) % NETS) for i in range(games)]
    ratios = []
    for _ in range(3):
        took = []
        for count in 1, threads:
            begin = time.perf_counter()
            play_games(net.game, players, pairings, np.arange(games), count)
            took.append(time.perf_counter() - begin)
        ratios.append(took[0] / took[1])
    return statistics.median(ratios)


def _play(players: list[Engine], threads: int, seconds: float) -> tuple[float, float]:
    """Games a second, and ms of one thread a searched move; more games until the time is up.

    Deep games differ much in how long a move takes, so there are three at the least.
    """
    rules = players[0].evaluator.game
    games, plies, used = 0, 0, 0.0
    count = threads
    while used < seconds or games < 3:
        pairings = [(i % NETS, (3 * i + 1) % NETS) for i in range(games, games + count)]
        begin = time.perf_counter()
        batch = play_games(rules, players, pairings, np.arange(games, games + count), threads)
        took = time.perf_counter() - begin
        used += took
        games += count
        plies += int(batch.plies.sum())
        if took > seconds / 2:
            continue
        count = max(count, min(20_000, int(count * (seconds - used) / max(took, 1e-4))))
    searched = plies * (1 - players[0].choice.noise)
    return games / used, used * threads / searched * 1e3


def leaf_ns(net: Evaluator, row: NDArray[np.float32], *, estimate: bool = False) -> float:
    """What the net takes for one leaf, all siblings of a midgame position together.

    A search asks for exact values only where an estimate is too close to tell.
    """
    rules = net.game
    position = rules.start()
    for text in ["E5", "F4", "D4", "F6", "D6", "C5", "G5", "C3", "E3", "G3"]:
        position = position.play(rules.move(text))
    core = net._net(row)
    repeats = 2_000
    return _median(
        lambda: _core.time_leaves(position._core, core, estimate, repeats) / 1e-9, begin_own=True
    )


def _by_instruction_set(
    net: Evaluator, row: NDArray[np.float32], *, estimate: bool
) -> dict[str, float]:
    before = machine.instruction_set()
    found = {}
    try:
        for name in machine.instruction_sets():
            machine.use_instruction_set(name)
            found[name] = leaf_ns(net, row, estimate=estimate)
    finally:
        machine.use_instruction_set(before)
    return found


def leaf_ns_numpy(net: Evaluator, row: NDArray[np.float32]) -> float:
    """The same net in plain float32 NumPy on a batch of boards: what one would write at first."""
    size = net.game.size
    half = (size + 1) // 2
    order = [(a, b) for a in range(half) for b in range(a, half)]
    fold = np.minimum(np.arange(size), size - 1 - np.arange(size))
    classes = np.array(
        [[order.index((min(a, b), max(a, b))) for b in fold] for a in fold], dtype=np.intp
    )
    squares = [
        (n, top, left)
        for n in range(3, size + 1)
        for top in range(size - n + 1)
        for left in range(size - n + 1)
    ]
    cubes = np.zeros((len(squares), size, size), np.float32)
    for cube, (n, top, left) in zip(cubes, squares, strict=True):
        cube[top : top + n, left : left + n] = 1
    masks = cubes.reshape(len(squares), -1)
    first = masks * row[: len(order)][classes].ravel()
    start = len(order)
    bias = row[start : start + len(masks)]
    start += len(masks)
    layers = []
    inputs = len(masks)
    for width in (40, 10, 1):
        matrix = row[start : start + inputs * width].reshape(width, inputs)
        start += inputs * width
        layers.append((matrix, row[start : start + width]))
        start += width
        inputs = width
    boards = np.random.default_rng(1).integers(-1, 2, (64, size * size)).astype(np.float32)

    def forward() -> float:
        values = np.tanh(boards @ first.T + bias)
        for matrix, offset in layers:
            values = np.tanh(values @ matrix.T + offset)
        return float(values[0, 0])

    return _median(forward, per=len(boards), repeats=100)


def _median(
    work: Callable[[], float], *, per: int = 1, repeats: int = 1, begin_own: bool = False
) -> float:
    """The median in ns over REPEATS, of work that says its own time or is timed here."""
    found = []
    for _ in range(REPEATS):
        begin = time.perf_counter()
        said = 0.0
        for _ in range(repeats):
            said = work()
        found.append(said if begin_own else (time.perf_counter() - begin) * 1e9 / repeats / per)
    return statistics.median(found)


def print_figures(console: Console, figures: dict[str, Any]) -> None:
    """The figures as tables."""
    kernels = figures["instruction_set"]
    console.print(f"{figures['game']}, the net of 6,216 weights, kernels for {kernels}")
    ratio = figures["leaf_ns_numpy"] / figures["leaf_ns"]
    console.print(
        f"ns a leaf: {figures['leaf_ns']:.0f}, as an estimate {figures['leaf_ns_estimate']:.0f}; "
        f"NumPy {figures['leaf_ns_numpy']:.0f} ({ratio:.0f} times as long)"
    )
    estimates = figures["leaf_ns_estimate_by_instruction_set"]
    sets = figures["leaf_ns_by_instruction_set"].items()
    texts = (f"{name} {ns:.0f} and {estimates[name]:.0f}" for name, ns in sets)
    console.print("exact and as an estimate, by instruction set: " + ", ".join(texts))
    console.print(f"all cores against one, a batch at depth 2: {figures['speed_up']:.2f} times")
    for suffix, scale in ("", "±0.2"), ("_weights_2", "±2"):
        rates = figures[f"games_per_second{suffix}"]
        threads = list(next(iter(rates.values())))
        table = Table(title=f"engines against each other, weights {scale}, 10 % random moves")
        for column in "depth", "ms a move", *(f"games/s, {t} threads" for t in threads):
            table.add_column(column, justify="right")
        for depth, by_threads in rates.items():
            table.add_row(
                depth,
                f"{figures[f'move_ms{suffix}'][depth]:.3f}",
                *(f"{by_threads[t]:,.2f}" for t in threads),
            )
        console.print(table)
