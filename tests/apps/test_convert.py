"""The command that converts games of Othello, and others that read them."""

import datetime
import json
from pathlib import Path

import pytest

import ponnuki
from ponnuki.apps.game_files import GameFileError, format_of, read_games, write_games
from ponnuki.arena import GameRecord
from ponnuki.formats import ggf, transcripts, wthor
from ponnuki.games import Outcome
from tests.apps.conftest import Command
from tests.formats.othello_games import GAME, WIPE_OUT, random_games


def test_a_round_trip_through_all_formats(run: Command, tmp_path: Path) -> None:
    """GGF to WTHOR, to GGF, to transcripts: the same games, and names as long as there are any."""
    games = random_games(20, seed=9)
    Path("a.ggf").write_text(ggf.write_games(games))
    said = run("convert", "a.ggf", "b.wtb")
    assert (said.code, said.out) == (0, "")
    assert said.err == "20 games: b.jou, b.trn, b.wtb\n"
    assert run("convert", "b.wtb", "c.ggf").code == 0
    assert Path("c.ggf").read_text() == Path("a.ggf").read_text()
    assert run("convert", "c.ggf", "d.txt").code == 0
    assert Path("d.txt").read_text() == transcripts.write_transcripts(games)
    assert run("convert", "d.txt", "e.wtb").code == 0
    moves = [game.moves for game in wthor.read_games(Path("e.wtb").read_bytes(), GAME)]
    assert moves == [game.moves for game in games]
    assert not list(tmp_path.glob(".*.tmp"))


def test_standard_input_and_output(
    monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """A dash stands for them; what is printed is the games alone, and bytes of old files too."""
    for text in WIPE_OUT.encode(), b"(;GM[Othello]PB[J\xf6rg]B[f5];)":
        monkeypatch.setattr("sys.stdin", _Input(text))
        games = read_games("-", GAME)
        assert write_games("-", "ggf", games) == []
        out = capsysbinary.readouterr().out.decode()
        assert ggf.read_games(out, GAME)[0].moves == games[0].moves
    assert "PB[Jörg]" in out


class _Input:
    """Standard input with bytes in it."""

    def __init__(self, data: bytes) -> None:
        self.buffer = self
        self._data = data

    def read(self, _: int) -> bytes:
        return self._data


def test_names_are_found_beside_the_games(tmp_path: Path) -> None:
    """In files of the same name, or in those that the archive has for all years."""
    made = wthor.write_games(random_games(1), datetime.date(2024, 1, 1))
    (tmp_path / "WTH_2024.wtb").write_bytes(made.games)
    (unnamed,) = read_games(str(tmp_path / "WTH_2024.wtb"), GAME)
    assert (unnamed.black, unnamed.event) == ("#1", "#1")
    (tmp_path / "WTHOR.JOU").write_bytes(made.players)
    (tmp_path / "wthor.trn").write_bytes(made.tournaments)
    (named,) = read_games(str(tmp_path / "WTH_2024.wtb"), GAME)
    assert (named.black, named.white, named.event) == ("player 0", "white", "cup")
    (tmp_path / "WTH_2024.jou").write_bytes(made.players[:30])
    with pytest.raises(GameFileError, match=r"WTH_2024\.jou: offset 30: the file ends within name"):
        read_games(str(tmp_path / "WTH_2024.wtb"), GAME)


def test_a_tournament_is_a_source(run: Command) -> None:
    """Its games go out with the players' specs; those of another game are refused."""
    assert run("tournament", "random", "untrained,net=wpc,depth=1", "--game", "othello:8",
               "--games", "4", "--out", "cup").code == 0  # fmt: skip
    assert run("convert", "cup", "cup.ggf").code == 0
    games = ggf.read_games(Path("cup.ggf").read_text(), GAME)
    assert [game.last.outcome is None for game in games] == [False] * 4
    assert {game.black for game in games} == {"random", "untrained,net=wpc,depth=1"}
    said = run("convert", "cup", "six.ggf", "--game", "othello:6")
    assert (said.code, said.err) == (
        2,
        "error: cup: its games are of othello:8, not othello:6\n",
    )


def test_a_game_that_was_given_up_is_lost_by_all_discs(monkeypatch: pytest.MonkeyPatch) -> None:
    """As servers write it."""
    record = GameRecord(
        GAME, ("a", "b"), 1, (37,), Outcome("black", "resignation", 0, 1), "it resigned"
    )
    monkeypatch.setattr("ponnuki.apps.game_files.kept_games", lambda _: [record])
    (game,) = read_games(".", GAME)
    assert "RE[+64.000]" in ggf.write_games([game])


@pytest.mark.parametrize(
    ("content", "name", "message"),
    [
        (b"(;GM[Othello]TY[10];)", "x.ggf", "x.ggf: offset 0: the game is on a board of size 10"),
        (b"f5f5", "x.txt", "x.txt: line 1, offset 2: f5 is not legal"),
        (b"\x14\x18\x0c\x1f\x02", "x.wtb", "x.wtb: offset 5: the file ends within its header"),
        (b"", "x.ggf", "x.ggf: there is no game in the text"),
        (b"(;", "x.ggf", "x.ggf: offset 2: the game does not end"),
    ],
)
def test_bad_files_are_one_line_with_the_offset(
    run: Command, content: bytes, name: str, message: str
) -> None:
    """It names the file, and nothing is written."""
    Path(name).write_bytes(content)
    said = run("convert", name, "out.ggf")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(f"error: {message}")
    assert not Path("out.ggf").exists()


def test_what_cannot_be_written_is_said_before_anything_is(run: Command) -> None:
    """No format in the name, an unknown one, WTHOR to a pipe, a game that does not fit."""
    Path("a.txt").write_text("f5")
    Path("b.ggf").write_text(
        "(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- O];)"
    )
    for arguments, message in (
        (("a.txt", "out"), "out: its name does not say a format (.ggf, .txt, .wtb): give --to"),
        (("a.txt", "out", "--to", "sgf"), "--to 'sgf' is not allowed: use ggf, transcript, wthor"),
        (("a.txt", "-", "--to", "wthor"), "-: WTHOR is three files"),
        (("a.txt", "out.jou", "--to", "wthor"), "out.jou: WTHOR is three files"),
        (("b.ggf", "out.wtb"), "game 1: WTHOR holds games from the usual 8×8 position alone"),
        (("b.ggf", "out.txt"), "game 1: a transcript cannot hold a game from another first"),
        (("none.ggf", "out.ggf"), "none.ggf: No such file or directory: check the name"),
        (("a.txt", "none/out.ggf"), "none/out.ggf: No such file or directory: check the name"),
        (("a.txt", "out.ggf", "--game", "go:5"), "this format is for Othello, not for go:5"),
    ):
        said = run("convert", *arguments)
        assert said.code == 2, arguments
        assert said.err.startswith(f"error: {message}")
    assert sorted(path.name for path in Path().iterdir()) == ["a.txt", "b.ggf"]


def test_files_that_are_there_stay(run: Command) -> None:
    """Also those of the names beside; --force replaces them."""
    Path("a.txt").write_text("f5")
    Path("out.trn").write_text("mine")
    said = run("convert", "a.txt", "out.wtb")
    assert said.err == "error: out.trn is there already: give --force to replace it\n"
    assert not Path("out.wtb").exists()
    assert run("convert", "a.txt", "out.wtb", "--force").code == 0
    assert Path("out.trn").read_bytes() != b"mine"


def test_games_that_cannot_be_read_or_written_are_left_out_if_asked(run: Command) -> None:
    """As in a server's archive, which has all sizes of boards; how many, and why the first."""
    other = (
        "(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- O];)"
    )
    Path("a.ggf").write_text(
        f"(;GM[Othello]TY[10];)(;GM[Othello]B[f5];){other}(;GM[Othello]B[f5]W[d6];)(;GM[Go];)"
    )
    assert run("convert", "a.ggf", "a.txt").code == 2
    said = run("convert", "a.ggf", "a.txt", "--skip")
    assert said.code == 0
    assert said.err == (
        "warning: 3 of 5 games are left out; the first: offset 0: the game is on a board of size "
        "10, not 8\n2 games: a.txt\n"
    )
    assert Path("a.txt").read_text() == "f5\nf5d6\n"
    Path("b.txt").write_text("f5\nf5f5\n")
    assert run("convert", "b.txt", "b.wtb", "--skip").err.endswith("1 game: b.jou, b.trn, b.wtb\n")
    data = bytearray(Path("b.wtb").read_bytes() + Path("b.wtb").read_bytes()[16:])
    data[4], data[16 + 8] = 2, 99
    Path("c.wtb").write_bytes(bytes(data))
    said = run("convert", "c.wtb", "c.txt", "--skip")
    assert "1 of 2 games are left out; the first: offset 24: 99 is no square" in said.err
    said = run("convert", "a.ggf", "six.ggf", "--game", "othello:6", "--skip")
    assert said.code == 2
    assert said.err.endswith("error: a.ggf: no game is left\n")
    assert not Path("six.ggf").exists()


def test_the_format_of_a_name() -> None:
    """By its ending in any case, unless somebody says it."""
    assert format_of("A.GGF") == "ggf"
    assert format_of("a.wtb", "transcript") == "transcript"
    assert format_of("-", "ggf") == "ggf"


def test_think_reads_ggf_and_transcripts(run: Command) -> None:
    """The position behind the last move of the first game."""
    Path("a.txt").write_text("F5D6\n")
    Path("a.ggf").write_text("1 (;GM[Othello]TY[8]B[f5]W[d6];)\n(;GM[Othello];)")
    Path("a.diagram").write_text(str(GAME.start().play_all(["f5", "d6"])))
    asked = "--game", "othello:8", "--player", "untrained,net=wpc", "--depth", "2", "--json"
    one, two, three = (run("think", f"a.{end}", *asked) for end in ("txt", "ggf", "diagram"))
    assert one.code == 0
    assert one.out == two.out == three.out
    assert ponnuki.game("othello:8").move(json.loads(one.out)["move"]) < 64
    end = GAME.start().play_all(ponnuki.play_random(GAME, 1, 1)[0].moves[:54])
    Path("end.txt").write_text(str(end))
    asked_end = "--game", "othello:8", "--player", "untrained,net=wpc,depth=2,endgame=9"
    found = json.loads(run("think", "end.txt", *asked_end, "--json").out)
    assert found["margin"] in found["root_margins"].values()
    winner = "black" if found["margin"] > 0 else "white"
    words = f"{winner} wins by {abs(found['margin'])}"
    assert words in run("think", "end.txt", *asked_end).out
    Path("a.ggf").write_text("(;GM[Othello]TY[6];)")
    said = run("think", "a.ggf", *asked)
    assert said.err == "error: offset 0: the game is on a board of size 6, not 8\n"
