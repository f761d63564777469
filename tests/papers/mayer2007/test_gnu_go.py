"""Games against an engine outside, from random openings."""

import shlex
import sys
from pathlib import Path

from ponnuki.arena import Arena
from ponnuki.evaluators import evaluator
from ponnuki.papers.mayer2007.gnu_go import GAME, AgainstGnuGo
from ponnuki.papers.workshop import Workshop

FAKE = Path(__file__).parents[2] / "players" / "fake_gtp.py"


def test_both_colours_play_from_each_opening(tmp_path: Path) -> None:
    """A net of 5×5 plays by area, as often with each colour, and every game is counted."""
    net = evaluator("mlp", "go:5")
    command = shlex.join([sys.executable, "-I", "-S", str(FAKE)])
    asked = AgainstGnuGo(net, net.initial(1, 1)[0], "eyes", 1, GAME, command, 3, 2, 1)
    found = asked.answer(Workshop(tmp_path, Arena(1), len))
    assert found["black"]["games"] == found["white"]["games"] == 3
    assert found["both"]["games"] == sum(found["ends"].values()) == 6
    assert 1 <= found["openings"] <= 3
