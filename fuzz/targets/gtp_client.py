"""GTP as the other side hears it: responses in pieces of any length, and a whole game with them.

A first line of digits says how long the pieces are.
"""

import sys
from collections.abc import Sequence
from typing import cast

from fuzz.target import Target
from ponnuki.formats.gtp import GtpError, Response, ResponseReader
from ponnuki.games import GameSoFar, game
from ponnuki.players import Draws, ExternalPlayer, ExternalSeat, ask
from ponnuki.players.gtp_process import EngineDeadError, GtpProcess

_RULES = game("capture-go:3")
_PIECES = 40
_PLAYER = ExternalPlayer(f"'{sys.executable}'", _RULES, restarts=1)


class _Engine:
    """Answers with what the input says, whatever it is asked."""

    def __init__(self, answers: list[Response]) -> None:
        self._answers = answers
        self.alive = True

    def ask(self, name: str, *_: object, seconds: float) -> Response:
        if not self._answers:
            raise EngineDeadError(f"no answer to {name} in {seconds:g}")
        return self._answers.pop(0)

    def kill(self) -> None:
        self.alive = False


def _read(data: bytes, step: int) -> list[Response]:
    """The responses in pieces of that length, of which there are a few, and one of the rest."""
    reader = ResponseReader()
    end = min(len(data), _PIECES * step)
    pieces = [*(data[at : at + step] for at in range(0, end, step)), data[end:]]
    return [response for piece in pieces for response in reader.feed(piece)]


def _run(data: bytes) -> None:
    first, _, rest = data.partition(b"\n")
    whole = _read(rest, len(rest) + 1)
    if first.isdigit():
        assert _read(rest, int(first[:4]) + 1) == whole, "pieces of another length say otherwise"

    def spawn(_: Sequence[str]) -> GtpProcess:
        return cast(GtpProcess, _Engine(whole))

    seat, game = ExternalSeat(_PLAYER, spawn), GameSoFar(_RULES.start())
    seat.begin("black", 1, Draws(1))
    while game.position.outcome is None:
        game = game.play(ask(seat, game, _PLAYER.spec).move)


TARGET = Target(
    "gtp_client",
    _run,
    (GtpError,),
    (b"=", b"?", b"= \n\n", b"=1 ", b"\n\n", b"\n", b"\r", b"\t", b"\x00", b"\xff", b"pass",
     b"resign", b"A1", b"C3", b"B2", b"I1", b"= 2\n\n", b"= name\n\n", b"=999999999 ",
     b"=1234567890 ", b"boardsize clear_board komi play genmove list_commands set_random_seed"),
)  # fmt: skip
