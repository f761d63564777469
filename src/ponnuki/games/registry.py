"""The games by their ids, and the door to them."""

from ponnuki.games.capture_go import CAPTURE_GO
from ponnuki.games.errors import SpecError
from ponnuki.games.go import GO
from ponnuki.games.othello import OTHELLO
from ponnuki.games.rules import Game, GameType
from ponnuki.games.tic_tac_toe import TIC_TAC_TOE
from ponnuki.settings.errors import not_allowed, not_among

MAX_SPEC_LENGTH = 200

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
    found = recorded(spec)
    if rules_version != found.rules_version:
        raise ValueError(
            f"this was played by version {rules_version!r} of the rules of {found.id}; "
            f"here is version {found.rules_version}"
        )
    return found


def game(spec: str | Game, **options: object) -> Game:
    """The game that a spec names, with options from the spec and from keywords.

    The spec is the game's id, then after a colon the size and other options that differ from the
    default: ``capture-go:9``, ``capture-go:7,passing=no,captures=3``, ``tic-tac-toe``. A game is
    itself.

    >>> game("capture-go", size=7, passing=False).spec
    'capture-go:7,passing=no'
    >>> game("capture-go:7,passing=no") == game("capture-go", size=7, passing=False)
    True

    Raises:
        SpecError: no such game or option, or a value that is not allowed.
    """
    if isinstance(spec, Game) and not options:
        return spec
    kind, text = (spec.kind, "") if isinstance(spec, Game) else _parted(spec)
    try:
        own = spec.options if isinstance(spec, Game) else kind.options.parse(text)
        return Game(kind, own.but(**options) if options else own)
    except SpecError as error:
        raise SpecError(f"{kind.id}: {error}") from None


def recorded(spec: str) -> Game:
    """The game of a spec that was kept: an option that it does not say is what it was then.

    Raises:
        SpecError: as of `game`.
    """
    kind, text = _parted(spec)
    try:
        return Game(kind, kind.options.recorded(text))
    except SpecError as error:
        raise SpecError(f"{kind.id}: {error}") from None


def _parted(spec: object) -> tuple[GameType, str]:
    """The kind of game that a spec names, and what stands behind the colon."""
    if not isinstance(spec, str):
        raise SpecError.of([not_allowed("game", spec, "use a text such as 'capture-go:9'")])
    if len(spec) > MAX_SPEC_LENGTH:
        raise SpecError(f"a game spec has at most {MAX_SPEC_LENGTH} characters")
    name, _, text = spec.partition(":")
    if name not in GAMES:
        raise SpecError.of([not_among("game", name, GAMES)])
    return GAMES[name], text
