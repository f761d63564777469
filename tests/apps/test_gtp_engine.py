"""The GTP engine: a conformance script, bad input, and whole games over pipes."""

import io
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ponnuki
from ponnuki.apps.gtp import GtpEngine
from ponnuki.apps.gtp_clock import Clock
from ponnuki.apps.gtp_server import serve
from ponnuki.formats import gtp, sgf
from ponnuki.formats.gtp_server import MAX_LINE, Command, parse_command, read_lines, write_response
from ponnuki.players import Book, ForfeitError, player
from tests.apps import conftest
from tests.programs import LIMIT, started

GNUGO = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")
OURS = [sys.executable, "-c", "from ponnuki.apps.cli import main; main()", "gtp"]

REQUIRED = [
    *("protocol_version", "name", "version", "known_command", "list_commands", "quit"),
    *("boardsize", "clear_board", "komi", "play", "genmove"),
]
"""What GTP 2 asks of every engine."""


def engine(
    spec: str = "capture-go:9", who: str = "random", *, seed: int = 1, resign: bool = False
) -> GtpEngine:
    """An engine with a player."""
    return GtpEngine(
        ponnuki.game(spec), lambda game: player(who, game, depth=1), seed=seed, resign=resign
    )


def ask(asked: GtpEngine, line: str) -> str:
    """The text of a response that succeeds."""
    (response,) = gtp.ResponseReader().feed(asked.handle(line).encode())
    assert response.success, (line, response)
    return response.text


def fails(asked: GtpEngine, line: str) -> str:
    """The text of a response that fails."""
    (response,) = gtp.ResponseReader().feed(asked.handle(line).encode())
    assert not response.success, (line, response)
    return response.text


# The conformance script: commands and the responses to them, to the letter.

SCRIPT: list[tuple[str, list[tuple[str, str]]]] = [
    (
        "capture-go:5",
        [
            ("protocol_version", "= 2"),
            ("name", "= Ponnuki"),
            ("version", f"= {ponnuki.__version__}"),
            ("1 protocol_version", "=1 2"),
            ("0007 name", "=0007 Ponnuki"),
            ("known_command genmove", "= true"),
            ("known_command fly", "= false"),
            ("known_command", "? syntax error"),
            ("known_command a b", "? syntax error"),
            ("name me", "? syntax error"),
            ("fly", "? unknown command"),
            ("NAME", "? unknown command"),
            ("12 fly away", "?12 unknown command"),
            ("12", "?12 unknown command"),
            ("", ""),
            ("   \t ", ""),
            ("# name", ""),
            ("name # comment", "= Ponnuki"),
            ("\t3\tname\t", "=3 Ponnuki"),
            ("na\x01me\r", "= Ponnuki"),
            ("boardsize 5", "="),
            ("boardsize 19", "? unacceptable size"),
            ("boardsize 2", "? unacceptable size"),
            ("boardsize five", "? syntax error"),
            ("boardsize 5 5", "? syntax error"),
            ("boardsize", "? syntax error"),
            ("boardsize -5", "? syntax error"),
            ("boardsize 99999999999999999999", "? syntax error"),
            ("clear_board", "="),
            ("komi 6.5", "="),
            ("get_komi", "= 6.5"),
            ("komi many", "? syntax error"),
            ("komi nan", "? syntax error"),
            ("undo", "? cannot undo"),
            ("play black C3", "="),
            ("play white C3", "? illegal move"),
            ("play white c4", "="),
            ("PLAY w A1", "? unknown command"),
            ("play b Z9", "? illegal move"),
            ("play b A6", "? illegal move"),
            ("play b I1", "? syntax error"),
            ("play b C0", "? syntax error"),
            ("play b", "? syntax error"),
            ("play b A1 B2", "? syntax error"),
            ("play", "? syntax error"),
            ("play red A1", "? syntax error"),
            ("play b pass", "="),
            ("play w B3", "="),
            ("play w D3", "="),
            ("play w C2", "="),
            (
                "showboard",
                "=\n   A B C D E\n 5 . . . . . 5\n 4 . . O . . 4\n 3 . O . O . 3\n 2 . . O . . 2\n"
                " 1 . . . . . 1\n   A B C D E\nply 8, black to move, captured 0-1\n"
                "white won by capture, margin 1",
            ),
            ("play b A1", "? illegal move"),
            ("genmove b", "? game over: white won by capture, margin 1"),
            ("reg_genmove w", "? game over: white won by capture, margin 1"),
            ("final_score", "= W+1"),
            ("undo", "="),
            ("undo", "="),
            (
                "showboard",
                "=\n   A B C D E\n 5 . . . . . 5\n 4 . . O . . 4\n 3 . O X . . 3\n 2 . . . . . 2\n"
                " 1 . . . . . 1\n   A B C D E\nply 4, black to move",
            ),
            ("final_status_list alive", "= C4\nB3\nC3"),
            ("final_status_list dead", "="),
            ("final_status_list seki", "="),
            ("final_status_list", "? syntax error"),
            ("final_status_list fine", "? syntax error"),
            (
                "printsgf",
                "=\n(;GM[1]FF[4]CA[UTF-8]SZ[5]\nGN[capture-go:5]\n;B[cc];W[cb];B[];W[bc])",
            ),
            ("fixed_handicap 2", "? board not empty"),
            ("place_free_handicap 2", "? board not empty"),
            ("set_free_handicap A1 B2", "? board not empty"),
            ("play b resign", "="),
            ("final_score", "= W+R"),
            ("play w A1", "? illegal move"),
            ("genmove w", "? game over: white won by resignation, margin 0"),
            ("undo", "="),
            ("play b pass", "="),
            ("play b A1", "? illegal move"),
            ("play w pass", "="),
            ("final_score", "= 0"),
            ("time_settings 0 5 1", "="),
            ("time_settings 0 5", "? syntax error"),
            ("time_left b 10 0", "="),
            ("time_left b", "? syntax error"),
            ("time_left green 1 1", "? syntax error"),
            ("time_left b -1 1", "? syntax error"),
            ("loadsgf", "? syntax error"),
            ("loadsgf no such file", "? cannot load file: there is no file 'no such file'"),
            ("loadsgf /", "? cannot load file: there is no file '/'"),
            ("printsgf /", "? cannot save file: [Errno 21] Is a directory: '/'"),
            ("ponnuki-values", "? random does not think"),
            ("set_random_seed 77", "="),
            ("get_random_seed", "= 77"),
            ("set_random_seed x", "? syntax error"),
            ("quit", "="),
        ],
    ),
    (
        "go:9,komi=5.5,scoring=area",
        [
            ("get_komi", "= 5.5"),
            ("final_score", "= W+5.5"),
            ("play b E5", "="),
            ("final_score", "= B+75.5"),
            ("komi 7.5", "="),
            ("final_score", "= B+73.5"),
            ("komi 0.3", "? unacceptable komi"),
            ("komi 9999", "? unacceptable komi"),
            ("get_komi", "= 7.5"),
            ("play b D4", "="),
            ("undo", "="),
            ("final_status_list alive", "= E5"),
            ("boardsize 20", "? unacceptable size"),
            ("final_status_list alive", "= E5"),
            ("clear_board", "="),
            ("fixed_handicap 1", "? invalid number of stones"),
            ("fixed_handicap 10", "? invalid number of stones"),
            ("fixed_handicap", "? syntax error"),
            ("fixed_handicap 5", "= C3 G7 C7 G3 E5"),
            ("fixed_handicap 5", "? board not empty"),
            ("play w E4", "="),
            ("undo", "="),
            ("undo", "? cannot undo"),
            ("boardsize 13", "="),
            ("final_score", "= W+7.5"),
            ("place_free_handicap 1", "? invalid number of stones"),
            ("place_free_handicap 169", "? invalid number of stones"),
            ("place_free_handicap 3", "= D4 K10 D10"),
            ("clear_board", "="),
            ("place_free_handicap 20", "= D4 K10 D10 K4 D7 K7 G4 G10 G7"),
            ("boardsize 5", "="),
            ("fixed_handicap 2", "? invalid number of stones"),
            ("place_free_handicap 9", "= B2 D4 B4 D2"),
            ("clear_board", "="),
            ("set_free_handicap A1", "? bad vertex list"),
            ("set_free_handicap A1 A1", "? bad vertex list"),
            ("set_free_handicap A1 pass", "? bad vertex list"),
            ("set_free_handicap A1 x", "? syntax error"),
            ("set_free_handicap A1 B1 E5", "="),
            (
                "printsgf",
                "=\n(;GM[1]FF[4]CA[UTF-8]SZ[5]\nGN[go:5,scoring=area,komi=7.5]\nKM[7.5]\n"
                "AB[ea][ae][be]\nPL[W])",
            ),
            (
                "gogui-analyze_commands",
                "= gfx/Value of every move/ponnuki-values\n"
                "dboard/Value of every move as squares/ponnuki-value_map\n"
                "gfx/Principal line/ponnuki-line\nstring/Final score/final_score",
            ),
        ],
    ),
    (
        "capture-go:5,passing=no",
        [
            ("play w A1", "? illegal move"),
            ("genmove w", "? it is not white's turn, and passing is not allowed"),
            ("play b pass", "? illegal move"),
            ("play b A1", "="),
            ("play b A2", "? illegal move"),
            ("final_score", "? cannot score"),
            ("play w A2", "="),
            ("play b E5", "="),
            ("play w B1", "="),
            ("final_score", "= W+1"),
        ],
    ),
]


@pytest.mark.parametrize(("spec", "lines"), SCRIPT, ids=[spec for spec, _ in SCRIPT])
def test_conformance_script(spec: str, lines: list[tuple[str, str]]) -> None:
    """Every response is the expected one, with its empty line."""
    asked = engine(spec)
    for line, expected in lines:
        assert asked.handle(line + "\n") == (expected and expected + "\n\n"), line


def test_all_commands_are_listed_and_known() -> None:
    """list_commands has the required ones, each is known, and each can be asked for."""
    asked = engine()
    names = ask(asked, "list_commands").split("\n")
    assert set(REQUIRED) <= set(names)
    for name in names:
        assert ask(asked, f"known_command {name}") == "true"
        assert "unknown command" not in asked.handle(name)


def test_quit_ends_the_loop_and_so_does_the_end_of_input() -> None:
    """What stands behind quit is not answered; the last line needs no end."""
    for commands, expected in (
        (b"name\nquit\nname\n", b"= Ponnuki\n\n=\n\n"),
        (b"name\nversion", b"= Ponnuki\n\n= %s\n\n" % ponnuki.__version__.encode()),
        (b"", b""),
        (b"\n\r\n#\n", b""),
    ):
        responses = io.BytesIO()
        serve(engine(), io.BytesIO(commands), responses)
        assert responses.getvalue() == expected


def test_genmove_plays_legal_moves_and_reg_genmove_none() -> None:
    """A move is legal and on the board; asking as in regression tests changes nothing."""
    for who in "random", "untrained", "untrained,noise=0.5", "untrained,creative=0.5":
        asked = engine("capture-go:5", who)
        for side in ["b", "w"] * 4:
            before = asked.table.position
            if before.outcome is not None:
                break
            again = ask(asked, f"reg_genmove {side}")
            assert asked.table.position is before
            move = ask(asked, f"genmove {side}")
            assert move == again
            assert asked.table.position == before.play(before.game.move(move))


def test_genmove_for_the_same_side_twice() -> None:
    """The other side passes in between; undo takes both back."""
    asked = engine("capture-go:5")
    ask(asked, "genmove b")
    ask(asked, "genmove b")
    assert asked.table.position.plies == 3
    assert asked.table.so_far.moves[1] == 25
    ask(asked, "undo")
    assert asked.table.position.plies == 1
    assert fails(asked, "genmove") == fails(asked, "genmove c") == "syntax error"


def test_same_seed_same_game() -> None:
    """Games depend on the seed, on which game it is, and on nothing else."""

    def game(asked: GtpEngine) -> list[str]:
        ask(asked, "clear_board")
        return [ask(asked, f"genmove {side}") for side in ["b", "w"] * 3]

    first, second = engine("go:5", seed=3), engine("go:5", seed=3)
    games = [game(first) for _ in range(3)]
    assert games == [game(second) for _ in range(3)]
    assert games[0] != games[1] != games[2]
    assert game(engine("go:5", seed=4)) != games[0]
    ask(second, "set_random_seed 3")
    assert [game(second) for _ in range(3)] == games


def test_resigns_only_if_asked_to() -> None:
    """A stone in the corner cannot be saved; with the option the engine says so."""
    for resign in False, True:
        asked = engine("capture-go:5", "untrained,depth=4", resign=resign)
        for move in "b A1", "w B2", "b E5", "w A2":
            ask(asked, f"play {move}")
        answer = ask(asked, "genmove b")
        if resign:
            assert answer == "resign"
            assert ask(asked, "final_score") == "W+R"
            assert fails(asked, "genmove w").startswith("game over")
            assert ask(asked, "genmove b") == "resign"
            assert "RE[W+R]" in ask(asked, "printsgf")
            ask(asked, "undo")
            assert ask(asked, "final_score") != "W+R"
        else:
            assert answer != "resign"


def test_a_program_outside_may_resign(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its resignation is passed on; other failures are errors."""
    asked = engine("capture-go:5")
    for reason in "death", "resignation":

        def give_up(*_: object, why: str = reason, **__: object) -> int:
            raise ForfeitError(why, "it did")

        monkeypatch.setattr(type(asked.player), "choose", give_up)
        if reason == "death":
            assert fails(asked, "genmove b") == "death: it did"
        else:
            assert ask(asked, "genmove b") == "resign"
            assert ask(asked, "final_score") == "W+R"


def test_the_loser_of_a_finished_game_resigns_if_asked_to() -> None:
    """So a controller that does not know Capture Go learns who has won."""
    asked = engine("capture-go:5", resign=True)
    for move in "b A1", "w A2", "b E5", "w B1":
        ask(asked, f"play {move}")
    assert ask(asked, "final_score") == "W+1"
    assert ask(asked, "genmove b") == "resign"
    assert fails(asked, "genmove w") == "game over: white won by capture, margin 1"


def test_undo_to_the_beginning() -> None:
    """As many times as there were moves."""
    asked = engine("go:7", seed=5)
    for side in ["b", "w"] * 10:
        ask(asked, f"genmove {side}")
    for _ in range(20):
        ask(asked, "undo")
    assert asked.table.position == asked.table.game.start()
    assert fails(asked, "undo") == "cannot undo"


def test_komi_in_the_middle_of_a_game_keeps_the_moves() -> None:
    """Also what is forbidden by superko stays forbidden."""
    asked = engine("go:5")
    for move in "b A3", "w D3", "b B4", "w C4", "b B2", "w C2", "b C3", "w B3":
        ask(asked, f"play {move}")
    assert fails(asked, "play b C3") == "illegal move"
    ask(asked, "komi 3.5")
    assert asked.table.game.spec == "go:5,komi=3.5"
    assert fails(asked, "play b C3") == "illegal move"
    ask(asked, "play b E5")
    assert len(asked.table.so_far.moves) == 9
    for _ in range(9):
        ask(asked, "undo")


@pytest.mark.parametrize("noise", [0.0, 0.3])
@pytest.mark.parametrize("spec", ["capture-go:5", "go:4"])
def test_the_same_game_as_inside_the_core(spec: str, noise: float) -> None:
    """Two engines across GTP with the game's seed play the game that the core plays with it."""
    net = "window" if spec.startswith("capture") else "mlp"
    texts = [f"untrained,seed={seed},net={net},noise={noise}" for seed in (1, 2)]
    game, seed = ponnuki.game(spec), 2**64 - 5
    players = [player(text, game, depth=1) for text in texts]
    record = ponnuki.play_games(game, players, [(0, 1)], [seed])[0]
    seats = [engine(spec, text, seed=0) for text in texts]
    for seat in seats:
        ask(seat, "clear_board")
        ask(seat, f"set_random_seed {seed}")
    moves = []
    for ply in range(len(record.moves)):
        side = "white" if ply % 2 else "black"
        moves.append(ask(seats[ply % 2], f"genmove {side}").removeprefix("= ").strip())
        ask(seats[1 - ply % 2], f"play {side} {moves[-1]}")
    assert moves == [game.text(move) for move in record.moves]


def test_a_player_with_a_book_follows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines are drawn as inside the core, as long as they go on, and not from a set-up board."""
    game = ponnuki.game("go:5")
    book = Book.parse("B2B4 one\nB2D4 two\nD2D4C3 three\nD2B4C3 four\nD2B2 five", game)
    monkeypatch.setattr("ponnuki.players.engine.book_of", lambda _: book)
    monkeypatch.setattr("ponnuki.players.seat.book_of", lambda _: book)
    text = "untrained,net=mlp,noise=0.3,book=chance"
    players = [player(text, game, depth=1), player(text.removesuffix(",book=chance"), game)]
    openings = set()
    for seed in range(8):
        record = ponnuki.play_games(game, players, [(0, 1)], [seed])[0]
        asked = engine("go:5", text, seed=seed)
        moves = []
        for ply, move in enumerate(record.moves):
            if ply % 2:
                ask(asked, f"play white {game.text(move)}")
            else:
                moves.append(ask(asked, "genmove black"))
        assert moves == [game.text(move) for move in record.moves[::2]]
        openings.add(moves[0])
    assert openings == {"B2", "D2"}
    asked = engine("go:5", "untrained,net=mlp,book=chance")
    ask(asked, "set_free_handicap B2 B4")
    assert ask(asked, "genmove white") not in {"B2", "D2"}


@pytest.mark.parametrize("seed", range(5))
def test_komi_after_the_end_of_a_game(seed: int) -> None:
    """Games that two passes or the cap have ended are scored anew."""
    asked = engine("go:5,cap=40", seed=seed)
    while (before := asked.table.position.outcome) is None:
        ask(asked, f"genmove {asked.table.position.to_move}")
    ask(asked, "komi 100")
    after = asked.table.position.outcome
    assert after is not None
    lead = before.margin * (1 if before.winner == "black" else -1)
    assert (after.winner, after.margin) == ("white", 100 - lead)
    assert ask(asked, "final_score") == f"W+{after.margin:g}"
    assert f"RE[W+{after.margin:g}]" in ask(asked, "printsgf")


def test_a_player_that_fits_one_size_only(tmp_path: Path) -> None:
    """A net for another board is an unacceptable size, and the game goes on as it was."""
    net = ponnuki.evaluator("wpc", ponnuki.game("capture-go:5"))
    file = tmp_path / "net.safetensors"
    ponnuki.save_weights(file, net, net.initial(1, 0))
    asked = engine("capture-go:5", f"net:{file}")
    ask(asked, "play b A1")
    assert fails(asked, "boardsize 7") == "unacceptable size"
    assert asked.table.position.plies == 1
    ask(asked, "genmove w")


# SGF


def test_games_are_saved_and_loaded(tmp_path: Path) -> None:
    """A file gives the same game back, to its end or to a move, in another engine and size too."""
    file = tmp_path / "a game.sgf"
    asked = engine("go:5,komi=2.5", seed=9)
    for side in ["b", "w"] * 6:
        ask(asked, f"genmove {side}")
    assert ask(asked, f"printsgf {file}") == ""
    assert file.read_text().strip() == ask(asked, "printsgf").strip()
    other = engine("go:9")
    assert ask(other, f"loadsgf {file}") == "black"
    assert other.table.position == asked.table.position
    assert ask(other, "get_komi") == "2.5"
    ask(other, "undo")
    assert ask(other, f"loadsgf {file} 4") == "white"
    assert other.table.so_far.moves == asked.table.so_far.moves[:3]
    assert ask(other, f"loadsgf {file} 1") == "black"
    assert other.table.so_far.moves == ()
    assert ask(other, f"loadsgf {file} 999") == "black"
    ask(other, "genmove b")
    assert fails(other, f"loadsgf {file} 0") == "syntax error"


def test_files_that_cannot_be_loaded_change_nothing(tmp_path: Path) -> None:
    """The error says why."""
    asked = engine("capture-go:5")
    ask(asked, "play b C3")
    file = tmp_path / "x.sgf"
    for text, why in (
        ("hello", "offset 0: this is no SGF"),
        ("(;SZ[19];B[aa])", "unacceptable size"),
        ("(;SZ[7];B[aa];W[aa])", "offset 13: A7 is not legal"),
        ("(" * 900_000, "the file has 800001 bytes"),
    ):
        file.write_text(text)
        assert why in fails(asked, f"loadsgf {file}")
        assert asked.table.position.plies == 1
        assert asked.table.game.size == 5
    file.write_text("(;SZ[7]KM[3.25]AB[aa]AW[bb];W[cc])")
    assert ask(asked, f"loadsgf {file}") == "black"
    assert "AB[aa]\nAW[bb]\nPL[W]\n;W[cc]" in ask(asked, "printsgf")


# Time


@pytest.mark.parametrize(
    ("clock", "low", "high"),
    [
        (Clock(0, 1, 0), 0, 0),
        (Clock(0, 0, 0), 0.01, 0.01),
        (Clock(100, 0, 0), 3, 5),
        (Clock(0, 10, 1), 8, 9),
        (Clock(0, 60, 20), 2, 3),
        (Clock(20, 60, 20), 2, 3),
        (Clock(0.001, 0, 0), 0.01, 0.01),
    ],
)
def test_time_for_a_move(clock: Clock, low: float, high: float) -> None:
    """A share of what is left, less what a move costs beside; 0 is no limit."""
    assert low <= clock.seconds(20) <= high


def test_clocks_run() -> None:
    """Main time first, then periods with their stones; the controller's clock counts."""
    clock = Clock(10, 6, 2)
    clock.spend(4)
    assert (clock.left, clock.stones_left) == (6, 0)
    clock.spend(7)
    assert (clock.left, clock.stones_left) == (5, 2)
    clock.spend(2)
    assert (clock.left, clock.stones_left) == (3, 1)
    clock.spend(2)
    assert (clock.left, clock.stones_left) == (6, 2)
    clock.set(1, 2)
    assert clock.seconds(20) < 0.5
    clock = Clock(3, 0, 0)
    clock.spend(5)
    assert clock.left == 0
    free = Clock(0, 1, 0)
    free.spend(100)
    assert free.seconds(1) == 0


def test_a_deep_search_keeps_its_time() -> None:
    """Without a limit depth 30 would take for ever."""
    asked = engine("capture-go:9", "untrained,depth=30")
    ask(asked, "time_settings 0 1 5")
    began = time.monotonic()
    ask(asked, "genmove b")
    ask(asked, "time_left w 1 10")
    ask(asked, "genmove w")
    assert time.monotonic() - began < 5


# What GoGui shows


@pytest.mark.parametrize("moves", [[], ["b C3"], ["b A1", "w A2", "b E5"], ["b A1", "w A2"]])
def test_analyze_commands(moves: list[str]) -> None:
    """The values of every move and the line, in the forms that GoGui reads."""
    asked = engine("capture-go:5", "untrained,depth=2")
    for move in moves:
        ask(asked, f"play {move}")
    kinds = {line.split("/")[2]: line.split("/")[0] for line in ask_lines(asked)}
    assert {"gfx", "dboard"} <= set(kinds.values())
    empty = {
        asked.table.game.text(point)
        for point, stone in enumerate(asked.table.position.stones)
        if not stone
    }
    drawn = ask(asked, "ponnuki-values").split("\n")
    coloured = [point for line in drawn if line.startswith("COLOR") for point in line.split()[2:]]
    assert set(coloured) <= empty
    assert all(re.fullmatch("#[0-9a-f]{6}", line.split()[1]) for line in drawn if "COLOR" in line)
    (labels,) = (line.split()[1:] for line in drawn if line.startswith("LABEL"))
    assert labels
    assert set(labels[::2]) == set(coloured)
    assert all(0 <= int(number) <= 99 for number in labels[1::2])
    assert drawn[-1].startswith("TEXT ")
    rows = [[float(x) for x in row.split()] for row in ask(asked, "ponnuki-value_map").split("\n")]
    assert [len(row) for row in rows] == [5] * 5
    assert all(-1 <= value <= 1 for row in rows for value in row)
    line = ask(asked, "ponnuki-line").split("\n")[0].split()
    assert line[0] == "VAR"
    side = asked.table.position.to_move[0]
    assert line[1::2] == [
        side if i % 2 == 0 else "bw".replace(side, "") for i in range(len(line) // 2)
    ]
    position = asked.table.position
    for move in line[2::2]:
        position = position.play(position.game.move(move))
    assert asked.table.position.plies == len(moves)


def ask_lines(asked: GtpEngine) -> list[str]:
    """The analyze commands."""
    return ask(asked, "gogui-analyze_commands").split("\n")


def test_analyze_commands_when_the_game_is_over() -> None:
    """There is nothing to think about."""
    asked = engine("capture-go:5", "untrained")
    for move in "b A1", "w A2", "b E5", "w B1":
        ask(asked, f"play {move}")
    for name in "ponnuki-values", "ponnuki-value_map", "ponnuki-line":
        assert fails(asked, name) == "game over: white won by capture, margin 1"


# Bad input


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("a b  c", Command("", "a", ("b", "c"))),
        ("12 a", Command("12", "a", ())),
        ("12a", Command("", "12a", ())),
        ("12", Command("12", "", ())),
        ("-1 a", Command("", "-1", ("a",))),
        ("1" * 11 + " a", Command("", "1" * 11, ("a",))),
        ("\x0b\x00a\x7f\tü # c", Command("", "a", ("ü",))),
        ("a\nb", Command("", "a", ())),
        (" # a", None),
        ("\r\n", None),
    ],
)
def test_lines_are_taken_apart(line: str, command: Command | None) -> None:
    """Numbers, names, arguments; control characters and comments are nothing."""
    assert parse_command(line) == command


def test_responses_have_one_empty_line() -> None:
    """At their end, whatever the text is."""
    assert write_response(True, "", "") == "=\n\n"
    assert write_response(False, "3", "a\n\n\tb \n\n") == "?3 a\n b\n\n"
    assert write_response(True, "", "\n\n") == "=\n\n"
    assert write_response(True, "", "\na\r") == "=\na\n\n"


def test_huge_lines_are_answered_and_not_kept() -> None:
    """One error each; what comes after is understood. A long comment is no command."""

    class Endless(io.RawIOBase):
        """Says so many bytes, and is asked for a few at a time."""

        def __init__(self) -> None:
            self.parts = [b"7 play b " + b"x" * 3_000_000, b"\nname\n# " + b"y" * 100_000 + b"\n"]
            self.parts += [b"name #" + b"z" * 100_000, b"\n8 " + "ü".encode() * 6_000 + b"\nname"]
            self.data = b"".join(self.parts)
            self.at = 0
            self.most = 0

        def readable(self) -> bool:
            return True

        def readline(self, size: int | None = -1) -> bytes:
            assert size is not None
            assert 0 < size <= MAX_LINE + 1
            end = self.data.find(b"\n", self.at) + 1 or len(self.data)
            end = min(end, self.at + size)
            found, self.at = self.data[self.at : end], end
            return found

    responses = io.BytesIO()
    serve(engine(), Endless(), responses)  # type: ignore[arg-type]
    assert responses.getvalue().decode() == (
        "?7 line too long\n\n= Ponnuki\n\n= Ponnuki\n\n?8 line too long\n\n= Ponnuki\n\n"
    )
    assert engine().handle("9 name " + "x" * 50_000) == "?9 line too long\n\n"


def test_lines_of_any_bytes() -> None:
    """What is no UTF-8 is replaced, not refused."""
    assert list(read_lines(io.BytesIO(b"a\xff\nb\r\n\n"))) == ["a\ufffd\n", "b\r\n", "\n"]


def test_errors_inside_become_responses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever happens, the controller is told and the engine goes on."""
    asked = engine()

    def fall(*_: object, **__: object) -> int:
        raise RuntimeError("it broke\n\nbadly")

    monkeypatch.setattr(type(asked.player), "choose", fall)
    assert asked.handle("genmove b") == "? it broke badly\n\n"
    assert ask(asked, "name") == "Ponnuki"


WORDS = st.one_of(
    st.sampled_from(engine().commands),
    st.sampled_from(["b", "w", "black", "white", "A1", "C3", "c4", "E5", "pass", "resign"]),
    st.sampled_from(["0", "1", "2", "5", "19", "-1", "7.5", "#", "x.sgf"]),
    st.text(max_size=8),
    st.integers().map(str),
)
LINES = st.one_of(
    st.lists(WORDS, max_size=5).map(" ".join),
    st.text(max_size=40),
    st.binary(max_size=40).map(lambda data: data.decode("latin-1")),
)


@settings(
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=100,
    suppress_health_check=list(HealthCheck),
)
@given(st.lists(LINES, max_size=12))
def test_any_lines_get_one_response_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: list[str]
) -> None:
    """Nothing raises; each command has one well-formed response, blank lines have none."""
    monkeypatch.chdir(tmp_path)
    for asked, raw in product(FUZZED, lines):
        line = raw.replace("\n", " ").replace("/", "")  # one line, and no file outside of here
        response = asked.handle(line)
        command = parse_command(line)
        if command is None:
            assert response == ""
            continue
        assert re.fullmatch(r"[=?]([0-9]+)?([ \n][^\n]+(\n[^\n]+)*)?\n\n", response)
        assert response[1:].startswith(command.id)
        if len(command.id) < 10:  # the numbers that our own client gives
            gtp.ResponseReader().feed(response.encode("utf-8", "replace"))
        asked.running = True


FUZZED = [engine("capture-go:5", "untrained,depth=1"), engine("go:5")]
"""The same engines for all examples: each begins where the last one ended."""


# Whole games over pipes


class Program:
    """An engine in a process of its own."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process
        self.reader = gtp.ResponseReader()

    def send(self, line: str) -> None:
        """Says a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def hear(self) -> gtp.Response:
        """The next response."""
        assert self.process.stdout is not None
        while True:
            line = self.process.stdout.readline()
            assert line, "the engine has ended"
            if found := self.reader.feed(line):
                return found[0]

    def ask(self, line: str) -> str:
        """The text of a response that succeeds."""
        self.send(line)
        response = self.hear()
        assert response.success, (line, response)
        return response.text

    def end(self) -> tuple[int, bytes]:
        """Waits for its end; the exit code, and what it said on standard error."""
        _, said = self.process.communicate(timeout=LIMIT)
        return self.process.returncode, said


@contextmanager
def program(arguments: list[str]) -> Iterator[Program]:
    """An engine that is killed at the end, if it has not ended."""
    with started(arguments, stdin=subprocess.PIPE, text=False) as process:
        yield Program(process)


def play_out(game: ponnuki.Game, black: Program, white: Program) -> ponnuki.Position:
    """A whole game by our rules; who makes an illegal move has failed the test."""
    for side in black, white:
        side.ask(f"boardsize {game.size}")
        side.ask("clear_board")
        side.ask(f"komi {getattr(game.options, 'komi', 0)}")
    position = game.start()
    while position.outcome is None:
        colour = position.to_move
        mover, other = (black, white) if colour == "black" else (white, black)
        answer = mover.ask(f"genmove {colour}")
        assert answer.lower() != "resign"
        position = position.play(game.move(answer))
        other.ask(f"play {colour} {answer}")
    return position


def test_whole_games_against_itself_over_pipes() -> None:
    """Both engines agree on every move and on the result, and quit as they should."""
    first = [*OURS, "--player", "untrained,seed=2", "--depth", "1", "--game", "capture-go:5"]
    second = [*OURS, "--player", "random", "--game", "capture-go:9", "--seed", "5"]
    with program(first) as black, program(second) as white:
        for size in 5, 7:
            game = ponnuki.game(f"capture-go:{size}")
            for pair in (black, white), (white, black):
                position = play_out(game, *pair)
                outcome = position.outcome
                assert outcome is not None
                for side in pair:
                    assert str(position) == side.ask("showboard").strip("\n")
                    assert side.ask("final_score")[0] == (outcome.winner or "0")[0].upper()
                    text = side.ask("printsgf")
                    assert sgf.last_position(text, game) == position
        for side in black, white:
            assert side.ask("quit") == ""
            assert side.end() == (0, b"")


@pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed")
def test_whole_games_against_gnu_go_over_pipes() -> None:
    """Our rules are the referee; after every move both have the same stones."""
    assert GNUGO is not None
    theirs = [GNUGO, "--mode", "gtp", "--level", "1", "--never-resign", "--seed", "1"]
    ours = [*OURS, "--player", "untrained,seed=1", "--depth", "1", "--game", "go:5,ko=simple"]
    with program(ours) as we, program(theirs) as they:
        position = play_out(ponnuki.game("go:5,ko=simple"), we, they)
        assert they.ask("list_stones black").split() == stones(position, 1)
        assert they.ask("list_stones white").split() == stones(position, -1)
        assert str(position) == we.ask("showboard").strip("\n")
        for size, count in (9, 5), (9, 2), (9, 7), (9, 8), (13, 9), (7, 3), (8, 4):
            for side in we, they:
                side.ask(f"boardsize {size}")
                side.ask("clear_board")
            said = [side.ask(f"fixed_handicap {count}").split() for side in (we, they)]
            assert sorted(said[0]) == sorted(said[1])
    capture = [*OURS, "--player", "untrained,seed=1", "--depth", "2", "--game", "capture-go:7"]
    with program(capture) as we, program(theirs) as they:
        game = ponnuki.game("capture-go:7")
        for pair in (we, they), (they, we):
            position = play_out(game, *pair)
            assert str(position) == we.ask("showboard").strip("\n")


def stones(position: ponnuki.Position, colour: int) -> list[str]:
    """The points with stones of a colour, as GNU Go lists them."""
    return [
        position.game.text(point) for point, stone in enumerate(position.stones) if stone == colour
    ]


def test_end_of_input_interrupt_and_closed_output_are_clean() -> None:
    """The process ends without a word, with 130 after Ctrl-C, even while it thinks."""
    with program([*OURS, "--player", "untrained,depth=60"]) as first:
        with program(OURS) as second, program(OURS) as third:
            for one in first, second, third:
                assert one.ask("name") == "Ponnuki"
            first.send("genmove b")
            assert second.process.stdin is not None
            second.process.stdin.close()
            second.process.stdin = None
            assert second.end() == (0, b"")
            assert third.process.stdout is not None
            third.process.stdout.close()
            third.process.stdout = None
            with suppress(BrokenPipeError):  # it may end at the first answer that nobody hears
                third.send("name")
                third.send("name")
            assert third.end() == (0, b"")
        first.process.send_signal(signal.SIGINT)
        code, said = first.end()
        assert code == 130
        assert b"Traceback" not in said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--game", "othello"], "GTP is for capture-go and go, not othello"),
        (["--player", "nobody"], "player='nobody' is not allowed"),
        (["--seed", "-1"], "--seed -1 is not allowed"),
    ],
)
def test_bad_arguments_are_one_line(
    arguments: list[str], message: str, run: conftest.Command
) -> None:
    """On standard error, with exit code 2, and nothing on standard output."""
    done = run("gtp", *arguments)
    assert done.code == 2
    assert done.out == ""
    assert message in done.err
    assert done.err.count("\n") == 1
