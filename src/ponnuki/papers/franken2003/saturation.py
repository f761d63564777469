"""What saturated nets of Franken & Engelbrecht 2003 play: it is up to the rule for ties."""

from typing import Any

import numpy as np

from ponnuki.learners.tic_tac_toe import Output
from ponnuki.papers.franken2003.cells import RULES, Cell, run_cell
from ponnuki.papers.franken2003.scale import Scale
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page, mean_interval

FIRST_SQUARE_S = 34.54616402
"""The exact S of a player that always takes the first empty square."""
DRAWN_S = 100 * (737 / 1260 + 121 / 420) - 87.6
"""The exact S of a player that draws its moves: two of them win 58.49 % and 28.81 %."""


def saturation(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """What swarms come to by the rule for ties and by how finely outputs are told apart."""
    page.heading("Ties, after the last epoch")
    particles = 20 if 20 in scale.particles else scale.particles[-1]
    page.text(
        f"lbest, {particles} particles, 7 hidden units. 'grid': outputs in steps of 2⁻²⁰, as in "
        "all of this report; 'doubles': as the sigmoid in double precision tells them apart; "
        "'sums': before the sigmoid, which never saturates. A player without any view that takes "
        f"the first empty square has S = {FIRST_SQUARE_S:.2f}, one that draws {DRAWN_S:.2f}."
    )
    outputs: tuple[Output, ...] = ("grid", "doubles", "sums")
    cells = [
        run_cell(workshop, Cell("lbest", particles, 7, ties, output=output), scale)
        for output in outputs
        for ties in RULES
    ]
    page.table(
        ["outputs, ties", "S, mean (95 %)", "positions with all moves alike", "size of weights"],
        [
            [
                f"{output}, {cell['ties']}",
                mean_interval(cell["s_exact"]).text(digits=2),
                f"{100 * np.mean(cell['indifferent']):.0f} %",
                f"{np.exp(np.mean(np.log(cell['weight_size']))):.1g}",
            ]
            for output, cell in zip(np.repeat(outputs, len(RULES)), cells, strict=True)
        ],
    )
    return {"cells": cells}
