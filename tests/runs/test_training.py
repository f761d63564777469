"""Recorded training: the folder holds all that is promised, and a broken run goes on exactly."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ponnuki
from ponnuki import Engine, SpecError, load_weights, player
from ponnuki.arena import Arena
from ponnuki.formats import ggf, sgf
from ponnuki.learners import SelfPlay, SelfPlaySettings, SettingsError, read_table, settings_of
from ponnuki.runs import RunError, RunRecord, find_runs, summary
from ponnuki.runs.check import check_run
from ponnuki.runs.training import resume, train
from tests.learners.samples import WORLDS, bits, every_method, small
from tests.runs.samples import listed

ALWAYS = {
    "generation",
    "games",
    "plies",
    "leaves",
    "weight_size",
    "champion_size",
    "diversity",
    "seconds",
    "positions_per_second",
}
SCORED = {"best", "mean", "score_spread"}
TIMES = {"seconds", "positions_per_second", "measure_seconds"}
OnGeneration = Callable[[dict[str, Any]], object]


def timeless(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Lines of generations without what a clock says."""
    return [{k: v for k, v in line.items() if k not in TIMES} for line in lines]


def champion(record: RunRecord, generation: int) -> tuple[bytes, str, dict[str, str]]:
    """What the file of a champion says; its bytes may differ by the order of its header."""
    file = load_weights(record.champion(generation))
    return file.weights.tobytes(), file.evaluator.fingerprint, file.metadata


def content(folder: Path) -> dict[str, Any]:
    """All that a run came to, without times: comparable to the last bit."""
    record = RunRecord.open(folder)
    state = record.state()
    return {
        "config": (folder / "config.toml").read_bytes(),
        "lines": timeless(record.generations()),
        "state": None if state is None else (state.generation, bits(state.arrays)),
        "champions": {g: champion(record, g) for g in record.champions()},
        "games": {path.name: path.read_bytes() for path in record.games()},
    }


def stop_at(generation: int) -> OnGeneration:
    """Ctrl-C right behind a generation."""

    def stop(line: dict[str, Any]) -> None:
        if line["generation"] == generation:
            raise KeyboardInterrupt

    return stop


def broken_off(settings: SelfPlaySettings, folder: Path, generation: int) -> Path:
    """A run that was stopped behind a generation."""
    with pytest.raises(KeyboardInterrupt):
        train(settings, folder, Arena(1), stop_at(generation))
    return folder


def error_of(call: Callable[..., object], *arguments: Any, **options: Any) -> str:
    """The text of a RunError; what has been hung on it is let go."""
    try:
        call(*arguments, **options)
    except RunError as error:
        return str(error)
    return "no error"


@pytest.mark.parametrize("world", WORLDS)
def test_the_folder(world: str, tmp_path: Path) -> None:
    """Settings, provenance, lines, champions, state, and games where a format knows the game."""
    folder = tmp_path / "run"
    settings = small(**WORLDS[world], generations=5)
    told: list[dict[str, Any]] = []
    record = train(settings, folder, Arena(2), told.append)
    assert record.folder == folder
    kept = [f"generation-000{g}" for g in (2, 4, 5)]
    ending = {"capture-go": "sgf", "go": "sgf", "othello": "ggf"}.get(world)
    games = [f"games/{name}-1.{ending}" for name in kept] if ending else []
    assert sorted(str(path.relative_to(folder)) for path in folder.rglob("*")) == sorted(
        [
            ".lock",
            "champions",
            *(f"champions/{name}.safetensors" for name in kept),
            "config.toml",
            *(["games", *games] if games else []),
            "generations.jsonl",
            "manifest.json",
            "provenance.json",
            "state.safetensors",
        ]
    )
    text = (folder / "generations.jsonl").read_text()
    assert [json.loads(line) for line in text.splitlines()] == told == record.generations()
    assert not record.is_being_written()
    assert summary(folder).status == "finished"


def test_lines(tmp_path: Path) -> None:
    """Every line has all figures; measures come every second generation and at the end."""
    record = train(small("pso", generations=5), tmp_path / "run", Arena(1))
    lines = record.generations()
    assert [line["generation"] for line in lines] == [1, 2, 3, 4, 5]
    for line in lines:
        assert line.keys() >= ALWAYS | SCORED | {"duels_won", "duels_fought"}
        assert line["seconds"] > 0
        rate = line["leaves"] / line["seconds"]
        assert line["positions_per_second"] == pytest.approx(rate, rel=0.01)
        assert (
            ("measure" in line) == ("measure_seconds" in line) == (line["generation"] in {2, 4, 5})
        )
    assert set(lines[1]["measure"]) == {
        "defensive_opening",
        *("random", "untrained", "untrained_noise"),
    }
    for line in lines[3:]:
        assert set(line["measure"]) >= {"earlier", "earlier_noise"}
    assert [line["measure"]["earlier"]["games"] for line in lines[3:]] == [2, 4]
    for tally in lines[4]["measure"].values():
        figures = {"games", "wins", "draws", "losses", "interval", "share"}
        assert set(tally) == figures | {"distinct", "independent", "opponents"}
        assert tally["games"] == tally["wins"] + tally["draws"] + tally["losses"]


def test_measures_can_wait_for_the_end(tmp_path: Path) -> None:
    """`every` 0 means the last generation only; earlier champions are met if they are asked for."""
    record = train(
        small(measure={"opponents": ["untrained"], "every": 0, "nets": 1}),
        tmp_path / "run",
        Arena(1),
    )
    assert ["measure" in line for line in record.generations()] == [False, False, False, True]
    assert "earlier" not in record.generations()[-1]["measure"]


@every_method
def test_measures_do_not_influence_training(method: str, tmp_path: Path) -> None:
    """With a measure every generation, or hardly any, the states and champions are the same."""
    states = []
    for every in 0, 1:
        measure = {"every": every, "nets": 2, "rounds": 1}
        record = train(small(method, measure=measure), tmp_path / str(every), Arena(1))
        state = record.state()
        assert state is not None
        lines = [{k: v for k, v in line.items() if k != "measure"} for line in record.generations()]
        champions = [champion(record, g) for g in record.champions()]
        states.append((bits(state.arrays), timeless(lines), champions))
    assert states[0] == states[1]


def test_provenance(tmp_path: Path) -> None:
    """Where a run comes from, and how many threads it had; a resume is added."""
    folder = broken_off(small(seed=77), tmp_path / "run", 2)
    resume(folder, Arena(2))
    found = json.loads((folder / "provenance.json").read_text())
    assert found["seed"] == 77
    assert found["threads"] == 1
    assert found["ponnuki"] == ponnuki.__version__
    assert {"time", "commit", "compiler", "cpu", "cores", "command"} <= found.keys()
    assert [one["generation"] for one in found["resumes"]] == [2]


@every_method
def test_a_run_repeats_from_its_settings_alone(method: str, tmp_path: Path) -> None:
    """Trained again from config.toml, and with other threads, all files hold the same."""
    train(small(method), tmp_path / "one", Arena(1))
    again = SelfPlaySettings.of(read_table(tmp_path / "one" / "config.toml"))
    train(again, tmp_path / "two", Arena(3))
    assert content(tmp_path / "one") == content(tmp_path / "two")
    train(small(method, seed=2), tmp_path / "three", Arena(1))
    assert content(tmp_path / "three")["state"] != content(tmp_path / "one")["state"]


@pytest.mark.parametrize("world", ["capture-go", "tic-tac-toe"])
@every_method
def test_a_broken_run_goes_on_exactly(method: str, world: str, tmp_path: Path) -> None:
    """Stopped twice and resumed with other threads it equals the run that never was stopped."""
    settings = small(method, **WORLDS[world])
    train(settings, tmp_path / "whole", Arena(1))
    folder = broken_off(settings, tmp_path / "broken", 1)
    assert summary(folder).status == "stopped"
    with pytest.raises(KeyboardInterrupt):
        resume(folder, Arena(2), stop_at(3))
    told: list[int] = []
    resume(folder, Arena(3), lambda line: told.append(line["generation"]))
    assert told == [4]
    assert content(folder) == content(tmp_path / "whole")


def test_broken_off_within_a_generation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the first one nothing is there yet but the settings; in any other one the last state."""
    train(small(), tmp_path / "whole", Arena(1))
    step = SelfPlay.step
    for generation in 1, 3:
        folder = tmp_path / str(generation)
        with monkeypatch.context() as patch:

            def interrupted(trainer: SelfPlay, state: Any, last: int = generation) -> Any:
                if state.generation + 1 == last:
                    raise KeyboardInterrupt
                return step(trainer, state)

            patch.setattr(SelfPlay, "step", interrupted)
            with pytest.raises(KeyboardInterrupt):
                train(small(), folder, Arena(1))
        assert len(RunRecord.open(folder).generations()) == generation - 1
        resume(folder, Arena(1))
        assert content(folder) == content(tmp_path / "whole")


def test_broken_off_between_champion_and_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A champion of a generation that does not count yet is written again, and is no opponent."""
    train(small(), tmp_path / "whole", Arena(1))
    commit = RunRecord.commit

    def failing(record: RunRecord, generation: int, *rest: Any) -> None:
        if generation == 2:
            raise OSError(28, "No space left on device")
        commit(record, generation, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(RunRecord, "commit", failing)
        with pytest.raises(OSError, match="No space"):
            train(small(), tmp_path / "run", Arena(1))
    assert RunRecord.open(tmp_path / "run").champions() == [2]
    assert len(RunRecord.open(tmp_path / "run").generations()) == 1
    resume(tmp_path / "run", Arena(1))
    assert content(tmp_path / "run") == content(tmp_path / "whole")


def test_a_finished_run_is_left_as_it_is(tmp_path: Path) -> None:
    """Resuming it trains nothing and changes nothing but the provenance."""
    train(small(), tmp_path / "run", Arena(1))
    before = content(tmp_path / "run")
    told: list[object] = []
    resume(tmp_path / "run", Arena(1), told.append)
    assert not told
    assert content(tmp_path / "run") == before


def test_a_run_that_is_given_more_generations(tmp_path: Path) -> None:
    """Not by hand in config.toml, which is listed with its digest: the error says how."""
    train(small(generations=2), tmp_path / "run", Arena(1))
    config = tmp_path / "run" / "config.toml"
    config.write_text(config.read_text().replace("generations = 2", "generations = 4"))
    assert "config.toml: damaged" in error_of(resume, tmp_path / "run", Arena(1))
    assert "--generations" in error_of(resume, tmp_path / "run", Arena(1))


def test_resuming_with_another_number_of_generations(tmp_path: Path) -> None:
    """The run goes on as a longer one, its settings say so, and what is done cannot be undone."""
    train(small(generations=2), tmp_path / "run", Arena(1))
    resume(tmp_path / "run", Arena(1), generations=4)
    train(small(generations=4), tmp_path / "long", Arena(1))
    assert content(tmp_path / "run") == content(tmp_path / "long")
    config = (tmp_path / "run" / "config.toml").read_bytes()
    assert config == (tmp_path / "long" / "config.toml").read_bytes()
    assert check_run(tmp_path / "run").sound
    with pytest.raises(RunError, match="generations=3 is not allowed: 4 are done"):
        resume(tmp_path / "run", Arena(1), generations=3)
    with pytest.raises(RunError, match="generations=0 is not allowed"):
        resume(tmp_path / "run", Arena(1), generations=0)
    assert (tmp_path / "run" / "config.toml").read_bytes() == config


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('kind = "window"', 'kind = "wpc"', ", 669), not nx16 of float32"),
        ('"capture-go:4"', '"capture-go:5"', ", 669), not nx1041 of float32"),
        (
            'method = "ea"',
            'method = "ga"',
            "settings.sigma is no setting of ga: use crossover_rate, mutation_rate, limit, elite",
        ),
        ('"capture-go:4"', '"chess"', "game='chess' is not allowed"),
        ("population = 4", "population = 3", "population=3 is not allowed"),
        ("depth = 1", "depth = 0", "search.depth=0 is not allowed"),
        ("[games]", "[gmes]", "gmes is no setting"),
    ],
)
def test_settings_that_were_changed(tmp_path: Path, old: str, new: str, message: str) -> None:
    """Where the state cannot be that of the settings, the run is refused and stays as it is."""
    folder = broken_off(small(), tmp_path / "run", 2)
    config = folder / "config.toml"
    assert old in config.read_text()
    config.write_text(config.read_text().replace(old, new))
    listed(folder)
    before = content(folder)
    said = error_of(resume, folder, Arena(1))
    assert said.startswith(f"{folder}: this run cannot be resumed: ")
    assert message in said
    assert content(folder) == before
    assert not RunRecord.open(folder).is_being_written()


def test_a_state_of_another_method(tmp_path: Path) -> None:
    """A state that was put there from elsewhere does not fit either."""
    one = broken_off(small("ea"), tmp_path / "one", 2)
    two = broken_off(small("pso"), tmp_path / "two", 2)
    for name in "state.safetensors", "generations.jsonl":
        shutil.copy(one / name, two / name)
    said = error_of(resume, two, Arena(1))
    assert "this run cannot be resumed: the arrays" in said
    assert "are no PsoState" in said


def test_where_there_is_no_run(tmp_path: Path) -> None:
    """No folder, an empty one, a run of something else, and a folder that is taken."""
    assert "there is no such folder" in error_of(resume, tmp_path / "missing")
    assert "no run lies here" in error_of(resume, tmp_path)
    RunRecord.create(tmp_path / "other", {"game": "chess", "a": {"b": 1}}).close()
    assert "this run cannot be resumed: " in error_of(resume, tmp_path / "other")
    train(small(generations=1), tmp_path / "run", Arena(1))
    before = content(tmp_path / "run")
    assert "the folder is not empty" in error_of(train, small(), tmp_path / "run", Arena(1))
    assert content(tmp_path / "run") == before


def test_a_run_that_is_being_written(tmp_path: Path) -> None:
    """A second process is told so, while the table shows the run as running."""

    def look(line: dict[str, Any]) -> None:
        if line["generation"] != 2:
            return
        assert "another process is writing this run" in error_of(resume, tmp_path / "run", Arena(1))
        (found,) = find_runs(tmp_path)
        assert (found.status, found.generation, found.planned) == ("running", 2, 4)
        assert found.last == line

    train(small(), tmp_path / "run", Arena(1), look)


def test_champions(tmp_path: Path) -> None:
    """Each is the trainer's champion of its generation, and the file says where it is from."""
    settings = small("hybrid", seed=5, preset="mine")
    record = train(settings, tmp_path / "run", Arena(1))
    trainer = SelfPlay(settings, Arena(1))
    champions = {one.number: one.champion for _, one in trainer.run(trainer.start())}
    assert record.champions() == [2, 4]
    for number in 2, 4:
        file = load_weights(record.champion(number), trainer.evaluator)
        assert file.weights.tolist() == [champions[number].tolist()]
        assert file.metadata == {
            "generation": str(number),
            "method": "hybrid",
            "preset": "mine",
            "seed": "5",
            "depth": "1",
        }


@pytest.mark.parametrize("world", ["capture-go", "go"])
def test_sample_games_read_back(world: str, tmp_path: Path) -> None:
    """Our reader finds the very game that was played, finished and with its result."""
    settings = small(**WORLDS[world])
    record = train(settings, tmp_path / "run", Arena(1))
    trainer = SelfPlay(settings, Arena(1))
    samples = {one.number: one.sample for _, one in trainer.run(trainer.start())}
    rules = trainer.evaluator.game
    for number, path in zip((2, 4), record.games(), strict=True):
        text = path.read_text()
        sample = samples[number]
        assert sample is not None
        last = sgf.last_position(text, rules)
        assert last == sample[0].replay()
        assert last.outcome == sample[0].outcome
        root = sgf.main_line(text)[0]
        assert root["GN"] == [rules.spec]
        assert root["C"] == [f"ea, generation {number}, seed 1"]


def test_sample_games_of_othello_read_back(tmp_path: Path) -> None:
    """They are GGF, which names the run as the place."""
    settings = small(**WORLDS["othello"])
    record = train(settings, tmp_path / "run", Arena(1))
    trainer = SelfPlay(settings, Arena(1))
    samples = {one.number: one.sample for _, one in trainer.run(trainer.start())}
    for number, path in zip((2, 4), record.games(), strict=True):
        (game,) = ggf.read_games(path.read_text(), trainer.evaluator.game)
        sample = samples[number]
        assert sample is not None
        assert game.last == sample[0].replay()
        assert game.event == f"ea, generation {number}, seed 1"


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A finished run with champions of generations 2 and 4."""
    train(small("es", seed=9), tmp_path / "run", Arena(1))
    return tmp_path / "run"


def test_players_from_runs(run: Path) -> None:
    """The last champion, that of a generation, and the options of engines."""
    game = ponnuki.game("capture-go:4")
    weights = {g: load_weights(RunRecord.open(run).champion(g)).weights[0] for g in (2, 4)}
    assert weights[2].tolist() != weights[4].tolist()
    for text, generation in ("", 4), ("@4", 4), ("@2", 2), ("@0002", 2):
        found = player(f"run:{run}{text},depth=3,noise=0.2", game)
        assert isinstance(found, Engine)
        assert np.array_equal(found.weights, weights[generation])
        assert (found.search.depth, found.choice.noise) == (3, 0.2)
        assert found.spec == f"run:{run}{text},depth=3,noise=0.2"


@pytest.mark.parametrize(
    ("text", "game", "message"),
    [
        ("run:{run}@3", "capture-go:4", "a champion of generation 3; it has: 2, 4"),
        ("run:{run}@99", "capture-go:4", "a champion of generation 99; it has: 2, 4"),
        ("run:{run}@last", "capture-go:4", "run@last: there is no such folder"),
        ("run:{run}/champions", "capture-go:4", "no run lies here"),
        ("run:{run}x", "capture-go:4", "there is no such folder"),
        ("run:{run}", "capture-go:5", "is a net for capture-go:4, not capture-go:5"),
        ("run:{run}", "go:4", "is a net for capture-go:4, not go:4"),
        ("run:{run},row=1", "capture-go:4", "row=1 is not allowed: use 0 to 0"),
        ("run:{run},speed=1", "capture-go:4", "speed is no setting"),
        ("run", "capture-go:4", "names no folder: write run:FOLDER or run:FOLDER@GENERATION"),
        ("run:", "capture-go:4", "names no folder"),
        ("run:@4", "capture-go:4", "names no folder"),
    ],
)
def test_players_that_there_are_not(run: Path, text: str, game: str, message: str) -> None:
    """Errors say what there is."""
    with pytest.raises(SpecError, match=message):
        player(text.format(run=run), ponnuki.game(game))


def test_a_run_without_champions(tmp_path: Path) -> None:
    """One that was stopped early has nobody to play."""
    folder = broken_off(small(), tmp_path / "run", 1)
    with pytest.raises(SpecError, match="run does not have a champion; it has: none"):
        player(f"run:{folder}", ponnuki.game("capture-go:4"))


def test_champions_that_were_spoilt(run: Path) -> None:
    """A weight that is no number, another file, or none at all, is an error of that file."""
    game = ponnuki.game("capture-go:4")
    path = RunRecord.open(run).champion()
    data = bytearray(path.read_bytes())
    data[-4:] = np.array(np.nan, "<f4").tobytes()
    path.write_bytes(data)
    with pytest.raises(SpecError, match=r"generation-0004.*damaged.*of other generations: 2"):
        player(f"run:{run}", game)
    listed(run)
    with pytest.raises(SpecError, match=r"generation-0004.*its weights are damaged: their SHA-256"):
        player(f"run:{run}", game)
    path.unlink()
    with pytest.raises(SpecError, match=r"generation-0004\.safetensors.*of other generations: 2"):
        player(f"run:{run}", game)
    assert isinstance(player(f"run:{run}@2", game), Engine)


def test_few_champions_of_a_finished_run(tmp_path: Path) -> None:
    """The first, the best by its measure and the last; all of a run that is not finished."""
    table = {
        "learner": "temporal-differences",
        "game": "capture-go:4",
        "net": {"kind": "wpc"},
        "games": 20,
        "generations": 9,
        "measure": {"opponents": ["random", "untrained"], "games": 20, "every": [2, 0]},
    }
    folder = tmp_path / "run"
    settings = settings_of({**table, "keep": "few"})
    with pytest.raises(KeyboardInterrupt):
        train(settings, folder, Arena(1), stop_at(6))
    assert RunRecord.open(folder).champions() == [1, 2, 3, 4, 5, 6]
    record = resume(folder, Arena(1))
    worth = {
        one["generation"]: one["measure"]["random_opening"]["share"]
        for one in record.generations()
        if "measure" in one
    }
    best = max(worth, key=lambda one: (worth[one], one))
    assert set(worth) == {2, 4, 6, 8, 9}
    assert record.champions() == sorted({1, best, 9})
    assert {path.name for path in (folder / "champions").iterdir()} == {
        f"generation-000{number}.safetensors" for number in {1, best, 9}
    }
    assert {one.status for one in check_run(folder).files} == {"sound"}
    whole = train(settings_of(table), tmp_path / "all", Arena(1))
    assert whole.champions() == list(range(1, 10))
    assert whole.champion(best).read_bytes() == record.champion(best).read_bytes()
    assert "keep" not in whole.config
    resume(tmp_path / "all", Arena(1))
    assert whole.champions() == list(range(1, 10))


def test_a_longer_run_of_few_champions_learns_the_same(tmp_path: Path) -> None:
    """Only the measure against earlier champions differs: they are gone."""
    table = {
        "learner": "temporal-differences",
        "game": "capture-go:4",
        "net": {"kind": "wpc"},
        "games": 20,
        "generations": 8,
        "keep": "few",
        "measure": {"opponents": ["untrained", "earlier"], "every": 4, "nets": 2, "rounds": 1},
    }
    whole = train(settings_of(table), tmp_path / "whole", Arena(1))
    train(settings_of({**table, "generations": 6}), tmp_path / "short", Arena(1))
    longer = resume(tmp_path / "short", Arena(1), generations=8)
    assert longer.champion().read_bytes() == whole.champion().read_bytes()
    (one, other) = (record.generations()[-1]["measure"] for record in (longer, whole))
    earlier = {"earlier", "earlier_noise"}
    assert one["earlier"]["games"] < other["earlier"]["games"]
    assert all(one[name] == other[name] for name in other.keys() - earlier)


def test_what_only_measures_may_change_when_a_run_goes_on(tmp_path: Path) -> None:
    """The run learns the same; its settings say what is measured and kept from then on."""
    settings = small("ea", generations=4)
    whole = train(settings, tmp_path / "whole", Arena(1))
    train(small("ea", generations=2), tmp_path / "run", Arena(1))
    changes = {"measure": {"nets": 3}, "keep_every": 1, "keep": "all"}
    record = resume(tmp_path / "run", Arena(1), generations=4, changes=changes)
    assert record.config["measure"] == {**settings.table()["measure"], "nets": 3}
    assert {3, 4} < {2, *record.champions()}
    assert record.champion().read_bytes() == whole.champion().read_bytes()
    assert check_run(tmp_path / "run").sound
    origin = tmp_path / "run" / "provenance.json"
    before = content(tmp_path / "run"), origin.read_bytes()
    for wrong, said in (
        ({"population": 6}, "population is part of what the run is, or of how long it is: use mea"),
        ({"search": {"depth": 2}}, "search is part of what the run is"),
        ({"keep_evry": 2}, "keep_evry is no setting of self-play: did you mean 'keep_every'"),
        ({"measure": {"nets": 0}}, "measure.nets=0 is not allowed: use 1 to 1000"),
    ):
        with pytest.raises(SettingsError, match=said):
            resume(tmp_path / "run", Arena(1), changes=wrong)
    assert (content(tmp_path / "run"), origin.read_bytes()) == before
