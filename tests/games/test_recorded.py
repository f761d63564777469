"""Specs that were kept mean what they meant when a default was another one."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import pytest

import ponnuki
from ponnuki.arena import Arena, GameRecord, Tournament, play_random
from ponnuki.games import GAMES, recorded
from ponnuki.games.go import GoOptions
from ponnuki.games.registry import restore
from ponnuki.learners import settings_of
from ponnuki.papers.questions import digest
from ponnuki.players import Search
from ponnuki.players.fingerprint import fingerprint
from ponnuki.runs.shelf import Shelf
from ponnuki.runs.training import resume, train
from ponnuki.settings import setting

ONE = Arena(1)
Later = Callable[[], None]
TABLE: dict[str, Any] = {
    "learner": "temporal-differences",
    "game": "go:3",
    "games": 5,
    "generations": 1,
    "net": {"kind": "mlp", "encoding": "koten", "hidden": [3]},
}


@dataclass(frozen=True)
class NewOptions(GoOptions):
    """Go in which white has some points where nobody says how many."""

    komi: float = setting(2.5, "points", low=-500, high=500, step=0.5, was=0.0)
    corners: bool = setting(False, "a new option", later=True)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Later:
    """Begins a version whose Go has another default."""
    new = replace(GAMES["go"], options=NewOptions)
    return lambda: monkeypatch.setitem(GAMES, "go", new)


def komi(game: ponnuki.Game) -> float:
    """What white has from the start."""
    return cast(GoOptions, game.options).komi


def plan(game: str) -> Tournament:
    """A tournament of two."""
    return Tournament(players=("random", "naive"), game=game, games=2, seed=1)


def test_texts_are_read_by_people_and_records(later: Later) -> None:
    """A spec says what it is by either reading; an old one is what it was."""
    before = ponnuki.game("go:5").spec, ponnuki.game("go:5,komi=2.5").spec
    assert before == ("go:5", "go:5,komi=2.5")
    later()
    assert [komi(recorded(one)) for one in before] == [0, 2.5]
    new, old = ponnuki.game("go:5"), recorded("go:5")
    assert (komi(new), komi(old)) == (2.5, 0)
    assert (new.spec, old.spec) == ("go:5,komi=2.5", "go:5,komi=0")
    for one in new, old:
        assert ponnuki.game(one.spec) == recorded(one.spec) == one
    assert (new.recorded, old.recorded) == ("go:5,komi=2.5", "go:5")
    assert komi(restore("go:5", 1)) == 0
    with pytest.raises(ponnuki.SpecError, match="go: kmoi is no setting"):
        recorded("go:5,kmoi=1")


def test_digests_stay_and_the_new_default_has_another(later: Later) -> None:
    """Of runs, of tournaments, of questions; players are told apart by what they are."""
    run, cup = settings_of(TABLE).digest, plan("go:3").digest
    asked = [digest(one) for one in (ponnuki.game("go:3"), settings_of(TABLE))]
    kept = plan("go:3").to_json()
    later()
    for said, same in ("go:3,komi=0", True), ("go:3", False), ("go:3,komi=2.5", False):
        assert (settings_of({**TABLE, "game": said}).digest == run) == same
        assert (plan(said).digest == cup) == same
        again = [digest(one) for one in (ponnuki.game(said), settings_of({**TABLE, "game": said}))]
        assert (again == asked) == same
    assert Tournament.from_json(kept) == plan("go:3,komi=0")
    assert plan("go:3,komi=0").to_json() == kept


def test_a_run_goes_on_with_its_own_rules(tmp_path: Path, later: Later) -> None:
    """It is found, and no run of the new default is taken for it; that one says its rules."""
    old = settings_of(TABLE)
    folder = train(old, tmp_path / "old", ONE).folder
    text = (folder / "config.toml").read_text()
    assert 'game = "go:3"\n' in text
    later()
    shelf = Shelf(tmp_path)
    assert shelf.folder(settings_of({**TABLE, "game": "go:3,komi=0"})) == folder
    new = settings_of(TABLE)
    assert shelf.folder(new) != folder
    assert komi(new.rules) == 2.5
    longer = resume(folder, ONE, generations=2)
    assert longer.last_line() is not None
    assert longer.config["game"] == "go:3"
    fresh = train(new, tmp_path / "new", ONE).folder
    assert 'game = "go:3,komi=2.5"\n' in (fresh / "config.toml").read_text()


def test_games_are_kept_with_their_rules(later: Later) -> None:
    """A record of an old game is that of the old rules."""
    played = play_random("go:3", games=1, seed=1)[0]
    kept = played.to_json()
    later()
    again = GameRecord.from_json(kept)
    assert komi(again.game) == 0
    assert again.replay().outcome == played.outcome


def test_a_changed_default_of_a_search_changes_no_fingerprint() -> None:
    """Tournaments' games are seeded by it."""

    @dataclass(frozen=True)
    class NewSearch(Search):
        """Solves ends where nobody says anything."""

        endgame: int = setting(4, "points", low=0, was=0)

    net = ponnuki.evaluator("mlp", "go:3")
    row = net.initial(1, 1)[0]
    before = fingerprint(ponnuki.Engine(net, row, Search(depth=1)))
    assert fingerprint(ponnuki.Engine(net, row, NewSearch(depth=1, endgame=0))) == before
    assert fingerprint(ponnuki.Engine(net, row, NewSearch(depth=1))) != before
