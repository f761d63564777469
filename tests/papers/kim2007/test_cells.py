"""The runs of Kim & Cho 2007: their settings, and what champions are worth."""

from pathlib import Path

import numpy as np
import pytest

from ponnuki.arena import Arena, play_games
from ponnuki.evaluators import evaluator
from ponnuki.papers.kim2007.cells import (
    CELLS,
    PER_GENE,
    READINGS,
    Fresh,
    cell,
    courses,
    fresh_scores,
    marks_of,
)
from ponnuki.papers.kim2007.maps import REGIONS, _points, means
from ponnuki.papers.kim2007.scale import SCALES
from ponnuki.papers.workshop import Workshop
from ponnuki.players import Choice, Engine, Search, player
from ponnuki.players.standard import STANDARD_WPC
from ponnuki.seeds import streams

PAPER = SCALES["paper"]


def test_paper_is_every_run_as_printed() -> None:
    """Populations of 50 and 100, 100 generations, 1,000 games; ten seeds."""
    assert PAPER.seeds == 10
    for name, population, weights in (
        ("wpc", 50, 64),
        ("book", 50, 64),
        ("wpc-100", 100, 64),
        ("mlp", 50, 2113),
    ):
        settings = CELLS[name].settings(PAPER, 3)
        assert (settings.population, settings.generations) == (population, 100)
        assert settings.games.opponents == 1000
        assert settings.games.fixed_players == ("standard-wpc",)
        assert settings.games.opening.plain() == ("book" if name == "book" else 0)
        assert (settings.seed, settings.method) == (3, "ga")
        assert settings.evaluator().weight_count == weights


def test_every_cell_is_a_run_of_its_own() -> None:
    """No two kinds have the same settings, and those of one seed are the same run."""
    tables = [one.settings(PAPER, 1).digest for one in CELLS.values()]
    assert len(set(tables)) == len(tables)
    assert CELLS["first"].opponent == "standard-wpc,ties=first"
    assert CELLS["outlook-coevolution"].opponent == "standard-wpc"
    each_other = CELLS["outlook-coevolution"].settings(PAPER, 1).games
    assert 2 * each_other.opponents == PAPER.outlook_games


def test_every_genetic_algorithm_has_both_readings_of_the_mutation_rate() -> None:
    """Runs of the two readings begin alike and differ in that setting alone; others have one."""
    for name in PER_GENE:
        gene, child = (cell(name, per).settings(PAPER, 2) for per in READINGS)
        if gene.method == "ea":
            assert child == gene
            continue
        assert gene.settings.get("mutation_per") == "gene"
        assert child.settings.get("mutation_per") == "child"
        assert child.but(settings=gene.settings) == gene
    assert cell("wpc", "child") is CELLS["wpc-child"]
    assert cell("wpc", "gene") is CELLS["wpc"]


def test_fresh_games_are_counted_by_hand(tmp_path: Path) -> None:
    """Wins and half of the draws, half of the games as black, against the fixed player."""
    net = evaluator("wpc", "othello:8")
    rows = net.initial(2, 4)
    found = Fresh(net, rows, 0, "standard-wpc", 20, 9).answer(Workshop(tmp_path, Arena(1), len))
    fixed = player("standard-wpc", net.game, noise=0.1)
    for row, (black, white) in zip(rows, found, strict=True):
        engine = Engine(net, row, Search(depth=1), Choice(noise=0.1))
        seeds = streams(9, "fresh", 10)
        for colour, score in (0, black), (1, white):
            pairs = [(colour, 1 - colour)] * 10
            games = play_games(net.game, [engine, fixed], pairs, seeds, threads=1)
            won = games.winners * (1 - 2 * colour)
            assert score == pytest.approx(np.mean((won + 1) / 2))


def test_marks() -> None:
    """Ten champions of a run at the most, and always the last."""
    assert marks_of(100) == [10, 20, 30, 40, 50, 60, 70, 80, 90, 100]
    assert marks_of(3) == [1, 2, 3]


def test_a_course_is_what_the_runs_say(tmp_path: Path) -> None:
    """Fitness by generation from the records, the champions that had it, and fresh scores."""
    workshop = Workshop(tmp_path, Arena(1), len)
    scale = SCALES["smoke"]
    found = courses(workshop, ["wpc", "book"], scale)
    for name, course in found.items():
        shape = (scale.seeds, scale.generations)
        assert course.best.shape == course.mean.shape == course.champions.shape[:2] == shape
        assert (course.best >= course.mean).all()
        assert course.fresh.shape == (scale.seeds, len(course.marks))
        opening = CELLS[name].settings(scale, 1).games.opening.plain()
        last = fresh_scores(workshop, course, course.champions[:, -1], opening, scale.fresh)
        assert last.tolist() == course.last
    again = courses(Workshop(tmp_path, Arena(2), pytest.fail), ["wpc"], scale)["wpc"]
    assert again.plain() == found["wpc"].plain()


def test_the_standard_weights_are_the_printed_shades() -> None:
    """Figure 8: corners 1.0, all others but those beside the corners .5 to .55."""
    shades = (STANDARD_WPC.astype(np.float64) + 1) / 2
    corners, beside = _points(REGIONS["corners"]), _points(REGIONS["beside corners"])
    others = np.delete(shades, corners + beside)
    assert (shades[corners] == 1).all()
    assert (others.min() > 0.5, round(float(others.max()), 6)) == (True, 0.55)
    assert (shades[beside] < 0.5).all()


def test_regions_of_the_standard_weights() -> None:
    """Corners are worth 1, the dozen points beside them -1/4, and it is like itself."""
    found = means(STANDARD_WPC)
    assert found["corners"] == 1
    assert found["beside corners"] == -0.25
    assert found["danger"] == 1.25
    assert found["like"] == pytest.approx(1)
    assert [len(_points(one)) for one in REGIONS.values()] == [4, 12, 16, 16]
    assert means(np.zeros(64, np.float32))["like"] == 0
