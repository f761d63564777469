"""GTP as the engine hears it: a session of lines, each with one response of GTP's form."""

from dataclasses import replace
from functools import cache

from fuzz.target import Target
from ponnuki.apps.gtp import GtpEngine
from ponnuki.apps.gtp_analysis import Analysis
from ponnuki.apps.gtp_table import TableError
from ponnuki.formats.gtp import ResponseReader
from ponnuki.formats.gtp_server import Command, parse_command
from ponnuki.games import Game, game
from ponnuki.players import Engine, Player, player

_MAX_LINES = 24


class _Engine(GtpEngine):
    """Does not hide an error that GTP has no text for."""

    undocumented: Exception | None = None

    def _carry_out(self, command: Command) -> str | Analysis:
        try:
            return super()._carry_out(command)
        except TableError:
            raise
        except Exception as error:
            self.undocumented = error
            raise


@cache
def _player(rules: Game) -> Player:
    """A quick one: its search has no table, which costs more than such a search."""
    made = player("untrained,net=wpc,depth=1" if rules.size < 6 else "random", rules)
    return (
        replace(made, search=replace(made.search, transpositions=False))
        if isinstance(made, Engine)
        else made
    )


def _run(data: bytes) -> None:
    engine = _Engine(game("go:5" if data[:1] == b"#" else "capture-go:5"), _player, seed=1)
    for line in data.split(b"\n")[:_MAX_LINES]:
        text = line.decode("utf-8", "replace")
        command = parse_command(text)
        if command is not None and command.name == "printsgf" and command.arguments:
            continue  # it would write a file
        said = engine.handle(text)
        responses = ResponseReader().feed(said.encode())
        assert len(responses) == (command is not None), "not one response to one command"
        if engine.undocumented is not None:
            raise engine.undocumented


TARGET = Target(
    "gtp_engine",
    _run,
    (),
    (*(name.encode() + b" " for name in _Engine(game("go:5"), _player, seed=1).commands), b"\n",
     b"black ", b"white ", b"b ", b"W ", b"A1", b"E5", b"C3", b"pass", b"resign", b"5", b"9",
     b"0.5", b"#", b"\t", b"\x00", b"\r", b"12 ", b"alive", b"-1", b"1e9", "٣".encode(), b"9" * 30),
)  # fmt: skip
