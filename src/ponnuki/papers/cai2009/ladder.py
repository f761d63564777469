"""The ladder: everybody who plays Capture Go here, rated against everybody else."""

from typing import Any

from ponnuki.arena import Estimate, Tournament, TournamentResult, play_tournament
from ponnuki.evaluators import load_weights
from ponnuki.learners import SelfPlaySettings, preset
from ponnuki.papers.cai2009.engines import GAME, METHODS, NOISE, settings_of
from ponnuki.papers.cai2009.scale import Scale
from ponnuki.papers.questions import digest
from ponnuki.papers.workshop import Workshop
from ponnuki.players.champions import champion_file, champions
from ponnuki.players.gtp_process import find_program
from ponnuki.reports import Page
from ponnuki.reports.plots import Bar, ranking

SEED = 90


def entrants(workshop: Workshop, scale: Scale) -> dict[str, str]:
    """The players by a name that a person reads: their specs."""
    found = {"random": "random", "naive": "naive", "defensive": "defensive"}
    tables = preset("default")
    tables |= {
        "search": {"depth": scale.depth},
        "seed": 1,
        "generations": min(tables["generations"], scale.generations),
    }
    runs = {"default preset": SelfPlaySettings.of(tables)}
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
    which = digest(load_weights(champion_file("capture-go")).weights)
    folder = workshop.folder / f"ladder-{tournament.digest}-{which}"
    result = play_tournament(tournament, folder, workshop.arena)
    names = {spec: name for name, spec in players.items()}
    _print(page, result, names, scale)
    found = result.to_json()
    for one in found["standings"]:
        one["player"] = names[one["player"]]
    return {"standings": found["standings"], "games": found["games"], "noise": NOISE}


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
    page.figure(
        "ladder",
        ranking(
            [_bar(names[spec], ratings.of(spec), scale) for spec in order], "Elo, 95 % intervals"
        ),
        "Ratings of all players",
    )


def _bar(name: str, own: Estimate, scale: Scale) -> Bar:
    """A player's rating, coloured by its depth."""
    depths = sorted(scale.ladder_depths)
    found = [i for i, depth in enumerate(depths) if name.endswith(f"depth {depth}")]
    return Bar(name, own.elo, own.low, own.high, f"C{found[0]}" if found else "0.4")
