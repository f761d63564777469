"""External players: engines that behave, engines that do not, and GNU Go."""

import contextlib
import json
import os
import shlex
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from subprocess import DEVNULL, Popen

import numpy as np
import pytest

import ponnuki
from ponnuki import Game, SpecError, game, player
from ponnuki.arena import Arena, Contest, GameBatch, GameRecord, Opening, game_seeds
from ponnuki.formats import sgf
from ponnuki.formats.gtp import GtpError
from ponnuki.games import FORFEITS
from ponnuki.players import ExternalPlayer, ForfeitError, gnu_go
from ponnuki.players.gtp_guard import GUARD
from ponnuki.players.gtp_process import EngineDeadError, GtpProcess, find_program
from ponnuki.players.inside import plays_inside
from tests.programs import run, started

FAKE = Path(__file__).with_name("fake_gtp.py")
CAPTURE = game("capture-go:5")
PATIENT = 20.0
SHORT = 0.4
needs_gnugo = pytest.mark.skipif(
    find_program("gnugo") is None, reason="GNU Go is not installed (apt-get install gnugo)"
)


def command(*flags: object) -> str:
    """The fake engine's command line."""
    return shlex.join([sys.executable, "-I", "-S", str(FAKE), *map(str, flags)])


def fake(
    *flags: object, rules: Game = CAPTURE, seconds: float = PATIENT, **options: float
) -> ExternalPlayer:
    """The fake engine as a player."""
    said = "".join(f",{name}={value}" for name, value in options.items())
    one = player(f"gtp,seconds={seconds}{said}:{command(*flags)}", rules)
    assert isinstance(one, ExternalPlayer)
    return one


def against_random(one: ExternalPlayer, games: int = 1, processes: int = 1) -> GameBatch:
    """Games in which the engine has black."""
    players = [one, player("random", one.game)]
    arena = Arena(processes)
    return arena.play(one.game, players, [(0, 1)] * games, game_seeds(1, games))


def gone(pid: int) -> bool:
    """Whether a process ends soon; it need not be waited for by whoever has inherited it."""
    deadline = time.monotonic() + PATIENT
    while time.monotonic() < deadline:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state in "ZX":
            return True
        time.sleep(0.01)
    return False


def children() -> set[int]:
    """The processes that this one has started, those included that nobody has waited for."""
    found = set()
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(file.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == os.getpid():
            found.add(int(file.parent.name))
    return found - {GUARD.pid}


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    """After every test no process and no zombie is left, and no reader that still waits."""
    before, threads = children(), threading.active_count()
    yield
    assert children() <= before
    assert threading.active_count() <= threads


def test_specs() -> None:
    """Everything behind the first colon is the command; options stand before it."""
    one = player(f"gtp:{sys.executable} -c 'a,b=c:d' x", CAPTURE)
    assert isinstance(one, ExternalPlayer)
    assert one.arguments == (sys.executable, "-c", "a,b=c:d", "x")
    assert (one.seconds, one.start, one.restarts, one.noise) == (30, 30, 2, 0)
    other = player(
        f"gtp,seconds=1.5,start=5,restarts=0,noise=0.2:{sys.executable}", CAPTURE, noise=0.1
    )
    assert isinstance(other, ExternalPlayer)
    assert (other.seconds, other.start, other.restarts, other.noise) == (1.5, 5, 0, 0.2)
    assert player(other.spec, CAPTURE).spec == other.spec


@pytest.mark.parametrize(
    ("spec", "rules", "message"),
    [
        ("gtp:", "go:5", "no command is given"),
        ("gtp", "go:5", "no command is given"),
        ("gtp:no-such-engine --x", "go:5", "there is no program 'no-such-engine'"),
        ("gtp:gnugo 'x", "go:5", "cannot be read: No closing quotation"),
        ("gtp,depth=3:python3", "go:5", "depth is no setting: use command, seconds, start"),
        ("gtp,seconds:python3", "go:5", "has no value"),
        ("gtp,seconds=0:python3", "go:5", "seconds=0 is not allowed"),
        ("gtp,seconds=nan:python3", "go:5", "seconds=nan is not allowed"),
        ("gtp,start=1e9:python3", "go:5", "start=1000000000.0 is not allowed"),
        ("gnugo,command=sh", "go:5", "command is no setting: use level, seconds"),
        ("gtp,restarts=-1:python3", "go:5", "restarts=-1 is not allowed: use 0 to 100"),
        ("gtp,noise=2:python3", "go:5", "noise=2 is not allowed: use 0 to 1"),
        ("gtp:python3", "tic-tac-toe", "GTP engines play capture-go, go and othello, not tic-tac"),
    ],
)
def test_bad_specs(spec: str, rules: str, message: str) -> None:
    """Each says what is wrong before anything is started."""
    with pytest.raises(SpecError) as caught:
        player(spec, game(rules))
    assert message in str(caught.value)


def test_only_games_of_external_players_leave_the_core() -> None:
    """Every game is the one that it would be alone, in its place, whoever else is there."""
    rules = game("capture-go:5")
    engines = [player(f"untrained,seed={i},depth=2,noise=0.3", rules) for i in range(3)]
    players = [engines[0], fake("--seed", 1, rules=rules), *engines[1:], player("random", rules)]
    pairings = [(0, 2), (1, 0), (2, 3), (4, 1), (3, 0), (4, 4), (2, 1)]
    seeds = game_seeds(8, len(pairings))
    seen: list[int] = []
    opening = Opening.random(1)
    batch = Arena(2).play(rules, players, pairings, seeds, seen.append, opening=opening)
    assert sorted(seen) == seen
    assert batch.players == tuple(one.spec for one in players)
    assert batch.pairings.tolist() == [list(pair) for pair in pairings]
    for i, pair in enumerate(pairings):
        two = [players[one] for one in pair]
        alone = Arena(1).play(rules, two, [(0, 1)], seeds[i : i + 1], opening=opening)
        assert batch[i] == alone[0]
        assert batch.leaves[i] == alone.leaves[0]
        assert (batch.leaves[i] > 0) == (1 not in pair and pair != (4, 4))


def test_forfeits_stay_with_their_games() -> None:
    """The words for what an engine did wrong belong to the game in which it did."""
    rules = game("capture-go:5")
    players = [player("random", rules), fake("--do", "occupied", rules=rules)]
    pairings = [(0, 0), (0, 1), (0, 0), (1, 0)]
    batch = Arena(1).play(rules, players, pairings, game_seeds(1, 4))
    assert set(batch.forfeits) == {1, 3}
    assert batch[1].outcome.winner == "black"
    assert batch[3].outcome.winner == "white"


@pytest.mark.parametrize("spec", ["capture-go:5", "go:5,ko=simple", "capture-go:5,start=crosscut"])
def test_games_of_any_mixture(spec: str) -> None:
    """External and internal players in one batch; nothing depends on the number of processes."""
    rules = game(spec)
    players = [
        fake("--seed", 1, rules=rules),
        fake("--seed", 2, rules=rules, noise=0.3),
        player("untrained,depth=1", rules),
    ]
    pairings = [(0, 1), (1, 0), (0, 2), (2, 1), (0, 0)]
    seen: list[int] = []
    seeds = game_seeds(3, 5)
    one = Arena(1).play(rules, players, pairings, seeds, seen.append, opening=Opening.random(2))
    two = Arena(2).play(rules, players, pairings, seeds, opening=Opening.random(2))
    assert one.forfeits == {}
    for name in "pairings", "seeds", "winners", "reasons", "margins", "offsets", "moves":
        assert np.array_equal(getattr(one, name), getattr(two, name))
        assert not getattr(one, name).flags.writeable
    assert sorted(seen) == seen
    for record in one:
        assert record.replay().outcome == record.outcome
        assert GameRecord.from_json(record.to_json()) == record


@pytest.mark.parametrize(
    ("deed", "after", "reason", "detail"),
    [
        ("resign", 2, "resignation", "it resigned at move 5"),
        ("occupied", 1, "illegal move", "the point is occupied"),
        ("off-board", 1, "bad reply", "'Z25' is no move on a board of size 5"),
        ("nonsense", 0, "bad reply", "'the middle' is no move"),
        ("fail", 0, "bad reply", "genmove failed: 'cannot'"),
        ("garbage", 1, "bad reply", "'Segmentation fault, sorry' is no GTP"),
        ("flood", 0, "bad reply", "more than 200000 bytes"),
        ("endless-line", 0, "bad reply", "a line has more than 10000 bytes"),
        ("chatter", 0, "bad reply", "is no move on a board of size 5"),
        ("refuse-all", 0, "bad reply", "failed: 'cannot'"),
        ("die", 0, "death", "(exit code 3) at 'genmove black'; it said 'out of memory'"),
    ],
)
def test_what_loses_a_game(deed: str, after: int, reason: str, detail: str) -> None:
    """The game is lost for the engine, and the record says by what; it still replays."""
    batch = against_random(fake("--do", deed, "--after", after, restarts=1))
    assert batch.winners.tolist() == [-1]
    assert batch.ends == {reason: 1}
    assert detail in batch.forfeits[0]
    record = batch[0]
    assert record.outcome.reason == reason
    assert record.outcome.reason in FORFEITS
    assert record.outcome.plies == len(record.moves) == 2 * (1 if deed == "refuse-all" else after)
    last = record.replay()
    assert last.outcome is None
    assert last.to_move == "black"
    assert GameRecord.from_json(json.loads(json.dumps(record.to_json()))) == record
    letter = {"resignation": "R", "time": "T"}.get(reason, "F")
    assert sgf.result_text(record.outcome) == f"W+{letter}"


def test_a_forfeit_is_checked() -> None:
    """A record cannot claim a forfeit that its moves contradict."""
    data = against_random(fake("--do", "resign", "--after", 1))[0].to_json()
    assert data["reason"] == "resignation"
    for change in (
        {"winner": "black"},
        {"reason": "capture"},
        {"margin": 1},
        {"forfeit": 3},
        {"moves": data["moves"][:-1]},
    ):
        with pytest.raises(ValueError, match=r"record|forfeit"):
            GameRecord.from_json({**data, **change})
    plain = {name: value for name, value in data.items() if name != "forfeit"}
    with pytest.raises(ValueError, match="its moves lead to None"):
        GameRecord.from_json(plain)


def test_hanging_loses_on_time_and_the_next_game_goes_on() -> None:
    """The time for a move is kept; a new process plays the next game."""
    begin = time.monotonic()
    one = fake("--do", "hang", "--after", 1, seconds=SHORT, start=PATIENT)
    batch = against_random(one, games=2)
    assert batch.ends == {"time": 2}
    assert batch.forfeits[1] == f"no answer to 'genmove black' in {SHORT} s"
    assert batch.plies.tolist() == [2, 2]
    assert time.monotonic() - begin < 15


def test_death_is_survived_by_replaying(tmp_path: Path) -> None:
    """A process that dies is followed by another, which is told the moves so far."""
    log = tmp_path / "log"
    flags = "--do", "die", "--after", 2, "--once", tmp_path / "dead", "--log", log
    batch = against_random(fake(*flags))
    assert batch.forfeits == {}
    record = batch[0]
    assert record.replay().outcome == record.outcome
    told: dict[str, list[str]] = {}
    for line in log.read_text().splitlines():
        pid, move = line.split()
        told.setdefault(pid, []).append(move)
    first, second = told.values()
    moves = [CAPTURE.text(move) for move in record.moves]
    assert first == moves[1:4:2]
    assert second[:4] == moves[:4]


def test_a_move_that_it_refuses_is_set_up(tmp_path: Path) -> None:
    """An engine with stricter rules gets the board as it is, and the game goes on."""
    log = tmp_path / "log"
    batch = against_random(fake("--do", "refuse", "--once", tmp_path / "done", "--log", log))
    assert (tmp_path / "done").exists()
    assert batch.forfeits == {}
    moves = [CAPTURE.text(move) for move in batch[0].moves]
    told = [line.split()[1] for line in log.read_text().splitlines()]
    assert told[:2] == [moves[1], moves[3]]
    assert sorted(told[2:6]) == sorted(moves[:4])


def test_passing_is_a_move() -> None:
    """Two passes end the game by the rules; where passing is forbidden, it loses."""
    both = fake("--do", "pass")
    batch = Arena(1).play(CAPTURE, [both], [(0, 0)], [1])
    assert batch.ends == {"territory": 1}
    assert batch.winners.tolist() == [0]
    strict = game("capture-go:5,passing=no")
    batch = against_random(fake("--do", "pass", rules=strict))
    assert batch.ends == {"illegal move": 1}
    assert batch.forfeits[0] == "pass for black: passing is not allowed here"


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--do", "die-at-start"], "(exit code 1) at 'protocol_version'; it said 'no such network"),
        (["--do", "babble"], "'Welcome to my engine!' is no GTP"),
        (["--do", "mute"], "no answer to 'protocol_version'"),
        (["--do", "version-1"], "it speaks GTP version '1', not 2"),
        (["--do", "few"], "it does not know the commands boardsize, clear_board"),
        (["--do", "wrong-id"], "the answer to command 1 has the number 7777"),
        (["--do", "no-size"], "'boardsize 5' failed: 'cannot'"),
    ],
)
def test_engines_that_cannot_play(flags: list[str], message: str) -> None:
    """That is an error and no lost game: the match stops."""
    one = fake(*flags, start=1.5 if "mute" in flags else PATIENT)
    with pytest.raises(GtpError) as caught:
        against_random(one, games=3, processes=2)
    assert "cannot play" in str(caught.value)
    assert message in str(caught.value)


def test_a_program_that_is_none(tmp_path: Path) -> None:
    """A file that cannot be executed as a program."""
    program = tmp_path / "engine"
    program.write_bytes(b"\0nothing")
    program.chmod(0o755)
    with pytest.raises(GtpError, match="cannot be started"):
        against_random(ExternalPlayer(str(program), CAPTURE))


def test_slow_starts_and_noise_on_stderr() -> None:
    """Neither matters: a start has its own time, and standard error is read all the time."""
    one = fake("--wait", 0.6, "--stderr", 300, seconds=PATIENT)
    assert against_random(one).forfeits == {}


def test_stubborn_engines_die_with_their_children(tmp_path: Path) -> None:
    """What ignores quit is killed, and so is what it has started."""
    note = tmp_path / "child"
    begin = time.monotonic()
    batch = against_random(fake("--stubborn", "--child", note))
    assert batch.forfeits == {}
    assert gone(int(note.read_text()))
    assert time.monotonic() - begin < 15


def test_children_die_with_an_engine_that_died(tmp_path: Path) -> None:
    """Also when the engine itself ended early."""
    note = tmp_path / "child"
    process = GtpProcess(shlex.split(command("--child", note)))
    assert process.ask("name", seconds=PATIENT).text == "fake"
    child = int(note.read_text())
    os.kill(process.pid, signal.SIGKILL)
    process.kill()
    process.close()
    assert gone(child)
    assert not process.alive


def test_forgotten_processes_end() -> None:
    """A process that nobody holds any more is killed."""
    process = GtpProcess(shlex.split(command("--stubborn")))
    pid = process.pid
    del process
    assert gone(pid)


def start(program: str, *arguments: str) -> contextlib.AbstractContextManager["Popen[str]"]:
    """A program of its own that uses engines."""
    environment = {name: text for name, text in os.environ.items() if "PYTEST" not in name}
    return started([sys.executable, "-c", program, *arguments], stderr=DEVNULL, env=environment)


HOLD = """
import sys, time
from ponnuki.players.gtp_process import GtpProcess
engines = [GtpProcess(sys.argv[1:]) for _ in range(2)]
assert all(one.ask("name", seconds=20).success for one in engines)
print(*(one.pid for one in engines), flush=True)
time.sleep(600)
"""

PLAY = """
import sys
from ponnuki.apps.cli import main
sys.argv[0] = "ponnuki"
main()
"""


def running(text: str) -> list[int]:
    """The processes whose command line has that text."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            said = file.read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        if text in said:
            found.append(int(file.parent.name))
    return found


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_engines_end_with_a_program_that_is_killed(number: signal.Signals, tmp_path: Path) -> None:
    """Even those that ignore quit, the end of their input and SIGTERM, with their children."""
    note = tmp_path / "child"
    engine = shlex.split(command("--stubborn", "--child", note))
    with start(HOLD, *engine) as program:
        assert program.stdout is not None
        engines = [int(word) for word in program.stdout.readline().split()]
        assert len(engines) == 2
        program.send_signal(number)
        assert all(gone(pid) for pid in [*engines, int(note.read_text())])
        assert program.wait(PATIENT) == -number


@pytest.mark.parametrize("when", ["before", "after"])
def test_engines_end_with_a_program_that_is_killed_at_their_start(
    when: str, tmp_path: Path
) -> None:
    """Before the guard knows an engine, or just after: the engine never comes to anything."""
    program = (
        "import os, sys\n"
        "from ponnuki.players.gtp_guard import GUARD, Guard\n"
        "from ponnuki.players.gtp_process import GtpProcess\n"
        "def watch(self, group, of=Guard.watch):\n"
        f"    {when == 'after'} and of(self, group)\n"
        "    print(group, flush=True)\n"
        "    os.kill(os.getpid(), 9)\n"
        "Guard.watch = watch\n"
        "GtpProcess(sys.argv[1:])\n"
    )
    note = tmp_path / "child"
    with start(program, *shlex.split(command("--stubborn", "--child", note))) as parent:
        assert parent.stdout is not None
        engine = int(parent.stdout.readline())
        assert gone(engine)
    assert not note.exists()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_engines_end_with_a_match_that_is_killed(number: signal.Signals, tmp_path: Path) -> None:
    """The whole command: a game hangs, the command is ended, and so is the engine."""
    mark = str(tmp_path / "log")
    spec = f"gtp,seconds=600:{command('--stubborn', '--do', 'hang', '--log', mark)}"
    with start(PLAY, "match", "random", spec, "--game", "capture-go:5", "--games", "2") as program:
        deadline = time.monotonic() + PATIENT
        while not Path(mark).exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        engines = running(mark)
        assert engines
        program.send_signal(number)
        assert all(gone(pid) for pid in engines)
        assert program.wait(PATIENT) != 0


def test_a_guard_that_was_killed_is_replaced() -> None:
    """The next engine brings another, which knows the earlier ones as well."""
    program = HOLD.partition("print(")[0] + (
        "import os\n"
        "from ponnuki.players.gtp_guard import GUARD\n"
        "os.kill(GUARD.pid, 9)\n"
        "GUARD._process.wait()\n"
        "engines.append(GtpProcess(sys.argv[1:]))\n"
        "print(*(one.pid for one in engines), flush=True)\n"
        "time.sleep(600)\n"
    )
    with start(program, *shlex.split(command("--stubborn"))) as parent:
        assert parent.stdout is not None
        engines = [int(word) for word in parent.stdout.readline().split()]
        assert len(engines) == 3
        parent.kill()
        assert all(gone(pid) for pid in engines)


def test_a_copy_of_a_process_leaves_the_engines_alone() -> None:
    """The end of a forked process ends nobody's engines, and does not keep them alive either."""
    program = HOLD.replace("time.sleep(600)", "import os; os.fork() or os._exit(0); os.wait()\n")
    program += "assert all(one.ask('name', seconds=20).success for one in engines)\n"
    program += "os.fork() or time.sleep(600)\nprint('ready', flush=True)\ntime.sleep(600)\n"
    with start(program, *shlex.split(command("--stubborn"))) as parent:
        assert parent.stdout is not None
        engines = [int(word) for word in parent.stdout.readline().split()]
        assert parent.stdout.readline() == "ready\n"
        copies = Path(f"/proc/{parent.pid}/task/{parent.pid}/children").read_text().split()
        parent.kill()
        assert all(gone(pid) for pid in engines)
        for copy in map(int, copies):
            with contextlib.suppress(ProcessLookupError):
                os.kill(copy, signal.SIGKILL)


def test_players_are_closed_while_they_think(tmp_path: Path) -> None:
    """Whoever waits for the move learns that the engine is gone; no other is started."""
    log = tmp_path / "log"
    one = fake("--do", "hang", "--stubborn", "--log", log, seconds=600)
    said: list[Exception] = []

    def choose() -> None:
        try:
            one.choose(CAPTURE.start().play(0), seed=1)
        except ForfeitError as error:
            said.append(error)

    thread = threading.Thread(target=choose)
    thread.start()
    deadline = time.monotonic() + PATIENT
    while not log.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    one.close()
    thread.join(PATIENT)
    assert not thread.is_alive()
    assert "death" in str(said[0])


def ask_for_ever(process: GtpProcess) -> None:
    """Asks until that is an error."""
    while True:
        process.ask("name", seconds=PATIENT)


def test_a_process_that_is_being_closed_is_dead_for_everybody() -> None:
    """Another thread that asks meanwhile is told so, and nothing else, whatever it was about."""
    for _ in range(3):
        process = GtpProcess(shlex.split(command("--stubborn")))
        assert process.ask("name", seconds=PATIENT).success
        closing = threading.Thread(target=process.close)
        closing.start()
        with pytest.raises(EngineDeadError):
            ask_for_ever(process)
        closing.join(PATIENT)
        assert not process.alive


def position_with_ko() -> ponnuki.Position:
    """White has just taken at B4; black may not take back at C4 at once."""
    rules = game("go:5,ko=simple")
    before = rules.parse(". X O . .\nX . X O .\n. X O . .\n. . . . .\n. . . . .\nwhite to move")
    taken = before.play(rules.move("B4"))
    assert "ko" in (taken.why_illegal(rules.move("C4")) or "")
    return taken


def test_choose_sets_the_position_up(tmp_path: Path) -> None:
    """All stones of a position, a ko by its last move, a pass; then the engine's move."""
    log = tmp_path / "log"
    ko = position_with_ko()
    rules = ko.game
    with fake("--log", log, rules=rules) as one:
        move = one.choose(ko, seed=1)
        assert ko.why_illegal(move) is None
        told = [line.split()[1] for line in log.read_text().splitlines()]
        assert told == ["B5", "C5", "A4", "C4", "D4", "B3", "C3", "B4"]
        passed = rules.start().play(rules.move("C3")).play(rules.move("pass"))
        one.choose(passed, seed=1)
        told = [line.split()[1] for line in log.read_text().splitlines()]
        assert told[-2:] == ["C3", "pass"]
        with pytest.raises(ValueError, match="is for go:5,ko=simple, not capture-go:5"):
            one.choose(CAPTURE.start(), seed=1)


def test_choose_says_what_is_wrong() -> None:
    """There is no game to lose: it is an error with the reason."""
    with (
        fake("--do", "resign") as one,
        pytest.raises(ForfeitError, match="resignation: it resigned"),
    ):
        one.choose(CAPTURE.start(), seed=1)


def test_the_core_cannot_play_them() -> None:
    """They play outside of it; the short way goes there as well."""
    one = fake()
    assert not plays_inside(one)
    assert plays_inside(player("random", CAPTURE))
    assert len(ponnuki.play_games(CAPTURE, [one], [(0, 0)], [1])) == 1


def test_matches_choose_their_loop() -> None:
    """A match with an external player counts its forfeits as losses."""
    result = Contest(CAPTURE, [fake("--do", "resign", "--after", 1), "random"], games=4).play()
    data = result.to_json()
    assert data["losses"] == data["games"] == data["forfeits"] == 4
    assert data["ends"] == {"resignation": 4}
    assert data["as_black"]["losses"] == data["as_white"]["losses"] == 2


def test_errors_of_other_players_come_through() -> None:
    """Whatever goes wrong in a thread is raised by the function."""

    class Broken:
        spec = "broken"
        game = None

        def choose(self, position: ponnuki.Position, *, seed: int) -> int:
            raise ZeroDivisionError(f"{position.plies} {seed}")

    players: list[ponnuki.Player] = [fake(), Broken()]
    with pytest.raises(ZeroDivisionError):
        Arena(2).play(CAPTURE, players, [(0, 1)] * 3, game_seeds(1, 3))


def test_ctrl_c_on_the_command_line(tmp_path: Path) -> None:
    """Exit code 130, and neither engine nor child is left."""
    note = tmp_path / "child"
    spec = f"gtp:{command('--do', 'hang', '--after', 1, '--child', note)}"
    code = "from ponnuki.apps.cli import main; main()"
    arguments = [sys.executable, "-c", code, "match", spec, "random", "--threads", "1"]
    with started(arguments) as process:
        deadline = time.monotonic() + PATIENT
        while not (note.exists() and note.read_text()) and time.monotonic() < deadline:
            time.sleep(0.05)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENT)
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert gone(int(note.read_text()))


def test_gnu_go_is_started_by_our_rules() -> None:
    """What is dead is captured, as our counting needs it; area and superko are told."""
    area, simple = game("go:9,scoring=area"), game("go:9,ko=simple")
    plain = "gnugo --mode gtp --level {} --never-resign --capture-all-dead"
    assert gnu_go.command(area, 1) == plain.format(1) + " --chinese-rules --positional-superko"
    assert gnu_go.command(simple) == plain.format(10)
    assert gnu_go.command(CAPTURE, 0) == plain.format(0)
    with pytest.raises(SpecError, match="GNU Go plays go and capture-go, not othello:8"):
        player("gnugo", game("othello:8"))
    with pytest.raises(SpecError, match="level=12 is not allowed: use 0 to 10"):
        player("gnugo,level=12", CAPTURE)


@needs_gnugo
def test_gnu_go_by_its_name() -> None:
    """The spec with a level plays whole games, and the same seed gives the same game."""
    rules = game("go:5")
    players = [player("gnugo,level=0", rules), player("random", rules)]
    once, again = (ponnuki.play_games(rules, players, [(0, 1)], [3], threads=1) for _ in range(2))
    assert once[0].moves == again[0].moves
    assert once.winners[0] == 1


@needs_gnugo
@pytest.mark.parametrize("spec", ["capture-go:5", "capture-go:9", "go:9"])
def test_gnu_go(spec: str) -> None:
    """It plays both colours; the same seeds give the same games; it beats random, nearly always."""
    rules = game(spec)
    one = player("gtp:gnugo --mode gtp --level 1", rules)
    games = 2 if spec != "capture-go:5" else 4
    contest = Contest(rules, [one, "random"], games=games)
    result = contest.play()
    assert result.total.score >= games - 1
    assert result.batch.ends.keys() <= {"capture", "territory", "move cap"}
    for record in result.batch:
        record.replay()
    if spec == "capture-go:5":
        again = contest.play(Arena(1))
        assert np.array_equal(again.batch.moves, result.batch.moves)


@needs_gnugo
def test_gnu_go_sees_a_ko() -> None:
    """It is told of a ko, so that it does not take back at once."""
    ko = position_with_ko()
    one = player("gtp:gnugo --mode gtp", ko.game)
    assert isinstance(one, ExternalPlayer)
    seat = one.seat()
    seat.begin("black", 1)
    seat._set_up(ko)
    assert seat._ask("is_legal", "black", "C4").text == "0"
    assert seat._ask("is_legal", "black", "E1").text == "1"
    seat.close()


@needs_gnugo
def test_gnu_go_on_the_command_line() -> None:
    """The JSON object that scripts rely on."""
    code = "from ponnuki.apps.cli import main; main()"
    arguments = "match", "gtp:gnugo --mode gtp --level 1", "random", "--game", "capture-go:5"
    found = run([sys.executable, "-c", code, *arguments, "--games", "2", "--json"])
    data = json.loads(found.stdout)
    assert data["games"] == data["wins"] + data["draws"] + data["losses"] == 2
    assert data["forfeits"] == 0


OTHELLO_ENGINE = """
import sys
import ponnuki
game = ponnuki.game("othello:8")
position = game.start()
for line in sys.stdin:
    number, name, *words = line.split()
    said = {"protocol_version": "2", "name": "fake", "list_commands": COMMANDS}.get(name, "")
    if name == "clear_board":
        position = game.start()
    elif name in ("play", "genmove"):
        if position.legal_numbers() == [game.points]:  # passes go without saying
            position = position.play(game.points)
        assert position.to_move == words[0]
        if name == "genmove":
            said = game.text(position.legal_numbers()[-1]).upper()
            position = position.play(position.legal_numbers()[-1])
        else:
            position = position.play(words[1])
    print(f"={number} {said}\\n", flush=True)
    if name == "quit":
        break
"""


def test_an_engine_of_othello_plays_whole_games(tmp_path: Path) -> None:
    """It hears moves as Othello players write them, and no passes; its moves are those it says."""
    rules = game("othello:8")
    script = tmp_path / "engine.py"
    names = "protocol_version name list_commands boardsize clear_board komi play genmove quit"
    script.write_text(OTHELLO_ENGINE.replace("COMMANDS", repr(names)))
    one = player(f"gtp:{sys.executable} {script}", rules)
    pairings, seeds = [[0, 1], [1, 0]] * 6, list(range(12))
    batch = Arena(2).play(rules, [one, player("random", rules)], pairings, seeds)
    assert not batch.forfeits
    passes = 0
    for number, record in enumerate(batch):
        position = rules.start()
        for ply, move in enumerate(record.moves):
            if ply % 2 == number % 2:
                assert move == position.legal_numbers()[-1]
            passes += move == rules.points
            position = position.play(move)
    assert passes > 0
    assert isinstance(one, ExternalPlayer)
    with one, pytest.raises(GtpError, match="plays whole games of Othello"):
        one.choose(rules.start().play("f5"), seed=1)
