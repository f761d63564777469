"""The settings of a training run: complete, repeatable from a file, and clear about mistakes."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from ponnuki.learners import (
    METHODS,
    SelfPlay,
    SelfPlaySettings,
    SettingsError,
    preset,
    read_table,
)
from ponnuki.learners.settings import MAX_FILE
from ponnuki.optimisers import Box, Ea, Ga, Hybrid, Pso
from ponnuki.settings import names_in
from tests.learners.samples import WORLDS, small, table
from tests.learners.test_presets import SELF_PLAY


def mistake(tables: dict[str, Any]) -> str:
    """What is wrong with settings."""
    try:
        SelfPlaySettings.of(tables)
    except SettingsError as error:
        return str(error)
    return "nothing"


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", SELF_PLAY)
def test_a_file_says_everything(name: str, method: str) -> None:
    """A table written as TOML and read again gives the same settings and the same optimiser."""
    settings = SelfPlaySettings.of(preset(name, method))
    again = SelfPlaySettings.of(tomllib.loads(tomli_w.dumps(settings.table())))
    assert again == settings
    assert again.table() == settings.table()
    assert SelfPlay(again).optimiser == SelfPlay(settings).optimiser


@pytest.mark.parametrize("world", WORLDS)
def test_nets_in_a_file(world: str) -> None:
    """The evaluator comes back too, with lists where Python has tuples."""
    settings = small(**WORLDS[world])
    again = SelfPlaySettings.of(tomllib.loads(tomli_w.dumps(settings.table())))
    assert SelfPlay(again).evaluator.fingerprint == SelfPlay(settings).evaluator.fingerprint
    assert SelfPlay(again).evaluator.game == SelfPlay(settings).evaluator.game


def test_a_table_is_complete() -> None:
    """Nothing is left to the defaults of a later version, but for what few runs have."""
    found = SelfPlaySettings.of({"method": "ea"}).table()
    assert set(found) | {"start_from", "passes", "keep"} == set(names_in(SelfPlaySettings))
    assert found["settings"] == {"sigma": 0.05, "tau": "none", "box": "none"}
    assert found["net"] == {"kind": "window"}
    for name in "search", "games", "measure":
        inner = type(getattr(SelfPlaySettings(), name))
        assert set(found[name]) == set(names_in(inner))


def test_a_setting_that_came_later_is_said_only_where_it_differs() -> None:
    """Runs from before have the same table, and there is one table for the same run."""
    unsaid = SelfPlaySettings.of({"method": "ga"})
    assert unsaid.table()["settings"] == {
        "crossover_rate": 0.8,
        "mutation_rate": 0.01,
        "limit": 1.0,
        "elite": 1,
    }
    assert SelfPlaySettings.of({"method": "ga", "settings": {"mutation_per": "gene"}}) == unsaid
    said = SelfPlaySettings.of({"method": "ga", "settings": {"mutation_per": "child"}})
    assert said.table()["settings"]["mutation_per"] == "child"
    assert SelfPlaySettings.of(said.table()) == said
    assert said.identity() != unsaid.identity()


def test_nets_of_a_population_may_keep_their_eyes() -> None:
    """They do so in training and in play; a game without eyes refuses it."""
    settings = SelfPlaySettings.of({"game": "go:5", "net": {"kind": "mlp"}, "passes": "eyes"})
    assert settings.table()["passes"] == "eyes"
    assert SelfPlaySettings.of(settings.table()) == settings
    assert SelfPlay(settings).search.eyes
    with pytest.raises(SettingsError, match="passes='eyes' is not allowed in capture-go"):
        SelfPlaySettings.of({"passes": "eyes"})


def test_no_value_is_called_none() -> None:
    """TOML has no null: 'none' takes a limit away, None does so in Python."""
    for nothing in "none", None:
        made = SelfPlay(small("pso", settings={"vmax": nothing, "box": 3})).optimiser
        assert made == Pso(
            inertia=0.4667, c1=1.7971, c2=2.4878, vmax=None, box=Box(-3, 3), neighbourhood="gbest"
        )


@pytest.mark.parametrize(
    ("method", "settings", "made"),
    [
        (
            "pso",
            {"inertia": 0.5, "c1": 1, "c2": 2, "neighbourhood": "lbest", "window": 3},
            Pso(inertia=0.5, c1=1, c2=2, vmax=2.0, neighbourhood="lbest", window=3),
        ),
        (
            "pso",
            {"neighbourhood": "von-neumann", "bests": "replay", "decay": 0.1},
            Pso(
                inertia=0.4667,
                c1=1.7971,
                c2=2.4878,
                vmax=2.0,
                decay=0.1,
                neighbourhood="von-neumann",
                bests="replay",
            ),
        ),
        ("ea", {"sigma": 0.1, "tau": 0.2, "box": 1}, Ea(sigma=0.1, tau=0.2, box=Box(-1, 1))),
        (
            "hybrid",
            {"vmax": 1, "box": 5, "decay": 0.01},
            Hybrid(0.4667, 1.7971, 2.4878, vmax=1, box=Box(-5, 5), decay=0.01),
        ),
        ("ga", {"limit": 2, "elite": 3}, Ga(limit=2.0, elite=3)),
        ("ga", {"mutation_per": "child"}, Ga(mutation_per="child")),
    ],
)
def test_words_become_optimisers(method: str, settings: dict[str, Any], made: Any) -> None:
    """What plain numbers and words stand for."""
    assert SelfPlay(small(method, settings=settings)).optimiser == made


def test_samples_of_es_and_cma_are_the_population() -> None:
    """Their number is not a setting of its own."""
    for method in "es", "cma":
        found: Any = SelfPlay(small(method, population=6)).optimiser
        assert found.population == 6
        said = mistake(table(method, settings={"population": 8}))
        assert said.startswith(f"settings.population is no setting of {method}: use sigma, ")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"method": "sgd"}, "method='sgd' is not allowed: use pso, ea, hybrid, hc, ga, es, cma"),
        ({"method": 5}, "method=5 is not allowed: use pso, ea"),
        ({"settings": {"speed": 1}}, "settings.speed is no setting of ea: use sigma, tau, box"),
        ({"settings": 5}, "settings=5 is not allowed: use a table of settings of the method"),
        ({"settings": {"sigma": -1}}, "settings.sigma=-1 is not allowed: use a number above 0"),
        (
            {"settings": {"sigma": float("nan")}},
            "settings.sigma=nan is not allowed: use",
        ),
        (
            {"method": "pso", "settings": {"neighbourhood": "ring"}},
            "settings.neighbourhood='ring' is not allowed: use gbest, lbest or von-neumann",
        ),
        (
            {"method": "pso", "settings": {"bests": "keep"}},
            "settings.bests='keep' is not allowed: use duel, replay or remember",
        ),
        ({"game": "chess"}, "game='chess' is not allowed: use capture-go, go,"),
        ({"game": "capture-go:99"}, "capture-go: size=99 is not allowed: use 3 to 13"),
        ({"game": 5}, "game=5 is not allowed: use a text"),
        (
            {"net": {"kind": "cnn"}},
            "net.kind='cnn' is not allowed: use window, mlp",
        ),
        (
            {"net": {"kind": "window", "hidden": [3]}},
            "net.hidden is no setting of window: there",
        ),
        ({"net": {"kind": "mlp", "encoding": "rgb"}}, "encoding='rgb' is not allowed: use own-opp"),
        ({"population": 3}, "population=3 is not allowed: use 4 to 100000"),
        ({"population": 5}, "population=5 is not allowed with ea: use an even number"),
        ({"population": 5, "method": "es", "settings": {}}, "population of 5 is not allowed: use"),
        (
            {"population": 7, "method": "hybrid", "settings": {}},
            "population=7 is not allowed with hybrid: use an even number",
        ),
        ({"generations": 0}, "generations=0 is not allowed: use 1 to 10000000"),
        ({"seed": -1}, "seed=-1 is not allowed: use 0 to 9223372036854775807"),
        ({"seed": 2**63}, "seed=9223372036854775808 is not allowed: use 0 to 9223372036854775807"),
        ({"search": {"depth": 0}}, "search.depth=0 is not allowed: use 1 to 64"),
        ({"search": {"depth": 65}}, "search.depth=65 is not allowed: use 1 to 64"),
        (
            {"search": {"candidates": "some"}},
            "search.candidates='some' is not allowed: use full or local",
        ),
        (
            {"games": {"opponents": 4}},
            "games.opponents=4 is not allowed: a population of 4 has 3 others to meet",
        ),
        ({"games": {"hall": 0.5}}, "games: population, .* add up to 1.5"),
        (
            {"games": {"payoff": "points"}},
            "games.payoff='points' is not allowed: use win",
        ),
        ({"measure": {"nets": 0}}, "measure.nets=0 is not allowed: use 1 to 1000"),
        ({"measure": {"noise": 2}}, "measure.noise=2 is not allowed: use 0 to 1"),
        ({"keep_every": 0}, "keep_every=0 is not allowed: use a whole number from 1 on"),
        (
            {"sed": 1},
            r"sed is no setting of self-play: did you mean 'seed'\?",
        ),
        (
            {"measure": {"evry": 1}},
            r"measure.evry is no setting: did you mean 'every'\?",
        ),
        (
            {"sed": 1, "population": 2},
            r"sed is no setting of self-play: did you mean 'seed'\?",
        ),
    ],
)
def test_mistakes_are_named(changes: dict[str, Any], message: str) -> None:
    """One line that says the setting, its value and what is allowed."""
    said = mistake({**table(), **changes})
    assert re.search(message, said), said
    assert "\n" not in said


def test_who_needs_so_many_others() -> None:
    """Methods that never score a population, and opponents drawn anew, are free of that limit."""
    games = {"opponents": 9}
    assert small("hc", games=games).games.opponents == 9
    assert small(games={**games, "schedule": "player-one"}).games.opponents == 9
    assert small(games={**games, "population": 0, "untrained": 1}).games.opponents == 9
    for method in "es", "cma", "pso", "ga":
        assert "games.opponents=9 is not allowed" in mistake(table(method, games=games))


def test_files(tmp_path: Path) -> None:
    """A file is read as it stands, to be checked later; what is no TOML is named with its file."""
    path = tmp_path / "run.toml"
    path.write_text('method = "ea"\n[games]\nopponents = 3\n')
    assert read_table(path) == {"method": "ea", "games": {"opponents": 3}}
    for data, message in {
        b"a = 1\ngame = go\n": r"run\.toml: .*line 2",
        b"\xff\xfe": r"run\.toml: .*utf-8",
        b"a = 1\na = 2\n": r"run\.toml: .*overwrite",
        b"#" * (MAX_FILE + 1): rf"run\.toml: a file of settings has at most {MAX_FILE} bytes",
        b"a = " + b"[" * 5000: r"run\.toml: ",
    }.items():
        path.write_bytes(data)
        with pytest.raises(SettingsError, match=message):
            read_table(path)
    with pytest.raises(SettingsError, match=r"missing\.toml: no file of settings: no such file"):
        read_table(tmp_path / "missing.toml")
