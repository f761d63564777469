"""Capture Go with one random move in five: what is random, what is counted, what is claimed."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ponnuki.arena import Arena, GameBatch
from ponnuki.papers import reproduce
from ponnuki.papers.cai2007.capture import METHODS, claims, table
from ponnuki.papers.cai2007.numbers import CAPTURE_NOISE
from ponnuki.papers.cai2007.scale import SCALES
from ponnuki.papers.cai2009.engines import NOISE, Field
from ponnuki.papers.cai2009.numbers import MOVES_AGAINST_RANDOM, TABLE1
from ponnuki.papers.cai2009.scale import SCALES as CAI2009
from ponnuki.papers.workshop import Workshop
from ponnuki.players.draws import Draws


class Recording(Arena):
    """An arena that remembers what it played."""

    played: list[GameBatch]

    def play(self, *given: Any, **named: Any) -> GameBatch:
        """The games, remembered."""
        batch = super().play(*given, **named)
        self.played.append(batch)
        return batch


def cells(shares: dict[tuple[str, str], float], spread: float = 2.0) -> dict[str, dict[str, Any]]:
    """Ten engines a method that win as often as black as is said, else 50 of 100."""
    rng = np.random.default_rng(1)
    return {
        f"{black}-{white}-noisy": {
            "wins": rng.normal(shares.get((black, white), 50), spread, (10, 10)).tolist(),
            "draws": np.zeros((10, 10)).tolist(),
            "games": 100,
        }
        for black in METHODS
        for white in METHODS
        if black != white
    }


def verdicts(shares: dict[tuple[str, str], float], spread: float = 2.0) -> dict[str, str]:
    """What the claims come to."""
    return {one["claim"]: one["verdict"] for one in claims(cells(shares, spread))}


def test_the_survey_table_is_as_printed() -> None:
    """It is that of the later paper; a full report asks for as many games and engines."""
    assert TABLE1 == {
        "hybrid": {"PSO": 79, "EA": 90, "HC": 76, "random": 100},
        "PSO": {"hybrid": 62, "EA": 76, "HC": 70, "random": 100},
        "EA": {"hybrid": 53, "PSO": 68, "HC": 70, "random": 100},
    }
    assert (CAPTURE_NOISE, MOVES_AGAINST_RANDOM) == (0.2, 28)
    for name in "small", "paper":
        scale = SCALES[name]
        assert (CAI2009[scale.capture].depth, scale.capture_engines, scale.capture_games) == (
            (3, 10, 100)
        )


def test_one_move_in_five_is_random(tmp_path: Path) -> None:
    """On either side, drawn from all legal moves; and no game is another one over again."""
    arena = Recording(1)
    object.__setattr__(arena, "played", [])
    workshop = Workshop(tmp_path, arena, say=len)
    training = CAI2009["smoke"].but(games=30)
    table(workshop, Field.of(workshop, training), CAPTURE_NOISE, ("EA",))
    batches = [one for one in arena.played if len(one) == 30 * 4]
    assert len(batches) == len(METHODS) - 1
    moves, drawn = [0, 0], [0, 0]
    for batch in batches:
        assert len({one.moves for one in batch}) > 0.9 * len(batch)
        for record in batch:
            position, draws = record.game.start(), Draws(record.seed)
            for ply, move in enumerate(record.moves):
                moves[ply % 2] += 1
                if draws.chance(CAPTURE_NOISE):
                    drawn[ply % 2] += 1
                    assert draws.random_move(position) == move
                position = position.play(move)
    for side in 0, 1:
        assert drawn[side] / moves[side] == pytest.approx(0.2, abs=0.02), moves


def test_with_the_noise_of_the_later_paper_its_cells_come_again(tmp_path: Path) -> None:
    """The same engines, games and seeds: nothing differs from Table 2 but the noise."""
    found = reproduce("cai2009", ["table2"], "smoke", tmp_path, Arena(1), say=len)
    kept = found["table2"]["cells"]
    workshop = Workshop(tmp_path, Arena(1), say=len)
    field = Field.of(workshop, CAI2009["smoke"])
    again = table(workshop, field, NOISE, METHODS)
    assert again == {name: kept[name] for name in again}
    noisier = table(workshop, field, CAPTURE_NOISE, METHODS)
    assert noisier.keys() == again.keys()
    assert noisier != again


def test_games_are_those_that_are_asked_for(tmp_path: Path) -> None:
    """Each side's wins and the draws are all games, in the table of one engine and of all."""
    numbers = {"capture_games": 10, "capture_each": 3}
    found = reproduce(
        "cai2007", ["capture"], "smoke", tmp_path, Arena(1), say=len, numbers=numbers
    )["capture"]
    for cell in found["one"].values():
        assert (cell["games"], np.shape(cell["wins"])) == (10, (1, 1))
        assert 0 <= cell["wins"][0][0] + cell["draws"][0][0] <= 10
    assert np.shape(found["cells"]["EA-HC-noisy"]["wins"]) == (2, 2)
    assert found["cells"]["EA-HC-noisy"]["games"] == 3
    report = (tmp_path / "report.md").read_text()
    (row,) = [line for line in report.splitlines() if line.startswith("| hybrid | – |")][:1]
    for cell in row.split("|")[3:6]:
        wins, losses = cell.split()[0].split("/")
        assert int(wins) + int(losses) <= 10
    assert "(79/21)" in row
    assert "self-play with 0 % random moves" in report, "what engines were trained with"


def test_without_kept_engines_nothing_is_trained(tmp_path: Path) -> None:
    """It says where they are, and the other experiments go on."""
    found = reproduce("cai2007", ["capture"], "small", tmp_path, Arena(1), say=len)
    assert found["capture"] == {"found": False}
    assert not (tmp_path / "runs").exists()
    assert "docs/papers/engines/cai2009.zip" in (tmp_path / "report.md").read_text()


def test_claims_hold_where_the_survey_has_its_figures() -> None:
    """With its own table all that it says comes out, but for black, whom HC does not print."""
    printed = {
        (black, white): float(wins)
        for black, row in TABLE1.items()
        for white, wins in row.items()
        if white != "random"
    }
    found = verdicts(printed | {("HC", one): 40.0 for one in METHODS})
    assert found.pop("the hybrid as white is level with EA") == "holds"
    assert set(found.values()) == {"holds"}


def test_claims_are_refuted_where_figures_are_others() -> None:
    """Even methods are level, and nobody beats anybody; wide intervals show nothing."""
    found = verdicts({})
    assert found["PSO and EA are level"] == "holds"
    assert found["the hybrid as black beats PSO"] == "is not shown"
    apart = verdicts({("PSO", "EA"): 80, ("EA", "PSO"): 20, ("hybrid", "EA"): 30})
    assert apart["PSO and EA are level"] == "is refuted"
    assert apart["the hybrid as black beats EA"] == "is reversed"
    assert verdicts({}, spread=200)["PSO and EA are level"] == "is not shown"
    below = verdicts({("PSO", "hybrid"): 40})
    assert below["the hybrid as white is below PSO"] == "is reversed"


def test_few_engines_are_not_judged() -> None:
    """Four engines a method have no interval."""
    few = {name: replace_rows(cell, 4) for name, cell in cells({("hybrid", "PSO"): 90.0}).items()}
    assert {one["verdict"] for one in claims(few)} == {"cannot be judged"}


def replace_rows(cell: dict[str, Any], count: int) -> dict[str, Any]:
    """A cell with so many engines a side."""
    return cell | {name: [row[:count] for row in cell[name][:count]] for name in ("wins", "draws")}
