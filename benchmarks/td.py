"""Learning by temporal differences on 5×5 Go: games a second, and plain loops beside them.

The loops beside it are what one would write first: Python plays the game by the core's rules, and
NumPy or PyTorch values all moves of a position at once and makes the steps. Their games are not
ours, because they draw other numbers; their work is.
"""

import importlib
import importlib.util
import resource
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from ponnuki import machine
from ponnuki.arena import Arena
from ponnuki.arena.batch import usable_cores
from ponnuki.evaluators import DenseNet
from ponnuki.games import Position
from ponnuki.learners import TdSettings, settings_of
from ponnuki.learners.td.games import learn
from tests.reference.nets import encode
from tests.reference.td import by_autograd, by_hand, layers

NETS: dict[str, dict[str, Any]] = {
    "koten": {"kind": "mlp", "encoding": "koten", "hidden": [25]},
    "katatsugi": {"kind": "mlp", "encoding": "katatsugi", "hidden": [25]},
    "roban": {"kind": "mlp", "encoding": "roban", "hidden": [20, 20]},
}
REPEATS = 3
WARM = 5_000
"""Games before the clock starts: games of untrained nets are longer than those that follow."""


def settings(net: str, trace: float = 0.0) -> TdSettings:
    """The paper's learner with one of its representations, and λ."""
    made = settings_of({"learner": "temporal-differences", "net": NETS[net], "trace": trace})
    assert isinstance(made, TdSettings)
    return made


def core_games(net: str, threads: int, games: int) -> float:
    """The median of games a second, one run on each thread."""
    own = settings(net)
    start = own.evaluator().initial(threads, 1)
    warm = learn([(own, row) for row in start], 0, WARM, Arena(threads))
    rates = []
    for _ in range(REPEATS):
        begin = time.perf_counter()
        learn([(own, one.weights) for one in warm], WARM, games, Arena(threads))
        rates.append(threads * games / (time.perf_counter() - begin))
    return statistics.median(rates)


def share_of_plain(net: str, trace: float, games: int) -> float:
    """Games of TD(λ) in the CPU time of one of TD(0), both in turn: other programs do not count."""
    runs = []
    for value in (0.0, trace):
        own = settings(net, value)
        (warm,) = learn([(own, own.evaluator().initial(1, 1)[0])], 0, WARM, Arena(1))
        runs.append((own, warm.weights))
    shares = []
    for _ in range(REPEATS):
        seconds = []
        for run in runs:
            begin = time.process_time()
            learn([run], WARM, games, Arena(1))
            seconds.append(time.process_time() - begin)
        shares.append(seconds[0] / seconds[1])
    return statistics.median(shares)


def plain_games(net: str, games: int, library: str) -> float:
    """Games a second of the loop that one would write first."""
    own = settings(net)
    evaluator = own.evaluator()
    assert isinstance(evaluator, DenseNet)
    rng = np.random.default_rng(1)
    (warm,) = learn([(own, evaluator.initial(1, 1)[0])], 0, WARM, Arena(1))
    weights = warm.weights.astype(np.float64)
    see = by_autograd(evaluator) if library == "PyTorch" else by_hand(evaluator)
    values = _torch_values if library == "PyTorch" else _numpy_values

    def seen(position: Position, side: str) -> tuple[float, NDArray[np.float64]]:
        viewer = 1 if side == "black" else -1
        return see(weights, encode(position.cells[None], NETS[net]["encoding"], viewer)[0])

    begin = time.perf_counter()
    for _ in range(games):
        position = evaluator.game.start()
        last: dict[str, tuple[float, NDArray[np.float64]]] = {}
        while position.outcome is None:
            mover = position.to_move
            moves = [position.play(move) for move in position.legal_numbers()]
            boards = np.stack([one.cells for one in moves])
            inputs = encode(boards, NETS[net]["encoding"], 1 if mover == "black" else -1)
            worth = values(layers(evaluator, weights), inputs)
            best = worth.max()
            position = moves[rng.choice(np.flatnonzero(worth >= best - 0.05 * abs(best)))]
            now = seen(position, mover)
            if mover in last:
                weights += 0.01 * (now[0] - last[mover][0]) * last[mover][1]
            last[mover] = now
        for side in ("black", "white"):
            value, gradient = seen(position, side)
            won = position.outcome.winner
            reward = 0.5 if won is None else float(won == side)
            weights += 0.01 * (reward - value) * gradient
    return games / (time.perf_counter() - begin)


def _numpy_values(parts: Any, inputs: NDArray[np.float64]) -> NDArray[np.float64]:
    signal = inputs
    for matrix, biases, activation in parts:
        signal = signal @ matrix.T + biases
        if activation == "sigmoid":
            signal = 1 / (1 + np.exp(-signal))
    return signal[:, 0]


def _torch_values(parts: Any, inputs: NDArray[np.float64]) -> NDArray[np.float64]:
    torch = importlib.import_module("torch")
    signal = torch.from_numpy(inputs)
    with torch.no_grad():
        for matrix, biases, activation in parts:
            signal = signal @ torch.from_numpy(matrix).T + torch.from_numpy(biases)
            if activation == "sigmoid":
                signal = torch.sigmoid(signal)
    found: NDArray[np.float64] = signal[:, 0].numpy()
    return found


def main() -> None:
    """Prints the table."""
    cores = usable_cores()
    beside: dict[str, Callable[[str], float]] = {"NumPy": lambda net: plain_games(net, 20, "NumPy")}
    if importlib.util.find_spec("torch") is not None:
        beside["PyTorch"] = lambda net: plain_games(net, 20, "PyTorch")
    table = Table(title=f"learning 5×5 Go, games a second ({machine.instruction_set()})")
    threads = [f"{cores} threads"] if cores > 1 else []
    for column in ("net", "1 thread", *threads, *(f"{name} (ratio)" for name in beside)):
        table.add_column(column, justify="right")
    for net in NETS:
        one = core_games(net, 1, 20_000)
        many = [f"{core_games(net, cores, 20_000):,.0f}"] if threads else []
        slow = [
            f"{rate:,.1f} ({one / rate:,.0f})" for rate in (take(net) for take in beside.values())
        ]
        table.add_row(net, f"{one:,.0f}", *many, *slow)
    console = Console()
    console.print(table)
    for net in NETS:
        share = share_of_plain(net, 0.7, 20_000)
        console.print(f"{net} by TD(0.7): {share:.2f} of the games of TD(0); over 0.6 is wanted")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    console.print(f"memory of the whole program at most {memory:.0f} MB")
    console.print("the paper: about 80 games a second (70 hours for 20 million)")


if __name__ == "__main__":
    main()
