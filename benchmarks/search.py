"""Nets and search: a leaf beside NumPy, PyTorch and plain loops; Othello beside OpenSpiel.

Every figure is a median of repeats in one run; ratios carry over to other machines.
"""

import importlib.util
import json
import statistics
import subprocess
import time
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import minimax
from rich.console import Console
from rich.table import Table

import ponnuki
from ponnuki import _core
from ponnuki.apps.bench import leaf_ns, leaf_ns_numpy, measure, print_figures

PROGRAMS = Path(__file__).parents[1] / "build/python/cpp/tests"


def leaf_ns_torch(weights: np.ndarray[Any, Any]) -> float | None:
    """The dense part of the net in PyTorch, one board at a time; None where it is not installed."""
    if importlib.util.find_spec("torch") is None:
        return None
    torch = importlib.import_module("torch")
    torch.set_num_threads(1)
    layers = []
    start = 15 + 140
    inputs = 140
    for width in (40, 10, 1):
        size = inputs * width
        matrix = torch.tensor(weights[start : start + size].reshape(width, inputs).copy())
        bias = torch.tensor(weights[start + size : start + size + width].copy())
        layers.append((matrix, bias))
        start += size + width
        inputs = width
    first = torch.rand(140, 81)
    board = torch.rand(81)
    times = []
    with torch.no_grad():
        for _ in range(7):
            begin = time.perf_counter()
            for _ in range(200):
                value = torch.tanh(first @ board)
                for matrix, bias in layers:
                    value = torch.tanh(matrix @ value + bias)
            times.append((time.perf_counter() - begin) * 1e9 / 200)
    return statistics.median(times)


def _run(program: str) -> bytes:
    return subprocess.run([PROGRAMS / program], check=True, capture_output=True).stdout


def leaves(console: Console) -> None:
    """A leaf of the window net, ours and others."""
    net = ponnuki.evaluator("window", "capture-go:9")
    row = net.initial(1, seed=1)[0]
    plain = json.loads(_run("ponnuki_leaf_benchmark"))
    ours = leaf_ns(net, row)
    rows = {
        "ours": ours,
        **{f"ours, {name} kernels": ns for name, ns in plain.items() if name != "naive"},
        **{
            f"whole second layer, single precision, {name}": float(
                _run(f"ponnuki_full_layer_{name}")
            )
            for name in _core.instruction_sets()
        },
        "plain scalar loops in C++, C library's tanh": plain["naive"],
        "NumPy, 64 boards at once": leaf_ns_numpy(net, row),
        "PyTorch, one board": leaf_ns_torch(row),
    }
    table = Table(title="ns a leaf, capture-go:9, 6,216 weights ±0.2, one core")
    table.add_column("who")
    table.add_column("ns", justify="right")
    table.add_column("ratio to ours", justify="right")
    for name, ns in rows.items():
        if ns is None:
            table.add_row(name, "not installed", "-")
        else:
            table.add_row(name, f"{ns:,.0f}", f"{ns / ours:.2f}")
    console.print(table)


def othello_beside_openspiel(console: Console, depth: int = 4, positions: int = 8) -> None:
    """Alpha-beta with a weighted piece counter on the same positions to the same depth."""
    game = ponnuki.game("othello:8")
    net = ponnuki.evaluator("wpc", game)
    row = net.initial(1, seed=3)[0]
    theirs = pyspiel.load_game("othello")
    weights = row.astype(float)
    ours_s, theirs_s = [], []
    for record in ponnuki.play_random(game, positions, seed=2):
        moves = record.moves[:16]
        position = game.start().play_all(moves)
        state = theirs.new_initial_state()
        for move in moves:
            state.apply_action(move)
        me = state.current_player()

        def value(leaf: Any, me: int = me) -> float:
            board = np.array(leaf.observation_tensor(0)).reshape(3, 64)
            worth = float(weights @ (board[1] - board[2]))
            return worth if me == 0 else -worth

        begin = time.perf_counter()
        found = ponnuki.Search(depth=depth).run(position, net, row)
        ours_s.append(time.perf_counter() - begin)
        begin = time.perf_counter()
        worth, _ = minimax.alpha_beta_search(
            theirs, state, value_function=value, maximum_depth=depth, maximizing_player_id=me
        )
        theirs_s.append(time.perf_counter() - begin)
        sign = 1 if me == 0 else -1
        if found.decided is None and abs(sign * worth - found.value) > 1e-4:
            raise AssertionError(f"OpenSpiel finds {sign * worth}, we find {found.value}")
    ours, other = statistics.median(ours_s), statistics.median(theirs_s)
    console.print(
        f"Othello, alpha-beta of depth {depth} with a piece counter, {positions} positions, same "
        f"values: ours {ours * 1e3:.2f} ms, OpenSpiel {other * 1e3:.0f} ms, "
        f"ratio {other / ours:,.0f}"
    )


def outside_net(console: Console, depth: int = 4, games: int = 8) -> None:
    """How much of a search is not the net."""
    net = ponnuki.evaluator("window", "capture-go:9")
    rows = net.initial(8, seed=1)
    players = [ponnuki.Engine(net, row, ponnuki.Search(depth=depth)) for row in rows]
    pairings = [(i % 8, (3 * i + 1) % 8) for i in range(games)]
    begin = time.perf_counter()
    batch = ponnuki.play_games(net.game, players, pairings, range(games), threads=1)
    took = time.perf_counter() - begin
    each = took * 1e9 / int(batch.leaves.sum())
    full = leaf_ns(net, rows[0])
    console.print(
        f"Capture Go, depth {depth}: {each:.0f} ns of search a leaf, of which {full:.0f} "
        f"({full / each:.0%}) are the net's in full batches; the rest is small batches, sums of "
        "inner nodes, strings and ordering"
    )


def main() -> None:
    """Prints everything."""
    console = Console()
    leaves(console)
    outside_net(console)
    print_figures(console, measure())
    othello_beside_openspiel(console)
