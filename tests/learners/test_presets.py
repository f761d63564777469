"""The presets: the constants that papers print, figure by figure, and games that are counted."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ponnuki.arena import Arena, Opening
from ponnuki.evaluators import NETS
from ponnuki.fitness import GameSettings
from ponnuki.learners import (
    METHODS,
    Generation,
    SelfPlay,
    SelfPlaySettings,
    SelfPlayState,
    preset,
    preset_text,
    presets,
    settings_of,
)
from ponnuki.learners.presets import laid_over, tables_in
from ponnuki.optimisers import Ea, Hybrid, Pso
from ponnuki.settings import SettingsError

SELF_PLAY = [name for name in presets() if "learner" not in preset(name)]
"""The presets of self-play."""
CAI = Pso(inertia=0.4667, c1=1.7971, c2=2.4878, vmax=2.0, candidate="knockout", start_velocity=2.0)


def cai(method: str | None = None, **changes: Any) -> SelfPlaySettings:
    """The preset cai2009."""
    return SelfPlaySettings.of({**preset("cai2009", method), **changes})


@dataclass
class Run:
    """The first generations of the preset at depth 1 instead of 6."""

    trainer: SelfPlay
    states: list[SelfPlayState]
    generations: list[Generation]


First = Callable[..., Run]


def make(method: str, generations: int = 2, **settings: int) -> Run:
    """The run with a method."""
    printed = preset("cai2009", method)["settings"]
    chosen = cai(method, search={"depth": 1}, settings={**printed, **settings})
    trainer = SelfPlay(chosen, arena=Arena(1))
    states = [trainer.start()]
    done = []
    for _ in range(generations):
        state, generation = trainer.step(states[-1])
        states.append(state)
        done.append(generation)
    return Run(trainer, states, done)


@pytest.fixture(scope="module")
def first() -> Iterator[First]:
    """Runs, each made once for all tests of this file."""
    made = cache(make)
    yield made
    made.cache_clear()


@pytest.mark.parametrize("method", ["hybrid", "pso", "ea", "hc"])
def test_cai2009(method: str) -> None:
    """9×9, the net of 6,216 weights, depth 6 with all moves, 40 nets, 8 opponents, 100 times."""
    settings = cai(method)
    trainer = SelfPlay(settings)
    assert settings.game == "capture-go:9,neutral=majority"
    assert trainer.evaluator.weight_count == 6216
    assert settings.net == NETS.said({"kind": "window"})
    assert (settings.search.depth, settings.search.candidates) == (6, "full")
    assert (settings.population, settings.generations) == (40, 100)
    assert settings.games == GameSettings(
        opponents=8,
        population=1.0,
        hall=0,
        untrained=0,
        fixed=0,
        schedule="as-black",
        colours="black",
        payoff="win-loss",
        opening=Opening(),
        noise=0,
        duel_games=2,
    )
    optimisers: dict[str, Any] = {
        "hybrid": Hybrid(0.4667, 1.7971, 2.4878, candidate="knockout", start_velocity=2.0),
        "pso": CAI,
        "ea": Ea(sigma=0.05),
    }
    if method in optimisers:
        assert trainer.optimiser == optimisers[method]
    else:
        found: Any = trainer.optimiser
        assert (found.sigma, found.beta, found.challenges) == (0.05, 0.05, 160)


def test_the_method_of_the_paper_is_the_hybrid() -> None:
    """Without another one being named."""
    assert cai().method == "hybrid"
    assert cai().preset == "cai2009"


@pytest.mark.parametrize("method", ["hybrid", "pso", "ea"])
def test_the_first_nets(method: str, first: First) -> None:
    """40 different ones, uniform in ±0.2; velocities in ±vmax; all σ 0.05."""
    run = first(method)
    state: Any = run.states[0].state
    weights = run.trainer.optimiser.weights(state)
    assert weights.shape == (40, 6216)
    assert np.abs(weights).max() <= np.float32(0.2)
    assert weights.std() == pytest.approx(0.2 / sqrt(3), rel=0.01)
    assert abs(weights.mean()) < 0.002
    assert len(np.unique(weights[:, 0])) == 40
    if method != "ea":
        assert np.abs(state.velocities).max() <= 2
        assert state.velocities.std() == pytest.approx(2 / sqrt(3), rel=0.01)
        assert np.array_equal(state.bests, weights)
    if method != "pso":
        assert (state.sigmas == np.float32(0.05)).all()


@pytest.mark.parametrize("method", ["hybrid", "pso", "ea"])
def test_games_of_a_generation(method: str, first: First) -> None:
    """Each net has black in 8 games against different others, and plays 16 games on average."""
    for generation in first(method).generations:
        sample = generation.sample
        assert sample is not None
        assert len(sample) == 320
        assert (np.bincount(sample.pairings[:, 0]) == 8).all()
        assert (sample.pairings[:, 0] != sample.pairings[:, 1]).all()
        assert len(np.unique(sample.pairings, axis=0)) == 320
        assert np.bincount(sample.pairings.ravel()).mean() == 16


@pytest.mark.parametrize("method", ["hybrid", "pso", "ea"])
def test_points(method: str, first: First) -> None:
    """A win +1, a draw 0, a loss -2, for both players of a game."""
    run = first(method)
    for state, generation in zip(run.states[1:], run.generations, strict=True):
        sample = generation.sample
        assert sample is not None
        points = dict.fromkeys(range(40), 0)
        for (black, white), winner in zip(sample.pairings.tolist(), sample.winners, strict=True):
            points[black] += (0, 1, -2)[winner]
            points[white] += (0, -2, 1)[winner]
        assert state.state.scores.tolist() == list(points.values())
        assert generation.facts["best"] == max(points.values())
        assert generation.facts["mean"] == pytest.approx(sum(points.values()) / 40)


def test_all_games_that_are_played(first: First) -> None:
    """EA 320; PSO and hybrid 320 in the first generation, later duels.

    Each net's against its best; then all who won but one are knocked out, and that one meets the
    leader: as many more as have won.
    """
    assert [one.facts["games"] for one in first("ea").generations] == [320] * 2
    for method, nets in ("pso", 40), ("hybrid", 20):
        run = first(method)
        one, two = (generation.facts for generation in run.generations)
        assert (one["games"], one["duels_fought"]) == (320, 0)
        risen = two["duels_fought"] - nets
        assert 0 < risen < nets
        assert two["games"] == 320 + 2 * two["duels_fought"]
        if method == "pso":
            before, after = (state.state.bests for state in run.states[1:])
            assert (after != before).any(axis=1).sum() == risen


def test_hill_climbing_has_the_same_budget(first: First) -> None:
    """160 challenges of two games; asked one by one these are exactly 320 games."""
    single = first("hc", 1, lookahead=1).generations[0]
    ahead = first("hc", 1).generations[0]
    assert single.facts["games"] == 320
    assert single.facts["duels_fought"] == ahead.facts["duels_fought"] == 160
    assert ahead.facts["games"] >= 320, "some are asked again when the champion has changed"
    assert single.facts["duels_won"] == ahead.facts["duels_won"] > 0
    assert single.champion.tolist() == ahead.champion.tolist(), "asking ahead changes no result"
    assert single.sample is not None


def test_tau(first: First) -> None:
    """0.0796 for 6,216 weights: the spread of ln σ after one mutation."""
    for method in "ea", "hybrid":
        sigmas = first(method).states[1].state.sigmas
        assert (sigmas[:20] == np.float32(0.05)).all()
        turns = np.log(sigmas[20:] / 0.05)
        assert abs(turns.mean()) < 0.001
        assert turns.std() == pytest.approx(0.0796, abs=0.0006)


def test_children_of_the_ea(first: First) -> None:
    """The 20 highest scorers survive as they are, best first; their children are mutants."""
    run = first("ea")
    before, after = run.states[0].state, run.states[1].state
    order = sorted(range(40), key=lambda net: -after.scores[net])[:20]
    assert np.array_equal(after.population[:20], before.population[order])
    noise = (after.population[20:] - after.population[:20]) / after.sigmas[20:]
    assert noise.std() == pytest.approx(1, abs=0.01)
    assert np.array_equal(run.generations[0].champion, before.population[order[0]])


def test_the_swarm_moves(first: First) -> None:
    """After the first generation all follow the highest scorer; |v| never exceeds 2."""
    run = first("pso")
    before, after = run.states[0].state, run.states[1].state
    leader = before.positions[np.argmax(after.scores)]
    assert np.array_equal(after.leaders[0], leader)
    assert np.array_equal(run.generations[0].champion, leader)
    kept = 0.4667 * before.velocities
    pull = (after.velocities - kept) / (2.4878 * (leader - before.positions) + 1e-12)
    moved = np.delete(pull, np.argmax(after.scores), axis=0)
    assert np.quantile(moved, 0.01) >= -1e-2
    assert np.quantile(moved, 0.99) <= 1 + 1e-2
    assert np.median(moved) == pytest.approx(0.5, abs=0.01)
    for state in run.states:
        assert np.abs(state.state.velocities).max() <= 2


@pytest.mark.parametrize("name", presets())
def test_a_preset_is_a_file(name: str, tmp_path: Path) -> None:
    """A copy of it, anywhere, gives the same settings; it says what it is in one short line."""
    own = tables_in(copy(tmp_path, f"{name}.toml", preset_text(name)))
    assert own == preset(name)
    assert settings_of(own).preset == name
    assert 0 < len(presets()[name]) <= 100


def copy(folder: Path, name: str, text: str) -> Path:
    """A file."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_on_a_base(tmp_path: Path) -> None:
    """It has what the base has, but for what it says; also by method, and inner tables too."""
    text = """
        base = "cai2009"
        generations = 7
        games.noise = 0.1
        [methods.pso.settings]
        vmax = 3.0
    """
    path = copy(tmp_path, "mine.toml", text)
    printed = preset("cai2009", "pso")
    own = tables_in(path, "pso")
    assert own["settings"] == {**printed["settings"], "vmax": 3.0}
    assert own["games"] == {**printed["games"], "noise": 0.1}
    assert (own["generations"], own["preset"]) == (7, "mine")
    assert tables_in(path)["settings"] == preset("cai2009")["settings"]
    assert "base" not in own
    assert "methods" not in own
    settings_of(own)


def test_a_file_has_the_last_word_over_its_base(tmp_path: Path) -> None:
    """Also over what the base says for one method alone."""
    text = 'base = "halving"\ngenerations = 2\n[games]\nopening = 4\n'
    path = copy(tmp_path, "mine.toml", text)
    own, below = tables_in(path), preset("halving")
    assert (own["generations"], below["generations"]) == (2, 54)
    assert own["games"] == {**below["games"], "opening": 4}
    assert tables_in(path, "pso")["generations"] == 2


@pytest.mark.parametrize("name", SELF_PLAY)
@pytest.mark.parametrize("method", [None, *METHODS])
def test_presets_are_valid(name: str, method: str | None) -> None:
    """Each with each method; they say where they come from."""
    settings = SelfPlaySettings.of(preset(name, method))
    assert settings.preset == name
    assert settings.method == (method or preset(name)["method"])


def test_stable_swarms() -> None:
    """A lone particle settles even without vmax; the rest is as in the paper's preset."""
    for method in "pso", "hybrid":
        settings = SelfPlaySettings.of(preset("stable", method))
        swarm: Any = SelfPlay(settings).optimiser
        particles = swarm.pso if method == "hybrid" else swarm
        assert replace(particles, vmax=None).settles
        assert settings.games == cai().games
        assert (settings.population, settings.generations) == (40, 100)
    assert SelfPlaySettings.of(preset("stable", "ea")).settings == cai("ea").settings


def test_a_preset_may_be_changed() -> None:
    """What a caller does with the tables does not reach the presets."""
    for method in None, "ea":
        tables = preset("stable", method)
        tables["games"]["opponents"] = 1
        tables["settings"]["sigma"] = 9
        tables["search"]["depth"] = 9
    assert preset("stable")["games"]["opponents"] == 8
    assert preset("stable")["search"] == {"depth": 2}
    assert preset("stable", "ea")["settings"] == {"sigma": 0.05}
    assert "sigma" not in preset("stable", "pso")["settings"]


def test_unknown_names() -> None:
    """Errors list what there is."""
    with pytest.raises(ValueError, match="preset='best' is not allowed: use actor-critic, all-r"):
        preset("best")
    with pytest.raises(ValueError, match="method='sgd' is not allowed: use pso, ea, hybrid, hc,"):
        preset("cai2009", "sgd")


def test_the_budget_of_the_halving_preset() -> None:
    """At most the paper's 32,000 games: six halvings of 320 nets, or all nets in all of them."""
    settings = SelfPlaySettings.of(preset("halving"))
    nets, games = settings.population, 0
    for _ in range(settings.generations):
        games += nets * settings.games.opponents * 2
        nets = (nets + 1) // 2
        nets = settings.population if nets == 1 else nets
    assert (nets, games) == (320, 30_720)
    for method in sorted(METHODS.keys() - {"halving", "hc"}):
        other = SelfPlaySettings.of(preset("halving", method))
        assert other.population * other.games.opponents * 2 * other.generations == 32_000


def test_a_table_in_the_place_of_a_value_and_the_other_way_round() -> None:
    """The setting itself says what is allowed; one merge serves for all tables."""
    tables = {"games": 20, "net": {"kind": "mlp", "hidden": [3]}, "taught": {"net": {"kind": "a"}}}
    over = laid_over(tables, {"games": {"a": 1}, "net": 5, "taught": {"net": {"kind": "b"}}})
    assert over == {"games": {"a": 1}, "net": 5, "taught": {"net": {"kind": "b"}}}
    with pytest.raises(SettingsError, match="search=5 is not allowed: use a table of depth"):
        settings_of(laid_over(preset("halving"), {"search": 5}))
