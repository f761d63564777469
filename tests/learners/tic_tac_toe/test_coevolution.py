"""Co-evolution in the core against the optimisers and slow twins, bit for bit."""

import warnings
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ponnuki import Engine, Search, _core, play_games
from ponnuki.arena import Arena
from ponnuki.evaluators import DenseNet
from ponnuki.learners.tic_tac_toe import Coevolution, Coevolved, OnePly, coevolve
from ponnuki.optimisers import Ea, Pso
from ponnuki.optimisers.neighbourhoods import Neighbours
from tests.reference import franken
from tests.reference.nets import input_count


def swarm(neighbourhood: Neighbours, vmax: float | None = None) -> Pso:
    """A swarm that settles."""
    return Pso(0.7, 1.0, 1.2, vmax, neighbourhood=neighbourhood, window=3, bests="replay")


def slow_winners(chooser: franken.Chooser) -> Any:
    """Games by the slow twin."""
    return lambda weights, pairs, seeds: [
        chooser.play(weights[a], weights[b], seed)
        for (a, b), seed in zip(pairs, seeds, strict=True)
    ]


def engine_winners(player: OnePly) -> Any:
    """Games by engines that look one ply ahead."""

    def winners(weights: Any, pairs: Any, seeds: Any) -> list[int]:
        engines = [Engine(player.evaluator, row, Search(depth=1)) for row in weights]
        found: list[int] = play_games("tic-tac-toe", engines, pairs, seeds, 1).winners.tolist()
        return found

    return winners


def twin(run: Coevolution, winners: Any, seed: int) -> Any:
    """What `Pso` makes of the same games and the same random numbers."""
    assert isinstance(run.method, Pso)
    net = run.player.evaluator
    assert isinstance(net, DenseNet)
    inputs = input_count(net.game.size, net.encoding)
    start = franken.initial_weights(inputs, net.hidden[0], run.particles, seed)
    return franken.train_swarm(
        run.method,
        start,
        run.epochs,
        lambda epoch: franken.EpochJudge(winners, seed, epoch, run.opponents, run.points),
        seed,
    )


def check_swarm(found: Coevolved, state: Any) -> None:
    """Every array is the same to the last bit."""
    for name in ("positions", "velocities", "bests", "best_scores"):
        assert getattr(found, name).tobytes() == getattr(state, name).tobytes(), name
    assert found.champion.tobytes() == state.bests[state.best_scores.argmax()].tobytes()


@pytest.mark.parametrize("neighbourhood", ["gbest", "lbest", "von-neumann"])
def test_runs_equal_pso_with_engines(neighbourhood: Neighbours) -> None:
    """A whole run is `Pso(bests="replay")` judged by games of engines of depth 1."""
    player = OnePly.of(7, sees_wins=True)
    run = Coevolution(player, swarm(neighbourhood), particles=6, epochs=20)
    (found,) = coevolve([run], [11])
    check_swarm(found, twin(run, engine_winners(player), 11))
    assert found.games == run.games == 2 * 6 * 5 * 20


@pytest.mark.parametrize(
    "shape",
    [
        {"hidden": 3},
        {"hidden": 9, "encoding": "messerschmidt"},
        {"hidden": 3, "ties": "first"},
    ],
)
def test_runs_equal_pso_with_slow_games(shape: dict[str, Any]) -> None:
    """The same where the net alone decides, by games of the slow twin, with a velocity limit."""
    run = Coevolution(
        OnePly.of(**shape),
        swarm("lbest", vmax=0.5),
        particles=3,
        epochs=3,
        opponents=2,
        points=(2, 0.5, -1),
    )
    (found,) = coevolve([run], [5])
    check_swarm(found, twin(run, slow_winners(franken.Chooser(**shape)), 5))


def test_exploding_swarms_stay_finite() -> None:
    """Constants that let weights grow end at the largest float32, as in `Pso`."""
    player = OnePly.of(3, sees_wins=True)
    wild = Pso(30.0, 1.0, 1.0, None, bests="replay")
    run = Coevolution(player, wild, particles=3, epochs=30)
    (found,) = coevolve([run], [1])
    assert np.abs(found.positions).max() == np.finfo(np.float32).max
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_swarm(found, twin(run, engine_winners(player), 1))


def test_ep_equals_its_twin() -> None:
    """EP is survival of the better half and mutation as in `Ea`, with the core's numbers."""
    player = OnePly.of(5, sees_wins=True)
    run = Coevolution(player, Ea(0.3), particles=4, epochs=6)
    (found,) = coevolve([run], [9])
    start = franken.initial_weights(9, 5, 8, 9)
    winners = engine_winners(player)
    population, sigmas, scores = franken.train_ep(
        Ea(0.3), start, 6, lambda epoch: franken.EpochJudge(winners, 9, epoch), 9
    )
    assert found.positions.tobytes() == population.tobytes()
    assert found.velocities.tobytes() == sigmas.tobytes()
    assert found.best_scores.tobytes() == scores.tobytes()
    assert found.bests.tobytes() == population[:4].tobytes()
    assert found.champion.tobytes() == population[0].tobytes()


def test_normal_numbers() -> None:
    """What EP draws has the moments of the normal distribution, and a true logarithm."""
    normals = franken.Normals(3)
    drawn = np.array([normals.next() for _ in range(20_000)])
    assert abs(drawn.mean()) < 0.04
    assert abs(drawn.std() - 1) < 0.03
    assert abs((drawn**4).mean() - 3) < 0.3
    for x in (1e-30, 0.3, 0.7071, 0.9999, 1.0, 1.4143, 17.0):
        assert franken.log_of(x) == pytest.approx(np.log(x), rel=1e-14, abs=1e-16)
        assert franken.exp_of(x) == pytest.approx(np.exp(x), rel=1e-14)


def test_runs_depend_on_settings_and_seed_alone() -> None:
    """Threads, company and instruction sets change no bit; another seed changes much."""
    runs = [
        Coevolution(OnePly.of(hidden), method, particles=7, epochs=12, history=True)
        for hidden in (5, 12)
        for method in (swarm("von-neumann"), Ea())
    ]
    before = _core.instruction_set()
    found = []
    for name in _core.instruction_sets():
        _core.use_instruction_set(name)
        for threads in (1, 3):
            some = coevolve(runs, [1, 2, 3, 4], Arena(threads))
            found.append(b"".join(one.positions.tobytes() + one.bests.tobytes() for one in some))
    _core.use_instruction_set(before)
    assert len(set(found)) == 1
    alone, other = coevolve([runs[2]], [3]), coevolve([runs[2]], [4])
    assert alone[0].bests.tobytes() in found[0]
    assert not np.array_equal(alone[0].bests, other[0].bests)


@pytest.mark.parametrize("method", [swarm("gbest"), swarm("lbest", vmax=0.5), Ea()])
def test_a_run_goes_on(method: Pso | Ea) -> None:
    """In several calls it is the run of one call, to the last bit, beside a run that begins."""
    whole = Coevolution(OnePly.of(4), method, particles=6, epochs=11)
    (expected,) = coevolve([whole], [5])
    players, games = None, 0
    for epochs in 1, 4, 4, 11:
        part = replace(whole, epochs=epochs)
        found, fresh = coevolve([part, whole], [5, 5], players=[players, None])
        assert found.epochs == epochs
        assert fresh.players.bests.tobytes() == expected.bests.tobytes()
        players, games = found.players, games + found.games
    assert games == expected.games == whole.games
    for name in "positions", "velocities", "bests", "best_scores", "champion":
        assert np.array_equal(getattr(found, name), getattr(expected, name))
    short = found.players._replace(bests=found.bests[1:])
    with pytest.raises(ValueError, match="does not fit its run"):
        coevolve([whole], [5], players=[short])


def test_history() -> None:
    """A line an epoch says how weights and points develop."""
    run = Coevolution(OnePly.of(7), swarm("gbest"), particles=8, epochs=15, history=True)
    (found,) = coevolve([run], [2])
    assert {len(line) for line in found.history.values()} == {15}
    first = {name: line[0] for name, line in found.history.items()}
    start = franken.initial_weights(9, 7, 8, 2).astype(np.float64)
    assert first["mean_weight"] == pytest.approx(start.mean())
    assert first["weight_size"] == pytest.approx(np.sqrt((start**2).mean()))
    assert first["velocity"] == 0
    assert (found.history["best_score"] >= found.history["score"]).all()
    assert found.history["best_score"][-1] == pytest.approx(found.best_scores.mean())
    quiet = coevolve([Coevolution(OnePly.of(7), swarm("gbest"), 8, 15)], [2])
    assert quiet[0].history == {}
    assert quiet[0].bests.tobytes() == found.bests.tobytes()


def test_bad_settings() -> None:
    """What a run cannot be is refused by name."""
    player = OnePly.of(3)
    with pytest.raises(ValueError, match="particles=0"):
        Coevolution(player, swarm("gbest"), particles=0)
    with pytest.raises(ValueError, match="replay"):
        Coevolution(player, Pso(0.7, 1.4, 1.4, None))
    with pytest.raises(ValueError, match="points"):
        Coevolution(player, swarm("gbest"), points=(1, 0))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="seeds"):
        coevolve([Coevolution(player, swarm("gbest"))], [1, 2])
    with pytest.raises(ValueError, match="threads=0"):
        coevolve([], [], Arena(0))
