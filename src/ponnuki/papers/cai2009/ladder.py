"""The ladder: everybody who plays Capture Go here, rated against everybody else.

A method is rated by several runs that nobody chose, because runs differ by more than methods do.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ponnuki.arena import Ratings, Tournament, play_tournament
from ponnuki.arena.intervals import FEWEST, enough
from ponnuki.evaluators import load_weights
from ponnuki.learners import SelfPlaySettings, preset
from ponnuki.papers.cai2009.engines import GAME, NOISE, UNTRAINED, settings_of
from ponnuki.papers.cai2009.outside import gnu_go
from ponnuki.papers.cai2009.scale import Scale
from ponnuki.papers.questions import digest
from ponnuki.papers.workshop import UNMEASURED, Workshop
from ponnuki.players.champions import champion_file, champions
from ponnuki.players.gtp_process import find_program
from ponnuki.reports import MeanInterval, Page, mean_difference, mean_interval
from ponnuki.reports.plots import Bar, ranking

SEED = 90
DEFAULT = "halving preset"


@dataclass(frozen=True)
class Entrant:
    """Players that are one row of the ladder.

    Attributes:
        name: of the row.
        specs: of its players: the runs of a method, or a single player.
        depth: of its nets; None for players that have none.
    """

    name: str
    specs: tuple[str, ...]
    depth: int | None = None

    def elos(self, ratings: Ratings) -> list[float]:
        """The rating of each of its players."""
        return [ratings.of(spec).elo for spec in self.specs]


def entrants(workshop: Workshop, scale: Scale) -> list[Entrant]:
    """Everybody: methods with their runs, then those who are alone."""
    seeds = range(1, scale.ladder_runs + 1)
    nets = {UNTRAINED: tuple(f"untrained,seed={seed}" for seed in seeds)}
    for method in scale.methods:
        nets[method] = _runs(workshop, [settings_of(method, scale, seed) for seed in seeds])
    nets[DEFAULT] = _runs(workshop, [_default(scale, seed) for seed in seeds])
    if "capture-go-evolved" in champions():
        nets["champion (chosen)"] = ("champion:capture-go-evolved",)
    found = [
        Entrant(f"{name}, depth {depth}", tuple(f"{one},depth={depth}" for one in specs), depth)
        for depth in scale.ladder_depths
        for name, specs in nets.items()
    ]
    found += [Entrant(name, (name,)) for name in ("random", "naive", "defensive")]
    if find_program("gnugo") is not None:
        found += [Entrant(f"GNU Go, level {level}", (gnu_go(level),)) for level in scale.gnu_go]
    return found


def ladder(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """A round robin of all, with ratings."""
    rows = entrants(workshop, scale)
    specs = tuple(spec for row in rows for spec in row.specs)
    tournament = Tournament(specs, GAME, scale.ladder_games, SEED, noise=NOISE)
    workshop.say(f"ladder: {len(specs)} players, {tournament.total:,} games")
    which = digest(load_weights(champion_file("capture-go-evolved")).weights)
    folder = workshop.folder / f"ladder-{tournament.digest}-{which}"
    result = play_tournament(tournament, folder, workshop.arena)
    ratings = result.ratings()
    rows.sort(key=lambda row: -_mean(row.elos(ratings)))
    _print(page, rows, ratings, tournament.total, scale)
    _print_comparisons(page, rows, ratings, scale)
    return {
        "rows": [{"name": row.name, "elo": row.elos(ratings)} for row in rows],
        "games": tournament.total,
        "noise": NOISE,
    }


def _default(scale: Scale, seed: int) -> SelfPlaySettings:
    return SelfPlaySettings.of(preset("halving")).but(
        seed=seed,
        generations=scale.default_generations,
        search={"depth": scale.depth},
        measure=UNMEASURED,
    )


def _runs(workshop: Workshop, settings: Sequence[SelfPlaySettings]) -> tuple[str, ...]:
    return tuple(one.spec for one in workshop.train_each("ladder", settings))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _interval(row: Entrant, ratings: Ratings) -> MeanInterval:
    """Over runs for a method, over games for a single player; none from too few runs."""
    values = row.elos(ratings)
    if enough(len(values)):
        return mean_interval(values)
    mean = _mean(values)
    if len(values) > 1:
        return MeanInterval(mean, mean, mean, 0.0, len(values))
    own = ratings.of(row.specs[0])
    return MeanInterval(own.elo, own.low, own.high, 0.0, 1)


def _print(page: Page, rows: Sequence[Entrant], ratings: Ratings, games: int, scale: Scale) -> None:
    page.heading("Ratings")
    page.text(
        f"Everybody against everybody, {scale.ladder_games} games a pair, both colours equally, "
        f"all with {NOISE:.0%} random moves, {games:,} games in all. A method has "
        f"{scale.ladder_runs} runs, seeds 1 to {scale.ladder_runs}, trained at depth {scale.depth} "
        "and not selected; the champion is one net that was chosen as the best of ten runs at "
        "depth 2. Nets search here to the depth that is said. Elo by Bradley and Terry's model, "
        "the mean of all players at 0. The interval of a method is over its runs, 95 % by "
        "Student's t: a mixed model with the method fixed and the run random. That of a single "
        "player is over games, and says nothing of others like it."
        + ("" if find_program("gnugo") else " GNU Go was not installed and is left out.")
    )
    found = [(row, _interval(row, ratings)) for row in rows]
    page.table(
        ["player", "Elo", "95 %", "interval over", "runs from", "to"],
        [
            [
                row.name,
                f"{one.mean:+.0f}",
                f"{one.low:+.0f} to {one.high:+.0f}" if one.low < one.high else "–",
                "games" if len(row.specs) == 1 else f"{len(row.specs)} runs",
                *(
                    (f"{min(row.elos(ratings)):+.0f}", f"{max(row.elos(ratings)):+.0f}")
                    if len(row.specs) > 1
                    else ("", "")
                ),
            ]
            for row, one in found
        ],
    )
    depths = sorted(scale.ladder_depths)
    bars = [
        Bar(
            row.name,
            one.mean,
            one.low,
            one.high,
            "0.4" if row.depth is None else f"C{depths.index(row.depth)}",
        )
        for row, one in found
    ]
    page.figure("ladder", "Ratings of all players", ranking, bars, "Elo, 95 % intervals")


def _print_comparisons(page: Page, rows: Sequence[Entrant], ratings: Ratings, scale: Scale) -> None:
    """Each method against untrained nets that search as deep."""
    if not enough(scale.ladder_runs):
        page.text(f"With fewer than {FEWEST} runs a method nothing is said of methods.")
        return
    by_name = {row.name: row for row in rows}
    methods = [*scale.methods, DEFAULT]
    count = len(methods) * len(scale.ladder_depths)
    page.text(
        "Methods against untrained nets that search as deep: difference in Elo with Welch's 95 % "
        f"interval over runs, corrected for {count} comparisons (Bonferroni)."
    )
    table = []
    for method in methods:
        cells = []
        for depth in scale.ladder_depths:
            own, other = (by_name[f"{name}, depth {depth}"] for name in (method, UNTRAINED))
            found = mean_difference(own.elos(ratings), other.elos(ratings), 1 - 0.05 / count)
            shown = "not shown" if found.low <= 0 <= found.high else "shown"
            text = f"{found.mean:+.0f} ({found.low:+.0f} to {found.high:+.0f}): {shown}"
            cells.append(text)
        table.append([method, *cells])
    page.table(["", *(f"depth {depth}" for depth in scale.ladder_depths)], table)
