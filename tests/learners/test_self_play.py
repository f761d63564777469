"""Training: the same settings give the same generations, in whatever portions they are made."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from ponnuki.arena import Arena
from ponnuki.learners import METHODS, Generation, SelfPlay, SelfPlaySettings, SelfPlayState
from ponnuki.optimisers import UnstableSwarmWarning, size, spread
from tests.learners.samples import GAMES, OPTIMISERS, WORLDS, bits, every_method, small

every_world = pytest.mark.parametrize("world", WORLDS)
ALWAYS = {"generation", "games", "plies", "leaves", "weight_size", "champion_size", "diversity"}


def run(
    settings: SelfPlaySettings, threads: int | None = 1
) -> tuple[SelfPlay, list[SelfPlayState], list[Generation]]:
    """All states and generations of a run."""
    trainer = SelfPlay(settings, Arena(threads))
    states, generations = [trainer.start()], []
    for state, generation in trainer.run(states[0]):
        states.append(state)
        generations.append(generation)
    return trainer, states, generations


def history(settings: SelfPlaySettings, threads: int | None = 1) -> list[Any]:
    """A run in a form that compares to the last bit: states, champions, facts and games."""
    trainer, states, generations = run(settings, threads)
    said: list[Any] = [bits(trainer.arrays(state)) for state in states]
    for one in generations:
        said += [one.number, one.champion.tobytes(), one.facts]
        said += [None if one.sample is None else one.sample.moves.tolist()]
    return said


def test_every_method_and_game_is_tried() -> None:
    """None of them escapes the tests of this file."""
    assert set(OPTIMISERS) == set(METHODS)
    assert {"capture-go", "tic-tac-toe", "othello", "go"} == set(WORLDS)


@every_world
@every_method
def test_the_seed_decides(method: str, world: str) -> None:
    """The same seed gives the same run, another seed another one from the first net on."""
    settings = small(method, **WORLDS[world], generations=3)
    one = history(settings)
    assert one == history(settings)
    other = history(small(method, **WORLDS[world], generations=1, seed=2))
    for index in 0, 1:
        assert one[index] != other[index]


@every_world
@every_method
def test_threads_change_nothing(method: str, world: str) -> None:
    """One, two or eight."""
    settings = small(method, **WORLDS[world], generations=3)
    one = history(settings, threads=1)
    for threads in 2, 8:
        assert history(settings, threads) == one


@every_world
@every_method
def test_a_restored_state_continues_exactly(method: str, world: str) -> None:
    """From any generation a new trainer goes on as the first one did."""
    settings = small(method, **WORLDS[world], generations=3)
    trainer, states, generations = run(settings)
    for done in range(settings.generations + 1):
        saved = {name: array.copy() for name, array in trainer.arrays(states[done]).items()}
        again = SelfPlay(settings, arena=Arena(1))
        state = again.restore(saved)
        assert state.generation == done
        assert bits(again.arrays(state)) == bits(saved)
        later = list(again.run(state))
        assert [one.number for _, one in later] == list(range(done + 1, 4))
        for (state, one), wanted in zip(later, generations[done:], strict=True):
            assert bits(again.arrays(state)) == bits(trainer.arrays(states[one.number]))
            assert one.champion.tobytes() == wanted.champion.tobytes()
            assert one.facts == wanted.facts


@every_method
def test_a_step_leaves_its_state_alone(method: str) -> None:
    """A state is a value: stepping from it twice gives the same."""
    trainer, states, _ = run(small(method, generations=2))
    before = bits(trainer.arrays(states[1]))
    one, two = trainer.step(states[1])[0], trainer.step(states[1])[0]
    assert bits(trainer.arrays(one)) == bits(trainer.arrays(two)) == bits(trainer.arrays(states[2]))
    assert bits(trainer.arrays(states[1])) == before


@every_method
def test_longer_runs_begin_like_shorter_ones(method: str) -> None:
    """The number of generations, and what is kept or measured, are no part of training."""
    short = run(small(method, generations=2))
    measure = {"every": 1, "nets": 1}
    long = run(small(method, generations=3, keep_every=1, measure=measure, preset="mine"))
    for one, other in zip(short[1], long[1], strict=False):
        assert bits(short[0].arrays(one)) == bits(long[0].arrays(other))


@every_method
def test_facts(method: str) -> None:
    """Figures of every generation, all finite, and those of the state that they are about."""
    trainer, states, generations = run(small(method))
    for number, (state, one) in enumerate(zip(states[1:], generations, strict=True), start=1):
        facts = one.facts
        assert one.number == facts["generation"] == number == state.generation
        assert all(np.isfinite(value) for value in facts.values())
        assert all(type(value) in {int, float} for value in facts.values())
        assert facts.keys() >= ALWAYS
        weights = trainer.optimiser.weights(state.state)
        assert facts["weight_size"] == size(weights)
        assert facts["diversity"] == spread(weights)
        assert facts["champion_size"] == size(one.champion[None])
        assert facts["games"] > 0
        assert facts["plies"] > facts["games"]
        assert facts["leaves"] > 0
        assert one.champion.tolist() == trainer.optimiser.champion(state.state).tolist()
        scores = state.state.scores
        if method == "hc":
            assert not {"best", "mean", "score_spread", "reliability"} & facts.keys()
            assert facts["duels_fought"] == 7
            assert one.sample is not None
        else:
            assert facts["best"] == scores.max()
            assert facts["mean"] == scores.mean()
            assert facts["score_spread"] == scores.std()
            assert one.sample is not None
            if method != "halving":  # it judges fewer nets after the first generation
                assert len(one.sample) == 4 * 4 * 2
        assert ("duels_won" in facts) == (method in {"pso", "hybrid", "hc"})
        if method in {"ea", "ga", "es", "cma", "selection"}:
            assert facts["games"] == 4 * 4 * 2
            assert one.sample is not None
            assert facts["plies"] == len(one.sample.moves)
            assert facts["leaves"] == one.sample.leaves.sum()


def test_a_reliability_that_is_no_number_is_left_out() -> None:
    """All nets alike: nothing to compare, so nothing is said."""
    fixed = {"opponents": 2, "population": 0, "fixed": 1, "fixed_players": ["untrained"]}
    quiet = {"sigma": 1e-30}
    found = run(small("es", settings=quiet, games=fixed))[2]
    assert all("reliability" not in one.facts for one in found)
    assert "reliability" in run(small(population=12, generations=1))[2][0].facts
    assert "reliability" not in run(small(population=8, generations=1))[2][0].facts, "too few"


@pytest.mark.parametrize("method", ["pso", "hybrid"])
def test_the_papers_constants_warn_without_vmax(method: str) -> None:
    """Once, at the start; not again when a run is restored. With the printed vmax they settle."""
    SelfPlay(small(method, settings={}, generations=2), Arena(1)).start()
    settings = small(method, settings={"vmax": "none"}, generations=2)
    trainer = SelfPlay(settings, Arena(1))
    with pytest.warns(UnstableSwarmWarning, match=r"second moment by 1\.167 a step") as seen:
        state = trainer.start()
    assert len(seen) == 1
    state, _ = trainer.step(state)
    SelfPlay(settings, Arena(1)).step(trainer.restore(trainer.arrays(state)))


def test_the_hall_of_fame_grows() -> None:
    """One champion a generation, where opponents are drawn from it; otherwise it stays empty."""
    trainer, states, generations = run(small("pso"))
    for before, after in pairwise(states):
        assert len(after.hall) == after.generation
        assert np.array_equal(after.hall[:-1], before.hall)
    champions = [one.champion for one in generations]
    assert np.array_equal(states[-1].hall, champions)
    assert trainer.arrays(states[0])["hall"].shape == (0, 669)
    games = {**GAMES, "hall": 0.0, "untrained": 0.5}
    assert all(len(state.hall) == 0 for state in run(small("pso", games=games))[1])


def test_fixed_players_of_a_spec() -> None:
    """They are made for the run's game, at its depth and noise unless they say it themselves."""
    specs = ["random", "untrained,seed=3", "untrained,depth=2,noise=0.5"]
    games = {"opponents": 3, "population": 0, "fixed": 1, "fixed_players": specs, "noise": 0.25}
    trainer = SelfPlay(small(games=games), Arena(1))
    one, two = (player for player in trainer.fixed if player.spec != "random")
    found: list[Any] = [one, two]
    assert [engine.search.depth for engine in found] == [1, 2]
    assert [engine.choice.noise for engine in found] == [0.25, 0.5]
    assert [player.spec for player in trainer.fixed] == specs
    _, generation = trainer.step(trainer.start())
    assert generation.sample is not None
    assert generation.sample.players[4:] == tuple(specs)


def test_search_settings_are_used() -> None:
    """Deeper search values more positions; local candidates fewer."""
    leaves = {}
    for name, search in {
        "one": {"depth": 1},
        "two": {"depth": 2},
        "local": {"depth": 2, "candidates": "local", "radius": 1},
    }.items():
        (one,) = run(small(generations=1, game="capture-go:5", search=search))[2]
        leaves[name] = one.facts["leaves"] / one.facts["plies"]
    assert leaves["one"] < leaves["local"] < leaves["two"]


def test_nothing_to_do() -> None:
    """A state behind the last generation is done."""
    trainer, states, _ = run(small(generations=2))
    assert list(trainer.run(states[-1])) == []
    assert list(SelfPlay(small(generations=1), Arena(1)).run(states[-1])) == []


def change(arrays: dict[str, NDArray[Any]], name: str, array: Any) -> dict[str, NDArray[Any]]:
    """The arrays with another one in a place; None takes it away."""
    kept = {other: one for other, one in arrays.items() if other != name}
    return kept if array is None else {**kept, name: array}


@pytest.mark.parametrize(
    ("name", "array", "message"),
    [
        ("hall", None, "the saved state does not fit the settings: it has no 'hall'"),
        ("generation", None, "the saved state does not fit the settings: it has no 'generation'"),
        ("generation", np.arange(3), "the saved state does not fit the settings: "),
        ("hall", np.zeros((1, 5), np.float32), r"'hall' is float32 of shape \(1, 5\), not nx669"),
        ("hall", np.zeros(669, np.float32), r"'hall' is float32 of shape \(669,\), not nx669"),
        ("hall", np.full((1, 669), np.inf, np.float32), "'hall' has numbers that are not finite"),
        ("optimiser.sigmas", None, r"the arrays .* are no EaState: use exactly \['population', "),
        ("optimiser.other", np.zeros(1), r"the arrays .*'other'.* are no EaState"),
        ("optimiser.population", np.full((4, 669), np.nan, np.float32), "population .* not finite"),
        ("optimiser.population", np.zeros((4, 669)), "population is of float64"),
        ("optimiser.population", np.zeros((6, 669), np.float32), "its axis 'n' must be 4"),
    ],
)
def test_states_that_do_not_fit(name: str, array: Any, message: str) -> None:
    """What is missing, too much or no number is refused."""
    trainer, states, _ = run(small(generations=1))
    saved = trainer.arrays(states[1])
    with pytest.raises(ValueError, match=message):
        trainer.restore(change(saved, name, array))


def test_states_of_other_settings() -> None:
    """Another net or another method is told by its arrays."""
    trainer, states, _ = run(small(generations=1))
    saved = trainer.arrays(states[1])
    with pytest.raises(ValueError, match=r"'hall' is float32 of shape \(., 669\), not nx1041 of"):
        SelfPlay(small(game="capture-go:5")).restore(saved)
    with pytest.raises(ValueError, match=r"'hall' is float32 of shape \(., 669\), not nx16 of"):
        SelfPlay(small(net={"kind": "wpc"})).restore(saved)
    for method in set(METHODS) - {"ea"}:
        with pytest.raises(ValueError, match=r"the arrays .* are no \w+State: use exactly"):
            SelfPlay(small(method)).restore(saved)
