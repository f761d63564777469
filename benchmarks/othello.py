"""Othello one ply deep: games a second of one core, beside a plain loop, NumPy and OpenSpiel.

The games are those of Kim & Cho 2007: piece counters and nets with a tenth of random moves against
the standard piece counter. Seconds are of the processor, so that other work on the machine does not
count. The loop beside ours has the same rules in plain Python and values a board by a product of
NumPy; OpenSpiel's rules are driven by the same loop, if it is installed.
"""

import statistics
import time
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

import ponnuki
from ponnuki import _core
from ponnuki.arena import Arena
from ponnuki.learners import SelfPlay, SelfPlaySettings, preset
from ponnuki.players import Choice, Engine, Search
from ponnuki.players.standard import STANDARD_WPC
from tests.reference.othello import Othello, State

REPEATS = 3
GAME = ponnuki.game("othello:8")
NOISE = 0.1
DEPTH = 8
"""Of searches: deep enough that their beginnings do not count."""


def core_games(kind: str, games: int) -> float:
    """Games a second of 50 nets with initial weights against the standard piece counter."""
    net = ponnuki.evaluator(kind, GAME)
    nets = Engine.of_rows(net, net.initial(50, 1), Search(depth=1), Choice(noise=NOISE))
    players = [*nets, ponnuki.player("standard-wpc", GAME, noise=NOISE)]
    pairings = np.stack([np.arange(games) % 50, np.full(games, 50)], axis=1)
    pairings[::2] = pairings[::2, ::-1]
    rates = []
    for repeat in range(REPEATS):
        seeds = np.arange(games, dtype=np.uint64) + repeat * games
        begin = time.process_time()
        Arena(1).play(GAME, players, pairings, seeds)
        rates.append(games / (time.process_time() - begin))
    return statistics.median(rates)


def run_seconds(generations: int) -> tuple[float, int]:
    """Seconds of the processor that a printed run takes, by its first generations; its games."""
    settings = SelfPlaySettings.of(preset("kim2007"))
    trainer = SelfPlay(settings, Arena(2))
    state, games = trainer.start(), 0
    begin = time.process_time()
    for _ in range(generations):
        state, generation = trainer.step(state)
        games += int(generation.facts["games"])
    whole = settings.generations / generations
    return (time.process_time() - begin) * whole, int(games * whole)


def loop_games(rules: "PlainRules | SpielRules", games: int) -> float:
    """Games a second of a plain loop over some rules."""
    rng = np.random.default_rng(1)
    other = ponnuki.evaluator("wpc", GAME).initial(1, 1)[0]
    begin = time.process_time()
    for number in range(games):
        state, ply = rules.start(), 0
        while moves := rules.moves(state):
            if rng.random() < NOISE:
                state = rules.play(state, moves[rng.integers(len(moves))])
            else:
                weights = other if (ply + number) % 2 else STANDARD_WPC
                after = [rules.play(state, move) for move in moves]
                values = [float(rules.cells(one) @ weights) for one in after]
                state = after[int(np.argmin(values) if ply % 2 else np.argmax(values))]
            ply += 1
    return games / (time.process_time() - begin)


class PlainRules:
    """The slow rules that tests compare ours with."""

    def __init__(self) -> None:
        self._rules = Othello(8)

    def start(self) -> State:
        """The position before the first move."""
        return self._rules.start()

    def moves(self, state: State) -> list[int]:
        """The legal moves; none at the end."""
        return self._rules.legal_moves(state)

    def play(self, state: State, move: int) -> State:
        """The position after a move."""
        return self._rules.play(state, move)

    def cells(self, state: State) -> NDArray[np.float32]:
        """The board as numbers."""
        return np.array(state.cells, np.float32)


class SpielRules:
    """OpenSpiel's rules."""

    def __init__(self) -> None:
        import pyspiel  # noqa: PLC0415 - it may not be installed

        self._game = pyspiel.load_game("othello")

    def start(self) -> Any:
        """The position before the first move."""
        return self._game.new_initial_state()

    def moves(self, state: Any) -> list[int]:
        """The legal moves; none at the end."""
        moves: list[int] = state.legal_actions()
        return moves

    def play(self, state: Any, move: int) -> Any:
        """The position after a move."""
        return state.child(move)

    def cells(self, state: Any) -> NDArray[np.float32]:
        """The board as numbers: of the three planes the second is black's, the third white's."""
        planes = np.array(state.observation_tensor(0), np.float32).reshape(3, 64)
        cells: NDArray[np.float32] = planes[1] - planes[2]
        return cells


def searchers(depth: int) -> dict[str, Engine]:
    """Engines that look so far ahead: the standard piece counter, and n-tuples of two kinds."""
    counter = ponnuki.player(f"standard-wpc,depth={depth}", GAME)
    assert isinstance(counter, Engine)
    found = {"the piece counter": counter}
    for shapes in (["straight-2"], ["straight-3"], ["lines", "square-3"]):
        net = ponnuki.evaluator("ntuple", GAME, shapes=shapes, bound=0.1)
        name = f"n-tuples {' and '.join(shapes)} ({net.weight_count:,} weights)"
        found[name] = Engine(net, net.initial(1, 1)[0], Search(depth=depth))
    return found


def search_rates(engine: Engine) -> tuple[float, float]:
    """Nodes and leaves a second of alpha-beta, from positions of random games."""
    positions = [
        GAME.start().play_all(record.moves[:16]) for record in ponnuki.play_random(GAME, 8, 1, 1)
    ]
    engine.think(positions[0])  # its memory is there
    nodes = leaves = 0
    begin = time.process_time()
    for position in positions:
        found = engine.think(position)
        nodes, leaves = nodes + found.nodes, leaves + found.leaves
    seconds = time.process_time() - begin
    return nodes / seconds, leaves / seconds


def endgame_rates(empty: int, positions: int) -> tuple[float, float, float]:
    """Mean and longest milliseconds to solve random positions, and nodes a second."""
    engine = ponnuki.player(f"standard-wpc,depth=2,endgame={empty}", GAME)
    assert isinstance(engine, Engine)
    seconds, nodes = [], 0
    for record in ponnuki.play_random(GAME, 2 * positions, 1, 1):
        position = GAME.start().play_all(record.moves[: 60 - empty])
        if position.outcome is None and position.stones.count(0) == empty:
            begin = time.process_time()
            nodes += engine.think(position).nodes
            seconds.append(time.process_time() - begin)
    mean = statistics.mean(seconds[:positions])
    return 1000 * mean, 1000 * max(seconds[:positions]), nodes / sum(seconds)


def main() -> None:
    """Prints the tables."""
    console = Console()
    table = Table(title="Othello one ply deep, games a second of one core")
    for column in "kernels", "piece counter", "net 64-32-1":
        table.add_column(column, justify="left" if column == "kernels" else "right")
    before = _core.instruction_set()
    for name in _core.instruction_sets():
        _core.use_instruction_set(name)
        rates = core_games("wpc", 40_000), core_games("mlp", 10_000)
        table.add_row(name, *(f"{one:,.0f}" for one in rates))
    _core.use_instruction_set(before)
    ours = core_games("wpc", 40_000)
    peers: dict[str, PlainRules | SpielRules] = {"plain Python, NumPy": PlainRules()}
    if find_spec("pyspiel"):
        peers["OpenSpiel, NumPy"] = SpielRules()
    for name, rules in peers.items():
        rate = loop_games(rules, 4)
        table.add_row(name, f"{rate:,.1f} (ours: {ours / rate:,.0f} times)", "-")
    console.print(table)
    seconds, games = run_seconds(5)
    console.print(
        f"a run of the preset kim2007: {games:,} games, {seconds:.0f} s of one core, "
        f"{seconds / 2:.0f} s on two"
    )
    for name, engine in searchers(DEPTH).items():
        nodes, leaves = search_rates(engine)
        console.print(
            f"alpha-beta at depth {DEPTH} with {name}: {nodes:,.0f} nodes and {leaves:,.0f} leaves "
            "a second of one core"
        )
    for empty in 14, 16:
        mean, longest, rate = endgame_rates(empty, 20)
        console.print(
            f"the last {empty} empty points solved: {mean:.0f} ms a position, {longest:.0f} ms at "
            f"most, {rate / 1e6:.1f} million nodes a second of one core"
        )


if __name__ == "__main__":
    main()
