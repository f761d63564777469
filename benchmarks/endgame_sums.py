"""Sums of endgames beside alpha-beta: whether they agree, and what each looks at as sums grow.

    python -m benchmarks.endgame_sums [BOARDS]

The other side is the plain twin of the tests: alpha-beta over all moves of the whole board, by the
rules alone. Boards are drawn at random, two live walls with stones and empty points between.
"""

import statistics
import sys

from rich.console import Console
from rich.table import Table

from ponnuki.players import Endgame
from tests.players.sums import board_of, random_sums
from tests.reference.endgame_sums import RepeatsError, best_area

USUAL = 1_000
EACH = 10
"""Boards a row of the table."""


def agreement(boards: int) -> tuple[int, int]:
    """How many sums were compared, and how many of them alpha-beta values otherwise."""
    compared = different = 0
    for position in random_sums(100 * boards, most=6):
        if compared == boards:
            break
        found = Endgame.of(position)
        if not found.whole:
            continue
        try:
            worth, _ = best_area(board_of(position), 1 if position.to_move == "black" else -1)
        except RepeatsError:
            continue
        compared += 1
        if found.worth != worth:
            different += 1
            print(position, found.worth, worth)
    return compared, different


def growth() -> Table:
    """Nodes of both by the number of empty points that are left to play."""
    found: dict[int, list[tuple[int, int]]] = {}
    for position in random_sums(700, most=8):
        endgame = Endgame.of(position)
        empty = sum(
            not position.stones[point] for region in endgame.regions for point in region.points
        )
        rows = found.setdefault(empty, [])
        if not endgame.whole or len(rows) >= EACH:
            continue
        try:
            _, boards = best_area(board_of(position), 1 if position.to_move == "black" else -1)
        except RepeatsError:
            continue
        rows.append((endgame.nodes, boards))
    table = Table("empty points", "boards", "nodes, sum", "nodes, alpha-beta")
    for empty, rows in sorted(found.items()):
        if len(rows) == EACH:
            means = [statistics.mean(column) for column in zip(*rows, strict=True)]
            table.add_row(str(empty), str(len(rows)), *(f"{one:,.1f}" for one in means))
    return table


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else USUAL
    console = Console()
    console.print("{:,} sums compared, {} valued otherwise".format(*agreement(wanted)))
    console.print(growth())
