"""Words of earlier versions: what is read for them, and runs that are found as before."""

import json
from typing import Any

import pytest

from ponnuki.learners import settings_of, view_of
from ponnuki.learners.earlier import EARLIER, renewed
from ponnuki.learners.td.learner import TemporalDifferences
from ponnuki.learners.td.settings import TdSettings
from ponnuki.papers.kim2007.kinds import EVOLVED
from ponnuki.papers.kim2007.scale import SCALES
from ponnuki.runs.shelf import run_name

DIGESTS = {"hdp": "161a879d", "actor-critic": "73e36f01"}
"""Of silent tables, as version 0.9 had them."""

TAUGHT: dict[str, Any] = {
    "learner": "temporal-differences",
    "opponent": "standard-wpc,noise=0.1",
    "rate": 0.0005,
    "rate_halving": 5_000.0,
    "exact_end": True,
    "games": 5_000,
    "generations": 20,
    "selection": {"kind": "epsilon", "epsilon": 0.1, "learned": True},
    "rewards": {"win": 0.0, "draw": 0.0, "loss": 0.0, "margin": 0.015625},
    "probe": {"every": 0},
}
"""A table of the preset `pairs` as it was."""


@pytest.mark.parametrize("word", EARLIER)
def test_old_words_of_learners_are_settings_of_another(word: str) -> None:
    """A silent table has its old digest, whether the old word says it or the new settings."""
    own = settings_of({"learner": word})
    assert isinstance(own, TdSettings)
    assert own.digest == DIGESTS[word]
    assert own.name == word
    again = settings_of(own.table())
    assert (again, again.digest) == (own, own.digest)
    assert again.table()["learner"] == "temporal-differences"
    assert view_of({"learner": word}) is TemporalDifferences.view


def test_tables_of_an_old_word_are_filled_from_its_own_defaults() -> None:
    """Of a net with a kind nothing is filled in."""
    found = settings_of(
        {
            "learner": "hdp",
            "selection": {"epsilon": 0.2},
            "utility": {"areas": 0.4},
            "net": {"hidden": [7]},
        }
    )
    assert isinstance(found, TdSettings)
    assert (found.selection.kind, found.selection.learned) == ("epsilon", True)
    assert found.utility.make().areas == 0.4
    assert found.net.get("hidden") == (7,)
    assert found.net.get("encoding") == "own-opponent"
    whole = renewed({"learner": "hdp", "net": {"kind": "mlp", "hidden": [7]}})
    assert whole["net"] == {"kind": "mlp", "hidden": [7]}
    assert found.identity()["utility"] == {"areas": 0.4}
    assert found.identity()["selection"] == {"epsilon": 0.2}


def test_new_tables_stay_as_they_are() -> None:
    """Whatever they hold."""
    for table in {}, {"learner": "zero"}, {"learner": [1]}, {"learner": "magic", "taught": {}}:
        assert renewed(table) == {name: one for name, one in table.items() if name != "taught"}


def test_a_run_that_taught_itself_is_told_by_how() -> None:
    """Its settings have a digest in place of that of its weights; its state is still of them."""
    tables = EVOLVED.settings(SCALES["small"], 4).table()
    old = {**tables, "taught": {**TAUGHT, "games": 4_999}}
    own = settings_of(old)
    assert len(own.start_from) == 64
    assert settings_of({**old, "seed": 5}).start_from != own.start_from
    said = own.identity()
    said["taught"] = {"games": 4_999}
    del said["start_from"]
    assert own.is_of(json.dumps(said))
    assert not own.is_of(json.dumps({**said, "seed": 9}))


def test_kept_runs_of_kim2007_are_found() -> None:
    """The weights that its nets had taught themselves are known, those of the run of its own."""
    old = {**EVOLVED.settings(SCALES["small"], 1).table(), "taught": TAUGHT}
    own = settings_of(old)
    digest = "1ec2764d030a363b54917cc85dba27402276b7827e9fb09ad6fefecc2659cc2c"
    assert own.start_from == digest
    assert own == EVOLVED.settings(SCALES["small"], 1).but(start_from=digest)
    assert run_name(own) == "pairs-cma-300-seed1-a57a1162"
