"""Analysis over GTP: what Sabaki and Lizzie read of a tree search."""

import io
import re

import pytest

import ponnuki
from ponnuki.apps.gtp import GtpEngine
from ponnuki.apps.gtp_analysis import FIRST_VISITS, Analysis, Request
from ponnuki.apps.gtp_server import serve
from ponnuki.formats import gtp
from ponnuki.formats.gtp_server import Command, parse_command
from ponnuki.players import Engine, Stop, player
from tests.apps.test_gtp_engine import ask, fails

TREE = "champion:capture-go,visits=40"
INFO = re.compile(
    r"info move (\S+) visits (\d+) winrate (\S+) prior (\S+) order (\d+) pv((?: (?!info)\S+)+)"
)


def engine(who: str = TREE) -> GtpEngine:
    """An engine on a small board."""
    return GtpEngine(ponnuki.game("capture-go:5"), lambda game: player(who, game), seed=1)


def told(text: str) -> list[tuple[str, int, float, float, list[str]]]:
    """The moves of a report: move, visits, share, chance and line; nothing else stands there."""
    found = list(INFO.finditer(text))
    assert " ".join(one[0] for one in found) == text
    assert [int(one[5]) for one in found] == list(range(len(found)))
    return [(one[1], int(one[2]), float(one[3]), float(one[4]), one[6].split()) for one in found]


def test_one_report_has_every_move_that_was_tried() -> None:
    """Visits, shares and chances up to 10000, and the line of the best; KataGo's go up to 1."""
    asked = engine()
    ask(asked, "play b B2")
    moves = told(ask(asked, "lz-analyze w 50").strip())
    assert sum(visits for _, visits, *_ in moves) == 39
    best = moves[0]
    assert best[0] == ask(asked, "reg_genmove w")
    assert best[4][0] == best[0]
    assert len(best[4]) > 1
    assert all(0 <= share <= 10_000 and 0 <= chance <= 10_000 for _, _, share, chance, _ in moves)
    kata = told(ask(asked, "kata-analyze interval 50").strip())
    assert [one[:2] for one in kata] == [one[:2] for one in moves]
    for one, other in zip(kata, moves, strict=True):
        assert 10_000 * one[2] == pytest.approx(other[2], abs=0.6)
        assert 10_000 * one[3] == pytest.approx(other[3], abs=0.6)
    assert len(told(ask(asked, "lz-analyze maxmoves 1").strip())) == 1


def test_a_move_is_played_with_its_report() -> None:
    """The board has the move, which is the first of the report."""
    asked = engine()
    said = ask(asked, "lz-genmove_analyze b 20").strip().split("\n")
    assert said[1] == f"play {told(said[0])[0][0]}"
    assert len(asked.table.so_far.moves) == 1


@pytest.mark.parametrize("words", ["x", "b foo", "interval", "interval x", "b 10 avoid b C3 1"])
def test_other_words_are_refused(words: str) -> None:
    """What would change the search is not passed over in silence."""
    assert fails(engine(), f"lz-analyze {words}") == "syntax error"


def test_who_does_not_search_a_tree_has_no_analysis() -> None:
    """The command is not known, so that controllers do not offer it."""
    for who in "random", "untrained,depth=1", "champion:capture-go,depth=1":
        asked = engine(who)
        assert ask(asked, "known_command lz-analyze") == "false"
        assert "lz-analyze" not in ask(asked, "list_commands")
        assert fails(asked, "lz-analyze") == "unknown command"
    assert ask(engine(), "known_command lz-analyze") == "true"


def test_an_analysis_goes_on_until_the_next_command() -> None:
    """Reports come before the empty line that ends the response; then the command is answered."""
    responses = io.BytesIO()
    serve(engine(), io.BytesIO(b"7 lz-analyze b 0\n8 name\nkata-analyze 10\n"), responses)
    reader = gtp.ResponseReader()
    first, second, third = reader.feed(responses.getvalue())
    assert (first.success, second.text) == (True, "Ponnuki")
    for text in first.text, third.text:
        report = told(text.strip().split("\n")[0])
        assert sum(visits for _, visits, *_ in report) == FIRST_VISITS - 1


def test_reports_have_more_and_more_visits() -> None:
    """Twice as many each time, until the stop is set."""
    game = ponnuki.game("capture-go:5")
    made, stop = player(TREE, game), Stop()
    assert isinstance(made, Engine)
    seen = []
    for report in Analysis(made, game.start(), 1, False, Request()).reports(stop):
        seen.append(1 + sum(visits for _, visits, *_ in told(report)))
        if len(seen) == 3:
            stop.set()
    assert seen == [FIRST_VISITS, 2 * FIRST_VISITS, 4 * FIRST_VISITS]


def test_the_clock_ends_a_tree_search() -> None:
    """Ten million visits would take an hour; with no time left there is a move at once."""
    asked = engine("champion:capture-go,visits=10000000")
    ask(asked, "time_left b 0 1")
    assert ask(asked, "genmove b") != "resign"
    assert asked.table.position.plies == 1


def test_a_line_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one that asks for an analysis; the commands are put together once a player."""
    read: list[str] = []

    def counted(line: str) -> Command | None:
        read.append(line.strip())
        return parse_command(line)

    monkeypatch.setattr("ponnuki.apps.gtp.parse_command", counted)
    made = engine()
    known = made._known
    commands = ["boardsize 5", "play b C3", "lz-analyze w 0", "known_command lz-analyze", "name"]
    serve(made, io.BytesIO("\n".join(commands).encode()), io.BytesIO())
    assert read == commands
    assert made._known is known
