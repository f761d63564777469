"""What one wants to do, a function each: train, resume, match, tournament, examine.

They take what a person types: presets, specs, tables of settings. What they do lies in the folders:
here names become players and settings. The command line calls the same functions.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ponnuki.arena import (
    ALL_CORES,
    Arena,
    Contest,
    Opening,
    Results,
    Tournament,
    TournamentResult,
    play_tournament,
)
from ponnuki.games import Game, SpecError
from ponnuki.players import Engine, Player, PlayerSpec, common_game
from ponnuki.players import player as find_player
from ponnuki.runs import RunRecord

if TYPE_CHECKING:  # learning brings its settings' machinery along
    from ponnuki.learners.examination import Examination
    from ponnuki.papers.comparison import Comparison

OnGeneration = Callable[[dict[str, Any]], object]
Progress = Callable[[int], object]
Who = str | PlayerSpec | Player | RunRecord
"""A player, its spec, or a run, whose last champion it is."""


def train(
    preset_or_file: str | Path | None = None,
    *,
    seed: int | None = None,
    start_from: str | Path | RunRecord | None = None,
    out: str | Path | None = None,
    on_generation: OnGeneration = lambda _: None,
    arena: Arena = ALL_CORES,
    **settings: Any,
) -> RunRecord:
    """Learns a net or a population of nets, and keeps everything in a folder.

    Same settings and seed, same run. Ctrl-C stops it; `resume` goes on.

    >>> import ponnuki, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> run = ponnuki.train("default", game="capture-go:4", games=20, generations=2,
    ...                     measure={"games": 2}, seed=1, out=folder)
    >>> len(run.generations())
    2

    Args:
        preset_or_file: a preset's name, or a TOML file of settings; without it the preset that
            suits the game: `default` for Capture Go, `zero` for others.
        seed: of everything that is drawn; without it the settings' own, 1.
        start_from: the net that learning starts from, instead of initial weights: a file of
            weights, a run, whose last champion it is, or the spec of a player that has a net. Runs
            that start from different nets are different runs.
        out: a new folder for the run; without it one under runs/, with the settings' digest.
        on_generation: called with the figures of each generation.
        arena: who plays the games. Changes no result.
        settings: any settings by their names, those in tables as tables: `search={"depth": 2}`.
            They are merged into the preset's.

    Raises:
        SettingsError: settings are not allowed; names the setting, the value, what is allowed.
        RunError: the folder is not empty, or another process writes there.
        WeightsError: the net that it starts from is another one than the settings' nets.
    """
    from ponnuki.learners.chosen import settings_from  # noqa: PLC0415 - others start faster
    from ponnuki.runs import training  # noqa: PLC0415

    _check(out=out, on_generation=on_generation)
    asked = settings if seed is None else {**settings, "seed": seed}
    chosen = settings_from(preset_or_file, asked)
    return training.train(chosen, out, arena, on_generation, start_from=start_from)


def resume(
    run: RunRecord | str | Path,
    *,
    generations: int | None = None,
    on_generation: OnGeneration = lambda _: None,
    arena: Arena = ALL_CORES,
    **settings: Any,
) -> RunRecord:
    """Goes on with a run that was stopped; the result is that of a run that never was.

    >>> import ponnuki, tempfile
    >>> run = ponnuki.train("default", game="capture-go:4", games=20, generations=1,
    ...                     measure={"games": 2}, out=tempfile.mkdtemp())
    >>> len(ponnuki.resume(run, generations=2).generations())
    2

    Args:
        run: its folder, or what `train` gave.
        generations: another number of them in all; without it as many as were planned.
        on_generation: called with the figures of each generation.
        arena: who plays the games. Changes no result.
        settings: others of what only measures, shows or keeps.

    Raises:
        SettingsError: settings are not allowed, or would make another run of it.
        RunError: there is no run to resume, it is damaged, another process writes it, or more
            generations are done than are asked for.
    """
    from ponnuki.runs import training  # noqa: PLC0415 - others start faster

    folder = run.folder if isinstance(run, RunRecord) else run
    _check(run=folder, on_generation=on_generation)
    return training.resume(folder, arena, on_generation, generations, settings)


def match(
    a: Who,
    b: Who,
    game: Game | str | None = None,
    *,
    games: int = 100,
    seed: int = 1,
    depth: int | None = None,
    visits: int | None = None,
    noise: float = 0.0,
    opening: int | str | Opening = 0,
    arena: Arena = ALL_CORES,
    progress: Progress | None = None,
) -> Results:
    """Plays a match of A against B with both colours in turn; A has black first.

    >>> import ponnuki
    >>> result = ponnuki.match("champion:tic-tac-toe", "random", games=20, opening=2)
    >>> result.total.wins > result.total.losses
    True

    Args:
        a: a player, its spec, or a run, whose last champion plays.
        b: the other one.
        game: what they play, or its spec; without it what their nets are for.
        games: how many.
        seed: same seed, same games.
        depth: of engines' search, in plies, if their spec does not say it.
        visits: of tree searches, if their spec says neither visits nor depth.
        noise: share of random moves of players whose spec does not say it.
        opening: random plies at the start, with both colours from each opening; or `"book"`.
        arena: who plays the games. Changes no result.
        progress: called about 20 times a second with the number of games done.

    Raises:
        SpecError: there is no such player or game, or they do not fit.
        ValueError: an argument is out of range.
    """
    _check(progress=progress)
    given = [_known(one) for one in (a, b)]
    rules = common_game(game, *given)
    first, second = (_made(one, rules, depth, noise, visits) for one in given)
    contest = Contest(rules, [first, second], opening=opening, games=games, seed=seed)
    return contest.play(arena, progress)


def tournament(
    players: Iterable[Who],
    game: Game | str | None = None,
    *,
    games: int = 100,
    seed: int = 1,
    depth: int | None = None,
    visits: int | None = None,
    noise: float = 0.0,
    opening: int | str | Opening = 0,
    gauntlet: bool = False,
    out: str | Path | None = None,
    arena: Arena = ALL_CORES,
    progress: Progress | None = None,
) -> TournamentResult:
    """Lets every pair of players meet with both colours, and rates them.

    >>> import ponnuki
    >>> result = ponnuki.tournament(["random", "naive", "pattern"], "go:5", games=4)
    >>> len(result.ratings().order())
    3

    Args:
        players: all different: players, their specs, or runs, whose last champions play.
        game: what they play, or its spec; without it what their nets are for.
        games: of each pair; an even number, so that both have black equally often.
        seed: same seed, same games.
        depth: of engines' search, in plies, if their spec does not say it.
        visits: of tree searches, if their spec says neither visits nor depth.
        noise: share of random moves of players whose spec does not say it.
        opening: random plies at the start, with both colours from each opening; or `"book"`.
        gauntlet: whether only the first player meets the others.
        out: a folder where all games are kept, and found again after a stop; without it nothing is
            written.
        arena: who plays the games. Changes no result.
        progress: called about 20 times a second with the number of games done.

    Raises:
        SpecError: there is no such player or game, or they do not fit.
        TournamentError: the folder holds another tournament, or damaged games.
        ValueError: an argument is out of range.
    """
    _check(players=players, out=out, progress=progress)
    given = [_with_a_name(_known(one)) for one in players]
    rules = common_game(game, *given)
    plan = Tournament(
        tuple(one.text if isinstance(one, PlayerSpec) else one.spec for one in given),
        rules.spec,
        games,
        seed,
        depth,
        noise,
        Opening.of(opening),
        gauntlet,
        visits,
    )
    made = [_made(one, rules, depth, noise, visits) for one in given]
    return play_tournament(plan, out, arena, progress, players=made)


def examine(
    player: Who,
    game: Game | str | None = None,
    *,
    depth: int | None = None,
    visits: int | None = None,
    nets: int | None = None,
    rounds: int = 1,
    opening: int | str | Opening = 0,
    arena: Arena = ALL_CORES,
) -> "Examination":
    """Examines an engine: against random, and against untrained nets that no run has seen.

    >>> import ponnuki
    >>> found = ponnuki.examine("champion:tic-tac-toe", nets=5)
    >>> found.measures["random"].total.games
    10

    Args:
        player: an engine, its spec (champion:GAME, net:FILE, run:FOLDER, untrained), or a run.
        game: what it plays, or its spec; without it what its net is for.
        depth: of both sides' search, in plies; without it that of the net's training.
        visits: of both sides' tree searches; without it those of the net's training.
        nets: untrained nets that it meets; without it 200.
        rounds: pairs of games a net with random moves.
        opening: random plies at the start, with both colours from each opening; or `"book"`.
        arena: who plays the games. Changes no result.

    Raises:
        SpecError: there is no such player, or it is no engine.
        ValueError: an argument is out of range.
    """
    from ponnuki.learners.examination import EXAMINERS, examine_engine  # noqa: PLC0415

    known = _known(player)
    rules = common_game(game, known)
    engine = _made(known, rules, depth, 0.0, visits)
    if not isinstance(engine, Engine):
        raise SpecError(f"{engine.spec!r} is no engine; name a net")
    if engine.game != rules:
        raise SpecError(f"player {engine.spec!r} is for {engine.game.spec}, not {rules.spec}")
    count = EXAMINERS if nets is None else nets
    return examine_engine(engine, count, rounds, arena, Opening.of(opening))


def compare(
    *ways: str | Path,
    settings: Mapping[str, Any] | None = None,
    seeds: Iterable[int] = range(1, 11),
    opponents: Iterable[str] | None = None,
    games: int = 100,
    opening: int = 2,
    budget: tuple[str, float] | None = None,
    out: str | Path = "runs/compare",
    arena: Arena = ALL_CORES,
    say: Callable[[str], object] = lambda _: None,
) -> "Comparison":
    """Compares ways to learn: trains what is missing, measures all champions, tests seed by seed.

    >>> import ponnuki, tempfile
    >>> few = {"game": "capture-go:4", "games": 20, "generations": 1, "measure": {"games": 2}}
    >>> found = ponnuki.compare("default", "default,rate=0.2", settings=few, seeds=[1, 2],
    ...                         games=2, out=tempfile.mkdtemp())
    >>> len(found.effects)
    1

    Args:
        ways: presets or TOML files of settings, each with changes behind commas; the others are
            compared with the first.
        settings: of all ways, by their names, as `train` has them.
        seeds: a run of each way for each of them.
        opponents: specs of players whom every champion meets; without it those of the game that
            nobody trained.
        games: against each of them, an even number.
        opening: random plies at the start, with both colours from each opening.
        budget: such as `("games", 10_000)`: champions are those that had spent at most so many
            games, evaluations or seconds; without it those of whole runs.
        out: a folder where runs and measures are kept, and found again.
        arena: who plays the games. Changes no result.
        say: is told what is being done.

    Raises:
        SettingsError: settings are not allowed; names the setting, the value, what is allowed.
        ValueError: an argument is out of range.
    """
    from ponnuki.papers import comparison  # noqa: PLC0415 - others start faster

    met = None if opponents is None else tuple(opponents)
    found = comparison.compare(
        ways,
        settings,
        seeds=seeds,
        opponents=met,
        games=games,
        opening=opening,
        folder=out,
        budget=budget,
        arena=arena,
        say=say,
    )
    assert found is not None  # it was asked to measure
    return found


_ALLOWED: dict[str, tuple[Callable[[object], bool], str]] = {
    "players": (
        lambda one: isinstance(one, Iterable) and not isinstance(one, str),
        "a list of players",
    ),
    "run": (lambda one: isinstance(one, str | Path), "a run, or the path of its folder"),
    "out": (lambda one: one is None or isinstance(one, str | Path), "the path of a folder"),
    "on_generation": (callable, "a function of a generation's figures"),
    "progress": (lambda one: one is None or callable(one), "a function of a number of games"),
}
"""What arguments may be, so that a mistake shows before anything is written."""


def _check(**arguments: object) -> None:
    """Raises TypeError if an argument is not what it may be; names it, and what is allowed."""
    for name, value in arguments.items():
        is_allowed, allowed = _ALLOWED[name]
        if not is_allowed(value):
            raise TypeError(f"{name}={value!r:.80} is not allowed: use {allowed}")


def _known(who: object) -> PlayerSpec | Player:
    """A player, or what its spec says.

    Raises:
        TypeError: it is something else.
    """
    if isinstance(who, PlayerSpec):
        return who
    if isinstance(who, RunRecord | str):
        return PlayerSpec.parse(who if isinstance(who, str) else who.spec)
    if all(hasattr(who, name) for name in ("spec", "game", "choose")):
        return who  # type: ignore[return-value]  # as far as it can be seen
    raise TypeError(f"player={who!r} is not allowed: use a spec, a player or a run")


def _made(
    who: PlayerSpec | Player, rules: Game, depth: int | None, noise: float, visits: int | None
) -> Player:
    if isinstance(who, PlayerSpec):
        return find_player(who, rules, depth=depth, noise=noise, visits=visits)
    return who


def _with_a_name(player: PlayerSpec | Player) -> PlayerSpec | Player:
    """A player that a table can tell from others: an engine without a spec is called by its net."""
    if isinstance(player, Engine) and player.spec == Engine.spec:
        return replace(player, spec=f"engine-{player.net_name}")
    return player
