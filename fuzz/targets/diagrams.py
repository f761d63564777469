"""Diagrams: the first line names a game, the rest is parsed, drawn, parsed again and played on."""

from fuzz.target import Target
from ponnuki.games import DiagramError, game

_GAMES = {
    spec.encode(): game(spec)
    for spec in ("capture-go:5", "go:5", "go:5,ko=superko", "othello", "tic-tac-toe")
}


def _run(data: bytes) -> None:
    name, _, text = data.partition(b"\n")
    rules = _GAMES.get(name, _GAMES[b"go:5"])
    position = rules.parse(text.decode("utf-8", "surrogateescape"))
    assert rules.parse(str(position)) == position, "the position is not what it shows"
    moves = position.legal_numbers()
    for move in {*moves[:1], *moves[len(data) % len(moves) :][:2]} if moves else ():
        after = position.play(move)
        assert rules.parse(str(after)) == after, "a move leads to what is not what it shows"


TARGET = Target(
    "diagrams",
    _run,
    (DiagramError,),
    (*_GAMES, b"X", b"O", b".", b" ", b"\n", b"ply 3", b"black to move", b"white to move",
     b"passes 1", b"passes 2", b"captured 1-0", b"ko C3", b", ", b"\x0b", b"\xe2\x80\xa8",
     b"black won by ", b"draw by ", b"captures", b"X . O", "１".encode()),
)  # fmt: skip
