"""What a person sees of a tournament: a table of ratings and a cross table."""

from math import isnan

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ponnuki.arena import TournamentResult
from ponnuki.arena.repeats import counted

MOST_IN_CROSS_TABLE = 12
"""More players than that fit no terminal; the browser shows them."""


def print_result(out: Console, result: TournamentResult, anchor: str | None = None) -> None:
    """The ratings, the cross table, and what to keep in mind about them."""
    ratings = result.ratings(anchor)
    order = [result.players.index(name) for name in ratings.order()]
    shown = Table(title=Text(result.title))
    for column in "", "player", "Elo", "score", "95 %", "black", "white", "moves":
        name = column == "player"
        shown.add_column(column, justify="left" if name else "right", no_wrap=not name)
    for rank, index in enumerate(order, start=1):
        both = result.tally(index)
        low, high = both.interval
        shown.add_row(
            str(rank),
            Text(result.names[index], overflow="fold"),
            str(ratings.of(result.players[index])),
            _share(both.share),
            f"{low:.0%} to {high:.0%}",
            _share(result.share(index, "black")),
            _share(result.share(index, "white")),
            f"{result.plies_mean(index):.1f}",
        )
    out.print(shown)
    if len(order) <= MOST_IN_CROSS_TABLE:
        out.print(_cross_table(result, order))
    else:
        out.print(f"the cross table of {len(order)} players: 'ponnuki play', Tournaments")
    zero = f"{anchor} is at 0" if anchor is not None else "the mean is at 0"
    out.print(f"Elo: {zero}; ± is half of the 95 % interval", markup=False)
    if ratings.black_advantage is not None:
        out.print(f"black's first move is worth {ratings.black_advantage} Elo")
    if result.units < len(result):
        out.print(counted(len(result), int(result.distinct.sum()), result.units))


def _cross_table(result: TournamentResult, order: list[int]) -> Table:
    """Everybody against everybody: the score with both colours, and below it that with black."""
    drawn = bool(result.draws.any())
    below = "wins-draws-losses" if drawn else "wins-losses"
    table = Table(
        title=Text(f"score of the row's player; below it its {below} with black"),
        show_lines=True,
        padding=0 if len(order) > 8 else (0, 1),
    )
    table.add_column("", justify="right", no_wrap=True)
    for rank in range(1, len(order) + 1):
        table.add_column(str(rank), justify="right", no_wrap=True)
    for rank, one in enumerate(order, start=1):
        cells = []
        for other in order:
            both, black = result.tally(one, other), result.tally(one, other, "black")
            numbers = (
                (black.wins, black.draws, black.losses) if drawn else (black.wins, black.losses)
            )
            with_black = "-".join(map(str, numbers))
            cells.append(f"{both.share:.0%}\n{with_black}" if both.games else "")
        table.add_row(str(rank), *cells)
    return table


def _share(share: float) -> str:
    return "-" if isnan(share) else f"{share:.1%}"
