"""The command line."""

import dataclasses
import json
import shlex
import sys
import tomllib
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

import ponnuki
from ponnuki import SpecError, machine
from ponnuki.apps.bench import measure, print_figures
from ponnuki.apps.signature import signature as search_signature
from ponnuki.apps.thought import print_thought
from ponnuki.arena import Arena, MatchResult, Opening, Tally, play_match
from ponnuki.formats import sgf
from ponnuki.games.options import allowed, field_type, value_text
from ponnuki.optimisers import OPTIMISERS
from ponnuki.players import Engine, Player, player

if TYPE_CHECKING:
    from ponnuki.learners import LearnerSettings
    from ponnuki.runs import RunRecord

app = typer.Typer(
    help="Board-game players that learn from zero knowledge, measured honestly.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False)

RUNS = Path("runs")
PLAYER_HELP = (
    "A player: random; untrained,seed=7,depth=2 (a net with initial weights; net=mlp for another "
    "kind); net:FILE,depth=6 (a file of weights); run:FOLDER or run:FOLDER@50 (a "
    "run's champion); champion:GAME (kept with the package); gtp:COMMAND (any GTP engine, such as "
    "gtp:gnugo --mode gtp --level 1; gtp,seconds=10:COMMAND for its options); defensive and naive "
    "(rules written by hand). Engines also take candidates=local, radius=2, "
    "noise=0.1, creative=0.05, nodes=N and seconds=S."
)
GameArgument = Annotated[
    str,
    typer.Argument(help="A game and its options, e.g. capture-go:9 or go:5,ko=simple."),
]
GameOption = Annotated[
    str, typer.Option("--game", "-g", help="A game and its options; see 'ponnuki games'.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object for a script.")]


def _version(wanted: bool) -> None:
    if wanted:
        sets = ", ".join(machine.instruction_sets())
        print(f"ponnuki {ponnuki.__version__} (kernels: {machine.instruction_set()} of {sets})")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    pass


@app.command()
def games(as_json: JsonOption = False) -> None:
    """List the games, their options and what these may be."""
    if as_json:
        print(
            json.dumps(
                {
                    kind.id: {
                        "title": kind.title,
                        "summary": kind.summary,
                        "rules_version": kind.rules_version,
                        "options": {
                            field.name: {
                                "default": field.default,
                                "allowed": allowed(field, field_type(kind.options, field)),
                                "about": field.metadata["about"],
                            }
                            for field in dataclasses.fields(kind.options)
                        },
                    }
                    for kind in ponnuki.GAMES.values()
                },
                indent=2,
            )
        )
        return
    for kind in ponnuki.GAMES.values():
        spec = ponnuki.game(kind.id).spec
        out.print(f"[bold]{spec}[/]  {kind.summary} (rules version {kind.rules_version})")
        for field in dataclasses.fields(kind.options):
            values = allowed(field, field_type(kind.options, field))
            out.print(f"    {field.name}={value_text(field.default)}", style="cyan", end="")
            out.print(f"  {field.metadata['about']}: {values}")


@app.command()
def perft(game: GameArgument, depth: int, as_json: JsonOption = False) -> None:
    """Count the move sequences of a game by length: a line 'depth nodes' for each depth.

    Two programs that agree on these counts agree on the rules, as far as the counts reach.
    """
    rules = ponnuki.game(game)
    levels = rules.perft(depth)
    if as_json:
        rows = [
            {"depth": level, "nodes": nodes, "finished": finished}
            for level, (nodes, finished) in enumerate(levels, start=1)
        ]
        print(json.dumps({"game": rules.spec, "levels": rows}))
        return
    for level, (nodes, _) in enumerate(levels, start=1):
        print(level, nodes)


@app.command()
def match(
    a: Annotated[str, typer.Argument(help=PLAYER_HELP)],
    b: Annotated[str, typer.Argument(help="The second player.")],
    game: GameOption = "capture-go:9",
    games: Annotated[int, typer.Option(help="How many; A has black in every other one.")] = 100,
    depth: Annotated[int, typer.Option(help="Of engines whose spec does not say it.")] = 2,
    noise: Annotated[float, typer.Option(help="Share of random moves of engines.")] = 0.0,
    seed: Annotated[int, typer.Option(help="Same seed, same games.")] = 1,
    threads: Annotated[
        int | None, typer.Option(help="Threads; all cores if not given. Never changes a result.")
    ] = None,
    show: Annotated[
        int | None, typer.Option(help="Also print the final board of that game, 0 the first.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Play a match between two players and print A's score with its 95 % interval."""
    rules = ponnuki.game(game)
    if show is not None and not 0 <= show < games:
        raise ValueError(f"--show {show} is not allowed: use 0 to {games - 1}")
    with _progress("games", games) as advance:
        first, second = (player(one, rules, depth=depth, noise=noise) for one in (a, b))
        result = play_match(first, second, rules, games, seed, Arena(threads), advance)
    if as_json:
        print(json.dumps(result.to_json()))
        return
    _print_match(result)
    if show is not None:
        record = result.batch[show]
        black, white = (a, b) if show % 2 == 0 else (b, a)
        out.print(f"\nGame {show}: {black} (X, black) against {white} (O, white)")
        out.print(str(record.replay()), markup=False)


@app.command()
def think(
    position: Annotated[
        str,
        typer.Argument(help="A file with a diagram or an SGF; - for standard input; or start."),
    ],
    player_spec: Annotated[
        str, typer.Option("--player", "-p", help="An engine: untrained,seed=1 or net:FILE.")
    ] = "untrained",
    game: GameOption = "capture-go:9",
    depth: Annotated[int, typer.Option(help="If the player's spec does not say it.")] = 4,
    seed: Annotated[int, typer.Option(help="Decides among moves of equal worth.")] = 0,
    heat: Annotated[bool, typer.Option(help="Also value every move; takes longer.")] = True,
    as_json: JsonOption = False,
) -> None:
    """Let an engine think about a position: its move, value and line, and a map of all moves."""
    rules = ponnuki.game(game)
    where = _read_position(position, rules)
    engine = player(player_spec, rules, depth=depth)
    if not isinstance(engine, Engine):
        raise SpecError(f"{player_spec!r} does not think; name an engine")
    found = engine.think(where, seed=seed, all_moves=heat)
    if as_json:
        data = dataclasses.asdict(found)
        data["move"] = rules.text(found.move)
        data["line"] = [rules.text(move) for move in found.line]
        data["value"] = None if found.decided else found.value
        data["viewer"] = "black"
        data["root_values"] = {
            rules.text(move): (value if isfinite(value) else None)
            for move, value in found.root_values.items()
        }
        print(json.dumps(data))
        return
    print_thought(out, where, found)


def _read_position(source: str, rules: ponnuki.Game) -> ponnuki.Position:
    """The position that a file, standard input or the word 'start' gives."""
    if source == "start":
        return rules.start()
    if source == "-":
        text = sys.stdin.read(sgf.MAX_LENGTH + 1)
    else:
        with open(source, encoding="utf-8", errors="replace") as file:
            text = file.read(sgf.MAX_LENGTH + 1)
    if text.lstrip().startswith("("):
        return sgf.last_position(text, rules)
    return rules.parse(text)


@app.command()
def gtp(
    player_spec: Annotated[str, typer.Option("--player", "-p", help=PLAYER_HELP)] = "untrained",
    game: GameOption = "capture-go:9",
    depth: Annotated[int, typer.Option(help="If the player's spec does not say it.")] = 4,
    seed: Annotated[int, typer.Option(help="Same seed and commands, same moves.")] = 0,
    resign: Annotated[
        bool, typer.Option("--resign", help="Give up a game that is lost for certain.")
    ] = False,
) -> None:
    """Be an engine for GoGui, Sabaki and others: GTP 2 on standard input and output.

    The controller may change the size and the komi; other options of the game stay.
    """
    from ponnuki.apps.gtp import GtpEngine, serve  # noqa: PLC0415 - other commands start faster

    if not 0 <= seed < 2**64:
        raise ValueError(f"--seed {seed} is not allowed: use 0 to {2**64 - 1}")

    def make_player(rules: ponnuki.Game) -> Player:
        return player(player_spec, rules, depth=depth)

    engine = GtpEngine(ponnuki.game(game), make_player, seed=seed, resign=resign)
    serve(engine, sys.stdin.buffer, sys.stdout.buffer)
    with suppress(OSError):
        sys.stdout.close()  # nobody may listen any more; then Python need not try again


@app.command()
def bench(
    signature: Annotated[
        bool,
        typer.Option(
            "--signature",
            help="Instead search fixed positions of all games with all nets, and print the number "
            "of nodes and a digest of the results: the same on every machine.",
        ),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Measure this machine: ns a leaf, ms a move, games a second; beside NumPy in the same run."""
    if signature:
        found = search_signature()
        if as_json:
            print(json.dumps(dataclasses.asdict(found)))
            return
        print(f"{found.nodes} nodes, digest {found.digest}")
        return
    with err.status("measuring for about half a minute"):
        figures = measure()
    if as_json:
        print(json.dumps(figures))
        return
    print_figures(out, figures)


@app.command()
def play(
    host: Annotated[
        str,
        typer.Option(
            help="Where to listen. The default is reached from this machine alone; elsewhere "
            "visitors need the key in the address that is printed."
        ),
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port.", min=1, max=65535)] = 8520,
    runs: Annotated[Path, typer.Option(help="The folder of training runs; only read.")] = Path(
        "runs"
    ),
    players: Annotated[
        list[str] | None,
        typer.Option("--player", help="A further player to offer, such as net:FILE (repeatable)."),
    ] = None,
    show: Annotated[bool, typer.Option("--open/--no-open", help="Open a browser.")] = True,
) -> None:
    """Play in a browser, watch training, look inside nets. Works without the internet."""
    from ponnuki.apps.web.server import serve  # noqa: PLC0415 - other commands start faster

    serve(runs, host, port, show, players or [])


MethodOption = Annotated[
    str | None, typer.Option(help=f"{', '.join(OPTIMISERS)}; changes the preset's.")
]
ThreadsOption = Annotated[
    int | None, typer.Option(help="Threads; all cores if not given. Never changes a result.")
]


@app.command()
def train(
    config: Annotated[
        Path | None, typer.Argument(help="A TOML file of settings, such as a run's config.toml.")
    ] = None,
    preset: Annotated[
        str | None,
        typer.Option(
            help="default (learns best), cai2009 (the paper to the letter), stable, or franken2003 "
            "(tic-tac-toe)."
        ),
    ] = None,
    game: Annotated[
        str | None, typer.Option("--game", "-g", help="A game and its options.")
    ] = None,
    method: MethodOption = None,
    depth: Annotated[int | None, typer.Option(help="Of the engines' search, in plies.")] = None,
    candidates: Annotated[str | None, typer.Option(help="full or local.")] = None,
    population: Annotated[int | None, typer.Option(help="Nets in a generation.")] = None,
    generations: Annotated[int | None, typer.Option(help="How many.")] = None,
    seed: Annotated[int | None, typer.Option(help="Same seed, same run.")] = None,
    change: Annotated[
        list[str] | None,
        typer.Option("--set", help="Any other setting: --set games.opening=2 (may be repeated)."),
    ] = None,
    threads: ThreadsOption = None,
    out_folder: Annotated[
        Path | None,
        typer.Option("--out", help="A new folder for the run; without it runs/PRESET-METHOD-SEED."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Train a population of nets, and keep everything in a folder.

    Settings come from the preset, or from the file if one is given; flags change single ones.
    Ctrl-C stops after the last finished generation; 'ponnuki resume FOLDER' goes on.
    """
    from ponnuki.learners import preset as preset_settings  # noqa: PLC0415 - others start faster
    from ponnuki.learners import read_table, settings_of  # noqa: PLC0415

    if config is not None and preset is not None:
        raise ValueError("give a file of settings or --preset, not both")
    tables = (
        read_table(config) if config is not None else preset_settings(preset or "default", method)
    )
    if config is not None and method is not None and method != tables.get("method"):
        tables |= {"method": method, "settings": {}}
    flags = {
        "game": game,
        "search.depth": depth,
        "search.candidates": candidates,
        "population": population,
        "generations": generations,
        "seed": seed,
    }
    for name, value in flags.items():
        if value is not None:
            _change(tables, name, value)
    for one in change or []:
        name, equals, text = one.partition("=")
        if not equals:
            raise ValueError(f"--set {one!r} has no value: write --set name=value")
        _change(tables, name.strip(), _toml_value(text.strip()))
    settings = settings_of(tables)
    name = f"{settings.preset or 'run'}-{settings.name}-{settings.seed}"
    _train(settings, out_folder or RUNS / name, threads, as_json)


@app.command()
def resume(
    run: Annotated[Path, typer.Argument(help="The folder of a run.")],
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Go on with a run that was stopped; the result is that of a run that never stopped."""
    from ponnuki.apps.training import watching  # noqa: PLC0415
    from ponnuki.learners import view_of  # noqa: PLC0415
    from ponnuki.runs import RunRecord, summary  # noqa: PLC0415
    from ponnuki.runs.training import resume as resume_training  # noqa: PLC0415

    before = RunRecord.open(run)
    planned = summary(run).planned or 0
    done, view = before.generations(), view_of(before.config)
    with _resumable(run), watching(out, err, planned, done, as_json, view) as on_generation:
        record = resume_training(run, Arena(threads), on_generation)
    _end_of_run(record, as_json)


@app.command()
def examine(
    player_spec: Annotated[
        str, typer.Argument(metavar="PLAYER", help="An engine: run:FOLDER, net:FILE, untrained.")
    ],
    game: GameOption = "capture-go:9",
    depth: Annotated[int, typer.Option(help="Of both sides' search, in plies.")] = 2,
    nets: Annotated[int, typer.Option(help="Untrained nets that it meets.")] = 20,
    rounds: Annotated[int, typer.Option(help="Pairs of games a net with random moves.")] = 5,
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Examine an engine: against random, and against untrained nets that no training run has seen.

    Beating a random mover is no evidence of learning: an untrained net with this search does it
    every time. What counts is the score against untrained nets with the same search.
    """
    from ponnuki.apps.training import print_examination  # noqa: PLC0415
    from ponnuki.learners.probes import HELD_OUT_SEED, Probe  # noqa: PLC0415
    from ponnuki.learners.settings import ProbeSettings  # noqa: PLC0415

    rules = ponnuki.game(game)
    engine = player(player_spec, rules, depth=depth)
    if not isinstance(engine, Engine):
        raise SpecError(f"{player_spec!r} is no engine; name a net")
    asked = ProbeSettings.of({"nets": nets, "rounds": rounds})
    probe = Probe(engine.evaluator, engine.search, asked, Arena(threads), HELD_OUT_SEED)
    with err.status("playing"):
        tallies = probe.tallies(np.asarray(engine.weights, np.float32))
    if as_json:
        found = {name: tally.to_json() for name, tally in tallies.items()}
        print(json.dumps({**found, "net": engine.net_name}))
        return
    print_examination(out, f"{player_spec} (net {engine.net_name})", tallies, nets)


@app.command()
def tune(
    game: GameOption = "capture-go:9",
    depth: Annotated[int, typer.Option(help="Of the engines' search, in plies.")] = 2,
    particles: Annotated[int, typer.Option(help="Sets of constants.")] = 10,
    nets: Annotated[int, typer.Option(help="Nets that each set of constants moves.")] = 20,
    generations: Annotated[int, typer.Option(help="How many.")] = 30,
    opponent: Annotated[
        int, typer.Option(help="Generations for which the fixed opponent is trained.")
    ] = 15,
    seed: Annotated[int, typer.Option(help="Same seed, same search.")] = 1,
    threads: ThreadsOption = None,
    out_folder: Annotated[
        Path | None,
        typer.Option("--out", help="A new folder for the run; without it runs/tune-SEED."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Look for the constants of a PSO with another PSO, as Cai et al. 2009 did.

    Each set (inertia, c1, c2) moves a swarm of nets of its own against one fixed opponent. Prints
    the best set after each generation.
    """
    from ponnuki.learners import settings_of  # noqa: PLC0415

    settings = settings_of(
        {
            "learner": "two-level-pso",
            "game": game,
            "search": {"depth": depth},
            "particles": particles,
            "nets": nets,
            "generations": generations,
            "opponent_generations": opponent,
            "seed": seed,
        }
    )
    if not as_json:
        err.print(f"training the fixed opponent for {opponent} generations")
    _train(settings, out_folder or RUNS / f"tune-{seed}", threads, as_json)


def _number(change: str) -> tuple[str, int]:
    name, _, number = change.partition("=")
    try:
        return name, int(number)
    except ValueError:
        raise ValueError(f"set={change!r} is not allowed: use NAME=NUMBER") from None


@app.command()
def reproduce(
    paper: Annotated[
        str, typer.Argument(help="cai2009, franken2003, or learning (the study of methods).")
    ],
    experiments: Annotated[
        list[str] | None, typer.Argument(metavar="[EXPERIMENT]...", help="All if none is named.")
    ] = None,
    scale: Annotated[
        str, typer.Option(help="smoke, small and so on: they differ in numbers alone.")
    ] = "smoke",
    changes: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=NUMBER",
            help="Another number than the scale's, such as engines=3 for a report before all ten "
            "engines a method are trained.",
        ),
    ] = None,
    out_folder: Annotated[
        Path | None, typer.Option("--out", help="Folder; finished parts in it are used again.")
    ] = None,
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Carry out the experiments of a paper, and write report.md, report.html and results.json.

    It may be stopped at any time; the same command goes on where it was.
    """
    from ponnuki.papers import reproduce as carry_out  # noqa: PLC0415

    folder = out_folder or RUNS / f"{paper}-{scale}"
    numbers = dict(map(_number, changes or []))
    arena = Arena(threads)
    results = carry_out(paper, experiments or [], scale, folder, arena, err.print, numbers)
    if as_json:
        print(json.dumps(results))
    else:
        out.print(f"report: {folder / 'report.md'} and {folder / 'report.html'}", markup=False)


@app.command()
def runs(
    root: Annotated[Path, typer.Argument(help="Where to look.")] = RUNS,
    as_json: JsonOption = False,
) -> None:
    """List the training runs in a folder: how far they are and what their champions are worth."""
    from ponnuki.apps.training import print_runs  # noqa: PLC0415
    from ponnuki.runs import find_runs  # noqa: PLC0415

    found = [] if root == RUNS and not root.exists() else find_runs(root)
    if as_json:
        rows = [{**dataclasses.asdict(one), "folder": str(one.folder)} for one in found]
        print(json.dumps(rows))
        return
    print_runs(out, found)


@app.command()
def check(
    folders: Annotated[
        list[Path],
        typer.Argument(metavar="FOLDER...", help="Runs, tournaments, or folders of them."),
    ],
    as_json: JsonOption = False,
) -> None:
    """Read runs and tournaments whole: what is sound, what is damaged, what can be recovered.

    The exit code is 1 if anything is damaged or missing. Nothing is written.
    """
    from ponnuki.apps.check import check_folders, print_findings, to_json  # noqa: PLC0415

    found = check_folders(folders)
    if as_json:
        print(json.dumps(to_json(found)))
    else:
        print_findings(out, found)
    if not all(one.sound for one in found):
        raise typer.Exit(1)


@app.command()
def tournament(
    players: Annotated[list[str], typer.Argument(metavar="PLAYERS...", help=PLAYER_HELP)],
    game: GameOption = "capture-go:9",
    games: Annotated[
        int, typer.Option(help="Of each pair; an even number, for both colours equally.")
    ] = 100,
    depth: Annotated[int, typer.Option(help="Of engines whose spec does not say it.")] = 2,
    noise: Annotated[float, typer.Option(help="Share of random moves of engines.")] = 0.0,
    opening: Annotated[
        int, typer.Option(help="Random plies at the start, the same for both colours.")
    ] = 0,
    seed: Annotated[int, typer.Option(help="Same seed, same games.")] = 1,
    threads: ThreadsOption = None,
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help="Only the first player meets the others.")
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
    from ponnuki.arena import Tournament, play_tournament  # noqa: PLC0415

    start = Opening.random(opening)
    plan = Tournament(tuple(players), game, games, seed, depth, noise, start, gauntlet)
    if anchor is not None and anchor not in players:
        raise ValueError(f"--anchor {anchor!r} is none of the players")
    folder = out_folder or RUNS / f"tournament-{plan.digest}"
    try:
        with _progress("games", plan.total) as advance:
            result = play_tournament(plan, folder, Arena(threads), advance)
    except KeyboardInterrupt:
        err.print("stopped; the same command goes on", markup=False)
        raise
    if as_json:
        print(json.dumps({**result.to_json(anchor), "folder": str(folder)}))
        return
    print_result(out, result, anchor)
    out.print(f"games: {folder}", markup=False)


def _train(settings: "LearnerSettings", folder: Path, threads: int | None, as_json: bool) -> None:
    """Learns into a folder, and shows how it goes."""
    from ponnuki.apps.training import watching  # noqa: PLC0415
    from ponnuki.learners import view_of  # noqa: PLC0415
    from ponnuki.runs.training import train as run_training  # noqa: PLC0415

    view, arena = view_of(settings.table()), Arena(threads)
    with (
        _resumable(folder),
        watching(out, err, settings.generations, [], as_json, view) as on_generation,
    ):
        record = run_training(settings, folder, arena, on_generation)
    _end_of_run(record, as_json)


def _end_of_run(record: "RunRecord", as_json: bool) -> None:
    from ponnuki.apps.training import print_end  # noqa: PLC0415

    if not as_json:
        print_end(out, record)


@contextmanager
def _resumable(folder: Path) -> Iterator[None]:
    """Says how to go on after Ctrl-C."""
    try:
        yield
    except KeyboardInterrupt:
        command = shlex.join(["ponnuki", "resume", str(folder)])
        err.print(f"stopped; go on with: {command}", markup=False, soft_wrap=True)
        raise


def _change(tables: dict[str, Any], name: str, value: Any) -> None:
    """Sets one setting, 'table.name' in a table."""
    *path, last = name.split(".")
    for part in path:
        inner = tables.setdefault(part, {})
        if not isinstance(inner, dict):
            raise ValueError(f"{name} is no setting: {part} is not a table")
        tables = inner
    tables[last] = value


def _toml_value(text: str) -> Any:
    """What a value means in TOML; a bare word is a text."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def _print_match(result: MatchResult) -> None:
    a, b = (
        spec if net is None else f"{spec} (net {net})"
        for spec, net in zip(result.players, result.nets, strict=True)
    )
    table = Table(title=Text(f"{a} against {b}, {result.batch.game.spec}, seed {result.seed}"))
    for column in "A plays", "games", "wins", "draws", "losses", "score", "95 % interval":
        table.add_column(column, justify="left" if column == "A plays" else "right")

    def row(name: str, tally: Tally) -> None:
        low, high = tally.interval
        share = f"{tally.score / tally.games:.2%}" if tally.games else "-"
        numbers = tally.games, tally.wins, tally.draws, tally.losses
        table.add_row(name, *(f"{n:,}" for n in numbers), share, f"{low:.2%} to {high:.2%}")

    row("both", result.total)
    row("black", result.as_black)
    row("white", result.as_white)
    out.print(table)
    games = len(result.batch)
    ends = ", ".join(f"{count / games:.1%} {name}" for name, count in result.batch.ends.items())
    out.print(f"{result.plies_mean:.1f} moves a game; ended by: {ends or '-'}")
    forfeits = sorted(result.batch.forfeits)
    for index in forfeits[:5]:
        record = result.batch[index]
        loser = 1 if record.outcome.winner == "black" else 0
        said = f"{record.players[loser]} lost by {record.outcome.reason}: {record.forfeit}"
        out.print(f"game {index}: {said}", markup=False)
    if len(forfeits) > 5:
        out.print(f"and {len(forfeits) - 5} more games were forfeited")


@contextmanager
def _progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on the terminal; nothing where there is none."""
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)


def _show_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    """A warning is one line, as an error is."""
    err.print(Text.assemble(("warning:", "bold yellow"), " ", str(message)), soft_wrap=True)


def main() -> None:
    """Runs the command line; an error becomes one line. Typer ends Ctrl-C with exit code 130."""
    warnings.showwarning = _show_warning
    for stream in sys.stdout, sys.stderr:
        if isinstance(stream, TextIOWrapper):  # a name of a folder may be no text of this terminal
            stream.reconfigure(errors="backslashreplace")
    try:
        app()
    except (ValueError, OSError, MemoryError, RuntimeError) as error:
        err.print("error:", style="bold red", end=" ")
        err.print(str(error), markup=False, emoji=False, soft_wrap=True)
        sys.exit(2)
