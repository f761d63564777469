"""The survey's table of Capture Go with one random move in five (Section 5), by kept engines."""

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena.intervals import FEWEST
from ponnuki.papers.cai2007.numbers import CAPTURE_NOISE
from ponnuki.papers.cai2007.scale import Scale
from ponnuki.papers.cai2009.claims import black_advantage, both_colours
from ponnuki.papers.cai2009.engines import Field, Meeting, settings_of, share
from ponnuki.papers.cai2009.numbers import MOVES_AGAINST_RANDOM, TABLE1
from ponnuki.papers.cai2009.scale import SCALES as CAI2009
from ponnuki.papers.cai2009.scale import Scale as Training
from ponnuki.papers.cai2009.versus_defensive import by_territory
from ponnuki.papers.claims import NOT_COMPARABLE
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import MeanInterval, Page, crossed_interval, share_interval
from ponnuki.reports.tables import cross_table
from ponnuki.seeds import stream

METHODS = ("hybrid", "PSO", "EA", "HC")
STRONG = "champion:capture-go,visits={}"
"""The strongest player of the package: what it wins is about the most that this noise lets win."""
WEAK = "untrained,seed=1,depth=1"
LEVEL = (40.0, 60.0)
"""Two methods are level if the whole interval of their score lies here: our decision."""
KIND = "noisy"
"""What cai2009 calls games with random moves."""
MISSING = (
    "The engines were not found, and this experiment trains none. In the source tree "
    "`python -m zipfile -e docs/papers/engines/cai2009.zip FOLDER/runs` puts them there, for the "
    "FOLDER of `--out`."
)

Cells = dict[str, dict[str, Any]]


def capture(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """One engine a method as in the survey, all engines of all methods, the ceiling, claims."""
    training = CAI2009[scale.capture].but(engines=scale.capture_engines, games=scale.capture_each)
    page.heading("Capture Go with 20 % random moves")
    if not _found(workshop, scale, training):
        page.text(MISSING)
        return {"found": False}
    field = Field.of(workshop, training)
    _introduce(page, training)
    return {
        "found": True,
        "one": _one_engine(workshop, field, scale, page),
        **_all_engines(workshop, field, page),
        "ceiling": _ceiling(workshop, field, scale, page),
    }


def table(
    workshop: Workshop, field: Field, noise: float, whites: tuple[str, ...], one: bool = False
) -> Cells:
    """Every method as black against methods and players as white, as cai2009 asks for its cells.

    Args:
        workshop: where they are kept.
        field: the engines.
        noise: share of random moves on each side.
        whites: names of methods, or of players without a net.
        one: the engines of seed 1 alone.
    """
    count = 1 if one else None
    return {
        f"{black}-{white}-{KIND}": field.cell(workshop, black, white, noise, count)
        for black in METHODS
        for white in whites
        if black != white
    }


def _found(workshop: Workshop, scale: Scale, training: Training) -> bool:
    """Whether no engine need be trained, or all of them are trained in no time."""
    return scale.capture == "smoke" or all(
        workshop.is_done(settings_of(method, training, seed))
        for method in METHODS
        for seed in range(1, training.engines + 1)
    )


def _introduce(page: Page, training: Training) -> None:
    trained = settings_of("hybrid", training, 1)
    page.text(
        f"9×9 Capture Go; on both sides {100 * CAPTURE_NOISE:.0f} % of moves are drawn from all "
        "legal ones. The engines are those of Cai et al. 2009, trained without games like these: "
        f"depth {trained.search.depth}, {trained.generations} generations of self-play with "
        f"{100 * trained.games.noise:.0f} % random moves. A method's engines are those of seeds 1 "
        f"to {training.engines}, whatever they are worth. The survey does not say the depth, nor "
        "which engine it took as the best; its figures are those of Table 1 of Cai et al. 2009, "
        "which says 10 % random moves."
    )


def _one_engine(workshop: Workshop, field: Field, scale: Scale, page: Page) -> Cells:
    """The survey's table, from the engines of seed 1."""
    sized = replace(field, scale=field.scale.but(games=scale.capture_games))
    cells = table(workshop, sized, CAPTURE_NOISE, (*METHODS, "random"), one=True)
    page.heading("One engine a method", 3)
    page.text(
        f"As in the survey: the engines of seed 1, {scale.capture_games} games a cell, wins of "
        "black / wins of white (the survey in brackets)."
    )

    def cell(black: str, white: str) -> str:
        found = cells[f"{black}-{white}-{KIND}"]
        wins = int(found["wins"][0][0])
        losses = found["games"] - wins - int(found["draws"][0][0])
        printed = TABLE1.get(black, {}).get(white)
        said = "" if printed is None else f" ({printed}/{100 - printed})"
        return f"{wins}/{losses}{said}"

    cross_table(page, METHODS, (*METHODS, "random"), cell)
    return cells


def _all_engines(workshop: Workshop, field: Field, page: Page) -> dict[str, Any]:
    """All engines of every method against all of every other, and against players by hand."""
    count, games = field.scale.engines, field.scale.games
    cells = table(workshop, field, CAPTURE_NOISE, (*METHODS, "random", "defensive"))
    page.heading(f"All {count} engines a method", 3)
    page.text(
        f"Games between any two engines: {games}. Wins as black in per cent, mean over pairs of "
        f"engines (95 % interval over engines of both sides, if there are {FEWEST})."
    )

    def cell(black: str, white: str) -> str:
        printed = TABLE1.get(black, {}).get(white)
        said = "" if printed is None else f"; survey {printed}"
        return crossed_interval(share(cells[f"{black}-{white}-{KIND}"])).text() + said

    cross_table(page, METHODS, METHODS, cell)
    page.text(
        f"As black against players without a net, games an engine: {games}; 95 % intervals over "
        "engines. `defensive` loses by territory or by capture; it follows the survey's four "
        f"priorities and is another program, and the survey prints no figure: {NOT_COMPARABLE}. "
        "The random player moves at random all the time."
    )
    rows = []
    for method in METHODS:
        random, other = (cells[f"{method}-{name}-{KIND}"] for name in ("random", "defensive"))
        rows.append(
            [
                method,
                _over_engines(random).text(),
                f"{random['plies']:.1f} (survey {MOVES_AGAINST_RANDOM})",
                _over_engines(other).text(),
                by_territory(other),
            ]
        )
    against = "wins against random", "moves a game", "wins against defensive", "by territory"
    page.table(["black", *against], rows)
    judged = claims(cells)
    _print_claims(page, judged)
    return {"cells": cells, "claims": judged}


def claims(cells: Cells) -> list[dict[str, Any]]:
    """What the survey claims, judged by all engines of every method.

    Intervals are as wide as so many claims need: all of them hold together in 95 % (Bonferroni).
    """
    both = partial(both_colours, cells, kind=KIND)

    def black(one: str, other: str) -> NDArray[np.float64]:
        return share(cells[f"{one}-{other}-{KIND}"], draws=0.5)

    scores = {
        "the hybrid as black beats PSO": (black("hybrid", "PSO"), _beats),
        "the hybrid as black beats EA": (black("hybrid", "EA"), _beats),
        "the hybrid as white is level with EA": (100 - black("EA", "hybrid").T, _is_level),
        "the hybrid as white is below PSO": (100 - black("PSO", "hybrid").T, _is_below),
        "PSO and EA are level": (both(one="PSO", other="EA"), _is_level),
        **{
            f"{method} beats HC": (both(one=method, other="HC"), _beats)
            for method in METHODS
            if method != "HC"
        },
    }
    level = 1 - 0.05 / (len(scores) + 1)
    found = [
        _judged(text, crossed_interval(values, level), verdict)
        for text, (values, verdict) in scores.items()
    ]
    advantage = black_advantage(cells, METHODS, KIND, level)
    return [*found, _judged("black is ahead", advantage, _beats)]


def _beats(low: float, high: float) -> str:
    return "holds" if low > 50 else "is reversed" if high < 50 else "is not shown"


def _is_below(low: float, high: float) -> str:
    return _beats(100 - high, 100 - low)


def _is_level(low: float, high: float) -> str:
    least, most = LEVEL
    if least <= low and high <= most:
        return "holds"
    return "is refuted" if high < least or low > most else "is not shown"


def _judged(text: str, score: MeanInterval, verdict: Any) -> dict[str, Any]:
    return {
        "claim": text,
        "score": score.mean,
        "interval": (score.low, score.high) if score.known else None,
        "verdict": verdict(score.low, score.high) if score.known else "cannot be judged",
    }


def _print_claims(page: Page, judged: list[dict[str, Any]]) -> None:
    page.heading("Claims", 3)
    page.text(
        "Scores in per cent, a draw counting half; over both colours where no colour is said. "
        f"Intervals are over engines and corrected for {len(judged)} claims (Bonferroni). Methods "
        f"are level if the whole interval lies between {LEVEL[0]:.0f} and {LEVEL[1]:.0f}, which is "
        f"our decision. With fewer than {FEWEST} engines a method nothing is judged."
    )
    rows = []
    for one in judged:
        bounds = "" if one["interval"] is None else " ({:.1f} to {:.1f})".format(*one["interval"])
        rows.append([one["claim"], f"{one['score']:.1f}{bounds}", one["verdict"]])
    page.table(["the survey's claim", "score (corrected interval)", "at this scale it"], rows)


def _ceiling(workshop: Workshop, field: Field, scale: Scale, page: Page) -> dict[str, Any]:
    """What the strongest player takes from a weak one at this noise."""
    strong = STRONG.format(scale.capture_visits)
    search = settings_of("hybrid", field.scale, 1).search
    found = {}
    for colour, (black, white) in {"black": (strong, WEAK), "white": (WEAK, strong)}.items():
        seed = stream(2007, f"ceiling {colour}", 0)
        games = scale.capture_games
        asked = Meeting(field.net, search, black, white, CAPTURE_NOISE, games, seed)
        found[colour] = workshop.ask(f"ceiling-{colour}", asked)
    black_wins = int(found["black"]["wins"][0][0])
    lost, drawn = (int(found["white"][name][0][0]) for name in ("wins", "draws"))
    most = max(wins for row in TABLE1.values() for white, wins in row.items() if white in METHODS)
    page.heading("The ceiling", 3)
    page.text(
        f"How far apart can two players be with so many random moves? `{strong}` meets `{WEAK}` "
        f"with the same noise: it wins {black_wins} of {scale.capture_games} games as black and "
        f"{scale.capture_games - lost - drawn} of {scale.capture_games} as white. The survey's "
        f"highest figure between two trained nets is {most}."
    )
    return found


def _over_engines(found: dict[str, Any]) -> MeanInterval:
    return share_interval(share(found).mean(axis=1))
