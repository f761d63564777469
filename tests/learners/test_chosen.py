"""Settings as a person chooses them in Python; the command line's are tested with its commands."""

from pathlib import Path
from typing import Any

import pytest

from ponnuki.learners import preset, settings_of
from ponnuki.learners.chosen import settings_from, usual_preset
from ponnuki.settings import SettingsError, table_of


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        ({}, "default"),
        ({"game": "capture-go:5"}, "default"),
        ({"game": "go:5"}, "zero"),
        ({"population": 8}, "halving"),
        ({"method": "pso"}, "halving"),
    ],
)
def test_the_preset_that_suits(changes: dict[str, Any], wanted: str) -> None:
    """Where nobody names one it is the same in Python and on the command line."""
    found = settings_from(None, changes).table()
    assert found["preset"] == wanted
    assert usual_preset(changes)[0] == wanted


def test_tables_are_merged_deeply() -> None:
    """As words of a command are; the preset itself stays as it was."""
    before = preset("halving")
    found = settings_from("halving", {"search": {"depth": 3}, "games": {"opening": 4}, "seed": 5})
    said = ["search.depth=3", "games.opening=4", "seed=5"]
    assert found == settings_from("halving", table_of(said))
    assert found.table()["games"]["opponents"] == before["games"]["opponents"]
    assert preset("halving") == before


def test_another_kind_begins_with_its_own_defaults() -> None:
    """What the preset says of tables of patterns means nothing to a net of layers."""
    net = {"kind": "mlp", "hidden": [3]}
    assert settings_from("default", {"net": net}).table()["net"] == net
    more = settings_from("tuples", {"net": {"kind": "ntuple", "shapes": ["cross"]}}).table()["net"]
    assert more == {**preset("tuples")["net"], "shapes": ["cross"]}


def test_another_method_of_a_file(tmp_path: Path) -> None:
    """The settings of the file's method are not those of another."""
    file = tmp_path / "mine.toml"
    file.write_text('game = "go:5"\nmethod = "es"\npopulation = 10\n[settings]\nsigma = 0.5\n')
    kept = {"preset": "mine", "game": "go:5", "population": 10, "generations": 3}
    for method in "es", "ea":
        own = {"settings": {"sigma": 0.5}} if method == "es" else {}
        wanted = settings_of({**kept, "method": method, **own})
        assert settings_from(file, {"method": method, "generations": 3}) == wanted


@pytest.mark.parametrize(
    ("text", "changes", "message"),
    [
        ("generations = 0", {}, r"mine.toml: generations=0 is not allowed"),
        ("[search]\ndepht = 2", {"seed": 2}, r"mine.toml: search.depht is no setting"),
        ('base = "halvin"', {}, r"mine.toml: base='halvin' is not allowed: did you mean 'halving'"),
        ("generations = 5", {"generations": 0}, r"^generations=0 is not allowed"),
    ],
)
def test_mistakes_in_a_file_name_it(
    text: str, changes: dict[str, Any], message: str, tmp_path: Path
) -> None:
    """Those in what stands beside it do not."""
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(SettingsError, match=message):
        settings_from(file, changes)
