"""The NBoard engine: sessions to the letter, bad input, pings, and whole games over pipes."""

import io
import os
import re
import signal
import subprocess
import sys
import threading
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ponnuki
from ponnuki.apps.nboard import Interrupts, NBoardEngine
from ponnuki.apps.nboard_server import serve
from ponnuki.formats.gtp_server import MAX_LINE
from ponnuki.players import Engine, Limit, SearchResult, player
from ponnuki.players.limit import MAX_DEPTH
from tests.apps.conftest import Command
from tests.players.test_external import OTHELLO_ENGINE
from tests.programs import started

GAME = ponnuki.game("othello:8")
OURS = [sys.executable, "-c", "from ponnuki.apps.cli import main; main()", "nboard"]
START = "BO[8 ---------------------------O*------*O--------------------------- *]"


def engine(who: str = "untrained,net=wpc", *, seed: int = 1) -> NBoardEngine:
    """An engine with a player."""
    return NBoardEngine(
        GAME, lambda depth: player(who, GAME, depth=depth, usual_depth=2), seed=seed
    )


def ask(asked: NBoardEngine, line: str) -> list[str]:
    """The answer to a line; times are left out, since nobody knows them."""
    said = list(asked.handle(line))
    return [re.sub(r"(?<=[/ ])[0-9]+\.[0-9]{2}$", "T", one) for one in said]


def test_a_session_to_the_letter() -> None:
    """The order of the protocol's own example, and what every line of it answers."""
    asked = engine("untrained,net=wpc,seed=3")
    game = f"(;GM[Othello]PC[NBoard]PB[x]PW[y]RE[?]TI[15:00]TY[8]{START}B[F5]W[F6]B[D3]W[C5];)"
    assert ask(asked, "nboard 2") == ["set myname Ponnuki untrained,net=wpc,seed=3 depth 2"]
    assert ask(asked, "set depth 1") == ["set myname Ponnuki untrained,net=wpc,seed=3 depth 1"]
    assert ask(asked, f"set game {game}") == []
    assert ask(asked, "ping 1") == ["pong 1"]
    position = GAME.start().play_all(["f5", "f6", "d3", "c5"])
    best = player("untrained,net=wpc,seed=3", GAME, depth=1)
    assert isinstance(best, Engine)
    found = best.think(position, seed=1)
    move, value = GAME.text(found.move).upper(), f"{found.value:+.3f}"
    assert ask(asked, "go") == [
        "status thinking",
        f"nodestats {found.nodes} T",
        f"=== {move}/{value}/T",
        "status waiting",
    ]
    assert ask(asked, "go") == ask(asked, "go"), "go plays no move"
    assert ask(asked, f"move {move}/{value}/0.1") == []
    assert ask(asked, "learn") == ["learned"]
    assert ask(asked, "set contempt 10") == []
    assert ask(asked, "quit") == []
    assert not asked.running


def test_lines_that_are_not_known_are_left_alone() -> None:
    """As the protocol asks; blank lines too."""
    for line in "", "\n", "fly", "set", "set sail 3", "GO", "# go", "F5 D6":
        assert ask(engine(), line) == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("set depth", "'' is no number"),
        ("set depth 0", "a depth is at least 1"),
        ("set depth -3", "'-3' is no number"),
        ("set depth deep", "'deep' is no number"),
        ("nboard x", "'x' is no number"),
        ("ping", "'' is no number"),
        ("ping ٣", "'٣' is no number"),
        ("hint x", "'x' is no number"),
        ("hint " + "9" * 30, "'99999999999999999999' is no number"),
        ("move Z9", "cannot play: 'Z9' is no move"),
        ("move a1", "cannot play: a1 is not legal for black in othello:8: it turns no disc"),
        ("move PA", "cannot play: pass is not legal for black"),
        ("set game", "cannot set the game: offset 0: this is no GGF"),
        ("set game (;GM[Othello]TY[10];)", "cannot set the game: offset 0: the game is on a board"),
        ("set game (;GM[Othello]B[a1];)", "cannot set the game: offset 13: a1 is not legal"),
    ],
)
def test_bad_commands_are_said_in_the_status(line: str, said: str) -> None:
    """One line that says why; the engine goes on."""
    asked = engine()
    (answer,) = ask(asked, line)
    assert answer.startswith(f"status {said}")
    assert ask(asked, "ping 7") == ["pong 7"]


def test_no_answer_is_about_another_position() -> None:
    """After a game that cannot be followed there is no position until the next game."""
    asked = engine()
    assert len(ask(asked, f"set game (;GM[Othello]B[{'x' * MAX_LINE}];)")) == 1
    for command in "go", "hint 2", "analyze", "move f5":
        (said,) = ask(asked, command)
        assert said.startswith("status there is no position: ")
    assert ask(asked, "set game (;GM[Othello]B[f5];)") == []
    assert ask(asked, "go")[-1] == "status waiting"


def test_an_illegal_move_leaves_the_position() -> None:
    """It is refused, and what follows is about the position as it was."""
    asked, other = engine(), engine()
    for one in asked, other:
        assert ask(one, "move f5") == []
    (said,) = ask(asked, "move a1")
    assert said.startswith("status cannot play: a1 is not legal for white")
    moves = [ask(one, "go")[-2].split("/")[0] for one in (asked, other)]
    assert moves[0] == moves[1]


def test_version_1_says_moves_alone_and_hears_no_statistics() -> None:
    """F5 is a move, and nodestats came with version 2."""
    asked = engine()
    ask(asked, "nboard 1")
    assert ask(asked, "F5") == []
    said = ask(asked, "go")
    assert [one.split()[0] for one in said] == ["status", "===", "status"]
    before = GAME.start().play("f5")
    move = said[1].removeprefix("=== ").split("/")[0]
    assert GAME.move(move) in before.legal_numbers()


def test_hints_go_deeper_and_put_the_best_first() -> None:
    """After every depth the best moves with their values, which are those of the search."""
    asked = engine("untrained,net=wpc,seed=5")
    ask(asked, "set depth 3")
    ask(asked, "set game (;GM[Othello]B[f5];)")
    said = [one.split() for one in ask(asked, "hint 2")]
    found = [one for one in said if one[0] == "search"]
    assert [(one[3], one[4]) for one in found] == [("0", depth) for depth in "112233"]
    position = GAME.start().play("f5")
    best = player("untrained,net=wpc,seed=5", GAME, depth=3)
    assert isinstance(best, Engine)
    thought = best.think(position, seed=1, all_moves=True)
    values = sorted((-value for value in thought.root_values.values()), reverse=True)  # white's
    assert [one[2] for one in found[-2:]] == [f"{value:+.3f}" for value in values[:2]]
    line = "-".join(GAME.text(move).upper() for move in thought.line)
    assert found[-2][1] == line
    (single,) = [one for one in ask(asked, "hint") if one.startswith("search") and " 0 3" in one]
    assert single.split()[1:3] == found[-2][1:3]


def test_a_tree_search_is_named_by_its_visits_and_hints_once() -> None:
    """No depth of the program changes it; a hint is what all its visits found."""
    who = "untrained,net=conv,seed=5,visits=12"
    asked = engine(who)
    assert ask(asked, "set depth 3") == [f"set myname Ponnuki {who} 12 visits"]
    said = [one.split() for one in ask(asked, "hint 2")]
    found = [one for one in said if one[0] == "search"]
    assert len(found) == 2
    (statistics,) = [one for one in said if one[0] == "nodestats"]
    assert statistics[1] == "12"
    best = player(who, GAME)
    assert isinstance(best, Engine)
    value = best.think(GAME.start(), seed=1).value
    assert f"{value:+.3f}" in {one[2] for one in found}


def end_of_a_game(left: int) -> tuple[str, ponnuki.Position]:
    """A game with a few moves to go, as GGF, in which somebody wins."""
    record = next(
        record
        for record in ponnuki.play_random(GAME, games=50, seed=4)
        if record.outcome.winner and record.outcome.margin > 20
    )
    moves = [GAME.text(move) for move in record.moves[:-left]]
    texts = "".join(f"{'BW'[i % 2]}[{move}]" for i, move in enumerate(moves))
    return f"(;GM[Othello]{texts};)", GAME.start().play_all(moves)


def test_what_is_won_for_certain_is_said() -> None:
    """Near the end a hint is solved, with the sign of the side to move."""
    game, position = end_of_a_game(2)
    asked = engine()
    ask(asked, "set depth 8")
    ask(asked, f"set game {game}")
    last = [one.split() for one in ask(asked, "hint 1") if one.startswith("search")][-1]
    assert last[4] == "100%W"
    over = position
    while over.outcome is None:
        over = over.play(over.legal_numbers()[0])
    won = over.outcome.winner == position.to_move
    assert float(last[2]) == (64 if won else -64)


def test_what_is_solved_is_said_in_discs() -> None:
    """A solved position has one answer a hint, in discs, and a move's value is its margin."""
    game, position = end_of_a_game(8)
    asked = engine("untrained,net=wpc,depth=4,endgame=12")
    ask(asked, f"set game {game}")
    solver = player("untrained,net=wpc,depth=4,endgame=12", GAME)
    assert isinstance(solver, Engine)
    found = solver.think(position, seed=1, all_moves=True)
    assert found.margin is not None
    side = 1 if position.to_move == "black" else -1
    hints = [one.split() for one in ask(asked, "hint 9") if one.startswith("search")]
    solved = [one for one in hints if one[4] == "100%W"]
    assert len(solved) == len(position.legal_numbers())
    margins = sorted((side * one for one in found.root_margins.values()), reverse=True)
    assert [float(one[2]) for one in solved] == margins
    (said,) = [one for one in ask(asked, "go") if one.startswith("===")]
    assert float(said.split("/")[1]) == side * found.margin
    analysis = [one.split() for one in ask(asked, "analyze") if one.startswith("analysis")]
    assert float(analysis[0][2]) == side * found.margin


def test_a_pass_and_the_end_of_the_game() -> None:
    """Who has no move passes; a game that is over has no move, and that is said."""
    batch = ponnuki.play_random(GAME, games=100, seed=2)
    record = next(record for record in batch if GAME.points in record.moves)
    before = record.moves.index(GAME.points)
    asked = engine("random")
    for move in record.moves[:before]:
        assert ask(asked, f"move {GAME.text(move)}") == []
    assert "=== PA//T" in ask(asked, "go")
    for move in record.moves[before:]:  # the program may say the pass, or leave it out
        if move != GAME.points:
            assert ask(asked, f"move {GAME.text(move)}") == []
    for command in "go", "hint 1":
        (said,) = ask(asked, command)
        assert said == f"status the game is over: {record.outcome}"


def test_an_analysis_goes_back_from_the_end() -> None:
    """A line a position, passes counted; the end is worth its discs to the side to move."""
    game, position = end_of_a_game(2)
    asked = engine()
    ask(asked, f"set game {game}")
    while position.outcome is None:
        move = position.legal_numbers()[0]
        ask(asked, f"move {GAME.text(move)}")
        position = position.play(move)
    said = ask(asked, "analyze")
    assert (said[0], said[-1]) == ("status analyzing", "status waiting")
    lines = [one.split() for one in said[1:-1]]
    assert [int(number) for _, number, _ in lines] == list(range(position.plies, -1, -1))
    black = sum(position.stones)
    side = 1 if position.to_move == "black" else -1
    assert float(lines[0][2]) * side * black > 0
    assert abs(float(lines[0][2])) >= abs(black)


def test_players_without_a_search_play_and_do_not_think() -> None:
    """Their moves are legal; hints and analyses are refused, and a depth is nothing to them."""
    asked = engine("random")
    assert ask(asked, "nboard 2") == ["set myname Ponnuki random"]
    assert ask(asked, "set depth 9") == ["set myname Ponnuki random"]
    first = ask(asked, "go")
    assert first == ask(asked, "go")
    assert re.fullmatch("=== (D3|C4|F5|E6)//T", first[1])
    for command in "hint 3", "analyze":
        assert ask(asked, command) == ["status random does not think"]


def test_a_player_with_a_book_follows_it() -> None:
    """It begins with the book's likeliest line, which goes on as long as the game does."""
    asked = engine("untrained,net=wpc,book=likeliest")
    for line, reply in (("C4", "C3"), ("D3", "C5")):
        assert [one for one in ask(asked, "go") if one.startswith("===")] == [f"=== {line}//T"]
        ask(asked, f"move {line}")
        ask(asked, f"move {reply}")


def test_a_program_follows_the_game(tmp_path: Path) -> None:
    """It hears the moves as they come; after 'set game' it is given the game from its start."""
    script = tmp_path / "engine.py"
    names = "protocol_version name list_commands boardsize clear_board komi play genmove quit"
    script.write_text(OTHELLO_ENGINE.replace("COMMANDS", repr(names)))
    asked = engine(f"gtp:{sys.executable} {script}")
    try:
        for line in "move F5", "go", f"set game (;GM[Othello]{START}B[F5];)", "go":
            said = ask(asked, line)
            if line == "go":
                assert said[1].startswith("=== F6/")
    finally:
        asked.close()


def test_a_depth_in_the_spec_stays() -> None:
    """The program's depth is for players whose spec says none; the deepest search bounds it."""
    assert "depth 3" in ask(engine("untrained,net=wpc,depth=3"), "set depth 1")[0]
    asked = engine()
    (name,) = ask(asked, "set depth 999999999")
    assert isinstance(asked.player, Engine)
    assert asked.player.search.depth == MAX_DEPTH
    assert name.endswith(f"depth {MAX_DEPTH}")


def said_move(asked: NBoardEngine) -> int:
    """The move that an engine says after `go`."""
    (said,) = [one for one in ask(asked, "go") if one.startswith("===")]
    word = said.removeprefix("=== ").split("/")[0]
    return GAME.points if word == "PA" else GAME.move(word)


def test_a_game_by_its_seed_is_the_game_of_the_core() -> None:
    """Two engines across the protocol with a game's seed play what the core plays with it."""
    texts = [f"untrained,net=wpc,seed={seed},noise=0.3,depth=1" for seed in (1, 2)]
    players = [player(text, GAME) for text in texts]
    record = ponnuki.play_games(GAME, players, [(0, 1)], [77])[0]
    seats = [engine(text, seed=77) for text in texts]
    moves = []
    for ply in range(len(record.moves)):
        moves.append(said_move(seats[ply % 2]))
        for seat in seats:
            word = "PA" if moves[-1] == GAME.points else GAME.text(moves[-1])
            assert ask(seat, f"move {word}") == []
    assert moves == list(record.moves)


@pytest.mark.parametrize("book", ["book=chance", "book=chance,book_noise=yes"])
def test_a_player_with_a_book_plays_as_in_the_core(book: str) -> None:
    """Against one without it draws the lines and random moves that the core draws."""
    own, other = f"untrained,net=wpc,noise=0.3,depth=1,{book}", "standard-wpc,noise=0.3"
    players = [player(own, GAME), player(other, GAME)]
    for seed in range(8):
        colour = seed % 2
        pair = (1, 0) if colour else (0, 1)
        record = ponnuki.play_games(GAME, players, [pair], [seed])[0]
        asked = engine(own, seed=seed)
        moves = []
        for ply, move in enumerate(record.moves):
            if ply % 2 == colour:
                moves.append(said_move(asked))
            ask(asked, f"move {'PA' if move == GAME.points else GAME.text(move)}")
        assert moves == list(record.moves[colour::2])


def test_the_next_game_draws_anew() -> None:
    """A game from its beginning after another one has another seed."""
    asked = engine("random")
    games = []
    for _ in range(4):
        ask(asked, "set game (;GM[Othello];)")
        played = []
        for _ in range(6):
            word = ask(asked, "go")[1].removeprefix("=== ").split("/")[0]
            played.append(word)
            ask(asked, f"move {word}")
        games.append(played)
    assert len({tuple(game) for game in games}) > 1


def test_the_clock_of_the_game_limits_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """Main time less what moves took, shared among those to come; without a clock no limit."""
    asked, limits = engine(), list[Limit]()
    decide = Engine.decide

    def noted(self: Engine, position: ponnuki.Position, limit: Limit, **rest: object) -> object:
        limits.append(limit)
        return decide(self, position, limit, **rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Engine, "decide", noted)
    for said in "TI[10:00]", "TI[10:00]B[f5//0.0]W[d6//300]", "TI[10:00]B[f5//599.9]", "":
        ask(asked, f"set game (;GM[Othello]{said};)")
        ask(asked, "go")
    ask(asked, "set game (;GM[Othello]TI[10:00];)")
    ask(asked, "move f5//300")
    ask(asked, "move d6")
    ask(asked, "go")
    whole, black, white, none, half = (limit.seconds for limit in limits)
    assert 10 < whole < 20
    assert black == pytest.approx(whole, rel=0.1)
    assert white == pytest.approx(whole, rel=0.1)
    assert none == 0
    assert half == pytest.approx(whole / 2, rel=0.1)


# Pings


def test_a_ping_ends_the_thoughts_before_it_and_no_other() -> None:
    """Those that wait count; once answered they do not."""
    interrupts = Interrupts()
    before = interrupts.stop()
    interrupts.ping_read()
    assert before.is_set()
    assert interrupts.stop().is_set()
    interrupts.ping_answered()
    assert not interrupts.stop().is_set()
    interrupts.ping_answered()
    interrupts.ping_read()
    assert interrupts.stop().is_set()
    interrupts.ping_answered()
    interrupts.end()
    assert interrupts.stop().is_set()


def test_a_deep_hint_ends_at_a_ping() -> None:
    """Without it depth 40 would take for ever; what was found before is said."""
    asked = engine("untrained,net=wpc,depth=40")
    answer = asked.handle("hint 1")
    assert next(answer) == "status thinking"
    first = next(answer)
    assert first.startswith("search ")
    asked.interrupts.ping_read()
    rest = list(answer)
    assert rest[-1] == "status waiting"
    assert ask(asked, "ping 5") == ["pong 5"]
    assert not asked.interrupts.stop().is_set()


def test_a_deep_move_ends_at_a_ping() -> None:
    """The answer is a legal move, though nothing was searched to its end."""
    asked = engine("untrained,net=wpc,depth=40")
    asked.interrupts.ping_read()
    (said,) = [one for one in ask(asked, "go") if one.startswith("===")]
    assert re.match("=== (D3|C4|F5|E6)/", said)
    assert ask(asked, "ping 1") == ["pong 1"]


def test_an_analysis_ends_at_a_ping() -> None:
    """No line comes from a search that was cut off."""
    asked = engine("untrained,net=wpc,depth=40")
    asked.interrupts.ping_read()
    assert ask(asked, "analyze") == ["status analyzing", "status waiting"]


# The loop


def answers(commands: bytes, who: str = "untrained,net=wpc,depth=2") -> list[str]:
    """What the loop says to these commands."""
    responses = io.BytesIO()
    serve(engine(who), io.BytesIO(commands), responses)
    return responses.getvalue().decode().splitlines()


def test_quit_ends_the_loop_and_so_does_the_end_of_input() -> None:
    """What stands behind quit is not answered; the last line needs no end."""
    assert answers(b"learn\nquit\nlearn\n") == ["learned"]
    assert answers(b"learn\nping 3") == ["learned", "pong 3"]
    assert answers(b"") == []
    assert answers(b"\xff\xfe\n\nlearn\r\n") == ["learned"]


def test_the_end_of_input_does_not_end_a_thought() -> None:
    """A script that has said all its commands still hears the whole answer."""
    said = answers(b"hint 1\ngo\n")
    assert sum(one.startswith("search") for one in said) == 2
    assert said[-1] == "status waiting"


def test_a_program_that_goes_away_ends_the_loop() -> None:
    """A broken pipe is no error, and nothing more is said."""
    said: list[object] = []

    class Broken(io.BytesIO):
        def write(self, words: object) -> int:
            said.append(words)
            raise BrokenPipeError

    serve(engine(), io.BytesIO(b"learn\nlearn\n"), Broken())
    assert said == [b"learned\n"]


def program(*options: str) -> AbstractContextManager["subprocess.Popen[str]"]:
    """The command, with pipes."""
    return started([*OURS, *options], stdin=subprocess.PIPE)


def read_until(running: "subprocess.Popen[str]", beginning: str) -> str:
    """The next line that begins so."""
    assert running.stdout is not None
    for line in running.stdout:
        if line.startswith(beginning):
            return line.strip()
    raise AssertionError(f"no line begins with {beginning!r}")


def say(running: "subprocess.Popen[str]", *lines: str) -> None:
    """Gives commands."""
    assert running.stdin is not None
    running.stdin.write("".join(f"{line}\n" for line in lines))
    running.stdin.flush()


def test_a_whole_game_over_pipes_with_a_ping_in_a_deep_thought() -> None:
    """The command plays to the end, hears a ping while it thinks, and ends with quit."""
    with program("--player", "untrained,net=wpc", "--seed", "3") as running:
        say(running, "nboard 2", "set depth 1", f"set game (;GM[Othello]{START};)")
        assert read_until(running, "set myname").endswith("depth 4")
        position = GAME.start()
        while position.outcome is None:
            say(running, "go")
            word = read_until(running, "===").removeprefix("=== ").split("/")[0]
            say(running, f"move {word}")
            position = position.play("pass" if word == "PA" else word)
        say(running, "set game (;GM[Othello];)", "set depth 40", "hint 2")
        read_until(running, "search")
        say(running, "ping 12")
        assert read_until(running, "pong") == "pong 12"
        say(running, "quit")
        assert running.wait(60) == 0
        assert running.stderr is not None
        assert running.stderr.read() == ""


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
def test_a_thought_ends_with_the_program_that_asked_for_it() -> None:
    """Nobody listens and nobody speaks any more: the engine ends by itself."""
    with program("--player", "untrained,net=wpc,depth=40") as running:
        say(running, "hint 1")
        read_until(running, "search")
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.close()
        running.stdout.close()
        assert running.wait(60) == 0


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_ends_the_command() -> None:
    """Between commands it ends at once, with the code that Ctrl-C has everywhere."""
    with program("--player", "random") as running:
        say(running, "learn")
        read_until(running, "learned")
        running.send_signal(signal.SIGINT)
        assert running.wait(60) == 130


def test_bad_options_are_one_line(run: Command) -> None:
    """A player for another game, a seed out of range, and another game."""
    for options, said in (
        (["--player", "defensive"], "the defensive player plays Capture Go, not othello:8"),
        (["--seed", "-1"], "--seed -1 is not allowed"),
        (["--player", "nobody"], "player='nobody' is not allowed"),
    ):
        done = run("nboard", *options)
        assert done.code == 2
        assert said in done.err
        assert done.out == ""
    with pytest.raises(ponnuki.SpecError, match="NBoard is for othello:8, not othello:6"):
        NBoardEngine(ponnuki.game("othello:6"), lambda _: player("random", GAME), seed=1)


def test_an_error_of_a_player_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a player raises becomes a status line, and the engine goes on."""
    asked = engine("random")

    def fail(*_: object, **__: object) -> SearchResult:
        raise RuntimeError("out of\npaper")

    monkeypatch.setattr(type(asked.player), "choose", fail)
    assert ask(asked, "go") == ["status thinking", "status error: out of paper"]
    assert ask(asked, "learn") == ["learned"]


LINES = st.lists(
    st.one_of(
        st.text(max_size=20),
        st.sampled_from(["go", "hint 2", "analyze", "learn", "ping 1", "set depth 1", "nboard 1"]),
        st.builds("move {}{}".format, st.sampled_from("abcdefgh"), st.integers(0, 9)),
        st.builds("set game (;GM[Othello]{};)".format, st.text("BW[]f5d6c3", max_size=20)),
    ),
    max_size=12,
)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=40)
@given(LINES)
def test_any_session_has_answers_of_the_protocol(lines: list[str]) -> None:
    """No line raises, and every answer is one that the protocol knows."""
    asked = engine("untrained,net=wpc,depth=1")
    known = ("set myname ", "pong ", "status", "search ", "=== ", "learned", "nodestats ")
    for line in lines:
        for said in asked.handle(line):
            assert said.startswith((*known, "analysis "))
            assert "\n" not in said


def test_no_thread_is_left_behind() -> None:
    """The one that reads lines ends with them."""
    before = threading.active_count()
    answers(b"learn\n")
    for thread in threading.enumerate():
        if thread.name == "nboard commands":
            thread.join(10)
    assert threading.active_count() == before
