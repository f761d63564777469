"""Tournaments: who meets whom, what is kept, and that nothing changes a result."""

import gzip
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ponnuki
from ponnuki.arena import (
    Arena,
    GameRecord,
    Opening,
    Tournament,
    TournamentError,
    TournamentResult,
    kept_games,
    play_tournament,
)
from ponnuki.arena.kept import KeptGames
from ponnuki.players import fingerprint
from tests.players.test_external import command
from tests.programs import run, started
from tests.runs.samples import listed

PLAYERS = ("random", "untrained,seed=1", "untrained,seed=2", "untrained,seed=3,noise=0.5")


def small(**changes: Any) -> Tournament:
    """A tournament of a second."""
    settings = {
        "players": PLAYERS,
        "game": "capture-go:5",
        "games": 10,
        "seed": 3,
        "depth": 1,
        "noise": 0.2,
    }
    return Tournament(**{**settings, **changes})


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, TournamentResult]:
    """A folder with a finished tournament in files of 17 games, and its result."""
    folder = tmp_path_factory.mktemp("tournament") / "new"
    return folder, play_tournament(small(), folder, arena=Arena(1), chunk=17)


def copy_of(folder: Path, target: Path) -> Path:
    """A copy that a test may damage."""
    (target / "games").mkdir(parents=True)
    for path in folder.rglob("*"):
        if path.is_file() and path.name != ".lock":
            (target / path.relative_to(folder)).write_bytes(path.read_bytes())
    return target


def first_file(folder: Path) -> Path:
    """The file of the first games."""
    return min((folder / "games").iterdir())


def rewrite(path: Path, change: Callable[[dict[str, Any]], object], game: int = 2) -> None:
    """Changes one game of a file."""
    lines = gzip.decompress(path.read_bytes()).splitlines()
    data = json.loads(lines[game])
    change(data)
    lines[game] = json.dumps(data).encode()
    path.write_bytes(gzip.compress(b"\n".join(lines) + b"\n"))


def test_every_pair_meets_with_both_colours(played: tuple[Path, TournamentResult]) -> None:
    """Ten games a pair, five with each colour; the counts of all tables agree."""
    _, result = played
    games = result.met
    assert np.array_equal(games, 5 * (1 - np.eye(4, dtype=int)))
    assert result.tournament.total == 60 == games.sum()
    for player in range(4):
        both = result.tally(player)
        assert both.games == both.wins + both.draws + both.losses == 30
        assert (
            result.tally(player, colour="black").games
            == result.tally(player, colour="white").games
            == 15
        )
    assert np.all(result.distinct <= games)
    assert result.total.score < 10, "random loses"
    assert result.ratings().order()[-1] == "random"


def test_a_gauntlet_is_the_first_against_all_others() -> None:
    """Three pairs; others do not meet."""
    result = play_tournament(small(gauntlet=True), arena=Arena(1))
    assert result.tournament.pairs == [(0, 1), (0, 2), (0, 3)]
    assert result.met[0].tolist() == [0, 5, 5, 5]
    assert result.met[1:, 1:].sum() == 0
    assert len(result.to_json()["pairs"]) == 3


def test_every_kept_game_replays(played: tuple[Path, TournamentResult]) -> None:
    """All games are on disk as records that lead to their outcome; they are the results."""
    folder, result = played
    lines = [
        json.loads(line)
        for path in sorted((folder / "games").iterdir())
        for line in gzip.decompress(path.read_bytes()).splitlines()
    ]
    records = [GameRecord.from_json(line) for line in lines]
    assert records == list(kept_games(folder))
    assert len(records) == 60
    assert len({record.seed for record in records}) == 60
    wins = Counter(record.players for record in records if record.outcome.winner == "black")
    for black, white in result.tournament.pairs:
        names = result.players[black], result.players[white]
        assert wins[names] == result.wins[black, white]
    assert sum(len(record.moves) for record in records) == result.plies.sum()
    assert json.loads((folder / "results.json").read_text()) == result.to_json()


@pytest.mark.parametrize("chunk", [None, 1, 60])
@pytest.mark.parametrize("threads", [1, 3])
def test_threads_and_chunks_change_nothing(
    played: tuple[Path, TournamentResult], tmp_path: Path, threads: int, chunk: int | None
) -> None:
    """The same games and the same results."""
    folder, result = played
    again = play_tournament(small(), tmp_path / "new", Arena(threads), chunk=chunk)
    assert again.to_json() == result.to_json()
    assert list(kept_games(tmp_path / "new")) == list(kept_games(folder))


def test_without_a_folder(played: tuple[Path, TournamentResult]) -> None:
    """Nothing is kept, the results are the same."""
    assert play_tournament(small(), arena=Arena(2)).to_json() == played[1].to_json()


def test_games_of_a_pair_do_not_depend_on_the_field(
    played: tuple[Path, TournamentResult], tmp_path: Path
) -> None:
    """Fewer players in another order: the same games of those who are there."""
    few = (PLAYERS[2], PLAYERS[0])
    play_tournament(small(players=few), tmp_path / "few", arena=Arena(1))
    ours = [one for one in kept_games(played[0]) if set(one.players) == set(few)]
    assert list(kept_games(tmp_path / "few")) == ours


def test_results_do_not_depend_on_how_a_folder_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One net by a short path, a long path, an absolute path and as a copy plays the same games."""
    monkeypatch.chdir(tmp_path)
    net = ponnuki.evaluator("window", "capture-go:5")
    ponnuki.save_weights("z.safetensors", net, net.initial(1, seed=7))
    Path("a.safetensors").write_bytes(Path("z.safetensors").read_bytes())
    found = []
    for path in "z.safetensors", "./z.safetensors", f"{tmp_path}/z.safetensors", "a.safetensors":
        players = (f"net:{path}", "untrained,seed=1", "random")
        result = play_tournament(small(players=players), arena=Arena(1))
        found.append((result.wins.tolist(), result.plies.tolist()))
    assert found == found[:1] * 4


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("untrained,seed=1", "untrained,seed=1,depth=2", True),
        ("untrained,seed=1", "untrained,seed=1,noise=0.0", True),
        ("untrained,seed=1", "untrained,seed=2", False),
        ("untrained,seed=1", "untrained,seed=1,depth=3", False),
        ("untrained,seed=1", "untrained,seed=1,noise=0.1", False),
        ("untrained,seed=1", "untrained,seed=1,ataris=yes", False),
        ("defensive", "defensive,noise=0.0", True),
        ("defensive", "defensive,noise=0.1", False),
        ("defensive", "naive", False),
        ("gtp:cat", "gtp,seconds=30:cat", True),
        ("gtp:cat", "gtp,seconds=5:cat", False),
        ("random", "random", True),
    ],
)
def test_a_fingerprint_is_of_weights_and_settings(one: str, other: str, same: bool) -> None:
    """Two specs of one player have one fingerprint; another seed, depth or noise has another."""
    rules = ponnuki.game("capture-go:5")
    first, second = (fingerprint(ponnuki.player(spec, rules)) for spec in (one, other))
    assert (first == second) == same


def test_openings_are_the_same_for_both_colours(tmp_path: Path) -> None:
    """Games come in twos with one opening, the colours swapped."""
    play_tournament(
        small(players=PLAYERS[:2], opening=Opening(4), noise=0),
        tmp_path / "new",
        Arena(1),
        chunk=10,
    )
    records = list(kept_games(tmp_path / "new"))
    for one, other in zip(records[::2], records[1::2], strict=True):
        assert one.players == other.players[::-1]
        assert one.moves[:4] == other.moves[:4]
    assert len({record.moves[:4] for record in records}) > 1


def test_repeats_are_counted() -> None:
    """Engines without random moves play the same game again and again."""
    result = play_tournament(small(players=PLAYERS[1:3], noise=0), arena=Arena(1))
    assert result.distinct.sum() < 10
    assert result.to_json()["distinct"] == result.distinct.sum()


@pytest.mark.parametrize("missing", [0, 1, 2])
def test_what_is_missing_is_played_again(
    played: tuple[Path, TournamentResult], tmp_path: Path, missing: int
) -> None:
    """A file that is gone, wherever it was, changes nothing."""
    folder = copy_of(played[0], tmp_path / "copy")
    gone = sorted((folder / "games").iterdir())[missing]
    before = gone.read_bytes()
    gone.unlink()
    told: list[int] = []
    result = play_tournament(small(), folder, arena=Arena(1), progress=told.append)
    assert result.to_json() == played[1].to_json()
    assert gone.read_bytes() == before
    assert told == sorted(told)
    assert told[-1] == 60


def test_a_finished_tournament_plays_nothing(
    played: tuple[Path, TournamentResult], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The games are read, and the results are the same."""
    monkeypatch.setattr(Arena, "play", None)
    assert play_tournament(small(), played[0]).to_json() == played[1].to_json()


KILLED = """
import sys
from ponnuki.arena import Arena, play_tournament
from tests.arena.test_tournament import small
play_tournament(small(games=400), sys.argv[1], Arena(1), chunk=40)
"""


def test_killed_and_resumed_equals_uninterrupted(tmp_path: Path) -> None:
    """A process is killed in the middle, twice; the games are those of one that never was."""
    folder = tmp_path / "killed"
    for files in 2, 4:
        command = [sys.executable, "-c", KILLED, str(folder)]
        with started(command, cwd=Path(__file__).parents[2]) as child:
            while len(list(folder.glob("games/*.gz"))) < files and child.poll() is None:
                time.sleep(0.002)
    kept = len(list(folder.glob("games/*.gz")))
    assert kept >= 4
    result = play_tournament(small(games=400), folder, arena=Arena(2), chunk=300)
    assert not list(folder.rglob(".*.tmp"))
    whole = play_tournament(small(games=400), tmp_path / "whole", arena=Arena(1))
    assert result.to_json() == whole.to_json()
    assert list(kept_games(folder)) == list(kept_games(tmp_path / "whole"))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork, no SIGKILL")
def test_no_kill_loses_or_strands_a_tournament(tmp_path: Path) -> None:
    """Killed before or after any call that changes a file, it has its games and goes on."""
    command = [sys.executable, "-m", "tests.arena.killing", str(tmp_path)]
    root = Path(__file__).parents[2]
    done = run(command, cwd=root)
    assert int(done.stdout) > 60


def test_an_interrupt_keeps_what_was_played(tmp_path: Path) -> None:
    """Ctrl-C in the fourth batch leaves three."""
    folder = tmp_path / "new"

    def stop(done: int) -> None:
        if done >= 30:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_tournament(small(), folder, arena=Arena(1), progress=stop, chunk=10)
    assert len(list(kept_games(folder))) == 30
    assert play_tournament(small(), folder).to_json() == play_tournament(small()).to_json()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"games": 20}, "its games is 10, here it is 20"),
        ({"noise": 0.1}, "its noise is 0.2, here it is 0.1"),
        ({"seed": 4}, "its seed is 3, here it is 4"),
        ({"game": "capture-go:4"}, "its game is 'capture-go:5', here it is 'capture-go:4'"),
        ({"gauntlet": True}, "its gauntlet is False, here it is True"),
        ({"players": PLAYERS[::-1]}, "its players are others, or in another order"),
        ({"players": PLAYERS[:3]}, "its players are others"),
    ],
)
def test_other_settings_in_the_same_folder(
    played: tuple[Path, TournamentResult], changes: dict[str, Any], message: str
) -> None:
    """A clear error, and the folder stays as it was."""
    before = (played[0] / "tournament.json").read_bytes()
    with pytest.raises(TournamentError, match=message):
        play_tournament(small(**changes), played[0])
    assert (played[0] / "tournament.json").read_bytes() == before


def test_a_player_that_has_changed(tmp_path: Path) -> None:
    """Other weights behind the same spec are another player."""
    net = ponnuki.evaluator("window", "capture-go:5")
    path = tmp_path / "net.safetensors"
    plan = small(players=("random", f"net:{path}"))
    ponnuki.save_weights(path, net, net.initial(1, seed=1))
    play_tournament(plan, tmp_path / "new")
    ponnuki.save_weights(path, net, net.initial(1, seed=2))
    with pytest.raises(TournamentError, match="has changed since, for example its weights"):
        play_tournament(plan, tmp_path / "new")


DAMAGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "cut off": (lambda path: path.write_bytes(path.read_bytes()[:-30]), "ended before"),
    "no gzip": (lambda path: path.write_bytes(b"hello"), "[Nn]ot a gzipped file"),
    "empty": (lambda path: path.write_bytes(b""), "ends too early"),
    "flipped bits": (
        lambda path: path.write_bytes(
            bytes(b ^ (i > 200) for i, b in enumerate(path.read_bytes()))
        ),
        "damaged",
    ),
    "no JSON": (lambda path: path.write_bytes(gzip.compress(b"no\n" * 17)), "at game 0"),
    "nested": (lambda path: path.write_bytes(gzip.compress(b"[" * 10**5 + b"\n")), "at game 0"),
    "no object": (
        lambda path: path.write_bytes(gzip.compress(b"[1]\n" * 17)),
        "the line is no game",
    ),
    "bomb": (lambda path: path.write_bytes(gzip.compress(bytes(10**7))), "a line too long"),
    "more": (
        lambda path: path.write_bytes(path.read_bytes() + gzip.compress(b"{}\n")),
        "more behind the last game",
    ),
    "other seed": (lambda path: rewrite(path, lambda game: game.update(seed=1)), "its seed is '1'"),
    "other players": (
        lambda path: rewrite(path, lambda game: game["players"].reverse()),
        "at game 2: its players",
    ),
    "other rules": (
        lambda path: rewrite(path, lambda game: game.update(rules_version=99)),
        "its rules_version is '99'",
    ),
    "illegal move": (
        lambda path: rewrite(path, lambda game: game["moves"].insert(1, game["moves"][0])),
        "is not legal",
    ),
    "no move": (
        lambda path: rewrite(path, lambda game: game["moves"].__setitem__(0, "Z99")),
        "'Z99' is no move",
    ),
    "moves of another kind": (
        lambda path: rewrite(path, lambda game: game.update(moves=[1, 2])),
        "its moves are no texts",
    ),
    "a win turned round": (
        lambda path: rewrite(path, lambda game: game.update(winner="nobody")),
        "the record says",
    ),
    "no margin": (lambda path: rewrite(path, lambda game: game.pop("margin")), "margin is None"),
    "a margin that no game has": (
        lambda path: rewrite(path, lambda game: game.update(margin=10**400)),
        "its margin is 1000",
    ),
    "unfinished": (lambda path: rewrite(path, lambda game: game["moves"].pop()), "lead to None"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_damaged_games(played: tuple[Path, TournamentResult], tmp_path: Path, name: str) -> None:
    """One line that names the file, from who plays on and from who reads."""
    folder = copy_of(played[0], tmp_path / "copy")
    damage, message = DAMAGES[name]
    damage(first_file(folder))
    with pytest.raises(TournamentError, match="its SHA-256 is not that of what was written"):
        list(kept_games(folder))
    listed(folder)
    for read in (lambda: play_tournament(small(), folder), lambda: list(kept_games(folder))):
        with pytest.raises(TournamentError, match=message) as error:
            read()
        assert first_file(folder).name in str(error.value)
        assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "name", ["hello.txt", "00000050-00000061.jsonl.gz", "00000003-00000005.jsonl.gz"]
)
def test_strange_files_among_the_games(
    played: tuple[Path, TournamentResult], tmp_path: Path, name: str
) -> None:
    """No file of games, beyond the last game, games that another file has."""
    folder = copy_of(played[0], tmp_path / "copy")
    (folder / "games" / name).write_bytes(b"")
    with pytest.raises(TournamentError, match=r"no file of games of this|in another file as well"):
        play_tournament(small(), folder)


def test_links_are_not_followed(played: tuple[Path, TournamentResult], tmp_path: Path) -> None:
    """Not a file of games, not their folder, not the settings."""
    for index, name in enumerate(["tournament.json", "games", "games/00000000-00000017.jsonl.gz"]):
        folder = copy_of(played[0], tmp_path / f"copy{index}")
        (folder / name).rename(tmp_path / f"elsewhere{index}")
        (folder / name).symlink_to(tmp_path / f"elsewhere{index}")
        with pytest.raises(TournamentError, match="a link, which is not allowed"):
            play_tournament(small(), folder)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b"[" * 10**5,
        b"\xff",
        b"{}",
        b'{"format": "ponnuki-tournament-1"}',
        b'{"format": "ponnuki-tournament-1", "players": [{"spec": 1}], "game": "go:5"}',
    ],
)
def test_damaged_settings(
    played: tuple[Path, TournamentResult], tmp_path: Path, text: bytes
) -> None:
    """A clear error from both."""
    folder = copy_of(played[0], tmp_path / "copy")
    (folder / "tournament.json").write_bytes(text)
    listed(folder)
    with pytest.raises(TournamentError, match="no usable settings"):
        list(kept_games(folder))
    with pytest.raises(TournamentError, match=r"no usable settings|holds another tournament"):
        play_tournament(small(), folder)


@pytest.mark.parametrize("name", ["noise", "games", "gauntlet", "rules_version", "game", "players"])
def test_settings_of_the_wrong_kind(
    played: tuple[Path, TournamentResult], tmp_path: Path, name: str
) -> None:
    """Every field is checked."""
    folder = copy_of(played[0], tmp_path / "copy")
    data = json.loads((folder / "tournament.json").read_text())
    data[name] = "nothing"
    (folder / "tournament.json").write_text(json.dumps(data))
    listed(folder)
    with pytest.raises(TournamentError, match="no usable settings"):
        list(kept_games(folder))


def test_a_folder_with_something_else(tmp_path: Path) -> None:
    """Nothing is written into a folder of somebody's, and nothing is read where nothing is."""
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(TournamentError, match=r"not empty \(it has 'letter.txt'\)"):
        play_tournament(small(), tmp_path)
    assert os.listdir(tmp_path) == ["letter.txt"]
    with pytest.raises(TournamentError, match="not a folder"):
        play_tournament(small(), tmp_path / "letter.txt")
    with pytest.raises(TournamentError, match="no tournament lies here"):
        list(kept_games(tmp_path / "nowhere"))


def test_one_process_at_a_time(played: tuple[Path, TournamentResult]) -> None:
    """A second one is turned away."""
    identity = KeptGames(played[0]).identity()
    with (
        KeptGames.open(played[0], identity),
        pytest.raises(TournamentError, match="another process is playing this tournament"),
    ):
        play_tournament(small(), played[0])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players": ("random",)}, "1 players are not allowed: use 2 to 200"),
        ({"players": ("random", "random")}, "'random' is named twice"),
        ({"games": 7}, "games=7 is not allowed: use 2 to 10000000, even"),
        ({"games": 0}, "games=0 is not allowed"),
        ({"games": 10**7}, "60,000,000 games are not allowed"),
        ({"noise": 1.5}, "noise=1.5 is not allowed: use 0 to 1"),
        ({"noise": float("nan")}, "noise=nan is not allowed"),
        ({"noise": 10**400}, "noise=1000.* is not allowed"),
        ({"depth": 0}, "depth=0 is not allowed"),
        ({"seed": -1}, "seed=-1 is not allowed"),
        ({"opening": -1}, "opening=-1 is not allowed"),
        ({"opening": "books"}, "opening='books' is not allowed: use 0 to 1000 random plies"),
        ({"seed": 1.5}, "seed=1.5 is not allowed"),
        ({"gauntlet": 1}, "gauntlet=1 is not allowed: use yes or no"),
        ({"players": ("random", 3)}, "is not allowed: use a list, each a text"),
        ({"game": "chess"}, "game='chess' is not allowed"),
    ],
)
def test_bad_settings(changes: dict[str, Any], message: str) -> None:
    """Named with what is allowed."""
    with pytest.raises(ValueError, match=message):
        small(**changes)


def test_bad_arguments(tmp_path: Path) -> None:
    """Players that are not there, no threads; nothing is written."""
    with pytest.raises(ponnuki.SpecError, match="player='nobody' is not allowed"):
        play_tournament(small(players=("random", "nobody")), tmp_path / "new")
    with pytest.raises(ValueError, match="threads=0"):
        play_tournament(small(), tmp_path / "new", arena=Arena(0))
    with pytest.raises(ValueError, match="chunk=0"):
        play_tournament(small(), tmp_path / "new", chunk=0)
    assert not (tmp_path / "new").exists()


def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error while a batch is written in the background is not lost."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(KeptGames, "write", full)
    with pytest.raises(OSError, match="No space left"):
        play_tournament(small(), tmp_path / "new", arena=Arena(1))


@pytest.mark.parametrize("game", ["othello:6", "go:4", "tic-tac-toe"])
def test_other_games(tmp_path: Path, game: str) -> None:
    """Passes and draws are kept and read as well."""
    plan = small(game=game, players=("random", "untrained,net=wpc", "untrained,net=mlp"))
    result = play_tournament(plan, tmp_path / "new", arena=Arena(1), chunk=7)
    assert play_tournament(plan, tmp_path / "new").to_json() == result.to_json()
    assert Tournament.from_json(plan.to_json()) == plan


def test_a_tournament_with_an_engine_that_resigns(tmp_path: Path) -> None:
    """Games that an external player gives up are kept, read again, and the tournament goes on."""
    resigning = f"gtp:{command('--do', 'resign', '--after', 1)}"
    plan = small(players=("random", resigning), games=4)
    folder = tmp_path / "new"

    def stop(done: int) -> None:
        if done >= 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_tournament(plan, folder, Arena(1), stop, chunk=1)
    kept = list(kept_games(folder))
    assert 1 <= len(kept) < 4
    result = play_tournament(plan, folder, Arena(1))
    assert play_tournament(plan, folder).to_json() == result.to_json()
    assert result.tally(1).losses == 4
    viewed = [KeptGames(folder).game(number) for number in range(4)]
    assert list(kept_games(folder)) == viewed
    assert [one.outcome.reason for one in viewed] == ["resignation"] * 4
    assert all(one.forfeit is not None and "resigned" in one.forfeit for one in viewed)
    rewrite(first_file(folder), lambda data: data.update(forfeit=1), game=0)
    listed(folder)
    with pytest.raises(TournamentError, match="its field 'forfeit' is '1'"):
        list(kept_games(folder))
