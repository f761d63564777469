"""What a search found, as text for a terminal: the line, and the worth of every move in colour."""

from collections.abc import Mapping, Sequence
from math import isfinite

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ponnuki.games import Position
from ponnuki.players import Endgame, RootMove, SearchResult, Thought

MOST_MOVES = 8
"""So many moves of a tree search are listed."""


def print_thought(
    console: Console, position: Position, found: SearchResult, tried: Sequence[RootMove] = ()
) -> None:
    """Prints the board, coloured by what every move is worth to the side to move, and the line.

    Args:
        console: where.
        position: what was searched.
        found: what was found.
        tried: the moves that a tree search tried, which are listed with their visits.
    """
    game = position.game
    console.print(_heat_map(position, found))
    said = f"{position.to_move} plays {game.text(found.move)}: {worth(found)}"
    console.print(said, style="bold")
    console.print("line: " + " ".join(game.text(move) for move in found.line))
    finished = "" if found.complete else ", stopped there by its limit"
    nodes = "" if found.root_visits else f"{found.nodes:,} nodes, "
    console.print(f"{effort(found)}: {nodes}{found.leaves:,} leaves{finished}")
    if tried:
        console.print(_visits_table(position, tried[:MOST_MOVES]))


def print_seen(console: Console, position: Position, move: str, seen: Sequence[Thought]) -> None:
    """Prints the board, what a player saw, and its move."""
    console.print(str(position), markup=False)
    for one in seen:
        console.print(one.line(position.game), markup=False, highlight=False, soft_wrap=True)
    console.print(f"{position.to_move} plays {move}", style="bold")


def print_endgame(console: Console, endgame: Endgame, move: int) -> None:
    """Prints the board, the regions of an endgame with what they are worth, and the move.

    Args:
        console: where.
        endgame: what is known of the position.
        move: what is played there.
    """
    position = endgame.position
    text = position.game.text
    console.print(str(position), markup=False)
    table = Table(box=None)
    for column in "region", "mean", "temperature", "black begins", "white begins":
        table.add_column(column, justify="left" if column == "region" else "right")
    for one in endgame.regions:
        points = " ".join(map(text, one.points))
        worths = one.mean, one.temperature, one.black[0][1], one.white[0][1]
        table.add_row(points, *map(str, worths))
    if endgame.regions:
        console.print(table)
    for part in endgame.refused:
        console.print(f"not known: {' '.join(map(text, part.points))}: {part.reason}")
    if not endgame.whole:
        console.print("The board is no sum of regions: the player's own rules choose.")
    elif endgame.exact:
        console.print(f"The board comes to {endgame.worth} for black, without komi.")
    else:
        console.print("The sum is too large to play out: the hottest region is played.")
    console.print(f"{position.to_move} plays {text(move)}", style="bold")


def effort(found: SearchResult) -> str:
    """How far a search went: its depth, or the visits of its tree and the length of its line."""
    return f"{found.reach}, depth {found.depth}" if found.root_visits else found.reach


def _visits_table(position: Position, tried: Sequence[RootMove]) -> Table:
    """The moves that a tree search tried most."""
    table = Table(box=None)
    for column in "move", "visits", "value", "policy":
        table.add_column(column, justify="left" if column == "move" else "right")
    sign = 1 if position.to_move == "black" else -1
    for one in tried:
        value = f"{sign * one.value:+.3f}" if isfinite(one.value) else _ending(one.value)
        cells = f"{one.visits:,}", value, f"{one.prior:.1%}"
        table.add_row(position.game.text(one.move), *cells)
    return table


def _ending(value: float) -> str:
    """What an infinite value means to the side to move."""
    return "wins" if value > 0 else "loses"


def worth(found: SearchResult, digits: int = 6) -> str:
    """What the best move is worth, as words; a value with so many digits."""
    if found.margin == 0:
        return "a draw"
    if found.decided is None:
        return f"{found.value:+.{digits}f} for black"
    winner, plies = found.decided
    how = f"in {plies} plies" if found.margin is None else f"by {abs(found.margin)}"
    return f"{winner} wins {how}"


def _heat_map(position: Position, found: SearchResult) -> Text:
    """The board; a candidate is a number from 0 (worst) to 99 (best) for the side to move."""
    game, notation = position.game, position.game.kind.notation
    values = shares(position, found)
    text = Text("    " + "  ".join(notation.letters[: game.size]) + "\n")
    for row in range(game.size):
        text.append(f"{notation.row_label(row, game.size):>2} ")
        for column in range(game.size):
            point = row * game.size + column
            stone = position.stones[point]
            if stone:
                text.append(" X " if stone > 0 else " O ", style="bold")
            elif point in values:
                share = values[point]
                style = "bold reverse" if point == found.move else ""
                red, green = round(255 * (1 - share)), round(255 * share)
                text.append(f"{round(99 * share):2} ", style=f"rgb({red},{green},60) {style}")
            else:
                text.append(" . ")
        text.append("\n")
    return text


def shares(position: Position, found: SearchResult) -> dict[int, float]:
    """Where the value of each move lies between the worst (0) and the best (1) for its side."""
    sign = 1 if position.to_move == "black" else -1
    known: Mapping[int, float] = found.root_margins or found.root_values
    values = {move: sign * value for move, value in known.items()}
    finite = [value for value in values.values() if isfinite(value)]
    low, high = (min(finite), max(finite)) if finite else (0.0, 0.0)
    return {move: _share(value, low, high) for move, value in values.items()}


def _share(value: float, low: float, high: float) -> float:
    """Where a value lies between the lowest and the highest, from 0 to 1."""
    if not isfinite(value):
        return 1.0 if value > 0 else 0.0
    return (value - low) / (high - low) if high > low else 1.0
