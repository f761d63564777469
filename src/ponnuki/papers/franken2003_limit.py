"""Beyond Franken & Engelbrecht 2003: how near the same nets come to the limit of S.

The nets stay (9-H-1, H at most 15); what trains them changes: constants, what is asked of them, and
the optimiser. The best of all is kept with the package as ``champion:tic-tac-toe``.
"""

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki import _core
from ponnuki.arena import Arena
from ponnuki.arena.tic_tac_toe import (
    S_LIMIT,
    SAFE_S_LIMIT,
    OnePly,
    code,
    exact_standings,
    opponent_policy,
)
from ponnuki.evaluators import load_weights, save_weights
from ponnuki.fitness import ExactJudge
from ponnuki.optimisers import Cma, Ea, Es, Optimiser, Pso, UnstableSwarmWarning
from ponnuki.papers.franken2003 import SEED, Cell, Scale, run_cell
from ponnuki.papers.workshop import Workshop
from ponnuki.players.champions import champion_file
from ponnuki.reports import Page, mean_interval
from ponnuki.reports.page import new_figure
from ponnuki.trainers.climb import Climb, climb

HIDDEN = 15


@dataclass(frozen=True)
class Variant:
    """An optimiser that is told the exact measure of nets against the random player."""

    label: str
    optimiser: Callable[[], Optimiser[Any]]
    population: int
    measure: str = "wins"
    single: bool = False


VARIANTS = (
    Variant("swarm, stable constants", lambda: Pso(0.72, 1.4, 1.4, bests="remember"), 40),
    Variant("EA", lambda: Ea(0.2), 40),
    Variant("ES", lambda: Es(0.3, 1.0, 40, 0.9), 40, single=True),
    Variant("CMA-ES, diagonal", lambda: Cma(0.5, 40), 40, single=True),
    Variant("CMA-ES", lambda: Cma(0.5, 40, diagonal=False), 40, single=True),
    Variant(
        "CMA-ES, wins minus losses",
        lambda: Cma(0.5, 40, diagonal=False),
        40,
        measure="points",
        single=True,
    ),
)


def optimise(
    variant: Variant, player: OnePly, evaluations: int, seed: int, arena: Arena
) -> tuple[NDArray[np.float32], list[float]]:
    """The best net that a variant met, and the highest S so far after each step."""
    judge = ExactJudge(player, variant.measure, arena=arena)  # type: ignore[arg-type]
    optimiser = variant.optimiser()
    rng = np.random.default_rng(seed)
    start = player.evaluator.initial(1 if variant.single else variant.population, seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UnstableSwarmWarning)
        state = optimiser.start(start, rng)
    best, highest = start[0], -np.inf
    curve = []
    while judge.evaluations < evaluations:
        state = optimiser.step(state, judge, rng)
        net = optimiser.champion(state)
        found = float(exact_standings(player, net[None], arena=Arena(1)).s[0])
        if found > highest:
            best, highest = net, found
        curve.append(highest)
    return best, curve


def limit(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """What helps on the way to the limit, and how much."""
    page.heading("Beyond the paper: towards the limit of S")
    page.text(
        f"The limit is {S_LIMIT:.2f}. All rows: nets 9-{HIDDEN}-1 that choose by themselves, ties "
        "at random, S exact. First co-evolution as in the paper, 20 particles, changed step by "
        f"step; then optimisers that are told the exact S of a net, {scale.evaluations:,} nets a "
        "run; then the gradient of the exact chances, by which choices are drawn with chances that "
        "grow with the values, ever sharper."
    )
    results: dict[str, Any] = {"coevolution": {}, "optimisers": {}, "gradient": {}}
    rows: list[list[object]] = []
    for label, more in (
        ("co-evolution, as printed", {}),
        ("with a velocity limit of 1", {"vmax": 1.0}),
        ("with a velocity limit of 0.1", {"vmax": 0.1}),
        ("EP instead of a swarm", {"algorithm": "ep"}),
    ):
        settings: dict[str, Any] = {"algorithm": "lbest", **more}
        cell = run_cell(
            workshop, Cell(particles=20, hidden=HIDDEN, ties="random", **settings), scale
        )
        results["coevolution"][label] = cell
        rows.append(_row(label, cell["s_exact"]))
        best = f"{label}: the best of a run's personal bests"
        rows.append(_row(best, cell["s_best"]))
    player = OnePly.of(HIDDEN)
    curves: dict[str, list[list[float]]] = {}
    for variant in VARIANTS:
        found = workshop.part(
            f"optimise-{variant.label.replace(' ', '-').replace(',', '')}",
            ["optimise-1", variant.label, scale.evaluations, scale.optimiser_runs],
            partial(_optimised, variant, player, scale, workshop.arena),
        )
        curves[variant.label] = found
        results["optimisers"][variant.label] = [curve[-1] for curve in found]
        rows.append(_row(variant.label, [curve[-1] for curve in found]))
    for hidden in scale.hidden:
        steps = max(100, scale.evaluations // 50)
        values = workshop.part(
            f"gradient-h{hidden}",
            ["gradient-1", hidden, steps, scale.optimiser_runs],
            partial(_climbed, hidden, steps, scale.optimiser_runs),
        )
        results["gradient"][str(hidden)] = values
        rows.append(_row(f"gradient of the chances, {hidden} hidden units", values))
    page.table(["training", "runs", "S, mean (95 %)", "best"], rows)
    page.figure("limit", _picture(curves), "The highest S so far, by nets judged")
    return results


def _optimised(variant: Variant, player: OnePly, scale: Scale, arena: Arena) -> list[list[float]]:
    """The highest S so far, by nets judged, of every run."""
    seeds = [_core.stream(SEED, variant.label, run) for run in range(scale.optimiser_runs)]
    return [optimise(variant, player, scale.evaluations, seed, arena)[1] for seed in seeds]


def _climbed(hidden: int, steps: int, runs: int) -> list[float]:
    """The S that every run reaches."""
    seeds = [_core.stream(SEED, f"climb-{hidden}", run) for run in range(runs)]
    return [climb(Climb(hidden, steps), seed).s for seed in seeds]


def _row(label: str, values: list[float]) -> list[object]:
    return [label, len(values), mean_interval(values).text(digits=2), f"{max(values):.2f}"]


def _picture(curves: dict[str, list[list[float]]]) -> Any:
    figure = new_figure(8, 5)
    axis = figure.subplots()
    for number, (label, lines) in enumerate(curves.items()):
        for i, line in enumerate(lines):
            axis.plot(
                40 * np.arange(1, len(line) + 1),
                line,
                color=f"C{number}",
                alpha=0.7,
                label=label if i == 0 else None,
            )
    axis.axhline(S_LIMIT, color="grey", lw=0.8, ls="--")
    axis.set_xscale("log")
    axis.set_ylim(bottom=0)
    axis.set_xlabel("nets judged")
    axis.set_ylabel("S")
    axis.legend(fontsize=8)
    return figure


CHAMPIONS = ((Climb(HIDDEN, 6000, safety=0.005), 1), (Climb(HIDDEN, 8000, safety=0.3), 5))
"""How the rows of ``champion:tic-tac-toe`` were made: settings and seed of a climb each."""


def train_champion(path: str | Path) -> None:
    """Makes the nets of ``champion:tic-tac-toe`` anew, in some minutes, and writes their file.

    Another version of NumPy may round otherwise, and a climb then end elsewhere.
    """
    rows = [climb(settings, seed).weights for settings, seed in CHAMPIONS]
    save_weights(path, OnePly.of(HIDDEN).evaluator, rows, CHAMPION_FACTS)


CHAMPION_FACTS = {
    "depth": "1",
    "made": "ponnuki.papers.franken2003_limit.train_champion",
    "row 0": "wins most against random moves",
    "row 1": "cannot be beaten",
}
"""What the file of the champion says about itself."""


def measure_champion() -> list[dict[str, Any]]:
    """All that can be said exactly of the nets that are kept with the package."""
    file = load_weights(champion_file("tic-tac-toe"))
    net = OnePly(file.evaluator)
    engine = OnePly(file.evaluator, sees_wins=True)
    return [_measures(net, engine, row) for row in file.weights]


def _measures(net: OnePly, engine: OnePly, row: NDArray[np.float32]) -> dict[str, Any]:
    out: dict[str, Any] = {"hidden": net.evaluator.settings()["hidden"]}
    for label, player in (("net", net), ("engine", engine)):
        against = exact_standings(player, row[None], "random")
        perfect = exact_standings(player, row[None], "perfect")
        out[label] = {
            "s": float(against.s[0]),
            "wins_against_random": (100 * against.wins[0]).tolist(),
            "losses_against_random": (100 * against.losses[0]).tolist(),
            "losses_against_perfect": (100 * perfect.losses[0]).tolist(),
            "loss_rate_against_perfect": float(100 * perfect.losses.mean()),
        }
    alone, seeing = net.policy(row), engine.policy(row)
    reached = _reached(alone)
    out["positions"] = len(reached)
    out["positions_engine_differs"] = int((alone[reached] & ~seeing[reached] != 0).sum())
    out["positions_with_ties"] = int((np.bitwise_count(alone[reached]) > 1).sum())
    return out


def _reached(policy: NDArray[np.uint16]) -> list[int]:
    """The positions in which a net has to move in its games with somebody who may play anything."""
    legal = opponent_policy("random")
    found: set[int] = set()
    for own_first in (True, False):
        front: set[tuple[int, ...]] = {(0,) * 9}
        for ply in range(9):
            own = (ply % 2 == 0) == own_first
            after = set()
            for cells in front:
                number = code(cells)
                if own:
                    found.add(number)
                moves = int(policy[number] if own else legal[number])
                for move in range(9):
                    if moves >> move & 1:
                        later = list(cells)
                        later[move] = 1 if ply % 2 == 0 else -1
                        if ply < 8 and legal[code(later)]:
                            after.add(tuple(later))
            front = after
    return sorted(found)


def champion(workshop: Workshop, scale: Scale, page: Page) -> list[dict[str, Any]]:
    """Measures the nets that are kept with the package."""
    del workshop, scale
    found = measure_champion()
    page.heading("champion:tic-tac-toe")
    page.text(
        "All figures are exact and in per cent. 'net': every move is the net's own choice; "
        "'engine': a move that makes a line is seen and played, as `champion:tic-tac-toe` does. "
        "The perfect player draws from the moves that keep the value of the game. The highest S "
        f"of all is {S_LIMIT:.3f}, that of players who cannot be beaten {SAFE_S_LIMIT:.3f}."
    )
    rows = []
    for number, row in enumerate(found):
        for label in ("net", "engine"):
            one = row[label]
            rows.append(
                [
                    f"row {number}, {label}",
                    f"{one['s']:.3f}",
                    *(f"{value:.3f}" for value in one["wins_against_random"]),
                    *(f"{value:.3f}" for value in one["losses_against_random"]),
                    *(f"{value:.3f}" for value in one["losses_against_perfect"]),
                    f"{one['loss_rate_against_perfect']:.3f}",
                ]
            )
    page.table(
        [
            "player",
            "S",
            "wins, first",
            "wins, second",
            "losses, first",
            "losses, second",
            "losses to perfect, first",
            "losses to perfect, second",
            "loss rate against perfect",
        ],
        rows,
    )
    for number, row in enumerate(found):
        page.text(
            f"Row {number}: in {row['positions_engine_differs']} of the {row['positions']} "
            "positions that can arise in its games the engine chooses otherwise than the net "
            f"alone; in {row['positions_with_ties']} the net has ties."
        )
    return found
