"""Tables 1 and 2 of Cai et al. 2009, and the games against the defensive player (section 6)."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena.intervals import FEWEST
from ponnuki.papers.cai2009.claims import claims, print_claims
from ponnuki.papers.cai2009.engines import NOISE, UNTRAINED, Field, share, trained
from ponnuki.papers.cai2009.numbers import DEFENSIVE, MOVES_AGAINST_RANDOM, TABLE1, TABLE2
from ponnuki.papers.cai2009.replayed import replayed_text
from ponnuki.papers.cai2009.scale import Scale
from ponnuki.papers.cai2009.versus_defensive import by_territory
from ponnuki.papers.claims import NOT_COMPARABLE
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page, crossed_interval, share_interval
from ponnuki.reports.tables import cross_table


def table1(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """One engine a method, wins of 100 games as black."""
    field = Field.of(workshop, scale)
    results: dict[str, Any] = {}
    page.heading("Table 1: one engine a method, wins as black in per cent")

    def cell(noise: float, black: str, white: str) -> str:
        found = field.cell(workshop, black, white, noise, 1)
        results[_key(black, white, noise)] = found
        ours = f"{share(found).mean():.0f}"
        paper = TABLE1.get(black, {}).get(white) if noise else None
        return ours if paper is None else f"{ours} (paper {paper})"

    names = [*scale.methods, UNTRAINED]
    for noise, text in (
        (NOISE, f"With 10 % random moves on each side, {scale.games} games a cell:"),
        (
            0.0,
            f"Without random moves, one game a cell (against random {scale.games}): 100 is a win, "
            "0 is none.",
        ),
    ):
        page.text(text)
        cross_table(page, names, [*names, "random"], partial(cell, noise))
    against = {name: results[_key(name, "random", NOISE)] for name in names}
    wins = {name: float(share(one).mean()) for name, one in against.items()}
    methods = scale.methods
    page.text(
        f"Against random players the trained engines win {_from_to(wins, methods)} % of games in "
        f"{np.mean([against[one]['plies'] for one in methods]):.1f} moves on average (the paper: "
        f"100 % in {MOVES_AGAINST_RANDOM} moves). The untrained net wins {wins[UNTRAINED]:.0f} % "
        f"in {against[UNTRAINED]['plies']:.1f} moves."
    )
    _say_of_runs(workshop, scale, page, 1)
    return results


def table2(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """Ten engines a method, every one against every other, and the paper's claims."""
    field = Field.of(workshop, scale)
    results: dict[str, Any] = {}
    page.heading(f"Table 2: {scale.engines} engines a method, wins as black in per cent")

    def cell(noise: float, black: str, white: str) -> str:
        found = field.cell(workshop, black, white, noise)
        results[_key(black, white, noise)] = found
        ours = _with_interval(share(found))
        paper = TABLE2.get(black, {}).get(white) if noise else None
        return ours if paper is None else f"{ours}; paper {paper[0]} ± {paper[1]}"

    names = [*scale.methods, UNTRAINED]
    for noise, text in (
        (
            NOISE,
            "With 10 % random moves; mean ± standard deviation over pairs of engines (95 % "
            f"interval over engines, if there are {FEWEST}):",
        ),
        (0.0, "Without random moves (one game a pair of engines and colour):"),
    ):
        page.text(text)
        cross_table(page, names, names, partial(cell, noise))
    _say_of_runs(workshop, scale, page)
    judged = claims(results, scale.methods)
    print_claims(page, judged)
    return {"cells": results, "claims": judged}


def defensive(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """Every method as black against the hand-written defensive player."""
    field = Field.of(workshop, scale)
    page.heading("Against the defensive player")
    rows = []
    results: dict[str, Any] = {}
    for method in (*scale.methods, UNTRAINED):
        noisy, quiet = (field.cell(workshop, method, "defensive", noise) for noise in (NOISE, 0.0))
        results[method] = {"noisy": noisy, "quiet": quiet}
        per_engine = share(noisy).mean(axis=1)
        found = share_interval(per_engine)
        paper = DEFENSIVE.get(method)
        rows.append(
            [
                method,
                f"{found.text()} ± {found.deviation:.0f}",
                "–" if paper is None else f"{paper[0]} ± {paper[1]}, {NOT_COMPARABLE}",
                by_territory(noisy),
                f"{share(quiet).mean():.0f}",
                f"{noisy['plies']:.0f}",
            ]
        )
    page.text(
        "Wins of the engine as black in per cent, mean over engines (95 % interval over engines, "
        f"if there are {FEWEST}) ± standard deviation; the defensive player also moves at random "
        "10 % of the time. It follows the paper's four priorities and is another program than the "
        "paper's, so the printed figure is not comparable."
    )
    page.table(
        [
            *("black", "10 % random moves", "paper", "of wins by territory"),
            *("no random moves", "moves a game"),
        ],
        rows,
    )
    _say_of_runs(workshop, scale, page)
    return results


def _say_of_runs(workshop: Workshop, scale: Scale, page: Page, count: int | None = None) -> None:
    """What is known of the engines of a table, where they are kept ones."""
    records = trained(workshop, scale).values()
    text = replayed_text([one for runs in records for one in runs[:count]])
    if text:
        page.text(text)


def _from_to(wins: Mapping[str, float], names: Sequence[str]) -> str:
    """The lowest and the highest share, or the one that all have."""
    shown = [f"{one(wins[name] for name in names):.0f}" for one in (min, max)]
    return " to ".join(dict.fromkeys(shown))


def _key(black: str, white: str, noise: float) -> str:
    return f"{black}-{white}-{'noisy' if noise else 'quiet'}"


def _with_interval(values: NDArray[np.float64]) -> str:
    if values.size == 1:
        return f"{values.mean():.0f}"
    found = crossed_interval(values)
    known = f" ({found.low:.0f} to {found.high:.0f})" if found.known else ""
    return f"{found.mean:.0f} ± {values.std():.0f}{known}"
