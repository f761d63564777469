"""Games and their rules: games, perft."""

import json
from typing import Annotated

import typer

import ponnuki
from ponnuki.apps.commands.base import (
    GameArgument,
    JsonOption,
    out,
    stopped,
)
from ponnuki.settings import settings_in, text_of


def games(as_json: JsonOption = False) -> None:
    """List the games, their options and what these may be."""
    if as_json:
        print(
            json.dumps(
                {
                    kind.id: {
                        "title": kind.title,
                        "summary": kind.summary,
                        "rules_version": kind.rules_version,
                        "options": {
                            one.name: {
                                "default": one.default,
                                "allowed": one.form.allowed(),
                                "about": one.words.about,
                            }
                            for one in settings_in(kind.options)
                        },
                    }
                    for kind in ponnuki.games.GAMES.values()
                },
                indent=2,
            )
        )
        return
    for kind in ponnuki.games.GAMES.values():
        spec = ponnuki.game(kind.id).spec
        out.print(f"[bold]{spec}[/]  {kind.summary} (rules version {kind.rules_version})")
        for one in settings_in(kind.options):
            out.print(f"    {one.name}={text_of(one.default)}", style="cyan", end="")
            out.print(f"  {one.words.about}: {one.form.allowed()}")


def levels(
    game: Annotated[str, typer.Argument(help="A game, such as capture-go:7 or othello:8.")] = (
        "capture-go:9"
    ),
    as_json: JsonOption = False,
) -> None:
    """List the opponents of a game, from the weakest on, and what they were measured to be worth.

    Any of them is a player's spec: ponnuki play, gtp, match and tournament take it. For example:
    ponnuki match champion:capture-go,strength=3 child --game capture-go:5
    """
    from ponnuki.players.levels import levels as found  # noqa: PLC0415 - others start faster
    from ponnuki.players.levels import measured, size_of_levels  # noqa: PLC0415

    rules = ponnuki.game(game)
    rows = [
        {"spec": one.spec, "word": one.word, "about": one.about, **measured(rules, number)}
        for number, one in enumerate(found(rules), start=1)
    ]
    if as_json:
        print(json.dumps({"game": rules.spec, "levels": rows}))
        return
    for row in rows:
        out.print(f"[bold]{row['spec']}[/]  {row['word']}: {row['about']}")
        said = [
            f"{row[name]} % {words}"
            for name, words in (("below", "against the one below"), ("child", "scored by a child"))
            if row.get(name) is not None
        ]
        if said:
            out.print(f"    {', '.join(said)}", style="cyan")
    size = size_of_levels(rules)
    if size not in {None, rules.size}:
        out.print(f"{rules.spec} has the levels of {size}×{size}, the nearest size", markup=False)


def perft(game: GameArgument, depth: int, as_json: JsonOption = False) -> None:
    """Count the move sequences of a game by length: a line 'depth nodes' for each depth.

    Two programs that agree on these counts agree on the rules, as far as the counts reach.
    """
    rules = ponnuki.game(game)
    with stopped("nothing is kept; a smaller depth takes less time"):
        levels = rules.perft(depth)
    if as_json:
        rows = [
            {"depth": level, "nodes": nodes, "finished": finished}
            for level, (nodes, finished) in enumerate(levels, start=1)
        ]
        print(json.dumps({"game": rules.spec, "levels": rows}))
        return
    for level, (nodes, _) in enumerate(levels, start=1):
        print(level, nodes)
