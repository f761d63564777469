"""Engines trained against the defensive player (Cai et al. 2009, sections 5, 5.3 and 7)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena.intervals import FEWEST, enough
from ponnuki.learners import SelfPlaySettings
from ponnuki.papers.cai2009.engines import (
    NOISE,
    UNTRAINED,
    Field,
    champions,
    settings_of,
    share,
)
from ponnuki.papers.cai2009.numbers import DEFENSIVE
from ponnuki.papers.cai2009.scale import Scale
from ponnuki.papers.claims import NOT_COMPARABLE
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page, crossed_interval, mean_difference, share_interval

TAUGHT = "taught"
GAMES: dict[str, Any] = {
    "population": 0.0,
    "fixed": 1.0,
    "fixed_players": ("defensive",),
    "noise": NOISE,
}
"""All eight games of a net are against the defensive player. Without random moves they would be one
game eight times over."""


def taught_settings(scale: Scale, seed: int) -> SelfPlaySettings:
    """The hybrid's settings, with the defensive player as the only opponent."""
    return settings_of("hybrid", scale, seed).but(games=GAMES)


def taught_field(workshop: Workshop, scale: Scale) -> Field:
    """Engines of self-play, untrained nets, and those that the defensive player has taught."""
    field = Field.of(workshop, scale)
    seeds = range(1, scale.engines + 1)
    records = workshop.train_each("taught", [taught_settings(scale, seed) for seed in seeds])
    return Field(field.net, scale, {**field.rows, TAUGHT: champions(records)})


def versus_defensive(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """What training against the defensive player does against it, and against others."""
    field = taught_field(workshop, scale)
    page.heading("Trained against the defensive player")
    page.text(
        f"{scale.engines} hybrids ('{TAUGHT}') whose eight games a generation are all against the "
        "defensive player, as black, with 10 % random moves on both sides; duels for local and "
        "global bests as in self-play. Beside them the hybrids of self-play and untrained nets. "
        "Wins as black in per cent against the defensive player, mean over engines (95 % interval "
        f"over engines, if there are {FEWEST}) ± standard deviation; the paper has "
        f"{DEFENSIVE['hybrid'][0]} ± {DEFENSIVE['hybrid'][1]} against its own defensive player, "
        f"{NOT_COMPARABLE}."
    )
    rows = []
    results: dict[str, Any] = {}
    per_engine: dict[str, list[float]] = {}
    for method in TAUGHT, "hybrid", UNTRAINED:
        noisy, quiet = (field.cell(workshop, method, "defensive", noise) for noise in (NOISE, 0.0))
        results[method] = {"noisy": noisy, "quiet": quiet}
        per_engine[method] = share(noisy).mean(axis=1).tolist()
        found = share_interval(per_engine[method])
        rows.append(
            [
                method,
                f"{found.text()} ± {found.deviation:.0f}",
                by_territory(noisy),
                f"{share(quiet).mean():.0f}",
                f"{noisy['plies']:.0f}",
            ]
        )
    page.table(
        ["black", "10 % random moves", "of wins by territory", "no random moves", "moves a game"],
        rows,
    )
    for other in "hybrid", UNTRAINED:
        page.text(_difference(per_engine[TAUGHT], per_engine[other], f"'{TAUGHT}' less {other}"))
    page.text(
        f"What '{TAUGHT}' engines do against others: score in per cent over both colours, a draw "
        "counting half (95 % interval over engines of both sides), and wins as black against the "
        "random player."
    )
    others = ["hybrid", "EA", "HC", UNTRAINED]
    cells = {other: _score(workshop, field, other) for other in others}
    random = field.cell(workshop, TAUGHT, "random", NOISE)
    results["others"] = {
        "random": float(share(random).mean()),
        **{other: float(one.mean()) for other, one in cells.items()},
    }
    scores = [crossed_interval(cells[one]).text() for one in others]
    page.table(["", *others, "random"], [[TAUGHT, *scores, f"{share(random).mean():.0f}"]])
    return results


def by_territory(result: dict[str, Any]) -> str:
    """The share of black's wins that did not come from a capture, as text."""
    wins = int(np.sum(result["wins"]))
    return f"{100 * (wins - result['by_capture']) / wins:.0f} %" if wins else "–"


def _score(workshop: Workshop, field: Field, other: str) -> NDArray[np.float64]:
    """The score of each pair of engines over both colours."""
    black = field.cell(workshop, TAUGHT, other, NOISE)
    white = field.cell(workshop, other, TAUGHT, NOISE)
    score: NDArray[np.float64] = (share(black, draws=0.5) + 100 - share(white, draws=0.5).T) / 2
    return score


def _difference(ones: list[float], others: list[float], name: str) -> str:
    """A difference between engines in one sentence."""
    if not enough(len(ones)):
        return f"{name}: {np.mean(ones) - np.mean(others):+.1f} points, from too few engines."
    found = mean_difference(ones, others)
    shown = "is not shown" if found.low <= 0 <= found.high else "is shown"
    return (
        f"{name}: {found.mean:+.1f} points ({found.low:+.1f} to {found.high:+.1f}, Welch's 95 % "
        f"interval over engines): a difference {shown}."
    )
