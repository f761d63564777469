"""Zobrist's influence on 9×9 Go (Section 3.1): what it is worth without learning anything."""

from typing import Any

import numpy as np

from ponnuki.evaluators import InfluenceNet, evaluator
from ponnuki.papers.cai2007.measures import SEED, Points, verdict
from ponnuki.papers.cai2007.numbers import EVEN, ROUNDS, STONE, STRONGER, WEAK
from ponnuki.papers.cai2007.scale import Scale
from ponnuki.papers.claims import share_over_runs
from ponnuki.papers.workshop import Workshop
from ponnuki.players import Search
from ponnuki.reports import Page

GAME = "go:9"
PLAYERS = ("random", WEAK, STRONGER)
VARIANTS = {
    "four rounds": {"spread": "rounds", "reach": ROUNDS},
    "by distance": {"spread": "distance", "reach": ROUNDS},
}
DEPTHS = (1, 2)


def influence(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """Both ways to spread, one and two plies deep, against players of growing strength."""
    page.heading("Zobrist's influence")
    page.text(
        f"9×9 Go. A stone is worth {STONE}. The value of a board is the difference of the points "
        "of both sides as a share of the board; nothing is learned. A 'run' is a set of games with "
        "openings of its own. The survey has no figure: the program 'beat some beginners but was "
        f"fairly vulnerable when playing against experienced players'. Even is {EVEN:.2f}."
    )
    found: dict[str, dict[str, list[float]]] = {}
    rows = []
    for name, options in VARIANTS.items():
        net = evaluator("influence", GAME, **options)
        assert isinstance(net, InfluenceNet)
        for depth in DEPTHS:
            search = Search(depth=depth, eyes=True)
            asked = [
                Points(net, net.classical[None], search, PLAYERS, scale.measured, SEED + run)
                for run in range(scale.runs)
            ]
            questions = [(f"influence-{run}", one) for run, one in enumerate(asked)]
            answers = workshop.ask_all(f"influence, {name}, depth {depth}", questions)
            shares = np.array([answer[0] for answer in answers])
            key = f"{name}, depth {depth}"
            found[key] = {spec: shares[:, i].tolist() for i, spec in enumerate(PLAYERS)}
            rows.append([key, *(share_over_runs(found[key][spec]) for spec in PLAYERS)])
    page.table(["influence", *PLAYERS], rows)
    best = found["four rounds, depth 2"]
    judged = {spec: verdict(best[spec], EVEN) for spec in PLAYERS}
    page.text(
        "Four rounds, two plies deep, and an even score: "
        + "; ".join(f"against {spec} {word}" for spec, word in judged.items())
        + "."
    )
    return {"points": found, "verdicts": judged}
