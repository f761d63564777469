"""The nets of ``champion:tic-tac-toe``: how they were made, and all that is known of them."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.evaluators import load_weights, net_name, save_weights
from ponnuki.learners.tic_tac_toe import (
    S_LIMIT,
    SAFE_S_LIMIT,
    OnePly,
    code,
    exact_standings,
    opponent_policy,
)
from ponnuki.papers.franken2003.climb import Climb, climb
from ponnuki.papers.franken2003.limit import HIDDEN
from ponnuki.papers.franken2003.scale import Scale
from ponnuki.papers.workshop import Workshop
from ponnuki.players.champions import champion_file
from ponnuki.reports import Page

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
    "made": "ponnuki.papers.franken2003.champion.train_champion",
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
    out: dict[str, Any] = {
        "name": net_name(row),
        "hidden": net.evaluator.settings()["hidden"],
    }
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
            f"Row {number}, net {row['name']}: in {row['positions_engine_differs']} of the "
            f"{row['positions']} positions that can arise in its games the engine chooses "
            f"otherwise than the net alone; in {row['positions_with_ties']} the net has ties."
        )
    return found
