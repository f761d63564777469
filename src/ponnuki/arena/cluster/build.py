"""What an installation of this package is, so that only equal ones share games.

Two nodes may have different processors and so different files of the core. What counts is that they
play the same games: so besides the version and the sources in Python, a few games are played.
"""

import functools
import hashlib
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ponnuki.arena.arena import Arena
from ponnuki.arena.contest import Contest
from ponnuki.evaluators import evaluator
from ponnuki.players import Choice, Engine, Search

PACKAGE = Path(__file__).resolve().parents[2]
TRIALS = (
    ("capture-go:9", "window", 2),
    ("go:5", "mlp", 2),
    ("othello:8", "wpc", 3),
    ("tic-tac-toe", "mlp", 4),
)
"""Games, nets and depths of the trial: a few games each."""


class Build(NamedTuple):
    """What an installation is.

    Attributes:
        version: of the package.
        sources: a digest of its Python files.
        games: a digest of the games that its core plays in a trial.
    """

    version: str
    sources: str
    games: str

    def unlike(self, other: "Build") -> str | None:
        """How this installation, a node's, differs from another, the driver's; None if it does not.

        >>> Build("0.2.0", "a", "c").unlike(Build("0.1.0", "b", "c"))
        'it has ponnuki 0.2.0, and 0.1.0 is wanted'
        """
        if self.version != other.version:
            return f"it has ponnuki {self.version}, and {other.version} is wanted"
        if self.sources != other.sources:
            return f"its ponnuki {self.version} has other Python files ({self.sources})"
        if self.games != other.games:
            return f"its core of ponnuki {self.version} plays other games in the trial"
        return None


@functools.cache
def build() -> Build:
    """What this installation is; takes a tenth of a second the first time."""
    from ponnuki import __version__  # noqa: PLC0415 - the package imports this module

    return Build(__version__, _sources(), _games())


def _sources() -> str:
    found = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        found.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0")
        found.update(path.read_bytes() + b"\0")
    return found.hexdigest()[:16]


def _games() -> str:
    found = hashlib.sha256()
    for spec, kind, depth in TRIALS:
        net = evaluator(kind, spec)
        rows = net.initial(2, seed=22) * np.array([[1], [10]], np.float32)
        players = Engine.of_rows(net, rows, Search(depth=depth), Choice(noise=0.1))
        batch = Contest(spec, players, games=2, seed=22).play(Arena(1)).batch
        for name in "winners", "margins", "moves", "nodes", "leaves":
            found.update(np.ascontiguousarray(getattr(batch, name)).tobytes())
    return found.hexdigest()[:16]
