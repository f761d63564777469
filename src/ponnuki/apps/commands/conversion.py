"""Games in files: convert."""

from typing import Annotated

import typer

from ponnuki import game as find_game
from ponnuki.apps.commands.base import GameOption, err, warn


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
    skip: Annotated[
        bool, typer.Option("--skip", help="Leave out games that cannot be read or written.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Replace files that are there already.")
    ] = False,
) -> None:
    """Convert games of Othello from one format to another."""
    from ponnuki.apps.game_files import (  # noqa: PLC0415 - other commands start faster
        format_of,
        read_games,
        that_fit,
        write_games,
    )

    kind = format_of(target, to)
    problems: list[ValueError] = []
    games = read_games(source, find_game(game), problems if skip else None)
    if skip:
        games = that_fit(kind, games, problems)
    if problems:
        total = len(games) + len(problems)
        warn(f"{len(problems):,} of {total:,} games are left out; the first: {problems[0]}")
    if problems and not games:
        raise ValueError(f"{source}: no game is left")
    files = write_games(target, kind, games, replace=force)
    count = "1 game" if len(games) == 1 else f"{len(games):,} games"
    err.print(": ".join([count, *filter(None, [", ".join(map(str, files))])]), markup=False)
