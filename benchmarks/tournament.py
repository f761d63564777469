"""Whether a tournament uses all cores: ten untrained nets, every pair with both colours, depth 2.

The share is the process's CPU time by wall time and cores, from the first game to the last kept
file. Only on a machine with nothing else to do does it say something about the tournament.
"""

import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console

from ponnuki.arena import Tournament, play_tournament
from ponnuki.arena.batch import usable_cores

PLAYERS = 10
TARGET = 0.9


def core_use(games: int) -> tuple[float, float, int]:
    """The share of the cores' time that is used, seconds, and games in all."""
    players = tuple(f"untrained,seed={seed}" for seed in range(PLAYERS))
    tournament = Tournament(players, "capture-go:9", games, seed=1, depth=2, noise=0.1)
    with tempfile.TemporaryDirectory() as folder:
        begin, used = time.perf_counter(), time.process_time()
        play_tournament(tournament, Path(folder) / "tournament")
        took, used = time.perf_counter() - begin, time.process_time() - used
    return used / (took * usable_cores()), took, tournament.total


def main(games: int = 100) -> None:
    """Prints the share."""
    share, took, total = core_use(games)
    word = "reached" if share >= TARGET else "missed"
    Console().print(
        f"round robin of {PLAYERS} untrained nets, {games} games a pair, depth 2: {total:,} games "
        f"in {took:.1f} s, {share:.1%} of {usable_cores()} cores used; the target of {TARGET:.0%} "
        f"is {word}"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
