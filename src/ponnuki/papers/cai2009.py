"""Cai, Venayagamoorthy & Wunsch 2009: Capture Go by PSO, EA, their hybrid and hill climbing."""

import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki import _core
from ponnuki.arena import CrossTable, every
from ponnuki.evaluators import Evaluator, evaluator, load_weights
from ponnuki.fitness import mean_reliability
from ponnuki.games import game as find_game
from ponnuki.papers.printed_games import PRINTED_GAMES
from ponnuki.papers.workshop import Workshop, mark
from ponnuki.players import Choice, Engine, Player, player
from ponnuki.reports import Page, mean_interval
from ponnuki.reports.page import new_figure
from ponnuki.runs import RunRecord
from ponnuki.trainers import Trainer, TrainingSettings, TuningSettings, preset

GAME = "capture-go:9"
METHODS = {"hybrid": "hybrid", "PSO": "pso", "EA": "ea", "HC": "hc"}
NOISE = 0.1
UNTRAINED_SEED = 0xCA12009
UNTRAINED = "untrained"

INTRODUCTION = """
The paper trains one net architecture (140-40-10-1, 6,216 weights, under alpha-beta) by particle
swarm optimisation, an evolutionary algorithm, the hybrid of both, and hill climbing, and lets the
results play each other. Everything here is as printed, but for the depth of search and the numbers
that the scale names. Engines are deterministic, so tournaments have 10 % random moves on each side;
because such noise pulls every result towards 50, each table is also given without it. The untrained
net with the same search is a row and a column of every table: it shows what training adds to the
search. Intervals are 95 % and taken over trained engines (bootstrap over the engines of both
methods), not over games.
"""

DIFFERENCES = """
- Draws: the paper does not say how often games are drawn. Wins are counted as the paper counts
  them; scores in claims count a draw as half.
- Best engine of Table 1: the paper does not say how it was chosen. Here it is the engine of seed 1.
- Duels between a particle and its recorded best are two games, one with each colour; the recorded
  best keeps its place on a tie.
- Hill climbing has the same budget: 160 challenges of two games a generation.
- The paper's web player is no longer to be had.
- The defensive player is described in four priorities; ours follows them and is not the paper's
  program.
"""

TABLE1 = {
    "hybrid": {"PSO": 79, "EA": 90, "HC": 76, "random": 100},
    "PSO": {"hybrid": 62, "EA": 76, "HC": 70, "random": 100},
    "EA": {"hybrid": 53, "PSO": 68, "HC": 70, "random": 100},
}
"""The paper's wins of 100 as black (row) against white (column), one engine a method."""

TABLE2 = {
    "hybrid": {"PSO": (77, 9), "EA": (83, 6), "HC": (80, 8)},
    "PSO": {"hybrid": (61, 7), "EA": (70, 5), "HC": (80, 8)},
    "EA": {"hybrid": (60, 8), "PSO": (72, 8), "HC": (76, 9)},
    "HC": {"hybrid": (49, 12), "PSO": (51, 13), "EA": (45, 13)},
}
"""The paper's mean and standard deviation of wins of 100, ten engines a method."""


FEWEST_FOR_INTERVALS = 5
"""Engines a method, for intervals over engines and verdicts on claims."""


@dataclass(frozen=True)
class Scale:
    """How much is done.

    Attributes:
        depth: of all searches.
        engines: trained a method.
        generations: of each training run.
        games: a pair of engines with random moves.
        tuning: generations of the two-level swarm.
        ladder_depths: of nets in the ladder.
        ladder_games: a pair of players in the ladder.
        gnu_go: its levels in the ladder.
        champion_depths: of the champion when it is measured.
        champion_games: a tenth of those against one player, half of those against one of many.
    """

    depth: int
    engines: int
    generations: int
    games: int
    tuning: int
    ladder_depths: tuple[int, ...] = (1, 2, 4, 6)
    ladder_games: int = 4
    gnu_go: tuple[int, ...] = (1, 10)
    champion_depths: tuple[int, ...] = (1, 2, 4)
    champion_games: int = 10

    def __str__(self) -> str:
        return (
            f"depth {self.depth}, {self.engines} engines a method, {self.generations} generations "
            f"each, {self.games} games a pair, {self.tuning} generations of tuning"
        )


SCALES = {
    "smoke": Scale(
        depth=1,
        engines=2,
        generations=2,
        games=4,
        tuning=2,
        ladder_depths=(1,),
        ladder_games=2,
        gnu_go=(1,),
        champion_depths=(1,),
        champion_games=2,
    ),
    "small": Scale(depth=2, engines=10, generations=100, games=100, tuning=30),
    "medium": Scale(depth=3, engines=10, generations=100, games=100, tuning=30),
    "paper": Scale(depth=6, engines=10, generations=100, games=100, tuning=30),
}


# --- engines ---------------------------------------------------------------------------------


def settings_of(method: str, scale: Scale, seed: int) -> TrainingSettings:
    """The settings of one training run, as printed."""
    tables = preset("cai2009", METHODS[method])
    tables |= {
        "search": {"depth": scale.depth},
        "generations": scale.generations,
        "seed": seed,
    }
    return TrainingSettings.of(tables)


def trained(workshop: Workshop, scale: Scale) -> dict[str, list[RunRecord]]:
    """All training runs, seed by seed, so that early ones of every method come first."""
    found: dict[str, list[RunRecord]] = {method: [] for method in METHODS}
    for seed in range(1, scale.engines + 1):
        for method in METHODS:
            found[method].append(workshop.train(settings_of(method, scale, seed)))
    return found


@dataclass(frozen=True, eq=False)
class Field:
    """The engines that meet each other: rows of weights by method."""

    net: Evaluator
    scale: Scale
    rows: dict[str, NDArray[np.float32]]

    @classmethod
    def of(cls, workshop: Workshop, scale: Scale) -> "Field":
        """Trained engines, and as many untrained nets."""
        net = evaluator("window", GAME)
        rows = {
            method: np.stack([load_weights(one.champion()).weights[0] for one in records])
            for method, records in trained(workshop, scale).items()
        }
        rows[UNTRAINED] = net.initial(scale.engines, UNTRAINED_SEED)
        return cls(net, scale, rows)

    def engines(self, method: str, noise: float, count: int | None = None) -> list[Player]:
        """The engines of one method as players."""
        search = Trainer(settings_of("hybrid", self.scale, 1)).search
        return [
            Engine(self.net, row, search, Choice(noise=noise)) for row in self.rows[method][:count]
        ]

    def mark(self, method: str) -> str:
        """Tells weights apart."""
        return mark(self.rows[method])


def meet(
    workshop: Workshop,
    blacks: list[Player],
    whites: list[Player],
    games: int,
    seed: int,
) -> dict[str, Any]:
    """Every black against every white: wins of black, draws and moves a game."""
    players = [*blacks, *whites]
    pairings = every(range(len(blacks)), range(len(blacks), len(players)), games)
    seeds = _core.streams(seed, "table", len(pairings))
    batch = workshop.arena.play(GAME, players, pairings, seeds)
    names = tuple(map(str, range(len(players))))
    table = CrossTable.count(names, batch.pairings, batch.winners)
    return {
        "wins": table.wins[: len(blacks), len(blacks) :].tolist(),
        "draws": table.draws[: len(blacks), len(blacks) :].tolist(),
        "games": games,
        "plies": float(batch.plies.mean()),
    }


def cell(
    workshop: Workshop, field: Field, black: str, white: str, noise: float, count: int | None = None
) -> dict[str, Any]:
    """One cell of a table: the engines of one method as black against another's as white."""
    games = field.scale.games if noise else 1
    kind = "noisy" if noise else "quiet"
    size = "" if count is None else f"-{count}"
    if white in field.rows:
        whites = field.mark(white)
        others = field.engines(white, noise, count)
    else:
        # Players without a net; random ones make every game different.
        whites = white
        games = field.scale.games if noise or white == "random" else 1
        others = [_with_noise(white, noise)]
    question = [field.mark(black), whites, noise, games, count, field.scale.depth]
    return workshop.part(
        f"{black}-{white}-{kind}{size}-depth{field.scale.depth}",
        question,
        lambda: meet(
            workshop, field.engines(black, noise, count), others, games, _seed(black, white)
        ),
    )


def _with_noise(name: str, noise: float) -> Player:
    spec = name if name == "random" or not noise else f"{name},noise={noise}"
    return player(spec, find_game(GAME))


def _seed(black: str, white: str) -> int:
    return _core.stream(2009, f"{black} {white}", 0)


def share(result: dict[str, Any], *, draws: float = 0.0) -> NDArray[np.float64]:
    """Black's wins in per cent for every pair of engines; draws count as given."""
    won = np.array(result["wins"], np.float64) + draws * np.array(result["draws"], np.float64)
    shares: NDArray[np.float64] = 100 * won / result["games"]
    return shares


def interval(values: NDArray[np.float64]) -> tuple[float, float] | None:
    """The 95 % interval of the mean over pairs of engines, both sides drawn anew.

    None for few engines: drawing two or three anew says little of what others would do.
    """
    blacks, whites = values.shape
    if min(blacks, whites) < FEWEST_FOR_INTERVALS:
        return None
    rng = np.random.default_rng(1)
    rows = rng.integers(blacks, size=(4000, blacks))
    columns = rng.integers(whites, size=(4000, whites))
    means = [values[np.ix_(a, b)].mean() for a, b in zip(rows, columns, strict=True)]
    low, high = np.quantile(means, [0.025, 0.975])
    return float(low), float(high)


def _with_interval(values: NDArray[np.float64]) -> str:
    if values.size == 1:
        return f"{values.mean():.0f}"
    bounds = interval(values)
    known = "" if bounds is None else f" ({bounds[0]:.0f} to {bounds[1]:.0f})"
    return f"{values.mean():.0f} ± {values.std():.0f}{known}"


# --- the experiments -------------------------------------------------------------------------


def table1(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """One engine a method, wins of 100 games as black."""
    field = Field.of(workshop, scale)
    whites = [*METHODS, UNTRAINED, "random"]
    results: dict[str, Any] = {}
    page.heading("Table 1: one engine a method, wins as black in per cent")
    for noise in NOISE, 0.0:
        rows = []
        for black in (*METHODS, UNTRAINED):
            cells: list[str] = [black]
            for white in whites:
                if white == black:
                    cells.append("–")
                    continue
                found = cell(workshop, field, black, white, noise, 1)
                results[f"{black}-{white}-{'noisy' if noise else 'quiet'}"] = found
                paper = TABLE1.get(black, {}).get(white)
                ours = f"{share(found).mean():.0f}"
                printed = noise and paper is not None
                cells.append(f"{ours} (paper {paper})" if printed else ours)
            rows.append(cells)
        page.text(
            f"With 10 % random moves on each side, {scale.games} games a cell:"
            if noise
            else "Without random moves, one game a cell (against random "
            f"{scale.games}): 100 is a win, 0 is none."
        )
        page.table(["black \\ white", *whites], rows)
    plies = [results[f"{black}-random-noisy"]["plies"] for black in METHODS]
    wins = [float(share(results[f"{black}-random-noisy"]).mean()) for black in METHODS]
    page.text(
        f"Against random players the trained engines win {min(wins):.0f} to {max(wins):.0f} % of "
        f"games in {np.mean(plies):.1f} moves on average (the paper: 100 % in 28 moves). The "
        f"untrained net wins {share(results['untrained-random-noisy']).mean():.0f} % in "
        f"{results['untrained-random-noisy']['plies']:.1f} moves."
    )
    return results


def table2(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """Ten engines a method, every one against every other, and the paper's claims."""
    field = Field.of(workshop, scale)
    names = [*METHODS, UNTRAINED]
    results: dict[str, Any] = {}
    page.heading(f"Table 2: {scale.engines} engines a method, wins as black in per cent")
    for noise in NOISE, 0.0:
        rows = []
        for black in names:
            cells = [black]
            for white in names:
                if white == black:
                    cells.append("–")
                    continue
                found = cell(workshop, field, black, white, noise)
                results[f"{black}-{white}-{'noisy' if noise else 'quiet'}"] = found
                paper = TABLE2.get(black, {}).get(white)
                ours = _with_interval(share(found))
                if noise and paper is not None:
                    ours += f"; paper {paper[0]} ± {paper[1]}"
                cells.append(ours)
            rows.append(cells)
        page.text(
            "With 10 % random moves; mean ± standard deviation over pairs of engines (95 % "
            f"interval over engines, if there are {FEWEST_FOR_INTERVALS}):"
            if noise
            else "Without random moves (one game a pair of engines and colour):"
        )
        page.table(["black \\ white", *names], rows)
    claims = _claims(results)
    _print_claims(page, claims)
    _causes(workshop, scale, page)
    return {"cells": results, "claims": claims}


def _score(results: dict[str, Any], one: str, other: str, kind: str) -> NDArray[np.float64]:
    """The score of each pair of engines over both colours, a draw counting half."""
    as_black = share(results[f"{one}-{other}-{kind}"], draws=0.5)
    as_white = 100 - share(results[f"{other}-{one}-{kind}"], draws=0.5).T
    return (as_black + as_white) / 2


def _claims(results: dict[str, Any]) -> list[dict[str, Any]]:
    claims = []
    pairs = [("hybrid", "PSO"), ("hybrid", "EA"), ("hybrid", "HC"), ("PSO", "HC"), ("EA", "HC")]
    pairs += [(method, UNTRAINED) for method in METHODS]
    for one, other in pairs:
        for kind in "noisy", "quiet":
            values = _score(results, one, other, kind)
            claims.append(_claim(f"{one} beats {other}", kind, values.mean(), interval(values)))
    return claims + [
        _claim("black has the advantage", kind, *_black(results, kind))
        for kind in ("noisy", "quiet")
    ]


def _claim(
    text: str, kind: str, score: float, bounds: tuple[float, float] | None
) -> dict[str, Any]:
    if bounds is None:
        verdict = "cannot be judged"
    else:
        low, high = bounds
        verdict = "holds" if low > 50 else "is reversed" if high < 50 else "is not shown"
    return {
        "claim": text,
        "kind": kind,
        "score": float(score),
        "interval": bounds,
        "verdict": verdict,
    }


def _black(results: dict[str, Any], kind: str) -> tuple[float, tuple[float, float] | None]:
    """Black's score over all pairs of trained engines, each with both colours.

    Its interval is that with the engines of every method drawn anew.
    """
    pairs = {
        (one, other): (
            share(results[f"{one}-{other}-{kind}"], draws=0.5)
            + share(results[f"{other}-{one}-{kind}"], draws=0.5).T
        )
        / 2
        for one, other in itertools.combinations(METHODS, 2)
    }
    score = float(np.mean([cells.mean() for cells in pairs.values()]))
    engines = len(next(iter(pairs.values())))
    if engines < FEWEST_FOR_INTERVALS:
        return score, None
    rng = np.random.default_rng(1)
    means = []
    for _ in range(4000):
        drawn = {method: rng.integers(engines, size=engines) for method in METHODS}
        means.append(
            np.mean([cells[np.ix_(drawn[a], drawn[b])].mean() for (a, b), cells in pairs.items()])
        )
    low, high = np.quantile(means, [0.025, 0.975])
    return score, (float(low), float(high))


def _print_claims(page: Page, claims: list[dict[str, Any]]) -> None:
    page.heading("Claims", 3)
    page.text("Scores over both colours in per cent, a draw counting half.")
    if any(one["interval"] is None for one in claims):
        page.text(
            f"With fewer than {FEWEST_FOR_INTERVALS} engines a method there are no intervals over "
            "engines, and no claim can be judged."
        )
    page.table(
        ["claim", "random moves", "score (95 % interval)", "at this scale the claim"],
        [
            [
                one["claim"],
                "10 %" if one["kind"] == "noisy" else "none",
                _score_text(one["score"], one["interval"]),
                one["verdict"],
            ]
            for one in claims
        ],
    )


def _score_text(score: float, bounds: tuple[float, float] | None) -> str:
    return f"{score:.1f}" + ("" if bounds is None else f" ({bounds[0]:.1f} to {bounds[1]:.1f})")


def _causes(workshop: Workshop, scale: Scale, page: Page) -> None:
    """What may explain the results: growth of weights, worth of scores, share of duels won."""
    page.heading("Why: weights, scores, duels", 3)
    page.text(
        "Mean over runs. Reliability says how much of the differences between scores of one "
        "generation would come again with other games: selection sees that share and no more. "
        "Weights start with an rms of 0.115; a unit whose inputs sum to more than 3 is saturated."
    )
    rows = []
    figure = new_figure(9, 3.5)
    sizes, trust = figure.subplots(1, 2)
    for method, records in trained(workshop, scale).items():
        lines = [record.generations() for record in records]

        def mean(name: str, at: slice, lines: list[list[dict[str, Any]]] = lines) -> float | None:
            values = [line[name] for run in lines for line in run[at] if name in line]
            return float(np.mean(values)) if values else None

        def cells(name: str) -> list[str]:
            values = [mean(name, slice(0, 1)), mean(name, slice(-1, None))]
            return ["–" if one is None else f"{one:.2f}" for one in values]

        fought = mean("duels_fought", slice(1, None))
        won = mean("duels_won", slice(1, None))
        half = slice(-max(1, scale.generations // 2), None)
        late = [line["reliability"] for run in lines for line in run[half] if "reliability" in line]
        rows.append(
            [
                method,
                *cells("weight_size"),
                *cells("champion_size")[1:],
                f"{mean_reliability(late):.2f}" if late else "–",
                f"{100 * won / fought:.0f} %" if won is not None and fought else "–",
            ]
        )
        curve = np.mean([[line["weight_size"] for line in run] for run in lines], axis=0)
        sizes.plot(np.arange(1, len(curve) + 1), curve, label=method)
        known = [[line.get("reliability", np.nan) for line in run] for run in lines]
        if np.isfinite(known).all():
            trusted = [mean_reliability(one) for one in np.transpose(known)]
            trust.plot(np.arange(1, len(curve) + 1), trusted, label=method)
    page.table(
        [
            "method",
            "weights, first",
            "weights, last",
            "champion's weights",
            "reliability, second half",
            "duels won",
        ],
        rows,
    )
    sizes.set_yscale("log")
    sizes.set_xlabel("generation")
    sizes.set_ylabel("size of weights (rms)")
    sizes.legend()
    trust.set_xlabel("generation")
    trust.set_ylabel("reliability of scores")
    trust.axhline(0, color="grey", lw=0.8)
    page.figure("causes", figure, "Weights and reliability of scores by generation")


def defensive(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """Every method as black against the hand-written defensive player."""
    field = Field.of(workshop, scale)
    page.heading("Against the defensive player")
    rows = []
    results: dict[str, Any] = {}
    for method in (*METHODS, UNTRAINED):
        noisy = cell(workshop, field, method, "defensive", NOISE)
        quiet = cell(workshop, field, method, "defensive", 0.0)
        results[method] = {"noisy": noisy, "quiet": quiet}
        per_engine = share(noisy).mean(axis=1)
        bounds = mean_interval(per_engine.tolist())
        few = len(per_engine) < FEWEST_FOR_INTERVALS
        rows.append(
            [
                method,
                f"{f'{bounds.mean:.1f}' if few else bounds.text()} ± {bounds.deviation:.0f}",
                "56 ± 3" if method == "hybrid" else "–",
                f"{share(quiet).mean():.0f}",
                f"{noisy['plies']:.0f}",
            ]
        )
    page.text(
        "Wins of the engine as black in per cent, mean over engines (95 % interval over engines, "
        f"if there are {FEWEST_FOR_INTERVALS}) ± standard deviation; the defensive player also "
        "moves at random 10 % of the time."
    )
    page.table(
        ["black", "10 % random moves", "paper", "no random moves", "moves a game"],
        rows,
    )
    return results


def optimal_pso(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """The two-level PSO: constants by generation."""
    settings = TuningSettings.of(
        {"game": GAME, "search": {"depth": scale.depth}, "generations": scale.tuning}
    )
    record = workshop.tune(settings)
    lines = record.generations()
    shown = sorted({0, len(lines) // 4, len(lines) // 2, 3 * len(lines) // 4, len(lines) - 1})
    page.heading("Optimal PSO: constants found by the two-level swarm")
    page.table(
        ["generation", "w", "c1", "c2", "best of all nets", "nets that win"],
        [
            [
                lines[i]["generation"],
                *(f"{lines[i][name]:.4f}" for name in ("inertia", "c1", "c2")),
                f"{lines[i]['result']} in {lines[i]['moves']} moves",
                lines[i]["winning_nets"],
            ]
            for i in shown
        ],
    )
    page.text(
        "The paper went from 'loses in 65 moves' to 'wins in 8 moves' and found w = 0.4667, "
        "c1 = 1.7971, c2 = 2.4878. One run finds one point: the fitness is the best of 20 nets in "
        "one game against one opponent, so many sets of constants do equally well."
    )
    return {"lines": lines}


def games(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """The two printed games, replayed and scored."""
    del workshop, scale
    page.heading("The two printed games")
    rows = []
    results = []
    for number, (moves, paper) in enumerate(PRINTED_GAMES, start=1):
        margins = {}
        for neutral in "nobody", "majority":
            rules = find_game(f"{GAME},neutral={neutral}")
            position = rules.start()
            for move in moves:
                position = position.play(move)
            outcome = position.outcome
            assert outcome is not None
            margins[neutral] = outcome.margin
        results.append({"game": number, "moves": len(moves), "margins": margins, "paper": paper})
        rows.append([number, len(moves), margins["nobody"], margins["majority"], paper])
    page.text(
        "Every move is legal and nobody is left in atari. Black's margin in points, by strict "
        "territory and with neutral points given to the colour with more stones beside them:"
    )
    page.table(["game", "moves", "strict", "neutral by majority", "paper"], rows)
    return {"games": results}
