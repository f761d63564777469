"""Scripted players: microseconds of one core a move, beside the random player.

Processor time, the median of repeats in one run; every player plays itself.
"""

import statistics
import time

from rich.console import Console
from rich.table import Table

import ponnuki
from ponnuki.arena import game_seeds
from ponnuki.players.scripted import SCRIPTS, plays

REPEATS = 5
LIMIT_US = 20


def move_us(game: ponnuki.Game, spec: str, games: int) -> float:
    """Microseconds a move in games of a player against itself."""
    players = [ponnuki.player(spec, game)]
    times = []
    for repeat in range(REPEATS):
        seeds = game_seeds(repeat, games)
        begin = time.process_time()
        batch = ponnuki.play_games(game, players, [[0, 0]] * games, seeds, threads=1)
        times.append((time.process_time() - begin) * 1e6 / int(batch.plies.sum()))
    return statistics.median(times)


def main(games: int = 300) -> None:
    """Prints a table."""
    table = Table(title=f"µs a move, one core; under {LIMIT_US} is wanted")
    table.add_column("player")
    rows: dict[str, list[str]] = {"random": [], "naive": [], "defensive": [], "pattern": []}
    for name in "capture-go:9", "capture-go:13", "go:5", "go:9", "go:13":
        table.add_column(name, justify="right")
        game = ponnuki.game(name)
        for spec, row in rows.items():
            able = spec not in SCRIPTS or plays(spec, game)
            row.append(f"{move_us(game, spec, games):.2f}" if able else "-")
    for spec, row in rows.items():
        table.add_row(spec, *row)
    Console().print(table)


if __name__ == "__main__":
    main()
