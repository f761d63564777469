"""GNU Go, started as our rules need it: the player ``gnugo,level=1``.

Its command is made here and nowhere else, so a setting or a file can name this player and yet start
no other program.
"""

from ponnuki.games import Game, SpecError
from ponnuki.games.go import GoOptions
from ponnuki.settings import whole

GAMES = ("go", "capture-go")
"""It does not know that the first capture wins Capture Go, and plays Go."""
LEVELS = range(11)
USUAL_LEVEL = 10


def command(game: Game, level: int = USUAL_LEVEL) -> str:
    """How GNU Go is started for a game.

    Our rules count the board as it stands, so it captures what is dead; it never resigns, so that
    games are played to their end.

    Raises:
        SpecError: there is no such level, or it does not play this game.
    """
    if game.id not in GAMES:
        raise SpecError(f"GNU Go plays {' and '.join(GAMES)}, not {game.spec}")
    whole("level", level, LEVELS[0], LEVELS[-1])
    words = ["gnugo", "--mode gtp", f"--level {level}", "--never-resign", "--capture-all-dead"]
    if isinstance(game.options, GoOptions):
        if game.options.scoring == "area":
            words.append("--chinese-rules")
        if game.options.ko == "superko":
            words.append("--positional-superko")
    return " ".join(words)
