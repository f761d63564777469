"""A program that has tournaments killed around each call that changes a file, and checks the rest.

    python -m tests.arena.killing FOLDER

It forks those who play, so it is no part of the test process.
"""

import itertools
import os
import sys
from pathlib import Path
from typing import Any

import filelock  # noqa: F401 - so that not every player loads it anew

from ponnuki.arena import Arena, GameBatch, Tournament, kept_games, play_tournament
from ponnuki.arena.check import check_tournament
from ponnuki.arena.kept import SETTINGS, KeptGames
from ponnuki.store import files
from tests.programs import limited
from tests.runs.killing import kill_at_call, nothing

PLAN = Tournament(("random", "untrained,seed=1"), "tic-tac-toe", 6, 1, 1)
CHANGING: dict[Any, tuple[str, ...]] = {
    os: ("fsync", "replace", "open", "mkdir", "unlink"),
    files: ("open",),
}
"""All that changes anything on disk, or opens what is then changed."""


def play(folder: Path, says: int, number: int) -> None:
    """Plays the tournament until it is killed; says how many games are kept, and its end."""
    write, kept = KeptGames.write, 0

    def told(self: KeptGames, first: int, batch: GameBatch) -> None:
        nonlocal kept
        write(self, first, batch)
        kept += len(batch)
        os.write(says, f"{kept}\n".encode())

    KeptGames.write = told  # type: ignore[method-assign]
    kill_at_call(number, CHANGING)()
    play_tournament(PLAN, folder, Arena(1), chunk=2)
    os.write(says, b"-1\n")
    os._exit(0)


def killed(folder: Path, number: int, wanted: dict[str, Any], games: list[Any]) -> bool:
    """A tournament that is killed at a call, looked at, and gone on with to the same end.

    Returns:
        whether it was killed: there was such a call.
    """
    ear, mouth = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            play(folder, mouth, number)
        finally:
            os._exit(1)
    os.close(mouth)
    with limited(child), open(ear, "rb") as said:
        words = [int(word) for word in said.readlines()]
        _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or status == 0, "it failed by itself"
    if (folder / SETTINGS).exists():
        found = [record.to_json() for record in kept_games(folder)]
        assert len(found) >= max([0, *words]), f"{words} were kept, {len(found)} are left"
        assert found == games[: len(found)]
        assert not any(one.status == "damaged" for one in check_tournament(folder).files)
    else:
        assert words == [], "games were kept, and the folder holds no tournament"
    assert play_tournament(PLAN, folder, Arena(1)).to_json() == wanted
    assert [record.to_json() for record in kept_games(folder)] == games
    assert not [path for path in folder.rglob(".*") if path.name != ".lock"]
    return os.WIFSIGNALED(status)


def main() -> None:
    """Tries every call and prints how many there are, before and after each."""
    where = Path(sys.argv[1])
    os.fsync = nothing  # a killed process does not take the disk's cache with it
    wanted = play_tournament(PLAN, where / "whole", Arena(1)).to_json()
    games = [record.to_json() for record in kept_games(where / "whole")]
    numbers = itertools.count()
    print(next(n for n in numbers if not killed(where / f"{n}/cup", n + 1, wanted, games)))


if __name__ == "__main__":
    main()
