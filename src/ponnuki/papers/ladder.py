"""The ladder: everybody who plays Capture Go here, rated against everybody else."""

from functools import partial
from typing import Any

import numpy as np

from ponnuki.arena import Opening, Tournament, TournamentResult, play_tournament
from ponnuki.evaluators import load_weights
from ponnuki.papers.cai2009 import GAME, METHODS, NOISE, Scale, settings_of
from ponnuki.papers.workshop import Workshop, mark
from ponnuki.players.champions import champion_file, champions
from ponnuki.players.gtp_process import find_program
from ponnuki.reports import Page
from ponnuki.reports.page import new_figure
from ponnuki.trainers import TrainingSettings, preset

SEED = 90
UNTRAINED_NETS = 20
FIRST_UNTRAINED = 5000
"""Seeds of untrained nets that no training run has met."""


def entrants(workshop: Workshop, scale: Scale) -> dict[str, str]:
    """The players by a name that a person reads: their specs."""
    found = {"random": "random", "naive": "naive", "defensive": "defensive"}
    tables = preset("default")
    tables |= {
        "search": {"depth": scale.depth},
        "seed": 1,
        "generations": min(tables["generations"], scale.generations),
    }
    runs = {"default preset": TrainingSettings.of(tables)}
    runs |= {method: settings_of(method, scale, 1) for method in METHODS}
    nets = {"untrained": "untrained,seed=1"}
    nets |= {name: f"run:{workshop.train(one).folder}" for name, one in runs.items()}
    if "capture-go" in champions():
        nets["champion"] = "champion:capture-go"
    for depth in scale.ladder_depths:
        found |= {f"{name}, depth {depth}": f"{spec},depth={depth}" for name, spec in nets.items()}
    if find_program("gnugo") is not None:
        for level in scale.gnu_go:
            found[f"GNU Go, level {level}"] = f"gtp:gnugo --mode gtp --level {level}"
    return found


def ladder(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """A round robin of all, with ratings."""
    players = entrants(workshop, scale)
    tournament = Tournament(tuple(players.values()), GAME, scale.ladder_games, SEED, noise=NOISE)
    workshop.say(f"ladder: {len(players)} players, {tournament.total:,} games")
    which = mark(load_weights(champion_file("capture-go")).weights)
    folder = workshop.folder / f"ladder-{tournament.digest}-{which}"
    result = play_tournament(tournament, folder, workshop.arena)
    names = {spec: name for name, spec in players.items()}
    _print(page, result, names, scale)
    found = result.to_json()
    for one in found["standings"]:
        one["player"] = names[one["player"]]
    return {"standings": found["standings"], "games": found["games"], "noise": NOISE}


def champion(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """What the net that comes with the package is worth, for its card."""
    page.heading("champion:capture-go")
    page.text(
        f"Score in per cent with 95 % intervals over games, both colours equally, "
        f"{10 * scale.champion_games} games against each opponent and "
        f"{2 * scale.champion_games} against each of {UNTRAINED_NETS} untrained nets with the same "
        "search, once with 10 % random moves on both sides, once without; there two random "
        "plies at the start make games different."
    )
    rows: list[list[str]] = []
    results: dict[str, Any] = {}
    which = mark(load_weights(champion_file("capture-go")).weights)
    for depth in scale.champion_depths:
        own = f"champion:capture-go,depth={depth}"
        groups = {name: [name] for name in ("random", "naive", "defensive")}
        groups["untrained nets"] = [
            f"untrained,seed={seed},depth={depth}"
            for seed in range(FIRST_UNTRAINED, FIRST_UNTRAINED + UNTRAINED_NETS)
        ]
        for name, specs in groups.items():
            games = (2 if len(specs) > 1 else 10) * scale.champion_games
            cells = [f"depth {depth}, {name}"]
            for noise in NOISE, 0.0:
                found = workshop.part(
                    f"champion-depth{depth}-{name}-{'noisy' if noise else 'quiet'}",
                    [specs, games, noise, which],
                    partial(_gauntlet, workshop, own, specs, games, noise),
                )
                results[f"{cells[0]}, {noise:.0%} random"] = found
                low, high = found["interval"]
                score = (found["wins"] + found["draws"] / 2) / found["games"]
                cells.append(f"{100 * score:.1f} ({100 * low:.1f} to {100 * high:.1f})")
            rows.append(cells)
    page.table(["opponent", "10 % random moves", "no random moves"], rows)
    return results


def _gauntlet(
    workshop: Workshop, own: str, others: list[str], games: int, noise: float
) -> dict[str, Any]:
    tournament = Tournament(
        (own, *others),
        GAME,
        games,
        SEED,
        noise=noise,
        opening=Opening.random(0 if noise else 2),
        gauntlet=True,
    )
    return play_tournament(tournament, None, workshop.arena).table.both(0).to_json()


def _print(page: Page, result: TournamentResult, names: dict[str, str], scale: Scale) -> None:
    ratings = result.ratings()
    order = ratings.order()
    page.heading("Ratings")
    page.text(
        f"Everybody against everybody, {scale.ladder_games} games a pair, both colours equally, "
        f"all with {NOISE:.0%} random moves. Nets were trained at depth {scale.depth} with seed 1, "
        "the champion as its card says, and search here to the depth that is said. Elo by Bradley "
        "and Terry's model, the mean of all at 0, with 95 % intervals over games; another training "
        "run of the same method would be somewhere else."
        + ("" if find_program("gnugo") else " GNU Go was not installed and is left out.")
    )
    rows = []
    for place, spec in enumerate(order, start=1):
        own = ratings.of(spec)
        tally = result.table.both(result.table.players.index(spec))
        rows.append(
            [
                names[spec],
                place,
                f"{own.elo:+.0f}",
                f"{own.low:+.0f} to {own.high:+.0f}",
                f"{100 * tally.score / tally.games:.0f} %",
            ]
        )
    page.table(["player", "place", "Elo", "95 %", "score"], rows)
    figure = new_figure(8, 1 + 0.24 * len(order))
    axis = figure.subplots()
    depths = sorted(scale.ladder_depths)
    for y, spec in enumerate(reversed(order)):
        own = ratings.of(spec)
        found = [i for i, depth in enumerate(depths) if names[spec].endswith(f"depth {depth}")]
        axis.errorbar(
            own.elo,
            y,
            xerr=[[own.elo - own.low], [own.high - own.elo]],
            fmt="o",
            color=f"C{found[0]}" if found else "0.4",
            capsize=2,
            ms=4,
        )
    axis.set_yticks(np.arange(len(order)), [names[spec] for spec in reversed(order)])
    axis.set_xlabel("Elo, 95 % intervals")
    axis.grid(axis="x", alpha=0.3)
    page.figure("ladder", figure, "Ratings of all players")
