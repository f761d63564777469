"""Learning: train, resume, examine, presets."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import ponnuki
from ponnuki.apps.commands.base import (
    ClusterOption,
    JsonOption,
    OpeningOption,
    PlayersGameOption,
    ThreadsOption,
    VisitsOption,
    arena_of,
    err,
    out,
    resumable,
    stopped,
    warn,
)
from ponnuki.apps.commands.chosen import WordsArgument, chosen, no_tune
from ponnuki.apps.variety import match_warning
from ponnuki.settings import table_of

if TYPE_CHECKING:
    from ponnuki.runs import RunRecord


def train(
    words: WordsArgument = None,
    seed: Annotated[int | None, typer.Option(help="Same seed, same run.")] = None,
    start_from: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|run:FOLDER",
            help="Start from this net instead of initial weights: a file of weights, the last "
            "champion of a run, or another player with a net, such as champion:othello.",
        ),
    ] = None,
    threads: ThreadsOption = None,
    cluster: ClusterOption = None,
    out_folder: Annotated[
        Path | None,
        typer.Option("--out", help="A new folder for the run; without it one under runs/."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Train a net or a population of nets, and keep everything in a folder.

    Ctrl-C stops after the last finished generation; 'ponnuki resume FOLDER' goes on. For example:

    \b
    ponnuki train                                 Capture Go, a minute of one core
    ponnuki train game=othello:6                  another game
    ponnuki train zero game=go:5 visits=32        a preset with other settings
    ponnuki train cai2009 method=pso search.depth=2
    ponnuki train td 'net.hidden=[60,20]' lambda=0.5 --seed 3 --out runs/td-3
    ponnuki presets td > mine.toml                copy a preset, edit it, and
    ponnuki train mine.toml                       train with it
    ponnuki train pairs --start-from run:runs/td-3  start from a net that has learned

    docs/settings.md has every setting.
    """  # noqa: D301 - the terminal's library keeps the lines behind \b
    from ponnuki.apps.training import watching  # noqa: PLC0415 - others start faster
    from ponnuki.learners import view_of  # noqa: PLC0415
    from ponnuki.runs.training import train as run_training  # noqa: PLC0415
    from ponnuki.runs.training import usual_folder  # noqa: PLC0415

    settings = chosen("train", words, seed)
    folder = out_folder or usual_folder(settings)
    view = view_of(settings.table())
    with (
        resumable(folder),
        arena_of(threads, cluster) as arena,
        watching(out, err, settings.generations, [], as_json, view, arena) as on_generation,
    ):
        record = run_training(settings, folder, arena, on_generation, start_from=start_from)
    _end_of_run(record, as_json)


def presets(
    name: Annotated[str | None, typer.Argument(help="Print this one, as the file it is.")] = None,
    reference: Annotated[
        bool, typer.Option("--reference", help="Print every setting there is, as Markdown.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """List the presets of 'ponnuki train', or print one: a TOML file with comments.

    For example: ponnuki presets cai2009 > mine.toml
    """
    from ponnuki.learners import preset, preset_text, settings_of  # noqa: PLC0415 - others start
    from ponnuki.learners import presets as every  # noqa: PLC0415

    if reference:
        from ponnuki.apps.reference import reference_page  # noqa: PLC0415 - and all papers

        print(reference_page(), end="")
    elif name is not None and as_json:
        preset_text(name)
        print(json.dumps({"about": every()[name], "settings": settings_of(preset(name)).table()}))
    elif name is not None:
        print(preset_text(name), end="")
    elif as_json:
        print(json.dumps(every()))
    else:
        for one, about in every().items():
            out.print(f"{one:<14}{about}", markup=False)


def resume(
    run: Annotated[Path, typer.Argument(help="The folder of a run.")],
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME=VALUE]...",
            help="Other settings of what only measures, shows or keeps, such as measure.nets=20 or "
            "keep=few.",
        ),
    ] = None,
    generations: Annotated[
        int | None,
        typer.Option(help="Another number of generations in all, such as more than were planned."),
    ] = None,
    threads: ThreadsOption = None,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
) -> None:
    """Go on with a run that was stopped; the result is that of a run that never stopped."""
    from ponnuki.apps.training import watching  # noqa: PLC0415
    from ponnuki.learners import view_of  # noqa: PLC0415
    from ponnuki.runs import RunRecord, summary  # noqa: PLC0415
    from ponnuki.runs.training import resume as run_on  # noqa: PLC0415

    changes = table_of(words or ())
    before = RunRecord.open(run)
    planned = generations or summary(run).planned or 0
    done, view = before.generations(), view_of(before.config)
    with (
        resumable(run),
        arena_of(threads, cluster) as arena,
        watching(out, err, planned, done, as_json, view, arena) as on_generation,
    ):
        record = run_on(run, arena, on_generation, generations, changes)
    _end_of_run(record, as_json)


def examine(
    player_spec: Annotated[
        str,
        typer.Argument(
            metavar="PLAYER", help="An engine: run:FOLDER, champion:GAME, net:FILE, untrained."
        ),
    ],
    game: PlayersGameOption = None,
    depth: Annotated[
        int | None,
        typer.Option(
            help="Of both sides' search, in plies. Without it that of the net's training, "
            "2 plies for an untrained net."
        ),
    ] = None,
    visits: VisitsOption = None,
    nets: Annotated[
        int | None, typer.Option(help="Untrained nets that it meets; 200 if not given.")
    ] = None,
    rounds: Annotated[int, typer.Option(help="Pairs of games a net with random moves.")] = 1,
    opening: OpeningOption = 0,
    threads: ThreadsOption = None,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
) -> None:
    """Examine an engine: against random, and against untrained nets that no training run has seen.

    Beating a random mover is no evidence of learning: an untrained net with this search does it
    every time. What counts is the score against untrained nets with the same search, and what other
    untrained nets would say: the interval is over nets.
    """
    from ponnuki.apps.training import print_examination  # noqa: PLC0415 - others start faster

    with (
        stopped("nothing is kept; fewer --nets take less time"),
        arena_of(threads, cluster) as arena,
        err.status("playing"),
    ):
        found = ponnuki.examine(
            player_spec,
            game,
            depth=depth,
            visits=visits,
            nets=nets,
            rounds=rounds,
            opening=opening,
            arena=arena,
        )
    said = (match_warning(one.total) for one in found.measures.values())
    for warning in {text for text in said if text is not None}:
        warn(warning)
    if as_json:
        print(json.dumps(found.to_json()))
        return
    print_examination(out, found)


def tune(words: Annotated[list[str] | None, typer.Argument()] = None) -> None:
    """What was a command, and is 'ponnuki train two-level' now."""
    raise no_tune(words or [])


def _end_of_run(record: "RunRecord", as_json: bool) -> None:
    from ponnuki.apps.training import print_end  # noqa: PLC0415

    if not as_json:
        print_end(out, record)
