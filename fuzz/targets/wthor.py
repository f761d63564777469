"""WTHOR: the first line says which of the three kinds of files follows, bytes as they are."""

import datetime

from fuzz.target import Target
from ponnuki.formats import wthor
from ponnuki.games import game

_RULES = game("othello:8")
_DAY = datetime.date(2024, 12, 31)
_NAMES: dict[bytes, wthor.NameKind] = {b"jou": "players", b"trn": "tournaments"}


def _run(data: bytes) -> None:
    kind, _, content = data.partition(b"\n")
    if kind in _NAMES:
        names = wthor.read_names(content, _NAMES[kind])
        again = wthor.write_names(names, _NAMES[kind], _DAY)
        assert wthor.read_names(again, _NAMES[kind]) == names, "other names are written"
        return
    games = wthor.read_games(content, _RULES)
    files = wthor.write_games(games, _DAY)
    players = wthor.read_names(files.players, "players")
    for one, other in zip(games, wthor.read_games(files.games, _RULES, players), strict=True):
        assert other.moves == one.moves, "what is written is another game"
        assert (other.black, other.white) == (one.black, one.white), "others have played it"


TARGET = Target(
    "wthor",
    _run,
    (wthor.WthorError,),
    (b"wtb\n", b"jou\n", b"trn\n", b"\x00", b"\x38", b"\x40", b"\xff", b"\x01\x00\x00\x00",
     b"\x02\x00", b"\xff\xff\xff\xff", b"\x08\x00", b"\x0a\x01", b"\x38\x40\x21", b"???", b"a\x01b",
     b"\x00" * 20, b"\x00" * 68),
)  # fmt: skip
