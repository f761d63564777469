"""Random games a second: one core beside two, and beside OpenSpiel driven through its Python API.

Every figure is the median of repeats in one run; the ratio is what carries over to other machines.
"""

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import pyspiel
from rich.console import Console
from rich.table import Table

import ponnuki
from ponnuki import _core
from ponnuki.arena.batch import usable_cores

REPEATS = 7


def games_per_second(play: Callable[[int], object], games: int) -> float:
    """The median over repeats of games a second."""
    rates = []
    for repeat in range(REPEATS):
        begin = time.perf_counter()
        play(repeat)
        rates.append(games / (time.perf_counter() - begin))
    return statistics.median(rates)


def ours(spec: str, games: int, threads: int) -> float:
    """Games a second of our batches."""
    game = ponnuki.game(spec)
    return games_per_second(lambda seed: ponnuki.play_random(game, games, seed, threads), games)


def openspiel(name: str, games: int) -> float:
    """Games a second of OpenSpiel's rules, played by a plain Python loop on one core."""
    game = pyspiel.load_game(name)

    def play(seed: int) -> None:
        rng = random.Random(seed)
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))

    return games_per_second(play, games)


def import_seconds() -> tuple[float, float]:
    """The time to import ponnuki, and NumPy alone beside it, in fresh interpreters."""

    def seconds(module: str) -> float:
        code = f"from time import perf_counter as t; a = t(); import {module}; print(t() - a)"
        command = [sys.executable, "-c", code]
        return statistics.median(
            float(subprocess.run(command, check=True, capture_output=True).stdout)
            for _ in range(REPEATS)
        )

    return seconds("ponnuki"), seconds("numpy")


def main() -> None:
    """Prints the tables."""
    console = Console()
    rows = [
        ("capture-go:9", 100_000, None, 0),
        ("capture-go:13", 30_000, None, 0),
        ("go:5", 50_000, "go(board_size=5,komi=0.5)", 300),
        ("go:5,ko=simple,scoring=area,cap=50", 50_000, "go(board_size=5,komi=0.5)", 300),
        ("othello:8", 30_000, "othello", 100),
        ("tic-tac-toe", 500_000, "tic_tac_toe", 3000),
    ]
    table = Table(title=f"Random games a second, median of {REPEATS} ({_core.instruction_set()})")
    for column in "game", "one core", f"{usable_cores()} cores", "speed-up", "OpenSpiel", "ratio":
        table.add_column(column, justify="left" if column == "game" else "right")
    for spec, games, peer, peer_games in rows:
        one = ours(spec, games, 1)
        all_cores = ours(spec, games, usable_cores())
        theirs = openspiel(peer, peer_games) if peer else None
        table.add_row(
            spec,
            f"{one:,.0f}",
            f"{all_cores:,.0f}",
            f"{all_cores / one:.2f}",
            f"{theirs:,.0f}" if theirs else "-",
            f"{one / theirs:,.0f}" if theirs else "-",
        )
    console.print(table)

    before = _core.instruction_set()
    table = Table(title="capture-go:9 by instruction set, one core")
    for column in "kernels", "games a second", "ratio":
        table.add_column(column, justify="left" if column == "kernels" else "right")
    floor = None
    for name in _core.instruction_sets():
        _core.use_instruction_set(name)
        rate = ours("capture-go:9", 100_000, 1)
        floor = floor or rate
        table.add_row(name, f"{rate:,.0f}", f"{rate / floor:.2f}")
    _core.use_instruction_set(before)
    console.print(table)

    package, numpy = import_seconds()
    console.print(f"import ponnuki: {package:.3f} s, of which numpy alone takes {numpy:.3f} s")
