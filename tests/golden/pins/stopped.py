"""Folders that were stopped half-way: runs of every learner, tournaments, papers.

`stopped.tar.gz` holds them as they were left by processes that were killed while they wrote. It was
made once, by `python -m tests.golden.pins.stopped FILE` from a clean checkout, and is never made
anew for code that has changed: what was begun must go on.
"""

import gzip
import io
import os
import shutil
import signal
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from tests.golden.pins import house
from tests.golden.pins.kept import FOLDER, Case, Cases, array, digest
from tests.golden.pins.papers import case_name, facts
from tests.golden.pins.training import (
    ACTOR,
    GAMES,
    HDP,
    OWN_SIDE,
    SWARMS,
    TD,
    TUNING,
    ZERO,
    with_wins,
)
from tests.papers.smoke import results
from tests.programs import limited

PACK = FOLDER / "stopped.tar.gz"
AFTER = 2
"""So many generations of a run are done."""

Table = dict[str, Any]

_NET: Table = {"kind": "mlp", "hidden": [3], "biases": True}
_COMMON: Table = {
    "generations": 5,
    "keep_every": 2,
    "probe": {"every": 2, "nets": 2, "rounds": 1, "earlier": 2},
}
_PLAY: Table = {
    **_COMMON,
    "game": "go:4",
    "net": _NET,
    "search": {"depth": 1},
    "population": 6,
    "games": GAMES,
}
_STABLE: Table = {"inertia": 0.729, "c1": 1.494, "c2": 1.494}

RUNS: dict[str, Table] = {
    "pso": {**_PLAY, "method": "pso", "settings": _STABLE},
    "ea": {**_PLAY, "method": "ea", "game": "capture-go:4"},
    "hybrid": {**_PLAY, "method": "hybrid", "settings": _STABLE, "game": "tic-tac-toe"},
    "hc": {**_PLAY, "method": "hc", "settings": {"challenges": 7, "lookahead": 3}},
    "ga": {**_PLAY, "method": "ga", "game": "othello:6", "net": {"kind": "wpc"}},
    "es": {**_PLAY, "method": "es", "settings": {"momentum": 0.5}},
    "cma": {**_PLAY, "method": "cma", "settings": {"diagonal": False, "average": 0.5}},
    "halving": {**_PLAY, "method": "halving"},
    "selection": {**_PLAY, "method": "selection"},
    "sane": {**_PLAY, "method": "sane", "settings": {"hidden": 3}},
    "temporal-differences": {
        **TD,
        **_COMMON,
        "game": "capture-go:5",
        "net": {"kind": "ntuple", "shapes": ["square-2:liberties-3"]},
        "coherence": True,
        "trace": 0.8,
        "rate": 0.05,
    },
    "fate": {
        **TD,
        **_COMMON,
        "game": "go:5",
        "net": {"kind": "fate", "features": 2, "reach": 1},
        "difference": "next-view",
        "rewards": {"win": 1.0, "draw": 0.0, "loss": -1.0},
        "rate_halving": 30.0,
    },
    "hdp": {**HDP, **_COMMON, "game": "go:4", "net": OWN_SIDE},
    "actor-critic": {**ACTOR, **_COMMON, "average": 0.3, "coherence": True},
    "zero": {**ZERO, **_COMMON, "average": 0.3},
    "tic-tac-toe": {**SWARMS, **_COMMON},
    "two-level-pso": {**TUNING, "generations": 5},
}
"""Every learner, and every optimiser of self-play."""

CUPS: dict[str, Table] = {
    "cup": {
        "game": "capture-go:5",
        "games": 6,
        "seed": 12,
        "opening": 2,
        "noise": 0.1,
        "players": ["untrained,seed=1,depth=2", "naive", "defensive", "random"],
    },
    "gauntlet": {
        "game": "go:5",
        "games": 8,
        "seed": 3,
        "gauntlet": True,
        "players": ["pattern,noise=0.1", "naive,noise=0.1", "untrained,net=mlp,depth=1,noise=0.1"],
    },
}
CHUNK, CHUNKS = 4, 3
"""Games of a tournament that are written together, and how often that was done."""

EXPERIMENTS: dict[tuple[str, str], tuple[str, int]] = {
    ("mayer2007", "opening"): ("parts", 9),
    ("kim2007", "openings"): ("runs", 16),
    ("franken2003", "table3"): ("nets", 5),
}
"""Papers: into which folder, and how often, something had been written when they were killed."""


def run_case(run: Table) -> Case:
    """What a finished run leaves, a field an array, a line, a champion, a game."""
    found: Case = {f"array {name}": array(own) for name, own in sorted(run["arrays"].items())}
    found |= {f"line {one['generation']}": with_wins(one) for one in run["lines"]}
    for number, (weights, said) in run["champions"].items():
        found[f"champion {number}"] = [array(weights), said]
    return found | {name: digest(text) for name, text in run["games"].items()}


def cup_case(lines: list[Table], found: Table) -> Case:
    """The games and the results of a tournament."""
    games = [[*one["players"], one["seed"], *one["moves"], one["winner"]] for one in lines]
    return {"games": digest(str(games)), "count": len(games), **found}


def whole(folder: Path, name: str) -> Case:
    """A run, a tournament or an experiment that nobody stopped."""
    if name in RUNS:
        return run_case(house.trained(folder, RUNS[name]))
    if name in CUPS:
        return cup_case(*house.tournament(folder, CUPS[name]))
    paper, experiment = name.split()
    return facts(paper, experiment, results(paper, experiment, folder))


def gone_on(folder: Path, name: str) -> Case:
    """The same, from a folder that was stopped."""
    return run_case(house.gone_on(folder)) if name in RUNS else whole(folder, name)


def names() -> list[str]:
    """All that was stopped."""
    return [*RUNS, *CUPS, *papers()]


def papers() -> list[str]:
    """The experiments among it."""
    return [case_name(*one) for one in EXPERIMENTS]


def stopped() -> Cases:
    """What each comes to if nobody stops it."""
    with tempfile.TemporaryDirectory() as folder:
        return {name: whole(Path(folder) / _folder(name), name) for name in names()}


def unpack(folder: Path, name: str) -> Path:
    """A copy of a folder that was stopped."""
    with tarfile.open(PACK) as pack:
        wanted = [one for one in pack if one.name.split("/")[0] == _folder(name)]
        pack.extractall(folder, wanted, filter="data")
    return folder / _folder(name)


def _folder(name: str) -> str:
    return name.replace(" ", "-")


def _killed(work: Callable[[], object], count: int, names: Callable[[Path], bool]) -> None:
    """Does some work in a process that is killed before such files are in place so many times."""
    child = os.fork()
    if child == 0:
        replace, done = os.replace, 0

        def deadly(beside: Any, target: Any) -> None:
            nonlocal done
            if names(Path(target)):
                done += 1
                if done > count:
                    os.kill(os.getpid(), signal.SIGKILL)
            replace(beside, target)

        os.replace = deadly  # type: ignore[assignment]
        try:
            work()
        finally:
            os._exit(1)
    with limited(child):
        _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "it came to its end before it was killed"


def stop_all(folder: Path) -> None:
    """Begins everything and has it killed half-way."""
    for name, table in RUNS.items():
        _killed(partial(house.trained, folder / name, table), AFTER, _is_state)
    for name, table in CUPS.items():
        _killed(partial(house.tournament, folder / name, table, CHUNK), CHUNKS, _is_game)
    for (paper, experiment), (kind, count) in EXPERIMENTS.items():
        place = folder / _folder(case_name(paper, experiment))
        _killed(partial(results, paper, experiment, place), count, partial(_lies_in, kind))


def _is_state(path: Path) -> bool:
    return path.name == "state.safetensors"


def _is_game(path: Path) -> bool:
    return path.name.endswith(".jsonl.gz")


def _lies_in(kind: str, path: Path) -> bool:
    return kind in path.parts and path.suffix in {".json", ".npz", ".safetensors"}


def pack(folder: Path, file: Path) -> None:
    """Packs a folder, the same bytes for the same files."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tarfile.USTAR_FORMAT) as found:
        for path in _files(folder):
            one = tarfile.TarInfo(str(path.relative_to(folder)))
            one.size, one.mode = path.stat().st_size, 0o644
            with open(path, "rb") as content:
                found.addfile(one, content)
    file.write_bytes(gzip.compress(data.getvalue(), 9, mtime=0))


def _files(folder: Path) -> Iterable[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.name != ".lock")


def main(file: str) -> None:
    """Makes the pack."""
    sys.argv = ["python", "-m", "tests.golden.pins.stopped"]  # runs keep it: no machine's folders
    with tempfile.TemporaryDirectory() as folder:
        stop_all(Path(folder))
        pack(Path(folder), Path(file))
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1])
