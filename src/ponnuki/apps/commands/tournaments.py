"""Many players: tournament."""

import json
from pathlib import Path
from typing import Annotated

import typer

import ponnuki
from ponnuki.apps.commands.base import (
    PLAYER_HELP,
    RUNS,
    ClusterOption,
    DepthOption,
    JsonOption,
    NoiseOption,
    OpeningOption,
    PlayersGameOption,
    SeedOption,
    ThreadsOption,
    VisitsOption,
    arena_of,
    help_of,
    out,
    progress,
    stopped,
    warn,
)
from ponnuki.arena import Opening, Tournament
from ponnuki.players import PlayerSpec, common_game


def tournament(
    players: Annotated[list[str], typer.Argument(metavar="PLAYERS...", help=PLAYER_HELP)],
    game: PlayersGameOption = None,
    games: Annotated[int, typer.Option(help=help_of(Tournament, "games"))] = 100,
    depth: DepthOption = None,
    visits: VisitsOption = None,
    noise: NoiseOption = 0.0,
    opening: OpeningOption = 0,
    seed: SeedOption = 1,
    threads: ThreadsOption = None,
    cluster: ClusterOption = None,
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help=help_of(Tournament, "gauntlet"))
    ] = False,
    anchor: Annotated[
        str | None, typer.Option(help="The player at 0 Elo; without it the mean is at 0.")
    ] = None,
    out_folder: Annotated[
        Path | None,
        typer.Option("--out", help="Folder of the games; without it one under runs/."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Let players meet, each pair with both colours, and rate them (Elo with 95 % intervals).

    All games are kept. It may be stopped at any time; the same command goes on where it was.
    """
    from ponnuki.apps.tournament import print_result  # noqa: PLC0415
    from ponnuki.apps.variety import tournament_warning  # noqa: PLC0415

    specs = [PlayerSpec.parse(one) for one in players]
    start, rules = Opening.of(opening), common_game(game, *specs)
    plan = Tournament(  # for its length, and the name of its folder
        tuple(players), rules.spec, games, seed, depth, noise, start, gauntlet, visits
    )
    if anchor is not None and anchor not in players:
        raise ValueError(f"--anchor {anchor!r} is none of the players")
    folder = out_folder or RUNS / f"tournament-{plan.digest}"
    with (
        stopped("the same command goes on"),
        arena_of(threads, cluster) as arena,
        progress("games", plan.total, arena) as advance,
    ):
        result = ponnuki.tournament(
            specs,
            rules,
            games=games,
            seed=seed,
            depth=depth,
            visits=visits,
            noise=noise,
            opening=start,
            gauntlet=gauntlet,
            out=folder,
            arena=arena,
            progress=advance,
        )
    warning = tournament_warning(result)
    if warning is not None:
        warn(warning)
    if as_json:
        print(json.dumps({**result.to_json(anchor), "folder": str(folder)}))
        return
    print_result(out, result, anchor)
    out.print(f"games: {folder}", markup=False)
