"""Players at work: match, think, gtp, nboard, play."""

import dataclasses
import json
import sys
from contextlib import suppress
from math import isfinite
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

import ponnuki
from ponnuki import SpecError
from ponnuki.apps.commands.base import (
    PLAYER_HELP,
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
    out,
    progress,
    stopped,
    warn,
)
from ponnuki.apps.thought import print_endgame, print_seen, print_thought
from ponnuki.apps.variety import match_warning
from ponnuki.arena import Results, Tally
from ponnuki.arena.batch import usable_cores
from ponnuki.arena.repeats import counted
from ponnuki.extras import need
from ponnuki.formats import othello_text, sgf
from ponnuki.players import (
    Endgame,
    Engine,
    Limit,
    Player,
    PlayerSpec,
    ScriptedPlayer,
    Watched,
    common_game,
    player,
    root_moves,
)

THINKING_DEPTH = 4
"""How far an untrained net looks ahead where it is asked for single moves."""
ThinkingDepthOption = Annotated[
    int | None,
    typer.Option(
        help="How far an engine looks ahead, in plies, if its spec does not say it. Without it a "
        f"net looks as far as it was trained to, and an untrained one {THINKING_DEPTH} plies."
    ),
]


def match(
    a: Annotated[str, typer.Argument(help=PLAYER_HELP)],
    b: Annotated[str, typer.Argument(help="The second player.")],
    game: PlayersGameOption = None,
    games: Annotated[int, typer.Option(help="How many; A has black in every other one.")] = 100,
    depth: DepthOption = None,
    visits: VisitsOption = None,
    noise: NoiseOption = 0.0,
    opening: OpeningOption = 0,
    seed: SeedOption = 1,
    threads: ThreadsOption = None,
    cluster: ClusterOption = None,
    show: Annotated[
        int | None, typer.Option(help="Also print the final board of that game, 0 the first.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Play a match between two players and print A's score with its 95 % interval.

    Games that repeat each other count once in the interval.
    """
    if show is not None and not 0 <= show < games:
        raise ValueError(f"--show {show} is not allowed: use 0 to {games - 1}")
    with (
        stopped("no game is kept; 'ponnuki tournament' keeps its games and goes on"),
        arena_of(threads, cluster) as arena,
        progress("games", games, arena) as advance,
    ):
        result = ponnuki.match(
            a,
            b,
            game,
            games=games,
            seed=seed,
            depth=depth,
            visits=visits,
            noise=noise,
            opening=opening,
            arena=arena,
            progress=advance,
        )
    warning = match_warning(result.total)
    if warning is not None:
        warn(warning)
    if as_json:
        print(json.dumps(result.to_json()))
        return
    _print_match(result)
    if show is not None:
        record = result.batch[show]
        black, white = (a, b) if show % 2 == 0 else (b, a)
        out.print(f"\nGame {show}: {black} (X, black) against {white} (O, white)")
        out.print(str(record.replay()), markup=False)


def think(
    position: Annotated[
        str,
        typer.Argument(
            help="A file with a diagram, an SGF, or in Othello a GGF or a transcript; - for "
            "standard input; or start."
        ),
    ],
    player_spec: Annotated[
        str,
        typer.Option(
            "--player",
            "-p",
            help="An engine: champion:GAME, run:FOLDER or run:FOLDER@50, net:FILE, "
            "untrained,seed=1. Or a player that says what it sees: ryder.",
        ),
    ] = "untrained",
    game: PlayersGameOption = None,
    depth: ThinkingDepthOption = None,
    visits: VisitsOption = None,
    seed: Annotated[int, typer.Option(help="Decides among moves of equal worth.")] = 0,
    heat: Annotated[bool, typer.Option(help="Also value every move; takes longer.")] = True,
    as_json: JsonOption = False,
) -> None:
    """Let an engine think about a position: its move, value and line, and a map of all moves.

    A player with endgame=yes shows the regions of an endgame, each with its mean and temperature.
    """
    spec = PlayerSpec.parse(player_spec)
    rules = common_game(game, spec)
    where = _read_position(position, rules)
    engine = player(spec, rules, depth=depth, visits=visits, usual_depth=THINKING_DEPTH)
    if isinstance(engine, ScriptedPlayer) and engine.endgame:
        endgame, move = Endgame.of(where), engine.choose(where, seed=seed)
        if as_json:
            print(json.dumps({"move": rules.text(move), **endgame.plain()}))
        else:
            print_endgame(out, endgame, move)
        return
    if isinstance(engine, Watched):
        _watch(engine, where, seed, as_json=as_json)
        return
    if not isinstance(engine, Engine):
        raise SpecError(
            f"{player_spec!r} does not think; name an engine, such as run:FOLDER or champion:GAME"
        )
    found = engine.think(where, Limit(threads=usable_cores()), seed=seed, all_moves=heat)
    if as_json:
        data = dataclasses.asdict(dataclasses.replace(found, game=None))
        del data["game"]
        data["move"] = rules.text(found.move)
        data["line"] = [rules.text(move) for move in found.line]
        data["value"] = None if found.decided else found.value
        data["viewer"] = "black"
        data["root_values"] = {
            rules.text(move): (value if isfinite(value) else None)
            for move, value in found.root_values.items()
        }
        data["root_visits"] = {rules.text(move): count for move, count in found.root_visits.items()}
        data["root_priors"] = {
            rules.text(one.move): one.prior for one in root_moves(engine, where, found)
        }
        data["root_margins"] = {
            rules.text(move): margin for move, margin in found.root_margins.items()
        }
        print(json.dumps(data))
        return
    print_thought(out, where, found, root_moves(engine, where, found))


def _watch(watched: Watched, position: ponnuki.Position, seed: int, *, as_json: bool) -> None:
    """What a player saw, and its move: as lines, or as marks on points."""
    game = position.game
    seen = watched.thoughts(position)
    move = game.text(watched.choose(position, seed=seed))
    if not as_json:
        print_seen(out, position, move, seen)
        return
    marks = [one.mark(game) for one in seen]
    print(json.dumps({"move": move, "marks": marks, "lines": [one.line(game) for one in seen]}))


def _read_position(source: str, rules: ponnuki.Game) -> ponnuki.Position:
    """The position that a file, standard input or the word 'start' gives."""
    if source == "start":
        return rules.start()
    if source == "-":
        text = sys.stdin.read(sgf.MAX_LENGTH + 1)
    else:
        try:
            with open(source, encoding="utf-8", errors="replace") as file:
                text = file.read(sgf.MAX_LENGTH + 1)
        except FileNotFoundError:
            raise ValueError(_no_position(source, rules)) from None
    if rules.id == "othello" and othello_text.holds_games(text):
        return othello_text.read_games(text, rules)[0].last
    if text.lstrip().startswith("("):
        return sgf.last_position(text, rules)
    return rules.parse(text)


def _no_position(source: str, rules: ponnuki.Game) -> str:
    """What is wrong with a text that names no file."""
    what = "there is no such file"
    with suppress(ValueError):
        rules.move(source)
        what = "this is a move, not a position"
    return f"{source!r}: {what}; name a file with a diagram or a game, - or start"


def gtp(
    player_spec: Annotated[str, typer.Option("--player", "-p", help=PLAYER_HELP)] = "untrained",
    game: PlayersGameOption = None,
    depth: ThinkingDepthOption = None,
    visits: VisitsOption = None,
    seed: Annotated[int, typer.Option(help="Same seed and commands, same moves.")] = 0,
    resign: Annotated[
        bool, typer.Option("--resign", help="Give up a game that is lost for certain.")
    ] = False,
) -> None:
    """Be an engine for GoGui, Sabaki and others: GTP 2 on standard input and output.

    The controller may change the size and the komi; other options of the game stay.
    """
    from ponnuki.apps.gtp import GtpEngine  # noqa: PLC0415 - other commands start faster
    from ponnuki.apps.gtp_server import serve  # noqa: PLC0415

    _check_seed(seed)

    spec = PlayerSpec.parse(player_spec)

    def make_player(rules: ponnuki.Game) -> Player:
        return player(spec, rules, depth=depth, visits=visits, usual_depth=THINKING_DEPTH)

    engine = GtpEngine(common_game(game, spec), make_player, seed=seed, resign=resign)
    serve(engine, sys.stdin.buffer, sys.stdout.buffer)
    _close_output()


def nboard(
    player_spec: Annotated[str, typer.Option("--player", "-p", help=PLAYER_HELP)] = (
        "champion:othello"
    ),
    depth: Annotated[
        int | None,
        typer.Option(
            help="How far an engine looks ahead, in plies, if its spec does not say it. Without it "
            "the program says it."
        ),
    ] = None,
    visits: VisitsOption = None,
    seed: Annotated[int, typer.Option(help="Same seed and commands, same moves.")] = 0,
) -> None:
    """Be an engine for NBoard and others: the NBoard protocol on standard input and output.

    It plays Othello, 8×8.
    """
    from ponnuki.apps.nboard import NBoardEngine  # noqa: PLC0415 - other commands start faster
    from ponnuki.apps.nboard_server import serve  # noqa: PLC0415

    _check_seed(seed)
    rules, spec = ponnuki.game("othello:8"), PlayerSpec.parse(player_spec)

    def make_player(asked: int | None) -> Player:
        wanted = asked if depth is None else depth
        return player(spec, rules, depth=wanted, visits=visits, usual_depth=THINKING_DEPTH)

    engine = NBoardEngine(rules, make_player, seed=seed)
    # Without a buffer: whoever waits for a line must not keep Python from ending.
    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as commands:
        serve(engine, commands, sys.stdout.buffer)
    _close_output()


def _check_seed(seed: int) -> None:
    if not 0 <= seed < 2**64:
        raise ValueError(f"--seed {seed} is not allowed: use 0 to {2**64 - 1}")


def _close_output() -> None:
    """Nobody may listen any more; then Python need not try again."""
    with suppress(OSError):
        sys.stdout.close()


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
    need("web", "play")
    from ponnuki.apps.web.server import serve  # noqa: PLC0415 - other commands start faster

    serve(runs, host, port, show, players or [])


def _print_match(result: Results) -> None:
    table = Table(title=Text(result.title))
    columns = "A plays", "games", "distinct", "wins", "draws", "losses", "score", "95 % interval"
    for column in columns:
        table.add_column(column, justify="left" if column == "A plays" else "right")

    def row(name: str, tally: Tally) -> None:
        low, high = tally.interval
        share = f"{tally.share:.2%}" if tally.games else "-"
        numbers = tally.games, tally.distinct, tally.wins, tally.draws, tally.losses
        table.add_row(name, *(f"{n:,}" for n in numbers), share, f"{low:.2%} to {high:.2%}")

    row("both", result.total)
    row("black", result.as_black)
    row("white", result.as_white)
    out.print(table)
    total = result.total
    if total.independent < total.games:
        out.print(counted(total.games, total.distinct, total.independent))
    out.print(f"{result.plies_mean():.1f} moves a game; ended by: {result.how_ended or '-'}")
    dead = len(result.batch.dead)
    if dead:
        what = "were" if dead > 1 else "was"
        out.print(f"{dead} of the games {what} counted without stones that engines called dead")
    forfeits = sorted(result.batch.forfeits)
    for index in forfeits[:5]:
        record = result.batch[index]
        loser = 1 if record.outcome.winner == "black" else 0
        said = f"{record.players[loser]} lost by {record.outcome.reason}: {record.forfeit}"
        out.print(f"game {index}: {said}", markup=False)
    if len(forfeits) > 5:
        out.print(f"and {len(forfeits) - 5} more games were forfeited")
