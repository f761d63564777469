"""Particle swarms: who challenges whom, how particles move, and whether they settle."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ponnuki.optimisers import (
    Box,
    FunctionJudge,
    Hybrid,
    Pso,
    PsoState,
    UnstableSwarmWarning,
    second_moment_growth,
)
from ponnuki.optimisers.pso import Swarm
from tests.optimisers.judges import (
    DuelCall,
    ScoreCall,
    ScriptedJudge,
    column,
    duels,
    sphere,
    uniform,
)

RNG = np.random.default_rng
CAI: dict[str, Any] = {"inertia": 0.4667, "c1": 1.7971, "c2": 2.4878, "vmax": None}


def still(**settings: Any) -> Pso:
    """A swarm that never moves, so that a test can place its particles by hand."""
    return Pso(**{"inertia": 0.0, "c1": 0.0, "c2": 0.0, "vmax": None, **settings})


def at(state: PsoState, *positions: float) -> PsoState:
    """The state with its particles elsewhere."""
    return replace(state, positions=column(*positions))


def test_duels() -> None:
    """Particles challenge their bests; the highest scorer of the winners challenges the leader."""
    swarm = still()
    judge = ScriptedJudge(
        scores=[[1, 3, 2], [5, 9, 4], [1, 2, 3], [6, 6, 6]],
        duels=[[True, False, True], [True], [False] * 3, [False, True, True], [False]],
    )
    state = swarm.start(column(0, 10, 20), RNG(0))

    state = swarm.step(state, judge, RNG(0))
    assert judge.asked() == [ScoreCall([0, 10, 20])]
    assert state.bests[:, 0].tolist() == [0, 10, 20]
    assert state.leaders[:, 0].tolist() == [10]
    assert duels(state) == (0, 0)
    assert state.scores.tolist() == [1, 3, 2]

    state = swarm.step(at(state, 1, 11, 21), judge, RNG(0))
    assert judge.asked() == [
        ScoreCall([1, 11, 21]),
        DuelCall([1, 11, 21], [0, 10, 20], first=0),
        DuelCall([1], [10], first=3),  # particle 1 scored more but did not beat its best
    ]
    assert state.bests[:, 0].tolist() == [1, 10, 21]
    assert state.leaders[:, 0].tolist() == [1]
    assert duels(state) == (3, 4)

    state = swarm.step(at(state, 2, 12, 22), judge, RNG(0))
    assert judge.asked() == [ScoreCall([2, 12, 22]), DuelCall([2, 12, 22], [1, 10, 21], first=0)]
    assert state.bests[:, 0].tolist() == [1, 10, 21]
    assert state.leaders[:, 0].tolist() == [1]
    assert duels(state) == (0, 3)

    state = swarm.step(at(state, 3, 13, 23), judge, RNG(0))
    assert judge.asked() == [
        ScoreCall([3, 13, 23]),
        DuelCall([3, 13, 23], [1, 10, 21], first=0),
        DuelCall([13], [1], first=3),  # of equal scores the earlier particle
    ]
    assert state.bests[:, 0].tolist() == [1, 13, 23]
    assert state.leaders[:, 0].tolist() == [1]
    assert swarm.champion(state).tolist() == [1]
    assert duels(state) == (2, 4)


def test_a_knockout_chooses_who_challenges_the_leader() -> None:
    """Those who beat their best play each other, most points against fewest; ties keep the first.

    Who scored most has no right to the leader, as it has with candidate="score".
    """
    swarm = still(candidate="knockout")
    judge = ScriptedJudge(
        scores=[[1, 3, 2, 0, 0, 0], [4, 9, 7, 1, 5, 8]],
        duels=[
            [True, True, True, False, True, True],  # by points: 1, 5, 2, 4, 0
            [False, True],
            [True],
            [False],
            [True],
        ],
    )
    state = swarm.step(swarm.start(column(0, 10, 20, 30, 40, 50), RNG(0)), judge, RNG(0))
    judge.asked()
    state = swarm.step(at(state, 1, 11, 21, 31, 41, 51), judge, RNG(0))
    assert judge.asked() == [
        ScoreCall([1, 11, 21, 31, 41, 51]),
        DuelCall([1, 11, 21, 31, 41, 51], [0, 10, 20, 30, 40, 50], first=0),
        DuelCall([1, 41], [11, 51], first=6),  # 21 is the odd one out
        DuelCall([21], [11], first=8),
        DuelCall([41], [21], first=9),
        DuelCall([21], [10], first=10),
    ]
    assert state.leaders[:, 0].tolist() == [21]
    assert state.bests[:, 0].tolist() == [1, 11, 21, 30, 41, 51]
    assert duels(state) == (8, 11)


def test_a_lone_winner_challenges_the_leader_at_once() -> None:
    """A knock-out of one needs no games."""
    swarm = still(candidate="knockout")
    judge = ScriptedJudge(scores=[[1, 3], [4, 9]], duels=[[True, False], [False]])
    state = swarm.step(swarm.start(column(0, 10), RNG(0)), judge, RNG(0))
    state = swarm.step(at(state, 1, 11), judge, RNG(0))
    assert judge.asked()[-1] == DuelCall([1], [10], first=2)
    assert state.leaders[:, 0].tolist() == [10]


def test_duels_in_a_ring() -> None:
    """Each particle has a leader of its own; all leaders are challenged in one call."""
    swarm = still(neighbourhood="lbest", window=3)
    judge = ScriptedJudge(
        scores=[[1, 2, 3, 4, 5], [9, 8, 7, 6, 5]],
        duels=[[False, True, True, False, False], [True, False, True, True]],
    )
    state = swarm.step(swarm.start(column(0, 10, 20, 30, 40), RNG(0)), judge, RNG(0))
    assert judge.asked() == [ScoreCall([0, 10, 20, 30, 40])]
    assert state.leaders[:, 0].tolist() == [40, 20, 30, 40, 40]
    assert swarm.champion(state).tolist() == [40]

    state = swarm.step(at(state, 1, 11, 21, 31, 41), judge, RNG(0))
    assert judge.asked() == [
        ScoreCall([1, 11, 21, 31, 41]),
        DuelCall([1, 11, 21, 31, 41], [0, 10, 20, 30, 40], first=0),
        # particles 0 to 3 see one of those who won; particle 4 sees none
        DuelCall([11, 11, 11, 21], [40, 20, 30, 40], first=5),
    ]
    assert state.bests[:, 0].tolist() == [0, 11, 21, 30, 40]
    assert state.leaders[:, 0].tolist() == [11, 20, 11, 21, 40]
    assert duels(state) == (5, 9)
    assert swarm.champion(state).tolist() == [11]  # the leader of particle 0, who scored most


def test_replay() -> None:
    """Particles and bests are scored together; a best gives way to a strictly higher score."""
    swarm = still(bests="replay")
    judge = ScriptedJudge(
        scores=[[1, 3, 2, 1, 0, 2], [5, 4, 3, 5, 1, 6], [0, 0, 0, 2, 1, 1]], duels=[]
    )
    state = swarm.step(swarm.start(column(0, 10, 20), RNG(0)), judge, RNG(0))
    assert judge.asked() == [ScoreCall([0, 10, 20, 0, 10, 20])]
    assert state.scores.tolist() == [1, 3, 2]
    assert state.best_scores.tolist() == [1, 3, 2]
    assert state.leaders[:, 0].tolist() == [10]

    state = swarm.step(at(state, 1, 11, 21), judge, RNG(0))
    assert judge.asked() == [ScoreCall([1, 11, 21, 0, 10, 20])]
    assert state.bests[:, 0].tolist() == [0, 11, 20]  # a tie keeps the first, a loss the last
    assert state.best_scores.tolist() == [5, 4, 6]
    assert state.leaders[:, 0].tolist() == [20]
    assert swarm.champion(state).tolist() == [20]

    state = swarm.step(at(state, 2, 12, 22), judge, RNG(0))
    assert judge.asked() == [ScoreCall([2, 12, 22, 0, 11, 20])]
    assert state.best_scores.tolist() == [2, 1, 1]  # scores of before do not count
    assert state.leaders[:, 0].tolist() == [0]
    assert duels(state) == (0, 0)


def test_replay_in_a_lattice() -> None:
    """Neighbourhood bests are the highest-scoring personal bests of the neighbourhood."""
    swarm = still(bests="replay", neighbourhood="von-neumann")
    judge = ScriptedJudge(scores=[[0, 0, 0, 0, 0, 1, 2, 3, 4, 5]], duels=[])
    state = swarm.step(swarm.start(column(0, 1, 2, 3, 4), RNG(0)), judge, RNG(0))
    # 0 1 2
    # 3 4
    assert state.leaders[:, 0].tolist() == [3, 4, 2, 4, 4]


def test_remember() -> None:
    """Old scores stand until a particle exceeds them."""
    swarm = still(bests="remember")
    judge = ScriptedJudge(scores=[[1, 3, 2], [1, 2, 5]], duels=[])
    state = swarm.step(swarm.start(column(0, 10, 20), RNG(0)), judge, RNG(0))
    assert state.leaders[:, 0].tolist() == [10]
    state = swarm.step(at(state, 1, 11, 21), judge, RNG(0))
    assert judge.asked() == [ScoreCall([0, 10, 20]), ScoreCall([1, 11, 21])]
    assert state.bests[:, 0].tolist() == [0, 10, 21]
    assert state.best_scores.tolist() == [1, 3, 5]
    assert state.leaders[:, 0].tolist() == [21]


def a_swarm(nets: int, weights: int, **values: float) -> Swarm:
    """A swarm in which all numbers of an array are equal; 0 where nothing is said."""
    rows = {"positions": nets, "velocities": nets, "bests": nets, "leaders": 1}
    return Swarm(
        **{
            name: np.full((count, weights), values.get(name, 0), np.float32)
            for name, count in rows.items()
        }
    )


def test_the_first_move_follows_from_rest() -> None:
    """By default velocities start at zero, so without attraction nobody moves."""
    swarm = Pso(0.9, 0.0, 0.0, None)
    state = swarm.step(swarm.start(uniform(4, 3, 1.0), RNG(0)), FunctionJudge(sphere), RNG(1))
    assert np.array_equal(state.positions, uniform(4, 3, 1.0))


@pytest.mark.parametrize("hybrid", [False, True])
def test_first_velocities(hybrid: bool) -> None:
    """Uniform within what is set, by the generator alone; particles coast by them at first."""
    swarm = Pso(inertia=0.9, c1=0.0, c2=0.0, vmax=2.0, start_velocity=1.5)
    chosen: Any = Hybrid(0.9, 0.0, 0.0, start_velocity=1.5) if hybrid else swarm
    nets = uniform(20, 300, 1.0)
    state = chosen.start(nets, RNG(0))
    assert 1.49 < np.abs(state.velocities).max() <= 1.5
    assert state.velocities.std() == pytest.approx(1.5 / np.sqrt(3), rel=0.02)
    assert np.array_equal(state.velocities, chosen.start(nets, RNG(0)).velocities)
    assert not np.array_equal(state.velocities, chosen.start(nets, RNG(1)).velocities)
    if not hybrid:
        moved = swarm.step(state, FunctionJudge(sphere), RNG(1)).positions
        assert moved == pytest.approx(nets + 0.9 * state.velocities, abs=1e-6)


def test_inertia_alone() -> None:
    """Without attraction a velocity shrinks and is added."""
    moved = Pso(0.5, 0, 0, None).move(a_swarm(2, 3, positions=1, velocities=4), RNG(0))
    assert (moved.velocities == 2).all()
    assert (moved.positions == 3).all()


def test_statistics_of_a_move() -> None:
    """Both pulls are uniform, and fresh for each particle and weight (eq. 1)."""
    swarm = a_swarm(300, 400, positions=1, velocities=4, bests=2, leaders=4)
    v = Pso(0.5, 1.0, 2.0, None).move(swarm, RNG(0)).velocities.astype(np.float64)
    assert v.mean() == pytest.approx(0.5 * 4 + 1.0 * 0.5 * (2 - 1) + 2.0 * 0.5 * (4 - 1), abs=0.02)
    assert v.var() == pytest.approx((1.0 * 1) ** 2 / 12 + (2.0 * 3) ** 2 / 12, rel=0.02)
    assert 2 < v.min() < 2.1
    assert 8.9 < v.max() < 9
    # means over particles or weights scatter as independent draws do
    deviation = v.std()
    assert v.mean(axis=0).std() == pytest.approx(deviation / np.sqrt(300), rel=0.15)
    assert v.mean(axis=1).std() == pytest.approx(deviation / np.sqrt(400), rel=0.15)
    only_best = Pso(0, 1.0, 0, None).move(swarm, RNG(0)).velocities.astype(np.float64)
    only_leader = Pso(0, 0, 1.0, None).move(swarm, RNG(0)).velocities.astype(np.float64)
    assert abs(np.corrcoef(only_best.ravel(), only_leader.ravel())[0, 1]) < 0.02
    assert only_best.var() == pytest.approx(1 / 12, rel=0.02)
    assert only_leader.var() == pytest.approx(9 / 12, rel=0.02)


def test_velocities_are_clamped() -> None:
    """Each weight's velocity ends at vmax, and the share that does is what chance says."""
    swarm = a_swarm(200, 200, bests=1, leaders=-1)
    moved = Pso(0.0, 4.0, 0.0, vmax=1.0).move(swarm, RNG(0))
    assert moved.velocities.max() == 1
    assert (moved.velocities == 1).mean() == pytest.approx(0.75, abs=0.01)
    moved = Pso(0.0, 0.0, 4.0, vmax=2.0).move(swarm, RNG(0))
    assert moved.velocities.min() == -2
    assert (moved.velocities == -2).mean() == pytest.approx(0.5, abs=0.01)
    assert np.array_equal(moved.positions, moved.velocities)


def test_decay_shrinks_positions_after_the_move() -> None:
    """A position is multiplied by 1 - decay; its velocity is not."""
    moved = Pso(1.0, 0, 0, None, decay=0.25).move(a_swarm(2, 2, positions=1, velocities=3), RNG(0))
    assert (moved.positions == 3).all()
    assert (moved.velocities == 3).all()


def test_a_box_holds_positions() -> None:
    """Bounds may differ from weight to weight."""
    box = Box((0.2, 0.25, 0.25), (1.2, 2.5, 2.5))
    swarm = Pso(0.8, 2.0, 2.0, vmax=1.0, box=box, bests="remember")
    rng = RNG(0)
    nets = box.draw((10, 3), rng)
    state = swarm.start(nets, rng)
    for step in range(20):
        state = swarm.step(state, FunctionJudge(sphere), RNG(step))
        assert np.array_equal(box.clamp(state.positions), state.positions)
    assert swarm.champion(state).tolist() == pytest.approx([0.2, 0.25, 0.25])


def simulated_growth(constants: tuple[float, float, float], power: float) -> float:
    """What lone particles around the origin show of the expectation of their size to that power."""
    w, c1, c2 = constants
    rng, particles = RNG(0), 20_000
    x, v = np.ones(particles), np.zeros(particles)
    growths = []
    for _ in range(60):
        v = w * v - (c1 * rng.random(particles) + c2 * rng.random(particles)) * x
        x = x + v
        # A few wide swings make the moment, too rare to be met by chance. So particles are brought
        # back to size 1 after each step, and drawn again by how much they had grown.
        size = np.hypot(x, v)
        grown = size**power
        growths.append(grown.mean())
        again = rng.choice(particles, particles, p=grown / grown.sum())
        x, v = (x / size)[again], (v / size)[again]
    return float(np.exp(np.log(growths[20:]).mean()))


def lone_particles(weights: int, speed: float) -> Swarm:
    """Each weight is a particle of its own, whose best and leader stay at 0."""
    origin = np.zeros((1, weights), np.float32)
    fast = RNG(0).uniform(-speed, speed, origin.shape).astype(np.float32)
    return Swarm(positions=origin, velocities=fast, bests=origin, leaders=origin)


SWARMS = {
    (0.4667, 1.7971, 2.4878): (1.1673, 0.9520),  # Cai et al. 2009
    (0.729, 1.494, 1.494): (0.9428, 0.9306),  # Clerc & Kennedy's constriction
    (1.0, 1.0, 1.0): (1.1171, 1.0),  # Franken & Engelbrecht 2003
    (0.8, 2.0, 2.0): (1.2056, 0.9988),  # the outer swarm of Cai et al. 2009
}
"""The growth of a second moment by inertia, c1 and c2: without vmax, and with it."""


@pytest.mark.parametrize("constants", SWARMS)
def test_growth_of_the_second_moment(constants: tuple[float, float, float]) -> None:
    """The figure is what a simulation of lone particles around the origin shows."""
    growth, _ = SWARMS[constants]
    assert Pso(*constants, None).growth == second_moment_growth(*constants)
    assert second_moment_growth(*constants) == pytest.approx(growth, abs=1e-4)
    assert simulated_growth(constants, 2) == pytest.approx(growth, rel=0.01)


@pytest.mark.parametrize("constants", SWARMS)
def test_growth_with_a_limit_to_velocities(constants: tuple[float, float, float]) -> None:
    """It is the least growth of the powers from 0 to 2, whatever the limit: never above 1."""
    growth = Pso(*constants, vmax=2.0).growth
    assert growth == pytest.approx(SWARMS[constants][1], abs=1e-3)
    assert growth == Pso(*constants, vmax=0.1).growth
    powers = np.linspace(0, 2, 9)
    least = min(simulated_growth(constants, power) for power in powers)
    assert growth == pytest.approx(least, rel=0.01)


@pytest.mark.parametrize("limit", [0.5, 2.0])
def test_a_lone_particle_of_the_paper_comes_to_rest(limit: float) -> None:
    """Cai et al.'s constants grow without bound in the mean, but not within the printed vmax."""
    swarm = Pso(**{**CAI, "vmax": limit})
    assert Pso(**CAI).growth > 1 > swarm.growth
    particle = lone_particles(100_000, limit)
    sizes = []
    for step in range(100):
        particle = swarm.move(particle, RNG(step))
        sizes.append(float(np.square(particle.positions, dtype=np.float64).mean()))
    assert sizes[99] < 0.001 * sizes[0]
    # the last half is faster than in the long run: so rare swings take time to be the rule
    assert (sizes[99] / sizes[49]) ** (1 / 50) == pytest.approx(swarm.growth, abs=0.02)


def test_a_limited_swarm_may_swing_for_ever() -> None:
    """Franken & Engelbrecht's constants keep a particle moving, as wide as vmax lets it."""
    swarm = Pso(1.0, 1.0, 1.0, vmax=2.0)
    assert not swarm.settles
    particle = lone_particles(20_000, 1.0)
    sizes = []
    for step in range(200):
        particle = swarm.move(particle, RNG(step))
        sizes.append(float(np.square(particle.positions, dtype=np.float64).mean()))
    assert sizes[199] == pytest.approx(sizes[99], rel=0.1)
    with pytest.warns(UnstableSwarmWarning, match=r"swinging as wide as vmax allows \(vmax=2\.0"):
        swarm.start(uniform(4, 3, 0.2), RNG(0))


@pytest.mark.parametrize(("inertia", "growth"), [(0.0, 1.0), (0.5, 1.0), (1.0, 1.0), (1.2, 1.44)])
def test_growth_without_attraction(inertia: float, growth: float) -> None:
    """A particle that nothing attracts coasts to a stop, or flies off if inertia exceeds 1."""
    assert second_moment_growth(inertia, 0, 0) == pytest.approx(growth)
    assert Pso(inertia, 0, 0, None).settles == Pso(inertia, 0, 0, vmax=1).settles == (inertia < 1)


def test_one_warning_of_an_unstable_swarm() -> None:
    """It comes when a run starts, once, with the figure; not when settings are made or restored."""
    swarm = Pso(**CAI)
    with pytest.warns(UnstableSwarmWarning, match=r"second moment by 1\.167 a step") as caught:
        state = swarm.start(uniform(4, 3, 0.2), RNG(0))
    assert len(caught) == 1
    assert caught[0].filename == __file__
    assert "\n" not in str(caught[0].message)
    for step in range(3):
        state = swarm.step(state, FunctionJudge(sphere), RNG(step))


def test_an_unlimited_swarm_stays_finite() -> None:
    """Weights that outgrow float32 stay at its largest number."""
    moved = Pso(2.0, 0, 0, None).move(a_swarm(1, 2, positions=3e38, velocities=3e38), RNG(0))
    assert (moved.positions == np.finfo(np.float32).max).all()
    assert (moved.velocities == np.finfo(np.float32).max).all()
    turned = replace(moved, bests=-moved.bests - np.float32(3e38))
    back = Pso(0.0, 1.0, 1.0, None).move(turned, RNG(0))
    assert np.isfinite(back.positions).all()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"inertia": -0.1}, "inertia=-0.1 is not allowed: use a number from 0 on"),
        ({"inertia": float("nan")}, "inertia=nan is not allowed"),
        (
            {"inertia": 10**400},
            "inertia=1000.*is not allowed",
        ),
        ({"c1": -1.0}, "c1=-1.0 is not allowed: use a number from 0 on"),
        ({"c2": float("inf")}, "c2=inf is not allowed"),
        ({"vmax": 0.0}, "vmax=0.0 is not allowed: use a number above 0"),
        ({"decay": 1.5}, "decay=1.5 is not allowed: use 0 to 1"),
        ({"start_velocity": -1.0}, "start_velocity=-1.0 is not allowed: use a number from 0 on"),
        (
            {"vmax": 1.0, "start_velocity": 2.0},
            "start_velocity=2.0 is not allowed: use 0 to vmax",
        ),
        ({"candidate": "oldest"}, "candidate='oldest' is not allowed: use score or knockout"),
        ({"bests": "forget"}, "bests='forget' is not allowed: use duel, replay or remember"),
    ],
)
def test_bad_settings(settings: dict[str, Any], message: str) -> None:
    """Settings check themselves."""
    with pytest.raises(ValueError, match=message):
        Pso(**{**CAI, **settings})


def test_states_of_other_swarms_do_not_fit() -> None:
    """A state says how many leaders it has and whether it remembers scores."""
    judge = FunctionJudge(sphere)
    swarm = still()
    state = swarm.step(swarm.start(uniform(4, 3, 1.0), RNG(0)), judge, RNG(0))
    with pytest.raises(ValueError, match="a state with 1 leaders does not fit"):
        still(neighbourhood="lbest").step(state, judge, RNG(0))
    with pytest.raises(ValueError, match="a state with 0 best_scores does not fit"):
        still(bests="remember").step(state, judge, RNG(0))
    with pytest.raises(ValueError, match=r"weights\[0, 0\] is .*: it must lie in Box"):
        still(box=Box(2.0, 3.0)).start(uniform(4, 3, 1.0), RNG(0))
