"""Pictures of positions."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import ponnuki
from ponnuki.papers.cai2009.printed_games import PRINTED_GAMES

SVG = "{http://www.w3.org/2000/svg}"
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("spec", ["capture-go:9", "go:13", "go:4", "othello:8", "tic-tac-toe"])
def test_every_stone_is_drawn(spec: str) -> None:
    """The picture is well-formed and has as many stones as the board."""
    position = ponnuki.play_random(spec, 1, seed=2)[0].replay()
    root = ET.fromstring(position.svg())
    large = [c for c in root.iter(f"{SVG}circle") if float(c.attrib["r"]) > 10]
    crosses = [p for p in root.iter(f"{SVG}path") if "l22" in p.attrib["d"]]
    assert len(large) + len(crosses) == sum(map(abs, position.stones))
    assert position._repr_svg_() == position.svg()


def test_the_picture_in_the_readme_is_ours() -> None:
    """It shows the end of the paper's second game, as the code draws it today."""
    position = ponnuki.game("capture-go:9").start()
    for move in PRINTED_GAMES[1][0]:
        position = position.play(move)
    assert (ROOT / "docs/images/capture-go.svg").read_text() == position.svg()
