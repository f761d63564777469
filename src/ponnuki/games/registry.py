"""The games by their ids, and the door to them."""

import dataclasses

from ponnuki.games.capture_go import CAPTURE_GO
from ponnuki.games.errors import SpecError
from ponnuki.games.go import GO
from ponnuki.games.options import MAX_SPEC_LENGTH, unknown_option
from ponnuki.games.othello import OTHELLO
from ponnuki.games.rules import Game, GameType
from ponnuki.games.tic_tac_toe import TIC_TAC_TOE
from ponnuki.words import near

GAMES: dict[str, GameType] = {}
"""Every registered kind of game by its id."""


def register(kind: GameType) -> None:
    """Makes a kind of game known."""
    if kind.id in GAMES:
        raise ValueError(f"a game with the id {kind.id!r} is registered already")
    GAMES[kind.id] = kind


for _kind in CAPTURE_GO, GO, OTHELLO, TIC_TAC_TOE:
    register(_kind)


def restore(spec: str, rules_version: int) -> Game:
    """A pickled or recorded game; refused if its rules have changed since."""
    if not isinstance(spec, str):
        raise ValueError(f"spec={spec!r} is not allowed: use a text")
    found = game(spec)
    if rules_version != found.rules_version:
        raise ValueError(
            f"this was played by version {rules_version!r} of the rules of {found.id}; "
            f"here is version {found.rules_version}"
        )
    return found


def game(spec: str, **options: object) -> Game:
    """The game that a spec names, with options from the spec and from keywords.

    >>> game("capture-go", size=7, passing=False).spec
    'capture-go:7,passing=no'
    >>> game("capture-go:7,passing=no") == game("capture-go", size=7, passing=False)
    True

    Raises:
        SpecError: no such game or option, or a value that is not allowed.
    """
    if len(spec) > MAX_SPEC_LENGTH:
        raise SpecError(f"a game spec has at most {MAX_SPEC_LENGTH} characters")
    name, _, text = spec.partition(":")
    if name not in GAMES:
        raise SpecError(f"unknown game {name!r}; known are: {', '.join(GAMES)}{near(name, GAMES)}")
    kind = GAMES[name]
    try:
        parsed = kind.options.parse(text)
        for key in options:
            if key not in {field.name for field in dataclasses.fields(parsed)}:
                raise unknown_option(kind.options, key)
        return Game(kind, dataclasses.replace(parsed, **options))
    except SpecError as error:
        raise SpecError(f"{name}: {error}") from None
