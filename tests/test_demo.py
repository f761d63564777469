"""The demo tells one story, and README is read in half a minute."""

import re
import shutil
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import ponnuki
from ponnuki.apps import demo
from ponnuki.arena import GameRecord
from tests.programs import run

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
ZERO = (ROOT / "docs/papers/zero.md").read_text(encoding="utf-8")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A story of few games."""
    for name, value in {"games": 200, "generations": 4, "keep_every": 4}.items():
        monkeypatch.setitem(demo.LEARNING, name, value)
    monkeypatch.setattr(demo, "GAMES", 10)


def told(folder: Path, seed: int) -> tuple[str, list[dict[str, Any]]]:
    """The whole story as text, and the figures of its run."""
    text = StringIO()
    out = Console(file=text, width=100)
    lines = demo.learn(seed, folder)
    demo.print_learning(out, lines)
    demo.print_strength(out, folder)
    demo.print_next(out, folder)
    return text.getvalue(), lines


@pytest.mark.usefixtures("small")
def test_the_story_shows_what_was_played(tmp_path: Path) -> None:
    """Its scores and its last board are those of matches that anybody can play again."""
    text, lines = told(tmp_path / "run", 3)
    measured = [line["generation"] for line in lines if "measure" in line]
    assert measured == [2, 4]
    assert "800 games against itself" in text
    told_of = {"defensive_opening": "defensive, rules", "untrained": "untrained nets, have"}
    for name, said in told_of.items():
        share = lines[-1]["measure"][name]["share"]
        assert re.search(rf"\b{share:.0%} \(.*\)  {said}", text), name
    result = ponnuki.match(f"run:{tmp_path / 'run'}", demo.OPPONENT, games=10, opening=2)
    assert re.search(rf"\b{result.total.share:.0%} \(.*\)  {demo.OPPONENT}, ", text)
    records = list(result.batch)[::2]
    won = [one for one in records if one.outcome.winner == "black"]
    shown = won[0] if won else records[0]
    assert ("its first win as black" in text) == bool(won)
    assert str(shown.replay()) in text
    rows = re.findall(r"^ +(\d+)  (\S+) +(\S+)  ", text.partition("chance")[2], re.MULTILINE)
    plies = range(3, len(shown.moves) + 1, 2)
    text_of = shown.game.text
    assert [(int(ply), move) for ply, move, _ in rows] == [
        (ply, text_of(shown.moves[ply - 1])) for ply in plies
    ]


@pytest.mark.usefixtures("small")
def test_measuring_changes_no_net(tmp_path: Path) -> None:
    """The net of the demo is the one that the default preset learns in as many games."""
    told(tmp_path / "demo", 5)
    plain = ponnuki.train(
        "default", games=400, generations=2, seed=5, measure={"every": 1}, out=tmp_path / "plain"
    )
    weights = [
        ponnuki.load_weights(champion).weights
        for champion in (plain.champion(), next((tmp_path / "demo/champions").iterdir()))
    ]
    assert (weights[0] == weights[1]).all()
    usual = ponnuki.learners.preset("default")
    assert usual["games"] * usual["generations"] == 80_000, "as many as the whole demo has"


def test_what_the_net_thought_is_what_its_search_finds() -> None:
    """A row has the worth of the move that was played, and the best two of the others."""
    engine = ponnuki.player("champion:tic-tac-toe", "tic-tac-toe")
    assert isinstance(engine, ponnuki.Engine)
    moves = [0, 1, 4, 8, 3, 5, 6]
    game = ponnuki.game("tic-tac-toe")
    position = game.start().play_all(moves)
    assert position.outcome is not None
    record = GameRecord(game, ("", ""), 1, tuple(moves), position.outcome)
    rows = demo.thoughts(engine, record, 2)
    assert [row.ply for row in rows] == [3, 5, 7]
    assert [row.move for row in rows] == [game.text(move) for move in (4, 3, 6)]
    assert [row.answer for row in rows] == [game.text(8), game.text(5), ""]
    values = engine.think(game.start().play_all(moves[:2]), all_moves=True).root_values
    best = sorted((one for one in values if one != 4), key=lambda one: -values[one])[:2]
    assert [said.split()[0] for said in rows[0].others.split(", ")] == list(map(game.text, best))
    assert rows[2].worth == "wins"


@pytest.mark.usefixtures("small")
def test_what_to_do_next_can_be_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that is not found by its name is called by its path from here."""
    program = tmp_path / ".venv/bin/ponnuki"
    program.parent.mkdir(parents=True)
    program.touch(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", [str(program)])
    monkeypatch.setenv("PATH", str(tmp_path))
    assert demo.typed_program() == ".venv/bin/ponnuki"
    monkeypatch.setenv("PATH", str(program.parent))
    assert demo.typed_program() == "ponnuki"


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_nobody_chooses_the_seed_of_the_demo() -> None:
    """It is drawn anew, unless somebody names one."""
    asked = ["make", "--dry-run", "--assume-old=setup", "demo"]
    assert "--seed" not in run(asked, cwd=ROOT).stdout
    assert "demo --out runs/demo --seed 7" in run([*asked, "SEED=7"], cwd=ROOT).stdout


def test_the_readme_says_what_to_expect() -> None:
    """Its figure of the default preset is the study's."""
    found = re.search(r"^\| tables.*\(default preset\) \|(.*)\|$", ZERO, re.MULTILINE)
    assert found is not None
    runs, games, _, strength, _ = (cell.strip() for cell in found[1].split("|"))
    mean, low, high = re.findall(r"[\d.]+", strength)
    assert (runs, games) == ("5", "80,000")
    text = " ".join(README.split())
    assert f"After {games} games five runs" in text
    assert f"won {mean} % against it (95 % interval over runs: {low} to {high})" in text


def test_the_readme_takes_half_a_minute() -> None:
    """It has at most 110 lines, and no sentence of more than 25 words."""
    assert len(README.splitlines()) <= 110
    prose = re.sub(r"```.*?```", "", README, flags=re.DOTALL)
    prose = re.sub(r"!?\[([^]]*)\]\([^)]*\)", r"\1", prose)
    pieces = re.split(r"(?<=[.!?])\s+|\n\s*\n|\n[-#|]|\|", prose)
    long = [piece for piece in pieces if len(piece.split()) > 25]
    assert not long


def test_every_link_of_the_readme_is_there() -> None:
    """Pictures and pages that README and the list of pages name exist, and no page is left out."""
    index = ROOT / "docs/README.md"
    for page in ROOT / "README.md", index:
        for link in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
            assert link.startswith("https:") or (page.parent / link).exists(), link
    listed = index.read_text(encoding="utf-8")
    pages = {one.name for one in (ROOT / "docs").glob("*.md")} - {"README.md"}
    assert [name for name in sorted(pages) if f"({name})" not in listed] == []
