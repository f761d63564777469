"""Training that is recorded: a trainer's generations go into a run's folder as they come."""

import json
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena import ALL_CORES, Arena
from ponnuki.evaluators import load_weights
from ponnuki.formats import sgf
from ponnuki.runs.folder import RunError
from ponnuki.runs.record import RunRecord
from ponnuki.runs.state import RunState
from ponnuki.trainers import (
    TWO_LEVEL,
    Generation,
    Probe,
    Trainer,
    TrainingSettings,
    TrainingState,
    Tuner,
    TuningSettings,
    TuningState,
)

OnGeneration = Callable[[dict[str, Any]], object]


def train(
    settings: TrainingSettings,
    folder: str | Path,
    arena: Arena = ALL_CORES,
    on_generation: OnGeneration = lambda _: None,
) -> RunRecord:
    """Trains from the start into a new folder, and calls back with the line of each generation.

    Raises:
        RunError: the folder is not empty, or another process writes there.
        KeyboardInterrupt: after Ctrl-C; all generations up to then are on disk.
    """
    trainer = Trainer(settings, arena)
    state = trainer.start()  # what is wrong with the settings shows before anything is written
    with RunRecord.create(folder, settings.table(), {"threads": arena.threads}) as record:
        _go_on(record, trainer, state, on_generation)
        return record


def resume(
    folder: str | Path, arena: Arena = ALL_CORES, on_generation: OnGeneration = lambda _: None
) -> RunRecord:
    """Trains on where a run was broken off; the result is that of a run that never was.

    Raises:
        RunError: there is no run to resume, it is damaged, or another process writes it.
    """
    with RunRecord.resume(folder) as record:
        saved = record.state()
        try:
            if record.config.get("method") == TWO_LEVEL:
                tuner = Tuner(TuningSettings.of(record.config), arena)
                swarms = tuner.start() if saved is None else tuner.restore(saved.arrays)
                go_on = partial(_go_on_tuning, record, tuner, swarms)
            else:
                trainer = Trainer(TrainingSettings.of(record.config), arena)
                state = trainer.start() if saved is None else trainer.restore(saved.arrays)
                if saved is not None:
                    _check_identity(saved, trainer)
                go_on = partial(_go_on, record, trainer, state)
        except ValueError as error:
            raise RunError(f"{folder}: this run cannot be resumed: {error}") from None
        go_on(on_generation)
        return record


def _go_on(
    record: RunRecord, trainer: Trainer, state: TrainingState, on_generation: OnGeneration
) -> None:
    settings = trainer.settings
    probe = Probe(trainer.evaluator, trainer.search, settings.probe, trainer.arena)
    begin = time.perf_counter()
    for after, generation in trainer.run(state):
        trained = time.perf_counter()
        number = generation.number
        last = number == settings.generations
        line: dict[str, Any] = {**generation.facts, "seconds": round(trained - begin, 6)}
        line["positions_per_second"] = round(line["leaves"] / max(trained - begin, 1e-9))
        if last or (settings.probe.every and number % settings.probe.every == 0):
            earlier = _earlier(record, number, settings.probe.earlier)
            line["probe"] = probe.measure(generation.champion, earlier)
            line["probe_seconds"] = round(time.perf_counter() - trained, 6)
        if last or number % settings.keep_every == 0:
            _keep(record, trainer, generation)
        record.commit(number, line, trainer.arrays(after), {"settings": _identity(trainer)})
        on_generation(line)
        begin = time.perf_counter()


def _check_identity(saved: RunState, trainer: Trainer) -> None:
    if saved.metadata.get("settings") != _identity(trainer):
        raise ValueError("its state is of other settings than config.toml says")


def _identity(trainer: Trainer) -> str:
    """All settings that the next generation depends on, as one text."""
    free = {"preset", "generations", "probe", "keep_every"}
    own = {k: v for k, v in trainer.settings.table().items() if k not in free}
    own["rules_version"] = trainer.evaluator.game.rules_version
    return json.dumps(own, sort_keys=True)


def _keep(record: RunRecord, trainer: Trainer, generation: Generation) -> None:
    """Writes the champion, and one of the generation's games where SGF can hold it."""
    own = trainer.settings
    said = {
        "method": own.method,
        "preset": own.preset,
        "seed": str(own.seed),
        "generation": str(generation.number),
        "depth": str(own.search.depth),
    }
    record.add_champion(generation.number, trainer.evaluator, generation.champion, said)
    rules = trainer.evaluator.game
    if generation.sample is None or not len(generation.sample) or rules.id not in sgf.GAMES:
        return
    played = generation.sample[0]
    comment = f"{own.method}, generation {generation.number}, seed {own.seed}"
    text = sgf.write_sgf(rules, played.moves, black="net", white="net", comment=comment)
    record.add_game(generation.number, 1, text)


def _earlier(record: RunRecord, number: int, count: int) -> list[NDArray[np.float32]]:
    """Some of the champions kept before a generation, evenly spread."""
    kept = [one for one in record.champions() if one < number]
    if not kept or not count:
        return []
    chosen = np.unique(np.linspace(0, len(kept) - 1, min(count, len(kept))).round().astype(int))
    return [load_weights(record.champion(kept[i])).weights[0] for i in chosen]


def tune(
    settings: TuningSettings,
    folder: str | Path,
    arena: Arena = ALL_CORES,
    on_generation: OnGeneration = lambda _: None,
) -> RunRecord:
    """Looks for a swarm's constants in a new folder.

    Raises:
        RunError: the folder is not empty, or another process writes there.
        KeyboardInterrupt: after Ctrl-C; all generations up to then are on disk.
    """
    tuner = Tuner(settings, arena)
    state = tuner.start()  # what is wrong with the settings shows before anything is written
    with RunRecord.create(folder, settings.table(), {"threads": arena.threads}) as record:
        _go_on_tuning(record, tuner, state, on_generation)
        return record


def _go_on_tuning(
    record: RunRecord, tuner: Tuner, state: TuningState, on_generation: OnGeneration
) -> None:
    begin = time.perf_counter()
    for after, facts in tuner.run(state):
        line = {**facts, "seconds": round(time.perf_counter() - begin, 6)}
        if after.generation == tuner.settings.generations:
            record.add_champion(after.generation, tuner.evaluator, tuner.champion(after))
        record.commit(after.generation, line, tuner.arrays(after))
        on_generation(line)
        begin = time.perf_counter()
