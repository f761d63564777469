"""Experiments at the smallest scale, the same on every machine: no program outside, no pictures."""

import contextlib
import json
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO
from unittest.mock import patch

from matplotlib.figure import Figure

from ponnuki.arena import Arena
from ponnuki.papers import PAPERS, reproduce
from ponnuki.papers.cai2007 import systems
from ponnuki.papers.cai2009 import ladder, outside
from ponnuki.papers.learning import experiments as learning
from ponnuki.papers.mayer2007 import gnu_go

FAKE = shlex.join(
    [sys.executable, "-I", "-S", str(Path(__file__).parents[1] / "players" / "fake_gtp.py")]
)
EXPERIMENTS = [(paper, name) for paper, one in PAPERS.items() for name in one.experiments]


def draw_nothing(_: Figure, file: BinaryIO, **__: object) -> None:
    """Stands in for `Figure.savefig`."""
    file.write(b"<svg/>")


@contextlib.contextmanager
def without_programs() -> Iterator[None]:
    """GNU Go is not installed; where an experiment is about it, a quick program stands in."""
    with contextlib.ExitStack() as patches:
        for module in systems, ladder, outside, learning:
            patches.enter_context(patch.object(module, "find_program", lambda _: None))
        patches.enter_context(patch.object(gnu_go, "find_program", lambda _: sys.executable))
        patches.enter_context(patch.object(gnu_go, "COMMAND", FAKE))
        yield


def results(paper: str, experiment: str, folder: Path) -> Any:
    """What an experiment finds, as its file of results has it, without its pictures."""
    with without_programs(), patch.object(Figure, "savefig", draw_nothing):
        found = reproduce(paper, [experiment], "smoke", folder, Arena(1), say=len)[experiment]
    return json.loads(json.dumps(found))
