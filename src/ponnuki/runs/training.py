"""Learning that is recorded: a learner's generations go into a run's folder as they come.

What is here is true of every learner; none is asked what it is.
"""

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ponnuki.arena import ALL_CORES, Arena
from ponnuki.evaluators import WeightsFile, load_weights
from ponnuki.formats import ggf, sgf
from ponnuki.formats.othello import OthelloGame
from ponnuki.learners import Generation, Learner, LearnerSettings, Measuring, learner, settings_of
from ponnuki.learners.elsewhere import Elsewhere
from ponnuki.learners.learner import Weights
from ponnuki.learners.measuring import measured
from ponnuki.learners.settings import EARLIER, as_recorded
from ponnuki.learners.views import worth
from ponnuki.players import Search
from ponnuki.runs.record import RunRecord
from ponnuki.runs.shelf import run_name
from ponnuki.runs.starting import Source, starting_net
from ponnuki.runs.state import RunError, RunState
from ponnuki.settings import SettingsError, names_in, settings_in

OnGeneration = Callable[[dict[str, Any]], object]

RUNS = Path("runs")
"""The folder of runs if nobody says another."""


def usual_folder(settings: LearnerSettings) -> Path:
    """Where a run goes if nobody says it: settings that are others have another folder."""
    return RUNS / run_name(settings)


def train(
    settings: LearnerSettings,
    folder: str | Path | None = None,
    arena: Arena = ALL_CORES,
    on_generation: OnGeneration = lambda _: None,
    *,
    start_from: Source | None = None,
    alone: bool = False,
) -> RunRecord:
    """Learns from the start into a new folder, and calls back with the line of each generation.

    Args:
        settings: what is learned, and how.
        folder: a new one, which this process alone writes; without it `usual_folder`.
        arena: who plays the games.
        on_generation: called with the line of each generation.
        start_from: the net that learning starts from, instead of initial weights; see
            `starting_net`. Its digest becomes part of the settings, and it lies in the folder.
        alone: whether a generation is one piece of work for one core, on any machine that the arena
            has: for many runs at a time. Changes no result.

    Raises:
        MissingPackageError: learning takes an extra that is not installed.
        RunError: the folder is not empty, or another process writes there.
        WeightsError: the net that it starts from is another one than the settings' nets.
        KeyboardInterrupt: after Ctrl-C; all generations up to then are on disk.
    """
    start = None
    if start_from is not None:
        start = starting_net(start_from, learner(settings, arena).evaluator)
        settings = settings.but(start_from=start.digest)
    one = _learner(settings, arena, alone, start)
    measuring = _measuring(one)
    state = one.start()  # what is wrong with the settings shows before anything is written
    place = usual_folder(settings) if folder is None else folder
    facts = {"threads": arena.threads}
    with RunRecord.create(place, settings.table(), facts, start) as record:
        _go_on(record, one, state, measuring, on_generation)
        return record


def resume(
    folder: str | Path,
    arena: Arena = ALL_CORES,
    on_generation: OnGeneration = lambda _: None,
    generations: int | None = None,
    changes: Mapping[str, Any] | None = None,
    *,
    alone: bool = False,
) -> RunRecord:
    """Learns on where a run was broken off; the result is that of a run that never was.

    A finished run that goes on has the champions that it kept: of those that `keep = "few"` has
    taken away none is an earlier champion that later ones meet.

    Args:
        folder: the run's.
        arena: who plays the games.
        on_generation: called with the line of each generation.
        generations: another number of them in all, which the run's settings then say; None for
            what they say.
        changes: other settings of what only measures, shows or keeps, which the run's settings then
            say.
        alone: as of `train`.

    Raises:
        MissingPackageError: learning takes an extra that is not installed.
        RunError: there is no run to resume, it is damaged, another process writes it, or more
            generations are done than are asked for.
        SettingsError: changes are not allowed; names the setting, the value, what is allowed.
    """
    if changes:  # refused before anything is written
        wanted = _changed(RunRecord.open(folder).config, changes)
        _measuring(learner(settings_of(as_recorded(wanted)), arena))
    with RunRecord.resume(folder) as record:
        saved = record.state()
        config = _changed(record.config, changes or {})
        if generations is not None:
            config["generations"] = generations
        try:
            settings = settings_of(as_recorded(config))
            start = record.start() if saved is None and settings.start_from else None
            one = _learner(settings, arena, alone, start)
            measuring = _measuring(one)
            state = one.start() if saved is None else one.restore(saved.arrays)
            _check_identity(saved, one)
        except ValueError as error:
            raise RunError(f"{folder}: this run cannot be resumed: {error}") from None
        if one.settings.generations < state.generation and generations is not None:
            raise RunError(f"generations={generations} is not allowed: {state.generation} are done")
        if config != record.config:
            record.set_config(config)
        _go_on(record, one, state, measuring, on_generation)
        return record


def _changed(config: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """A run's settings with others of what is no part of what it is.

    Raises:
        SettingsError: the run would be another one, or a value is not allowed.
    """
    if not changes:
        return dict(config)
    own = settings_of(as_recorded(config))
    usable = [one.name for one in settings_in(type(own)) if one.words.measures]
    usable.remove("preset")  # it says where the settings came from
    for name in changes:
        if name not in usable and name in names_in(type(own)):
            raise SettingsError(
                f"{name} is part of what the run is, or of how long it is: use "
                f"{', '.join(usable)}; train another run, or resume with --generations"
            )
    after = own.but(**changes).table()
    kept = {name: value for name, value in config.items() if name not in changes}
    return {**kept, **{name: after[name] for name in changes if name in after}}


def measure(folder: str | Path, settings: LearnerSettings, arena: Arena = ALL_CORES) -> None:
    """Measures the champions that a run has kept as settings say, instead of as it was before.

    Args:
        folder: the run's.
        settings: what the run is, and how it is to be measured.
        arena: who plays the games.

    Raises:
        RunError: there is no such run, it is damaged, or another process writes it.
        ValueError: a player is not there.
    """
    record = RunRecord.open(folder)
    measuring = _measuring(learner(settings, arena))
    lines = record.generations()
    last = {settings.generations, *(line["generation"] for line in lines[-1:])}
    for line in lines:
        number = line["generation"]
        if number in record.champions():
            champion = load_weights(record.champion(number)).weights[0]
            line.update(_measured(record, measuring, number, champion, number in last))
    record.amend({**record.config, "measure": settings.measure.table()}, lines)


def _learner(
    settings: LearnerSettings, arena: Arena, alone: bool, start: WeightsFile | None
) -> Learner[Any, Any]:
    settings.check_packages()
    net = None if start is None else start.weights[0]
    if alone and arena.cluster is not None:
        return Elsewhere(settings, arena.cluster, net)
    return learner(settings, arena, net)


def _measuring(one: Learner[Any, Any]) -> Measuring:
    """What measures the champions of a run; raises ValueError if a player is not there."""
    found = Measuring(one.evaluator, one.search, one.settings.measure, one.arena)
    _ = found.players
    return found


def _go_on(
    record: RunRecord,
    one: Learner[Any, Any],
    state: Any,
    measuring: Measuring,
    on_generation: OnGeneration,
) -> None:
    """The one loop that writes records."""
    settings = one.settings
    begin = time.perf_counter()
    for after, generation in one.run(state):
        seconds = time.perf_counter() - begin
        number = generation.number
        last = number == settings.generations
        line: dict[str, Any] = {**generation.facts, "seconds": round(seconds, 6)}
        if generation.positions is not None:
            line["positions_per_second"] = round(generation.positions / max(seconds, 1e-9))
        line |= _measured(record, measuring, number, generation.champion, last)
        if last or (settings.keeping and number % settings.keeping == 0):
            _keep(record, one, generation)
        record.commit(number, line, one.arrays(after), {"settings": one.identity})
        on_generation(line)
        begin = time.perf_counter()
    record.finish(_spare(record) if settings.few else ())


def _measured(
    record: RunRecord, measuring: Measuring, number: int, champion: Weights, last: bool
) -> dict[str, Any]:
    """What a line says of a champion that is measured now, and what that took; nothing if not."""
    own = measuring.settings
    due = own.due(number, last)
    if not due:
        return {}
    begin = time.perf_counter()
    earlier = _earlier(record, number, own.earlier) if EARLIER in due else []
    found = measuring.measure(champion, due, earlier)
    return {
        "measure": {name: measured(one) for name, one in found.items()},
        "measure_seconds": round(time.perf_counter() - begin, 6),
    }


def _check_identity(saved: RunState | None, one: Learner[Any, Any]) -> None:
    if saved is not None and not one.settings.is_of(saved.metadata.get("settings", "")):
        raise ValueError("its state is of other settings than config.toml says")


def _keep(record: RunRecord, one: Learner[Any, Any], generation: Generation) -> None:
    """Writes the champion, and one of the generation's games where a format can hold it."""
    own = one.settings
    said = {
        "method": own.name,
        "preset": own.preset,
        "seed": str(own.seed),
        "generation": str(generation.number),
        **_search(one.search),
    }
    record.add_champion(generation.number, one.evaluator, generation.champion, said)
    if generation.sample is None or not len(generation.sample):
        return
    rules, moves = one.evaluator.game, generation.sample[0].moves
    comment = f"{own.name}, generation {generation.number}, seed {own.seed}"
    if rules.id in sgf.GAMES:
        text = sgf.write_sgf(rules, moves, black="net", white="net", comment=comment)
        record.add_game(generation.number, 1, text)
    elif rules.id == "othello":
        game = OthelloGame(rules.start(), moves, black="net", white="net", event=comment)
        record.add_game(generation.number, 1, ggf.write_games([game]), "ggf")


def _spare(record: RunRecord) -> list[int]:
    """The champions of a finished run but the first, the best by its measure, and the last."""
    kept = record.champions()
    worths = {line["generation"]: worth(line) for line in record.generations()}
    measured = [(found, one) for one in kept if (found := worths[one]) is not None]
    best = [max(measured)[1]] if measured else kept[-1:]
    return sorted({*kept[1:-1]} - {*best})


def _search(search: Search) -> dict[str, str]:
    """What a champion remembers of its search: a player made from its file has it."""
    said = {"depth": str(search.depth)}
    if search.candidates != Search.candidates:
        said |= {"candidates": search.candidates, "radius": str(search.radius)}
    if search.draw:
        said["draw"] = str(search.draw)
    for name in "endgame", "visits":
        if getattr(search, name):
            said[name] = str(getattr(search, name))
    return said | {name: "yes" for name in ("eyes", "afterstates") if getattr(search, name)}


def _earlier(record: RunRecord, number: int, count: int) -> list[Weights]:
    """Some of the champions kept before a generation, evenly spread."""
    kept = [one for one in record.champions() if one < number]
    if not kept:
        return []
    chosen = np.unique(np.linspace(0, len(kept) - 1, min(count, len(kept))).round().astype(int))
    return [load_weights(record.champion(kept[i])).weights[0] for i in chosen]
