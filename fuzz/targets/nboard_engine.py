"""NBoard as the engine hears it: a session of lines, each answered in the protocol's forms."""

import re
from collections.abc import Iterator

from fuzz.target import Target
from ponnuki.apps.nboard import NBoardEngine
from ponnuki.formats.nboard import Command, NBoardError
from ponnuki.games import game
from ponnuki.players import Player, player

_MAX_LINES = 40
_RULES = game("othello:8")
_ANSWER = re.compile(
    r"set myname .+|status .+|pong \d+|learned|nodestats \d+ \d+\.\d\d|analysis \d+ [+-]\d+\.\d{3}|"
    r"search (?:[A-H][1-8]|PA)(?:-(?:[A-H][1-8]|PA))* [+-]\d+\.\d{3} 0 (?:\d+|100%W)|"
    r"=== (?:[A-H][1-8]|PA)/(?:[+-]\d+\.\d{3})?/\d+\.\d\d",
    re.ASCII,
)


class _Engine(NBoardEngine):
    """Does not hide an error that is not the program's fault."""

    undocumented: Exception | None = None

    def _carry_out(self, command: Command) -> Iterator[str]:
        try:
            yield from super()._carry_out(command)
        except NBoardError:
            raise
        except Exception as error:
            self.undocumented = error
            raise


def _engine(who: str) -> _Engine:
    def make_player(_: int | None) -> Player:
        return player(who, _RULES)

    return _Engine(_RULES, make_player, seed=1)


def _run(data: bytes) -> None:
    engine = _engine("random" if data[:1] == b"#" else "untrained,net=wpc,depth=1")
    for line in data.split(b"\n")[:_MAX_LINES]:
        for said in engine.handle(line.decode("utf-8", "replace")):
            assert _ANSWER.fullmatch(said), f"{said!r} is no answer"
        if engine.undocumented is not None:
            raise engine.undocumented


TARGET = Target(
    "nboard_engine",
    _run,
    (),
    (*(name.encode() + b" " for name in _engine("random").commands), b"\n", b"F5", b"d6", b"PA",
     b"move F5/1.5/2.0\n", b"move pass\n", b"(;GM[Othello]", b";)", b"B[f5]", b"W[d6]", b"TI[0:01]",
     b"TY[10]", b"BO[8 ", b"*]", b"1", b"2", b"-1", b"999999999", b"#", b"\t", b"\x00", b"\r",
     "٣".encode(), b"9" * 30, b"x" * 999),
)  # fmt: skip
