"""Transcripts of Othello: read on both boards, written, and read again as the same moves."""

from fuzz.target import Target
from ponnuki.formats import transcripts
from ponnuki.games import game

_GAMES = {b"6": game("othello:6"), b"8": game("othello:8")}


def _run(data: bytes) -> None:
    size, _, rest = data.partition(b"\n")
    rules = _GAMES.get(size, _GAMES[b"8"])
    games = transcripts.read_transcripts(rest.decode("utf-8", "surrogateescape"), rules)
    again = transcripts.read_transcripts(transcripts.write_transcripts(games), rules)
    for one, other in zip(games, again, strict=True):
        end = len(one.moves) - (one.moves[-1] == rules.points)  # a last pass is left out
        assert other.moves == one.moves[:end], "what is written is another game"


TARGET = Target(
    "transcripts",
    _run,
    (transcripts.TranscriptError,),
    (b"6\n", b"8\n", b"f5", b"d6", b"C3", b"a1", b"h8", b"pass", b"PA", b"--", b"ps", b" ", b"\t",
     b"\n", b"\r", b"\x0b", b"\xe2\x80\xa8", b"\xff", "٣".encode(), b"9"),
)  # fmt: skip
