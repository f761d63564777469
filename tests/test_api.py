"""What `ponnuki` offers: few names, loaded when first used; train, match, tournament, examine."""

import ast
import doctest
import json
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ponnuki
from ponnuki.arena import Arena, Contest, GameRecord, kept_games
from ponnuki.learners import SettingsError
from ponnuki.runs import RunError, RunRecord
from tests.programs import run

ONE = Arena(1)
NOBODY: Any = 3
HEAVY = ("matplotlib", "nicegui", "pydantic", "rich", "starlette")
TINY: dict[str, Any] = {
    "game": "capture-go:4",
    "games": 10,
    "generations": 2,
    "measure": {"every": 1, "games": 2, "nets": 2, "rounds": 1},
}


def train(out: Path, **more: Any) -> RunRecord:
    """A run that takes a moment."""
    return ponnuki.train("default", out=out, arena=ONE, **{**TINY, **more})


# Names


def said(code: str) -> str:
    """What a fresh Python says."""
    return run([sys.executable, "-c", code]).stdout.strip()


def test_importing_loads_nothing_heavy() -> None:
    """Rules and players need no settings, no terminal, no pages and no pictures."""
    assert (
        said(
            "import ponnuki, sys; print(*[m for m in sys.modules if '.' in m and "
            "m.startswith('ponnuki')])"
        )
        == ""
    )
    code = "import ponnuki, sys; ponnuki.match('random', 'random', 'go:5', games=2)"
    names = said(f"{code}; print(*sys.modules)").split()
    assert not {*HEAVY} & {*names}


def test_names_are_loaded_once_and_listed() -> None:
    """All are found by dir and by a star; whoever asks for another hears its name."""
    assert {*ponnuki.__all__} <= {*dir(ponnuki)}
    assert ponnuki.arena.GameRecord is GameRecord
    assert said("from ponnuki import *; print(game('go:5').size, train.__name__)") == "5 train"
    with pytest.raises(AttributeError, match="no attribute 'trian'"):
        ponnuki.trian  # noqa: B018


def test_type_checkers_see_the_same_names() -> None:
    """The imports for editors are those of the table, each from its folder."""
    tree = ast.parse(Path(str(ponnuki.__file__)).read_text(encoding="utf-8"))
    found = {
        one.name: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module not in {"importlib", "typing"}
        for one in node.names
    }
    folders = {name for name, module in found.items() if module == "ponnuki"}
    assert {name: f"ponnuki.{one}" for name, one in ponnuki._NAMES.items()} == {
        name: module for name, module in found.items() if name not in folders
    }
    assert folders == ponnuki._FOLDERS


@pytest.mark.parametrize("name", [one for one in ponnuki.__all__ if one != "__version__"])
def test_every_name_has_an_example_that_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stands in the docstring, and begins as a person would."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    text = getattr(ponnuki, name).__doc__
    scope = {name: getattr(ponnuki, name)}
    test = doctest.DocTestParser().get_doctest(text, scope, name, None, None)
    assert test.examples
    heard: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=heard.append)
    assert not heard, "".join(heard)


# Training


def test_settings_are_merged_into_the_tables_of_the_preset(tmp_path: Path) -> None:
    """What a table does not name stays; the seed is a setting as any other."""
    lines: list[dict[str, Any]] = []
    record = train(
        tmp_path / "run", seed=7, game=ponnuki.game("capture-go:4"), on_generation=lines.append
    )
    config = record.config
    assert (config["preset"], config["game"], config["seed"]) == ("default", "capture-go:4", 7)
    assert config["measure"] == {
        "opponents": ["auto", "untrained"],
        "every": [1],
        "games": 2,
        "opening": 2,
        "start": False,
        "nets": 2,
        "earlier": 5,
        "noise": 0.1,
        "rounds": 1,
    }
    assert config["selection"]["epsilon"] == 0.1
    assert [line["generation"] for line in lines] == [1, 2]
    assert record.generations() == lines


def test_resuming_ends_where_a_longer_run_does(tmp_path: Path) -> None:
    """By the record or by the folder."""
    record = train(tmp_path / "short", generations=1)
    again = ponnuki.resume(record, generations=2, arena=ONE)
    whole = train(tmp_path / "whole")
    assert again.champion().read_bytes() == whole.champion().read_bytes()
    assert len(ponnuki.resume(tmp_path / "short").generations()) == 2


def test_a_file_of_settings(tmp_path: Path) -> None:
    """A run's own, changed by a keyword."""
    first = train(tmp_path / "first")
    for file in (first.folder / "config.toml", str(first.folder / "config.toml")):
        again = ponnuki.train(file, generations=1, out=tmp_path / type(file).__name__, arena=ONE)
        assert {**first.config, "generations": 1} == again.config


def test_without_a_folder_a_run_has_one_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its name has words for people and the digest of what it is; it is not written twice."""
    monkeypatch.chdir(tmp_path)
    record = ponnuki.train("default", **TINY, arena=ONE)
    assert re.fullmatch(r"default-temporal-differences-2-seed1-[0-9a-f]{8}", record.folder.name)
    assert record.folder.parent == Path("runs")
    with pytest.raises(RunError, match=record.folder.name):
        ponnuki.train("default", **TINY)
    other = ponnuki.train("default", **TINY, rate=0.3, arena=ONE)
    assert other.folder != record.folder


@pytest.mark.parametrize(
    ("source", "settings", "error", "message"),
    [
        ("defualt", {}, ValueError, "preset='defualt' is not allowed: .*did you mean 'default'"),
        (
            "halving",
            {"serch": {}},
            SettingsError,
            "serch is no setting of self-play: did you mean 'search'",
        ),
        ("halving", {"search": {"dept": 2}}, SettingsError, "search.dept is no .*mean 'depth'"),
        ("halving", {"search": {"depth": 0}}, SettingsError, "search.depth=0 is not allowed"),
        ("halving", {"method": "psso"}, ValueError, "method='psso' is not allowed: .*mean 'pso'"),
        (
            "default",
            {"games": {"a": 1}},
            SettingsError,
            "games={'a': 1} is not allowed: use 1 to 10000000",
        ),
        ("default", {"preset": "td"}, SettingsError, "preset='td' is not allowed here: give it"),
        (7, {}, TypeError, "preset_or_file=7 is not allowed: use a name, a path or None"),
        ("no/such.toml", {}, SettingsError, "no/such.toml: no file of settings"),
    ],
)
def test_mistakes_in_settings(
    source: Any, settings: dict[str, Any], error: type[Exception], message: str
) -> None:
    """They name the setting, the value, what is allowed and what is spelled like it."""
    with pytest.raises(error, match=message):
        ponnuki.train(source, **settings)


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ({"on_generation": None}, "on_generation=None is not allowed: use a function of"),
        ({"out": 5}, "out=5 is not allowed: use the path of a folder"),
    ],
)
def test_mistakes_before_training(
    argument: dict[str, Any], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They cost no generation and leave no folder."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TypeError, match=message):
        ponnuki.train("default", **TINY, **argument)
    assert not list(tmp_path.iterdir())


# Measuring


def test_a_match_is_that_of_the_arena() -> None:
    """Names become players; the games are the same."""
    game = ponnuki.game("capture-go:5")
    a, b = (ponnuki.player(f"untrained,seed={seed}", game, depth=1) for seed in (1, 2))
    wanted = Contest(game, [a, b], games=6, seed=3).play(ONE)
    for first in "untrained,seed=1", a:
        found = ponnuki.match(
            first, "untrained,seed=2", "capture-go:5", games=6, seed=3, depth=1, arena=ONE
        )
        assert found.to_json() == wanted.to_json()


def test_a_run_is_a_player(tmp_path: Path) -> None:
    """Its last champion, in the game that it has learned; also by its folder."""
    record = train(tmp_path / "run")
    found = ponnuki.match(record, "random", games=2)
    assert found.batch.game.spec == "capture-go:4"
    assert found.players == (f"run:{record.folder}", "random")
    assert ponnuki.examine(record, nets=2).engine.net_name == found.nets[0]
    table = ponnuki.tournament([record, "random"], games=2).to_json()
    assert {one["net"] for one in table["standings"]} == {found.nets[0], None}


def test_a_fresh_python_knows_runs(tmp_path: Path) -> None:
    """Nothing has to be imported for run:FOLDER."""
    train(tmp_path / "run")
    for name in "ponnuki", "ponnuki.players":
        code = f"import {name} as p; print(p.player('run:{tmp_path}/run', 'capture-go:4').spec)"
        assert said(code) == f"run:{tmp_path}/run"


def test_a_tournament_of_objects(tmp_path: Path) -> None:
    """Engines without a spec are told apart by their nets; a folder keeps the games."""
    net = ponnuki.evaluator("wpc", "othello:6")
    search = ponnuki.Search(depth=1)
    engines = [ponnuki.Engine(net, row, search) for row in net.initial(2, seed=1)]
    names = [f"engine-{one.net_name}" for one in engines]
    result = ponnuki.tournament([*engines, "random"], games=4, arena=ONE)
    assert result.tournament.players == (*names, "random")
    kept = ponnuki.tournament([*engines, "random"], games=4, out=tmp_path / "kept", arena=ONE)
    assert kept.to_json() == result.to_json()
    assert len(list(kept_games(tmp_path / "kept"))) == 12
    with pytest.raises(ValueError, match=f"player '{names[0]}' is named twice"):
        ponnuki.tournament([engines[0], engines[0]])


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: ponnuki.match(NOBODY, "random"), TypeError, "player=3 is not allowed: use a spec"),
        (
            lambda: ponnuki.match("nave", "random"),
            ValueError,
            "player='nave' .*did you mean 'naive'",
        ),
        (lambda: ponnuki.match("random", "random", "goo"), ValueError, "did you mean 'go'"),
        (lambda: ponnuki.match("random", "random", games=0), ValueError, "games=0 is not allowed"),
        (
            lambda: ponnuki.match("random", "random", opening="x"),
            ValueError,
            "opening='x' is not allowed",
        ),
        (
            lambda: ponnuki.tournament("random", "go:5"),
            TypeError,
            "players='random' is not allowed: use a list of players",
        ),
        (
            lambda: ponnuki.tournament(["random", "naive"], out=NOBODY),
            TypeError,
            "out=3 is not allowed: use the path of a folder",
        ),
        (
            lambda: ponnuki.match("random", "random", progress=NOBODY),
            TypeError,
            "progress=3 is not allowed: use a function",
        ),
        (lambda: ponnuki.resume(NOBODY), TypeError, "run=3 is not allowed: use a run, or the path"),
        (lambda: ponnuki.tournament(["random"]), ValueError, "1 players are not allowed: use 2"),
        (lambda: ponnuki.examine("random"), ValueError, "'random' is no engine; name a net"),
        (lambda: ponnuki.examine("untrained", nets=0), ValueError, "nets=0 is not allowed"),
        (
            lambda: ponnuki.match("champion:go", "champion:tic-tac-toe"),
            ValueError,
            "for several games .*: name one with --game, or game= in Python",
        ),
        (
            lambda: ponnuki.examine(ponnuki.player("untrained", "go:5"), "go:7"),
            ValueError,
            "is for go:5, not go:7",
        ),
    ],
)
def test_mistakes_in_measuring(call: Any, error: type[Exception], message: str) -> None:
    """They name the argument, the value, what is allowed and what is spelled like it."""
    with pytest.raises(error, match=message):
        call()


# Results


def test_results_are_printed_for_people(tmp_path: Path) -> None:
    """A few lines, and in a list one; what they say is what the numbers say."""
    match = ponnuki.match("champion:tic-tac-toe", "random", games=20, opening=2)
    total = match.total
    wins = f"20 games: {total.wins} won, {total.draws} drawn, {total.losses} lost; "
    assert wins in str(match)
    assert wins in repr(match)
    assert f"count {total.independent} as independent" in str(match)
    record = match.batch[0]
    assert " ".join(record.game.text(one) for one in record.moves) in str(record)
    table = ponnuki.tournament(["random", "naive"], "go:5", games=2)
    assert [line.split()[0] for line in str(table).splitlines()[2:4]] == table.ratings().order()
    found = ponnuki.examine("champion:tic-tac-toe", nets=2)
    share = f"{found.measures['random'].total.share:.1%}".replace("%", " %")
    assert f"against random player: {found.measures['random'].total.wins}-" in str(found)
    assert share in str(found)
    run = train(tmp_path / "run")
    assert str(run).startswith(f"{run.folder}: temporal-differences, capture-go:4, 2 of 2 gen")
    assert "games/s, defensive " in str(run)
    for one in match, table, found, run, match.batch, ponnuki.player("untrained", "go:5"):
        assert "\n" not in repr(one)
        assert len(repr(one)) < 300


def test_results_are_plain_data(tmp_path: Path) -> None:
    """All go through JSON."""
    results: list[Any] = [
        ponnuki.match("random", "random", "go:5", games=2),
        ponnuki.tournament(["random", "naive"], "go:5", games=2),
        ponnuki.examine("untrained", "tic-tac-toe", nets=2),
        train(tmp_path / "run"),
    ]
    for one in results:
        assert json.loads(json.dumps(one.to_json())) == one.to_json()


def test_results_draw_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Values with their intervals, curves over generations; or one line that says what to do."""
    monkeypatch.setenv("MPLBACKEND", "agg")
    match = ponnuki.match("naive", "random", "go:5", games=4)
    table = ponnuki.tournament(["random", "naive"], "go:5", games=2)
    found = ponnuki.examine("untrained", "tic-tac-toe", nets=2)
    run = train(tmp_path / "run")
    axes = match.plot()
    assert [text.get_text() for text in axes.get_yticklabels()] == ["white", "black", "both"]
    points = [np.ravel(line.get_xdata()) for line in axes.lines]
    shares = [one.share for one in (match.as_white, match.as_black, match.total)]
    assert sorted(float(one[0]) for one in points if len(one) == 1) == sorted(shares)
    assert match.plot(axes) is axes
    assert len(table.plot().get_yticks()) == 2
    assert len(found.plot().get_yticks()) == 3
    titles = [one.get_title() for one in run.plot().axes]
    assert titles[:2] == ["What the champion is worth", "Temporal differences"]
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for one in match, table, found, run:
        with pytest.raises(ImportError, match=r"^plot\(\) needs the package matplotlib: "):
            one.plot()


def test_legal_moves_are_text_for_people_and_numbers_for_code() -> None:
    """In the same order; what is played by its text is what is played by its number."""
    position = ponnuki.game("go:3").start()
    assert position.legal_moves == ("A3", "B3", "C3", "A2", "B2", "C2", "A1", "B1", "C1", "pass")
    assert position.legal_numbers() == list(range(10))
    for text, number in zip(position.legal_moves, position.legal_numbers(), strict=True):
        assert position.play(text) == position.play(number)
    engine = ponnuki.player("untrained,depth=2", position.game)
    found = engine.think(position)  # type: ignore[attr-defined]
    assert str(found).split()[0] == position.game.text(found.move)
