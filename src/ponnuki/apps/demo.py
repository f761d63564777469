"""One story for a newcomer: a net learns Capture Go, meets three opponents, and shows a game."""

import shlex
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, isfinite
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

import ponnuki
from ponnuki.apps.training import BLOCKS
from ponnuki.arena import ALL_CORES, Arena, GameRecord, Results
from ponnuki.games import Position
from ponnuki.learners.views import opponent_title
from ponnuki.players import Engine
from ponnuki.runs import RunRecord

LEARNING: dict[str, Any] = {
    "games": 1000,
    "generations": 80,
    "keep_every": 80,
    "measure": {"every": 2},
}
"""The games of the default preset, in more generations: the net is the same, its curve is finer."""
CURVE = "defensive_opening"
"""The measure of the run that is drawn."""
MEASURED = {CURVE: "rules that a person wrote", "untrained": "have learned nothing"}
"""Measures of the run that are told, and whom the net met in them."""
OPPONENT, WHO = "champion:capture-go-evolved", "the best of ten evolved nets"
"""Whom it meets in a match, of which a game is shown."""
GAME = "capture-go:9"
GAMES = 100
OPENING = 2
"""Random moves at the start of each game."""
HEIGHT = 8
"""Rows of the curve."""


@dataclass(frozen=True)
class Thought:
    """What a net thought of its move.

    Attributes:
        ply: the number of the move, from 1.
        move: the one that it played.
        worth: the chance to win that it saw in it.
        others: the next best moves with theirs.
        answer: what the other side played then; empty at the end.
    """

    ply: int
    move: str
    worth: str
    others: str
    answer: str


def learn(
    seed: int,
    folder: Path,
    arena: Arena = ALL_CORES,
    advance: Callable[[int], object] = lambda _: None,
) -> list[dict[str, Any]]:
    """Learns into a new folder: the figures of each generation.

    Args:
        seed: of the run.
        folder: for the run.
        arena: who plays the games.
        advance: called with the number of generations done.

    Raises:
        RunError: the folder is not empty, or another process writes there.
        KeyboardInterrupt: after Ctrl-C.
    """
    run = ponnuki.train(
        "default",
        seed=seed,
        out=folder,
        on_generation=lambda line: advance(line["generation"]),
        arena=arena,
        **LEARNING,
    )
    return run.generations()


def print_learning(out: Console, lines: Sequence[dict[str, Any]]) -> None:
    """The learning curve."""
    measured = [line for line in lines if CURVE in line.get("measure", {})]
    shares = [won(line) for line in measured]
    games = sum(line["games"] for line in lines)
    first = sum(line["games"] for line in lines[: measured[0]["generation"]])
    out.print("   Won of 100 games against the defensive player, whose rules a person wrote:\n")
    out.print(curve(shares), markup=False)
    left, right = f"{first:,} games", f"{games:,} games"
    out.print(f"       {left}{right:>{max(len(shares) - len(left), len(right) + 1)}}")
    seconds = sum(line["seconds"] for line in lines)
    out.print(f"\n   {games:,} games against itself in {seconds:.0f} seconds.")


def print_strength(out: Console, folder: Path, arena: Arena = ALL_CORES) -> None:
    """What the net of a run is worth against three opponents, and a game, move by move."""
    out.print("\n2. It meets three opponents.", style="bold")
    out.print("   The run has measured the first two; all games are as black and as white:\n")
    last = RunRecord.open(folder).last_line() or {}
    for name, what in MEASURED.items():
        found = last["measure"][name]
        said = f"{opponent_title(name)}, {what} ({found['games']} games)"
        _print_share(out, found["share"], found["interval"], said)
    net = ponnuki.player(f"run:{folder}", GAME)
    result = ponnuki.match(net, OPPONENT, games=GAMES, opening=OPENING, arena=arena)
    said = f"{OPPONENT}, {WHO} ({GAMES} games)"
    _print_share(out, result.total.share, result.total.interval, said)
    assert isinstance(net, Engine), "the preset learns a net"
    _print_game(out, result, net)


def _print_share(out: Console, share: float, interval: Sequence[float] | None, said: str) -> None:
    between = f" ({interval[0]:.0%} to {interval[1]:.0%})" if interval else ""
    out.print(f"   {f'{share:.0%}{between}':>18}  {said}", markup=False)


def won(line: dict[str, Any]) -> float:
    """The share of games that a champion won in the measure that is drawn; a draw is no win."""
    found = line["measure"][CURVE]
    return float(found["wins"] / found["games"])


def curve(shares: Sequence[float], height: int = HEIGHT) -> str:
    """Shares from 0 to 1 as columns of blocks, with a scale beside them.

    >>> print(curve([0, 0.25, 0.5, 1], height=2))
    100 % |   █
     50 % | ▄██
      0 % +----
    """
    steps = len(BLOCKS)
    lines = []
    for row in range(height, 0, -1):
        filled = [ceil(share * height * steps - (row - 1) * steps - 0.5) for share in shares]
        blocks = "".join(BLOCKS[min(one, steps) - 1] if one > 0 else " " for one in filled)
        label = {height: "100 %", height // 2: "50 %"}.get(row, "")
        lines.append(f"{label:>5} |{blocks}".rstrip())
    return "\n".join([*lines, f"  0 % +{'-' * len(shares)}"])


def thoughts(engine: Engine, record: GameRecord, opening: int) -> list[Thought]:
    """What a net thought in a game that it played as black, move by move.

    Args:
        engine: the net.
        record: the game.
        opening: moves at the start that were drawn at random.
    """
    found = []
    position, moves = record.game.start(), record.moves
    for ply, move in enumerate(moves, 1):
        if ply > opening and position.to_move == "black":
            answer = record.game.text(moves[ply]) if ply < len(moves) else ""
            found.append(_thought(engine, position, move, ply, answer))
        position = position.play(move)
    return found


def _thought(engine: Engine, position: Position, move: int, ply: int, answer: str) -> Thought:
    values, text = engine.think(position, all_moves=True).root_values, position.game.text
    best = sorted((one for one in values if one != move), key=lambda one: -values[one])[:2]
    others = ", ".join(f"{text(one)} {_chance(values[one])}" for one in best)
    return Thought(ply, text(move), _chance(values[move]), others, answer)


def _chance(value: float) -> str:
    """Black's view of a move, by a net whose values are chances to win."""
    return f"{value:.0%}" if isfinite(value) else "wins" if value > 0 else "loses"


def _print_game(out: Console, result: Results, net: Engine) -> None:
    """The first game that the net won as black, or the first if there is none; its last board."""
    blacks = range(0, len(result.batch), 2)
    won = (index for index in blacks if result.batch[index].outcome.winner == "black")
    index = next(won, 0)
    record = result.batch[index]
    which = (
        "its first win as black"
        if record.outcome.winner == "black"
        else "a game that it did not win"
    )
    out.print(f"\n3. A game, move by move: {which} against the evolved net.", style="bold")
    out.print("   Chances are what the net itself saw in a move when it chose.\n")
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("  move", justify="right")
    table.add_column("black plays")
    table.add_column("chance", justify="right")
    table.add_column("it also thought of")
    table.add_column("white answers")
    for one in thoughts(net, record, OPENING):
        table.add_row(str(one.ply), one.move, one.worth, one.others, one.answer)
    out.print(table)
    out.print(f"\n{record.replay()}", markup=False)


def print_next(out: Console, folder: Path) -> None:
    """What to do next, as it can be typed here."""
    program, run = typed_program(), shlex.quote(f"run:{folder}")
    out.print("\nWhat to do next:", style="bold")
    for what, command in {
        "play in a browser, against this net or stronger ones": "play",
        "see what it thinks of every first move": f"think start --player {run}",
        "let it meet the champion, which learned for longer": (
            f"match {run} champion:capture-go --games 10 --opening 2"
        ),
        "learn another game": "train game=tic-tac-toe generations=20",
    }.items():
        out.print(f"\n  # {what}\n  {program} {command}", markup=False, soft_wrap=True)


def typed_program() -> str:
    """How a person types this program's name here: its path, where the name is not found."""
    own = Path(sys.argv[0])
    found = shutil.which(own.name)
    if not own.exists() or (found is not None and Path(found).samefile(own)):
        return own.name
    here = own.absolute()
    return shlex.quote(
        str(here.relative_to(Path.cwd()) if here.is_relative_to(Path.cwd()) else own)
    )
