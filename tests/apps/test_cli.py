"""The command line: in this process, and a few times as a person runs it."""

import json
import os
import signal
import sys
import tomllib
from pathlib import Path

import pytest

import ponnuki
from ponnuki.arena import Tournament
from ponnuki.papers import PAPERS
from ponnuki.players.champions import champion_file
from ponnuki.settings import names_in, settings_in
from tests import programs
from tests.apps.conftest import Command, Said


def start(*arguments: str) -> Said:
    """Runs ponnuki with these arguments as a program of its own."""
    program = "from ponnuki.apps.cli import main; main()"
    done = programs.run([sys.executable, "-c", program, *arguments], check=False)
    return Said(done.returncode, done.stdout, done.stderr)


def test_perft_prints_depth_and_nodes() -> None:
    """A line 'depth nodes' for each depth."""
    assert start("perft", "othello", "4").out == "1 4\n2 12\n3 56\n4 244\n"


def test_perft_json_counts_finished_games(run: Command) -> None:
    """The JSON form has the finished games as well."""
    levels = json.loads(run("perft", "tic-tac-toe", "5", "--json").out)["levels"]
    assert levels[4] == {"depth": 5, "nodes": 15120, "finished": 1440}


def test_games_lists_every_game_and_option(run: Command) -> None:
    """Both forms name all of them."""
    text = run("games").out
    data = json.loads(run("games", "--json").out)
    assert list(data) == list(ponnuki.games.GAMES)
    for name, entry in data.items():
        assert name in text
        for option in entry["options"]:
            assert f"{option}=" in text


def test_match_json(run: Command) -> None:
    """The object has the names that scripts rely on, and does not depend on threads."""
    arguments = ("match", "random", "random", "--game", "go:5", "--games", "101", "--seed", "4")
    one = run(*arguments, "--threads", "1", "--json")
    two = run(*arguments, "--threads", "2", "--json")
    assert one.out == two.out
    data = json.loads(one.out)
    assert data["games"] == data["wins"] + data["draws"] + data["losses"] == 101
    assert data["as_black"]["games"] == 51
    assert data["as_white"]["games"] == 50
    low, high = data["interval"]
    assert 0 <= low <= (data["wins"] + data["draws"] / 2) / 101 <= high <= 1
    assert data["plies_mean"] > 10


def test_nets_are_called_by_their_weights(tmp_path: Path, run: Command) -> None:
    """A match, an examination and a tournament say which nets they are about, whatever the file."""
    copy = tmp_path / "other.safetensors"
    copy.write_bytes(champion_file("tic-tac-toe").read_bytes())
    net, game = f"net:{copy}", ("--game", "tic-tac-toe", "--games", "2")
    data = json.loads(run("match", net, "random", *game, "--json").out)
    assert data["nets"] == ["686e0f88", None]
    assert "(net 686e0f88, depth 1)" in run("match", net, "random", *game).out.replace("\n", "")
    data = json.loads(
        run("tournament", net, "random", *game, "--out", str(tmp_path / "t"), "--json").out
    )
    assert {one["player"]: one["net"] for one in data["standings"]} == {
        net: "686e0f88",
        "random": None,
    }
    rounds = ("--game", "tic-tac-toe", "--nets", "1", "--rounds", "1", "--json")
    assert json.loads(run("examine", "champion:tic-tac-toe", *rounds).out)["net"] == "686e0f88"


def test_match_shows_a_board(run: Command) -> None:
    """A person sees the table and, if asked, a final board that parses."""
    text = run("match", "random", "random", "-g", "capture-go:5", "--games", "3", "--show", "1").out
    assert "95 % interval" in text
    board = text[text.index("   A B C D E") :]
    assert ponnuki.game("capture-go:5").parse(board).outcome is not None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["perft", "chess", "3"], "game='chess' is not allowed: use capture-go"),
        (["perft", "[/foo]", "3"], "game='[/foo]' is not allowed"),
        (["perft", "go:5,:smile:=3", "3"], "go: :smile: is no setting: use size, ko"),
        (["perft", "go:5", "0"], "depth=0 is not allowed: use 1 to 100"),
        (
            ["match", "random", "nobody"],
            "player='nobody' is not allowed: use random, child, defensive, naive, pattern, ryder,",
        ),
        (["match", "random", "random", "--games", "-3"], "games=-3 is not allowed"),
        (["match", "random", "random", "--noise", "2"], "noise=2.0 is not allowed: use 0 to 1"),
        (["match", "random", "random", "--visits", "-1"], "visits=-1 is not allowed"),
        (["match", "random", "random", "--opening", "-1"], "opening=-1 is not allowed"),
        (["match", "random", "random", "--threads", "0"], "threads=0 is not allowed"),
        (["match", "random", "random", "--show", "100"], "--show 100 is not allowed: use 0 to 99"),
    ],
)
def test_errors_are_one_clear_line(arguments: list[str], message: str, run: Command) -> None:
    """No traceback, exit code 2, the reason on standard error."""
    result = run(*arguments)
    assert result.code == 2
    assert message in result.err
    assert "Traceback" not in result.err
    assert result.out == ""


def _interrupted(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("arguments", "where", "said"),
    [
        (["perft", "go:5", "30"], "ponnuki.games.Game.perft", "a smaller depth takes less time"),
        (["match", "random", "random"], "ponnuki.arena.Arena.play", "'ponnuki tournament' keeps"),
    ],
)
def test_what_was_interrupted_says_so(
    arguments: list[str], where: str, said: str, run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line and exit code 130."""
    monkeypatch.setattr(where, _interrupted)
    result = run(*arguments)
    assert result.code == 130
    assert result.err.startswith("stopped; ")
    assert said in result.err
    assert result.out == ""


@pytest.mark.skipif(os.name != "posix", reason="no signals to oneself")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
@pytest.mark.parametrize(
    ("arguments", "where", "said"),
    [
        (["perft", "go:5", "30"], "ponnuki.games.Game.perft", "a smaller depth takes less time"),
        (["match", "random", "random"], "ponnuki.arena.Arena.play", "'ponnuki tournament' keeps"),
        (["tournament", "random", "naive", "-g", "go:5"], "ponnuki.tournament", "same command"),
        (["reproduce", "cai2009", "games"], "ponnuki.papers.reproduce", "the same command goes on"),
        (["examine", "untrained"], "ponnuki.examine", "nothing is kept"),
    ],
)
def test_whatever_signal_ends_work_says_so(
    name: str,
    arguments: list[str],
    where: str,
    said: str,
    run: Command,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One line, and the exit code of the signal."""
    number = getattr(signal, name)

    def end(*_: object, **__: object) -> None:
        signal.raise_signal(number)

    monkeypatch.setattr(where, end)
    before = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # the tests may have to ignore it
    try:
        result = run(*arguments)
    finally:
        signal.signal(signal.SIGINT, before)
    assert result.code == 128 + number
    assert result.err.startswith("stopped; ")
    assert said in result.err
    assert result.err.count("\n") == 1


def test_ctrl_c_while_the_program_is_loaded(tmp_path: Path) -> None:
    """One line and no traceback."""
    (tmp_path / "typer.py").write_text("raise KeyboardInterrupt\n")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from ponnuki.apps import program"
    command = [sys.executable, "-c", f"{code}; program.main()"]
    result = programs.run(command, check=False)
    assert (result.returncode, result.stdout) == (130, "")
    assert result.stderr == "stopped; nothing was begun\n"
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())
    assert project["project"]["scripts"] == {"ponnuki": "ponnuki.apps.program:main"}


def test_an_error_ends_the_program() -> None:
    """With exit code 2 and one line, for whoever started it."""
    result = start("perft", "chess", "3")
    assert result.code == 2
    assert result.err.startswith("error: game='chess' is not allowed")
    assert result.err.count("\n") == 1
    assert result.out == ""


def test_version() -> None:
    """The version and the kernels in use."""
    assert start("--version").out.startswith(f"ponnuki {ponnuki.__version__} (kernels: ")


def test_help_names_every_paper(run: Command) -> None:
    """And every study."""
    said = run("reproduce", "--help").out
    assert all(paper in said for paper in PAPERS)


def test_help_teaches(run: Command) -> None:
    """Every command says what it does and what it takes."""
    overview = run("--help").out
    for command in "games", "perft", "match", "think", "bench":
        assert command in overview
        result = run(command, "--help")
        assert result.code == 0
        assert "--json" in result.out


def test_import_is_light() -> None:
    """Importing the package does not pull in what only the command line or tests need."""
    code = (
        "import sys, ponnuki; print(*(m for m in ('typer', 'rich', 'pyspiel') if m in sys.modules))"
    )
    found = programs.run([sys.executable, "-c", code])
    assert found.stdout.strip() == ""


def test_think_reads_diagrams_and_sgf(tmp_path: Path, run: Command) -> None:
    """Both kinds of file give the same move; the map of moves and the counts are printed."""
    diagram = tmp_path / "position.txt"
    record = tmp_path / "game.sgf"
    game = ponnuki.game("capture-go:5")
    position = game.start().play_all([game.move(text) for text in ("C3", "C2")])
    diagram.write_text(str(position))
    record.write_text("(;SZ[5];B[cc];W[cd])")
    options = ("--game", "capture-go:5", "--depth", "2", "--json")
    one, two = (json.loads(run("think", str(path), *options).out) for path in (diagram, record))
    assert one == two
    assert one["line"][0] == one["move"]
    assert set(one["root_values"]) == {game.text(move) for move in position.legal_numbers()}
    text = run("think", str(diagram), "--game", "capture-go:5", "--depth", "2").out
    assert f"black plays {one['move']}" in text
    assert "leaves" in text


def test_think_watches_players_that_read(tmp_path: Path, run: Command) -> None:
    """What such a player saw is printed, or given as marks on points; both name its move."""
    game = ponnuki.game("go:5,scoring=area")
    position = game.start().play_all(["B3", "C2", "D3", "pass"])
    diagram = tmp_path / "position.txt"
    diagram.write_text(str(position))
    options = ("think", str(diagram), "--game", "go:5,scoring=area", "--player", "interim")
    said = run(*options).out
    assert "open link C3: black" in said
    assert "black plays C3" in said
    found = json.loads(run(*options, "--json").out)
    assert found["move"] == "C3"
    assert {"what": "open link", "points": ["C3"], "numbers": {}, "said": "black"} in found["marks"]
    assert all(line in said for line in found["lines"])


def test_match_between_engines(run: Command) -> None:
    """Engines by spec; the same for any number of threads."""
    arguments = ("match", "untrained,seed=1", "untrained,seed=2,net=wpc", "-g", "capture-go:5")
    options = ("--games", "6", "--depth", "2", "--noise", "0.1", "--json")
    one = run(*arguments, *options, "--threads", "1").out
    assert one == run(*arguments, *options, "--threads", "2").out
    assert json.loads(one)["leaves"] > 0


def test_options_that_are_settings_say_what_these_say(run: Command) -> None:
    """One sentence, in help and on the page of settings."""
    said = " ".join(run("tournament", "--help").out.split())
    page = run("presets", "--reference").out
    for name in "games", "depth", "visits", "noise", "seed", "gauntlet":
        about = names_in(Tournament)[name].words.about
        assert about[1:] in said
        assert f" | {about} |\n" in page


def test_the_page_of_settings_has_every_scale(run: Command) -> None:
    """Each paper with its settings, and the scales that there are."""
    page = run("presets", "--reference").out
    for name, paper in PAPERS.items():
        assert f"### {name}\n\n{paper.title}; scales: {', '.join(paper.scales)}.\n" in page
        for one in settings_in(type(paper.scales["smoke"])):
            assert f"| `{one.name}` | " in page
