"""Games in files: convert."""

from typing import Annotated

import typer

from ponnuki import game as find_game
from ponnuki.apps.commands.base import GameOption, err


def convert(
    source: Annotated[
        str,
        typer.Argument(
            help="Games of Othello: GGF, transcripts (f5d6c3…, one a line), a WTHOR file (.wtb), "
            "the folder of a tournament; - for standard input."
        ),
    ],
    target: Annotated[
        str,
        typer.Argument(
            help="The file to write: .ggf, .txt (transcripts), .wtb (with names in .jou and .trn "
            "beside it); - for standard output."
        ),
    ],
    to: Annotated[
        str | None,
        typer.Option("--to", help="ggf, transcript or wthor, if the name does not say it."),
    ] = None,
    game: GameOption = "othello:8",
    force: Annotated[
        bool, typer.Option("--force", help="Replace files that are there already.")
    ] = False,
) -> None:
    """Convert games of Othello from one format to another."""
    from ponnuki.apps.game_files import format_of, read_games, write_games  # noqa: PLC0415

    kind = format_of(target, to)
    games = read_games(source, find_game(game))
    files = write_games(target, kind, games, replace=force)
    count = "1 game" if len(games) == 1 else f"{len(games):,} games"
    err.print(": ".join([count, *filter(None, [", ".join(map(str, files))])]), markup=False)
