"""What pins ask of the house. It alone knows today's classes: a rebuilt house changes this file.

All that goes in is text, numbers and tables as files have them, and so is all that comes out.
"""

import contextlib
import gzip
import json
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args
from unittest import mock

import numpy as np

from ponnuki.arena import (
    Arena,
    Contest,
    GameBatch,
    Opening,
    Tournament,
    play_random,
    play_tournament,
)
from ponnuki.evaluators import NETS, evaluator, load_weights, save_weights
from ponnuki.fitness import GameJudge, GameSettings
from ponnuki.games import Position
from ponnuki.games import game as find_game
from ponnuki.learners import (
    LEARNERS,
    METHODS,
    LearnerSettings,
    preset,
    settings_of,
)
from ponnuki.learners import (
    presets as every_preset,
)
from ponnuki.learners.earlier import EARLIER, STARTS
from ponnuki.learners.tic_tac_toe import Output
from ponnuki.learners.zero import gpu
from ponnuki.learners.zero.samples import Learned, Samples
from ponnuki.learners.zero.settings import ZeroSettings
from ponnuki.optimisers import UnstableSwarmWarning
from ponnuki.papers import PAPERS
from ponnuki.papers.cai2007 import systems
from ponnuki.papers.cai2007.capture import METHODS as CAPTURING
from ponnuki.papers.cai2007.methods import BY_GAMES, OPPONENTS, POPULATIONS
from ponnuki.papers.cai2007.methods import Cell as Everybody
from ponnuki.papers.cai2009 import causes, engines, ladder, readings, versus_defensive
from ponnuki.papers.cai2009.scale import SCALES as TRAINING
from ponnuki.papers.franken2003 import cells as swarms
from ponnuki.papers.franken2003 import figures
from ponnuki.papers.franken2003.limit import HIDDEN
from ponnuki.papers.kim2007 import cells as counters
from ponnuki.papers.kim2007 import kinds
from ponnuki.papers.learning import experiments as studied
from ponnuki.papers.mayer2007 import ablation, beyond, boards
from ponnuki.papers.mayer2007 import cells as go
from ponnuki.papers.questions import digest
from ponnuki.papers.zero import experiments as trees
from ponnuki.papers.zero.planes import PLANES
from ponnuki.players import PLAYERS, Search, fingerprint, player
from ponnuki.players.gnu_go import command
from ponnuki.runs import RunRecord
from ponnuki.runs.earlier import config_now
from ponnuki.runs.shelf import run_name
from ponnuki.runs.training import resume, train
from ponnuki.seeds import streams

Table = dict[str, Any]


def learners() -> list[str]:
    """Every kind of learner, and words of earlier versions."""
    return [*LEARNERS, *EARLIER]


def methods() -> list[str]:
    """Every method of an optimiser."""
    return list(METHODS)


def presets() -> dict[str, bool]:
    """Every preset, and whether it takes a method."""
    return {name: "method" in preset(name) for name in every_preset()}


def preset_table(name: str, method: str | None = None) -> Table:
    """The settings of a preset that differ from the built-in ones."""
    return preset(name, method)


def _settings(table: Mapping[str, Any]) -> LearnerSettings:
    """Settings of a table in which measures are called as they were once, or as they are now."""
    return settings_of(config_now(table))


def complete_table(table: Mapping[str, Any]) -> Table:
    """A table with all settings, as `config.toml` has it."""
    return _settings(table).table()


def name_of_run(table: Mapping[str, Any]) -> str:
    """The name of the folder in which papers keep the run with these settings."""
    return run_name(_settings(table))


def evaluators() -> list[str]:
    """Every kind of evaluator."""
    return list(NETS)


def player_kinds() -> list[str]:
    """Every kind of player."""
    return list(PLAYERS)


def net_facts(kind: str, spec: str, options: Table) -> Table:
    """Who a net is, how many weights it has, how they begin, and what two rows say of boards.

    Raises:
        ValueError: there is no such net.
    """
    net = evaluator(kind, spec, **options)
    rows = net.initial(2, seed=5)
    record = play_random(spec, 1, seed=3, threads=1)[0]
    boards = [one for one in record.positions() if one.outcome is None][::3]
    return {
        "fingerprint": net.fingerprint,
        "weights": net.weight_count,
        "initial": rows,
        "values for black": net.value(rows, boards),
        "values for white": net.value(rows, boards, "white"),
    }


def net_file(path: Path, kind: str, spec: str, rows: int) -> None:
    """Writes a file with so many nets of a kind."""
    net = evaluator(kind, spec)
    save_weights(path, net, net.initial(rows, seed=8), {"depth": "3"})


def player_fingerprint(spec: str, game: str, asked: Table) -> str:
    """Who a player is.

    Raises:
        ValueError: there is no such player.
    """
    return fingerprint(player(spec, find_game(game), **asked))


def gnu_go(game: str, level: int) -> str:
    """How GNU Go is started."""
    return command(find_game(game), level)


@dataclass(frozen=True)
class Last:
    """Plays the last legal move: a player of somebody's own."""

    spec: str = "last"
    game: None = None

    def choose(self, position: Position, *, seed: int) -> int:
        """A pass, where there is one."""
        del seed
        return position.legal_numbers()[-1]


def own_player() -> str:
    """Who a player is that somebody has written in Python."""
    return fingerprint(Last())


def seeds(seed: int, name: str, count: int) -> list[int]:
    """The seeds of streams, as decimal numbers."""
    return [int(one) for one in streams(seed, name, count)]


def open_seeds(game: str, opening: int, asked: Sequence[int]) -> list[int]:
    """Seeds whose openings are not yet decided, in place of those asked for."""
    found = Opening.of(opening).open_seeds(find_game(game), np.array(asked, np.uint64))
    return [int(one) for one in found]


def tournament(folder: Path, table: Table, chunk: int | None = None) -> tuple[list[Table], Table]:
    """A tournament played into a folder, or gone on with: its kept games, and its results.

    So many games are written together.
    """
    play_tournament(_tournament(table), folder, Arena(1), chunk=chunk)
    lines = [
        json.loads(line)
        for path in sorted((folder / "games").iterdir())
        for line in gzip.decompress(path.read_bytes()).splitlines()
    ]
    return lines, json.loads((folder / "results.json").read_text(encoding="utf-8"))


def _tournament(table: Table) -> Tournament:
    opening = Opening.of(table.get("opening", 0))
    return Tournament(**{**table, "players": tuple(table["players"]), "opening": opening})


def match(a: str, b: str, game: str, games: int, seed: int, opening: int) -> Table:
    """A match: its result, and who had black, seeds, moves and winners of its games."""
    rules = find_game(game)
    contest = Contest(rules, [a, b], opening=opening, games=games, seed=seed)
    found = contest.play(Arena(1))
    return {"result": found.to_json(), **_games(found.batch)}


def _games(batch: GameBatch) -> dict[str, Any]:
    return {
        "pairings": batch.pairings,
        "seeds": batch.seeds,
        "moves": batch.moves,
        "winners": batch.winners,
    }


class Witness(Arena):
    """An arena of one thread that remembers who met whom, with which seeds, and what came out."""

    def __init__(self) -> None:
        super().__init__(1)
        object.__setattr__(self, "seen", [])

    def play(self, game: Any, players: Any, *rest: Any, **more: Any) -> GameBatch:
        """Plays them."""
        batch = super().play(game, players, *rest, **more)
        who = [fingerprint(one) for one in players]
        self.__dict__["seen"].append({"players": " ".join(who), **_games(batch)})
        return batch


def judged(net: Table, game: str, games: Table, depth: int) -> Table:
    """What a judge says of six nets, twice, and of duels; and the games by which it does.

    Two earlier champions are in its hall.
    """
    options = dict(net)
    made = evaluator(options.pop("kind"), game, **options)
    rules = GameSettings(**games)
    fixed = [player(spec, made.game, noise=rules.noise) for spec in rules.fixed_players]
    arena = Witness()
    judge = GameJudge(made, Search(depth=depth), rules, 77, arena, made.initial(2, 9), fixed)
    rows = made.initial(6, 4)
    scores = [judge.score(rows).tolist() for _ in range(2)]
    duels = judge.duel(rows[:3], rows[3:], first=2)
    alone = judge.duel(rows[:3], rows[5:])
    return {
        "scores": scores,
        "duels": [duels.tolist(), alone.tolist()],
        "played": [judge.played, judge.plies, judge.leaves],
        "seen": arena.__dict__["seen"],
    }


CLOCKS = {"seconds", "measure_seconds", "positions_per_second"}
"""What a line of a run's log says of time."""


def trained(folder: Path, table: Mapping[str, Any]) -> Table:
    """What a run leaves in its folder: state, log without times, champions, games.

    Raises:
        ValueError: the settings are not allowed.
    """
    own = dict(table)
    start = None
    if taught := own.pop("taught", None):  # a run of its own today
        same = {name: own[name] for name in own if name in {"game", "net", "seed"}}
        first = _settings({"learner": "temporal-differences"} | taught | same)
        start = train(first, folder.with_name(f"{folder.name}-first"), Arena(1))
    settings = _settings(own)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UnstableSwarmWarning)
        train(settings, folder, Arena(1), start_from=start)
    return run_in(folder)


def gone_on(folder: Path) -> Table:
    """The same of a run that was stopped, gone on with to its end."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UnstableSwarmWarning)
        resume(folder, Arena(1))
    return run_in(folder)


def run_in(folder: Path) -> Table:
    """What lies in the folder of a run."""
    record = RunRecord.open(folder)
    state = record.state()
    assert state is not None
    champions = {}
    for number in record.champions():
        file = load_weights(record.champion(number))
        champions[number] = file.weights, dict(file.metadata)
    return {
        "arrays": state.arrays,
        "lines": [
            {name: value for name, value in line.items() if name not in CLOCKS}
            for line in record.generations()
        ],
        "champions": champions,
        "games": {path.name: path.read_text(encoding="utf-8") for path in record.games()},
    }


def torch_steps(table: Mapping[str, Any], batches: int) -> Table:
    """So many steps of zero's learning through PyTorch, from the first net and random boards.

    They are made on the CPU without CUDA's graphs, and with floats of 32 bits in place of 16, whose
    rounding differs from processor to processor.
    """
    torch: Any = import_module("torch")  # an extra that few have
    own = _settings(table)
    assert isinstance(own, ZeroSettings)
    net = own.evaluator()
    row = net.initial(1, 5)[0]
    points = net.game.points + 1
    rng = np.random.default_rng(6)
    cells = rng.integers(0, 3, (60, points)).astype(np.uint8)
    cells[:, -1] = rng.integers(0, 2, 60)
    policies = rng.integers(1, 1000, (60, points)).astype(np.uint16)
    policies[:, : points // 3] = gpu.NO_MOVE
    window = Samples(cells, policies, rng.uniform(-1, 1, 60).astype(np.float32))
    threads = torch.get_num_threads()
    with contextlib.ExitStack() as stack:
        stack.callback(torch.set_num_threads, threads)
        stack.enter_context(mock.patch.object(gpu, "_recorded", _not_recorded))
        stack.enter_context(mock.patch.object(torch, "bfloat16", torch.float32))
        torch.set_num_threads(1)
        torch.manual_seed(7)
        one = object.__new__(gpu.Gpu)
        one.settings, one.net = own, gpu.TorchConv(net, "cpu")
        one._stepper = gpu._Stepper(one.net, own)
        before = Learned(row, np.zeros((2, len(row)), np.float32), 0, 0.0, 0.0)
        after = one.learn(before, window, own.rate, batches)
    parts = np.cumsum([np.prod(shape) for shape in one.net._shapes])[:-1]
    return {
        "losses": [after.policy_loss, after.value_loss],
        "steps": after.steps,
        "changes": np.split(after.weights - row, parts),
        "moments": [np.split(one, parts) for one in after.moments],
    }


def _not_recorded(_: Any, work: Callable[[], Any]) -> tuple[Any, None]:
    """What does some work each time, instead of a graph of it."""
    return SimpleNamespace(replay=work), None


def papers() -> dict[str, list[str]]:
    """Every paper with its scales."""
    return {name: list(paper.scales) for name, paper in PAPERS.items()}


def runs_of(paper: str, scale: str) -> dict[str, list[str]]:
    """The names of the runs of a paper, by what they are runs of."""
    return _NAMES[paper](PAPERS[paper].scales[scale])


def _named(runs: Mapping[str, Iterable[LearnerSettings]]) -> dict[str, list[str]]:
    return {label: [run_name(one) for one in many] for label, many in runs.items()}


def _seeds(count: int) -> range:
    return range(1, count + 1)


def _cai2007(scale: Any) -> dict[str, list[str]]:
    """The runs by a budget of seconds depend on the machine and are left out."""
    found: dict[str, Any] = {
        f"{system.name}, {variant}": [
            system.settings(variant, scale, seed) for seed in _seeds(scale.runs)
        ]
        for system in (systems.TD, systems.FATE, systems.HDP, systems.SANE)
        for variant in system.variants
    }
    for game in OPPONENTS:
        for method in (*POPULATIONS, *BY_GAMES):
            cell = Everybody(method, game)
            runs = [cell.by_games(scale.table_games, n) for n in _seeds(scale.table_runs)]
            found[f"methods, {method}, {game}"] = runs
    training = TRAINING[scale.capture]
    for method in CAPTURING:
        found[f"capture, {method}"] = [
            engines.settings_of(method, training, seed) for seed in _seeds(scale.capture_engines)
        ]
    return _named(found)


def _cai2009(scale: Any) -> dict[str, list[str]]:
    made = engines.settings_of
    found: dict[str, Any] = {
        f"engines, {method}": [made(method, scale, seed) for seed in _seeds(scale.engines)]
        for method in scale.methods
    }
    found |= {
        f"ladder, {method}": [made(method, scale, seed) for seed in _seeds(scale.ladder_runs)]
        for method in scale.methods
    }
    found["ladder, halving"] = [ladder._default(scale, one) for one in _seeds(scale.ladder_runs)]
    found["taught"] = [
        versus_defensive.taught_settings(scale, seed) for seed in _seeds(scale.engines)
    ]
    tuned = {
        "learner": "two-level-pso",
        "game": engines.GAME,
        "search": {"depth": scale.depth},
        "generations": scale.tuning,
        "opponent_generations": scale.tuning_opponent,
    }
    found["tuning"] = [settings_of(tuned | {"seed": seed}) for seed in _seeds(scale.tunings)]
    long = replace(scale, generations=scale.reading_generations)
    for method in "hybrid", "EA":
        runs = [made(method, long, seed) for seed in _seeds(scale.readings)]
        found[f"reading as decided, {method}"] = runs
    for one in readings.READINGS:
        found[f"reading {one.name}, {one.method}"] = [
            made(one.method, long, seed).but(**one.changes) for seed in _seeds(scale.readings)
        ]
    shallow = replace(long, depth=1, at_rest=False)
    for change in causes.CHANGES:
        found[f"cause {change.name}"] = [
            made("PSO", shallow, seed).but(**change.changes) for seed in _seeds(scale.readings)
        ]
    return _named(found)


def _franken2003(scale: Any) -> dict[str, list[str]]:
    """Runs of a cell are kept together, as nets."""
    both = [
        swarms.Cell(name, particles, hidden, ties)
        for ties in swarms.RULES
        for name in swarms.NEIGHBOURHOODS
        for particles in scale.particles
        for hidden in scale.hidden
    ]
    drawn: list[Table] = [
        *({"algorithm": name} for name in swarms.NEIGHBOURHOODS),
        {"algorithm": "lbest", "encoding": "messerschmidt"},
        {"algorithm": "lbest", "encoding": "messerschmidt", "vmax": figures.LIMIT},
        {"algorithm": "ep", "encoding": "messerschmidt"},
        {"algorithm": "lbest", "vmax": figures.LIMIT},
        {"algorithm": "ep"},
    ]
    more = [
        swarms.Cell(particles=particles, hidden=7, ties=ties, **kind)
        for ties in swarms.RULES
        for particles in scale.particles
        for kind in drawn
    ]
    more += [
        swarms.Cell("lbest", 5, hidden, ties, c2=2.5, vmax=170.0)
        for ties in swarms.RULES
        for hidden in scale.hidden
    ]
    last = 20 if 20 in scale.particles else scale.particles[-1]
    more += [
        swarms.Cell("lbest", last, 7, ties, output=output)
        for ties in swarms.RULES
        for output in get_args(Output)
    ]
    changes: list[Table] = [{}, {"vmax": 1.0}, {"vmax": 0.1}, {"algorithm": "ep"}]
    more += [
        swarms.Cell(particles=20, hidden=HIDDEN, ties="random", **{"algorithm": "lbest", **one})
        for one in changes
    ]
    return {
        one.name: [f"{one.name}-{digest(swarms.training_of(one, scale))}"]
        for one in dict.fromkeys([*both, *more])
    }


_FIRST_NETS = {
    smoke: dict(enumerate(digests, 1))
    for smoke, digests in ((True, list(STARTS.values())[:2]), (False, list(STARTS.values())[2:]))
}
"""The digests of the nets that evolved runs start from, by seed, at scale smoke or larger ones."""


def _kim2007(scale: Any) -> dict[str, list[str]]:
    found: dict[str, Any] = {
        name: [one.settings(scale, seed) for seed in _seeds(scale.seeds)]
        for name, one in counters.CELLS.items()
    }
    for name, kind in kinds.KINDS.items():
        runs = [kind.settings(scale, n) for n in _seeds(scale.learners)]
        if isinstance(kind, kinds.Evolved):
            found[f"beyond, {name}, first"] = [kind.first(scale, n) for n in _seeds(scale.learners)]
            weights = _FIRST_NETS[scale.learned < 10_000]
            runs = [one.but(start_from=weights[one.seed]) for one in runs]
        found[f"beyond, {name}"] = runs
    return _named(found)


def _learning(scale: Any) -> dict[str, list[str]]:
    found = {
        row: [studied.settings_of(row, scale, seed) for seed in studied._seeds(row, scale)]
        for row in studied.METHODS
    }
    return _named(found)


def _mayer2007(scale: Any) -> dict[str, list[str]]:
    cells = [
        go.cell(name, selection, passes)
        for selection in go.SELECTIONS
        for name in go.REPRESENTATIONS
        for passes in go.PASSES
    ]
    cells += [ablation.variant(one, passes) for one in ablation.VARIANTS for passes in go.PASSES]
    for passes in go.PASSES:
        cells += [
            go.cell("katatsugi", "creative", passes, f"beyond{number}" if number else "", **changes)
            for number, changes in enumerate(beyond.settings(scale).values())
        ]
        tuples = go.Cell(f"tuples-{passes}", passes, beyond.falling(scale), preset="tuples")
        cells += [tuples, *(boards._go(size, passes, scale) for size in boards.LARGER)]
    cells += [boards._capture_go(size, scale) for size in (boards.SMALL, *boards.LARGER)]
    return _named({one.name: [one.settings(scale, n) for n in _seeds(scale.runs)] for one in cells})


def _zero(scale: Any) -> dict[str, list[str]]:
    found: dict[str, Any] = {row: trees.runs_of(row, scale) for row in trees.LEARNERS}
    for kind, options in PLANES.items():
        changes = {"net": preset("zero")["net"] | options} if options else {}
        found[f"planes, {kind}"] = trees.preset_runs("zero", changes, scale.planes, scale)
    return _named(found)


_NAMES: dict[str, Callable[[Any], dict[str, list[str]]]] = {
    "cai2007": _cai2007,
    "cai2009": _cai2009,
    "franken2003": _franken2003,
    "kim2007": _kim2007,
    "learning": _learning,
    "mayer2007": _mayer2007,
    "levels": lambda _: {},  # nothing is trained for it
    "zero": _zero,
}
