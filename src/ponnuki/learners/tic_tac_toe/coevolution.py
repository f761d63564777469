"""Co-evolution of tic-tac-toe nets, whole runs in the core (Franken & Engelbrecht 2003).

Each epoch every player plays some games as player one against opponents drawn from all the others,
and only player one's points count. In a swarm of n particles the n personal bests play as well; in
evolutionary programming (EP) n parents and n children play, and the better half survives. What an
epoch does to the nets is what `Pso` with replayed bests, or `Ea`, does in a step; only the random
numbers are drawn otherwise.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ponnuki import _core
from ponnuki.arena import ALL_CORES, Arena
from ponnuki.learners.tic_tac_toe.nets import OnePly
from ponnuki.optimisers import Ea, Pso
from ponnuki.settings import whole

if TYPE_CHECKING:
    from ponnuki.arena.cluster.ray_arena import RayArena

HISTORY = (
    "mean_weight",
    "weight_size",
    "best_size",
    "velocity",
    "score",
    "best_score",
    "replaced",
)
"""What is kept of every epoch: the mean and the root mean square of the particles' weights, that of
the personal bests, that of velocities (or step sizes), mean points of particles and of bests, and
the share of bests that were replaced."""


MAX_PARTICLES = 1024


@dataclass(frozen=True)
class Coevolution:
    """One training run.

    Attributes:
        player: the nets and how they play.
        method: a swarm at rest with bests="replay", or an `Ea` for EP; without box and decay.
        particles: how many; twice as many play.
        epochs: how many.
        opponents: games of every player as player one in an epoch.
        points: for a win, a draw and a loss.
        history: whether a line is kept for every epoch.
    """

    player: OnePly
    method: Pso | Ea
    particles: int = 20
    epochs: int = 500
    opponents: int = 5
    points: tuple[float, float, float] = (1.0, 0.0, -2.0)
    history: bool = False

    def __post_init__(self) -> None:
        whole("particles", self.particles, 1, MAX_PARTICLES)
        whole("epochs", self.epochs, 1, 10**6)
        whole("opponents", self.opponents, 1, 10**6)
        object.__setattr__(self, "points", tuple(float(one) for one in self.points))
        if len(self.points) != 3 or not np.isfinite(self.points).all():
            raise ValueError(f"points={self.points} are not allowed: use win, draw and loss")
        if isinstance(self.method, Pso) and (
            self.method.bests != "replay" or self.method.decay or self.method.start_velocity
        ):
            raise ValueError(
                'method is not allowed: a swarm has bests="replay", no decay and starts at rest'
            )
        if self.method.box is not None:
            raise ValueError("method is not allowed: there is no box here")

    @property
    def games(self) -> int:
        """How many games a run plays."""
        return 2 * self.particles * self.opponents * self.epochs

    @property
    def _core_run(self) -> _core.Coevolution:
        """The core's form of it."""
        swarm = self.method if isinstance(self.method, Pso) else Pso(1.0, 0.0, 0.0, None)
        ep = self.method if isinstance(self.method, Ea) else Ea()
        tau = 1 / sqrt(2 * sqrt(self.player.evaluator.weight_count)) if ep.tau is None else ep.tau
        is_swarm = swarm is self.method
        win, draw, loss = self.points
        return _core.Coevolution(
            net=self.player._core_net,
            method=_core.CoevolutionMethod["pso" if is_swarm else "ep"],
            particles=self.particles,
            epochs=self.epochs,
            opponents=self.opponents,
            win=win,
            draw=draw,
            loss=loss,
            inertia=swarm.inertia,
            c1=swarm.c1,
            c2=swarm.c2,
            vmax=swarm.vmax or 0.0,
            groups=swarm.neighbours.groups(self.particles),
            sigma=ep.sigma,
            tau=tau,
            history=self.history,
        )


class Players(NamedTuple):
    """All that the next epoch of a run depends on, besides its settings and seed.

    Attributes:
        epochs: how many are done.
        positions: the particles after the last move; in EP all players of the next epoch.
        velocities: theirs; in EP step sizes.
        bests: the personal bests, or the survivors of EP; shape (particles, weights).
        best_scores: their points in the last epoch.
    """

    epochs: int
    positions: NDArray[np.float32]
    velocities: NDArray[np.float32]
    bests: NDArray[np.float32]
    best_scores: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Coevolved:
    """What a run gave.

    Attributes:
        bests: the personal bests, or the survivors of EP; shape (particles, weights).
        best_scores: their points in the last epoch.
        champion: the best of them; of equals the first.
        positions: the particles after the last move; in EP all players of the next epoch.
        velocities: theirs; in EP step sizes.
        history: by the names of `HISTORY`, a number an epoch; empty if it was not asked for.
        games: how many were played.
        epochs: how many are done.
    """

    bests: NDArray[np.float32]
    best_scores: NDArray[np.float64]
    champion: NDArray[np.float32]
    positions: NDArray[np.float32]
    velocities: NDArray[np.float32]
    history: dict[str, NDArray[np.float64]]
    games: int
    epochs: int

    @property
    def players(self) -> Players:
        """Whom the run goes on with."""
        return Players(self.epochs, self.positions, self.velocities, self.bests, self.best_scores)


def coevolve(
    runs: Sequence[Coevolution],
    seeds: ArrayLike,
    arena: Arena = ALL_CORES,
    progress: Callable[[int], object] | None = None,
    *,
    players: Sequence[Players | None] | None = None,
) -> list[Coevolved]:
    """Carries out training runs, as many at once as the arena has threads, or cores elsewhere.

    An epoch draws from streams of its own, so a run that goes on equals one that never stopped.

    Args:
        runs: what to do.
        seeds: one for each; a run depends on its settings and its seed alone.
        arena: whose threads work, or whose other machines. Never changes a result.
        progress: called now and then with the number of games played.
        players: for each run whom it goes on with, or None to begin it; it ends after the epoch
            that its settings say. History and games are those of this call.

    Raises:
        ValueError: an argument does not fit.
        KeyboardInterrupt: after Ctrl-C, at once.
    """
    row = np.array(seeds, np.uint64)
    if row.shape != (len(runs),):
        raise ValueError(f"seeds of shape {row.shape} do not fit {len(runs)} runs")
    if arena.cluster is not None:
        return _coevolve_far(runs, row, arena.cluster, progress, players)
    found = _core.coevolve([one._core_run for one in runs], row, arena.workers, progress, players)
    return [_coevolved(one) for one in found]


def _coevolve_far(
    runs: Sequence[Coevolution],
    seeds: NDArray[np.uint64],
    cluster: "RayArena",
    progress: Callable[[int], object] | None,
    players: Sequence[Players | None] | None,
) -> list[Coevolved]:
    """Runs on other machines, a few at a time as one piece of work for one core."""
    size = max(1, len(runs) // (4 * cluster.capacity))
    places = [slice(i, i + size) for i in range(0, len(runs), size)]
    whom = [None] * len(runs) if players is None else list(players)
    pieces = [(list(runs[one]), seeds[one], whom[one]) for one in places]
    found: list[Coevolved | None] = [None] * len(runs)
    games = 0
    for number, some in cluster.work_out(coevolve_here, pieces):
        found[places[number]] = some
        games += sum(one.games for one in some)
        if progress is not None:
            progress(games)
    return [one for one in found if one is not None]


def coevolve_here(
    runs: Sequence[Coevolution], seeds: NDArray[np.uint64], players: Sequence[Players | None]
) -> list[Coevolved]:
    """Carries out some training runs with one core."""
    return coevolve(runs, seeds, Arena(1), players=players)


def _coevolved(core: _core.Coevolved) -> Coevolved:
    bests = core.bests
    lines = core.history
    return Coevolved(
        bests=bests,
        best_scores=core.best_scores,
        champion=bests[core.champion],
        positions=core.positions,
        velocities=core.velocities,
        history=dict(zip(HISTORY, lines.T, strict=True)) if len(lines) else {},
        games=core.games,
        epochs=core.epochs,
    )
