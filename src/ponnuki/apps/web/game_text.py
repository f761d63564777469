"""Sessions as texts that a person saves and loads: SGF, and for Othello GGF and transcripts.

SGF holds all branches, GGF the one that is on the board.
"""

from typing import NamedTuple

from ponnuki.apps.web.session import Session
from ponnuki.formats import ggf, othello_text, transcripts
from ponnuki.formats.othello import OthelloGame
from ponnuki.games import Game, SpecError
from ponnuki.games import game as find_game

ENDINGS = (".sgf", ".ggf", ".txt")
"""Of files that are read."""


class SavedGame(NamedTuple):
    """A text to be saved, the name of a file for it, and what kind of text it is."""

    text: str
    name: str
    media_type: str


def read_session(text: str, otherwise: Game) -> Session:
    """The first game of a text, to be looked at from its first position.

    Args:
        text: SGF, GGF or a transcript.
        otherwise: the game where the text does not name one of ours.

    Raises:
        ValueError: it is none of them, or of no game that is played here; the message says where.
    """
    if not othello_text.holds_games(text):
        return Session.from_sgf(text, otherwise)
    game = _first_game(text, otherwise)
    session = Session(game.start, moves=game.moves)
    session.go_to(0)
    return session


def _first_game(text: str, otherwise: Game) -> OthelloGame:
    if ggf.looks_like_ggf(text):
        record = ggf.read_records(text)[0]
        return ggf.game_of(record, _othello(ggf.board_size(record)))
    rules = otherwise if otherwise.id == "othello" else _othello(8)
    return transcripts.read_transcripts(text, rules)[0]


def _othello(size: int) -> Game:
    try:
        return find_game(f"othello:{size}")
    except SpecError as error:
        raise ggf.GgfError(f"a board of size {size} cannot be played here: {error}") from None


def write_session(session: Session) -> SavedGame:
    """A session as a text.

    Raises:
        SgfError: neither SGF nor GGF can hold this game.
    """
    if session.game.id != "othello":
        return SavedGame(session.to_sgf(), f"{session.game.id}.sgf", "application/x-go-sgf")
    line = session.line()
    resigned, points = line[-1].resigned, session.game.points
    game = OthelloGame(
        start=session.root.position,
        moves=tuple(node.move for node in line if node.move is not None),
        black=session.players["black"],
        white=session.players["white"],
        margin=None if resigned is None else -points if resigned == "black" else points,
    )
    return SavedGame(ggf.write_games([game]), f"{session.game.id}.ggf", "text/plain")
