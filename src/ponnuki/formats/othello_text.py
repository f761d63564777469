"""Texts of Othello games, GGF or transcripts: a reader can see which of them it is."""

from ponnuki.formats import ggf, transcripts
from ponnuki.formats.othello import OthelloGame
from ponnuki.games import Game

MAX_LENGTH = max(ggf.MAX_LENGTH, transcripts.MAX_LENGTH)
"""Characters of the longest text."""


def holds_games(text: str) -> bool:
    """Whether a text looks like games of Othello; neither SGF nor a diagram does."""
    return ggf.looks_like_ggf(text) or transcripts.looks_like_transcript(text)


def read_games(
    text: str, game: Game, problems: list[ValueError] | None = None
) -> list[OthelloGame]:
    """The games of a text, at least one; arguments as of `ggf.read_games`.

    Raises:
        GgfError: it has a game in GGF that cannot be read.
        TranscriptError: it has none, and is no transcript either.
    """
    if ggf.looks_like_ggf(text) or text.lstrip().startswith("("):
        return ggf.read_games(text, game, problems)
    return transcripts.read_transcripts(text, game, problems)
