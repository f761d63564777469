"""Specs of players: short texts that a person can type, and the settings that they say.

A spec is ``KIND:ARGUMENT,name=value,…``. Of engines outside it is
``gtp,name=value,…:COMMAND``, and everything behind the first colon is the command. To read one is
a matter of text alone: no file is opened, and no player is made.
"""

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from ponnuki.games import Game, Position, SpecError
from ponnuki.players.external import NoProgramError
from ponnuki.players.limit import MAX_DEPTH
from ponnuki.players.search import MAX_VISITS
from ponnuki.settings import Kinds, Settings, parts_of, setting, spec_table

USUAL_DEPTH = 2
"""How far an engine looks ahead if nobody says it."""

MAX_LENGTH = 4000


class Player(Protocol):
    """Chooses a legal move. The same position and seed give the same move.

    Whatever has these three members is a player:

    >>> import ponnuki
    >>> class First:
    ...     spec, game = "first", None
    ...     def choose(self, position, *, seed):
    ...         return position.legal_numbers()[0]
    >>> ponnuki.match(First(), "random", "tic-tac-toe", games=2).total.games
    2
    """

    @property
    def spec(self) -> str:
        """The text that `player` makes this player from."""

    @property
    def game(self) -> Game | None:
        """What it plays; None if it plays every game."""

    def choose(self, position: Position, *, seed: int) -> int:
        """A legal move in a position that is not over."""


@dataclass(frozen=True)
class Asked(Settings):
    """What is asked of all players whose spec does not say it."""

    depth: int | None = setting(
        None, "of searches; none for what a net remembers", low=1, high=MAX_DEPTH
    )
    usual_depth: int = setting(
        USUAL_DEPTH, "of searches for which nobody else says one", low=1, high=MAX_DEPTH
    )
    noise: float = setting(0.0, "share of random moves", low=0, high=1)
    visits: int | None = setting(
        None,
        "of tree searches, for nets with a policy; none for what a net remembers",
        low=0,
        high=MAX_VISITS,
    )


class PlayerKind(Settings):
    """A kind of player: the settings that its specs say, and how it is made from them.

    Attributes:
        verbatim: whether its argument stands behind its options, and is all that comes there.
    """

    verbatim: ClassVar[bool] = False

    @abstractmethod
    def make(self, spec: "PlayerSpec", game: Game, asked: Asked) -> Player:
        """The player for a game.

        Args:
            spec: which said these settings.
            game: what it will play.
            asked: what is asked of all players.
        """


PLAYERS: Kinds[PlayerKind] = Kinds("player")
"""Every kind of player by its word; an open table."""


@dataclass(frozen=True)
class PlayerSpec:
    """A spec that has been read.

    Attributes:
        text: as it was written.
        kind: the word of its kind.
        settings: what it says.
    """

    text: str
    kind: str
    settings: PlayerKind

    @classmethod
    def parse(cls, text: str) -> "PlayerSpec":
        """Reads a spec.

        Raises:
            SpecError: there is no such kind of player, or an option is not allowed.
        """
        if not isinstance(text, str):
            raise SpecError(f"player={text!r} is not allowed: use a text such as 'random'")
        if len(text) > MAX_LENGTH:
            raise SpecError(f"a player spec has at most {MAX_LENGTH} characters")
        word = text.partition(":")[0].partition(",")[0].strip()
        try:
            kind = PLAYERS.find(word, "player")
            return cls(text, word, kind.of(_table(kind, text)))
        except SpecError as error:
            raise SpecError(f"{text!r}: {error}") from None

    def says(self, *names: str) -> bool:
        """Whether it says one of these settings."""
        return any(name in self.settings.changed() for name in names)

    def make(self, game: Game, asked: Asked) -> Player:
        """The player for a game.

        Raises:
            NoProgramError: its program is not installed.
            SpecError: it does not play the game, or its file is not what it should be.
        """
        try:
            return self.settings.make(self, game, asked)
        except NoProgramError:
            raise
        except ValueError as error:
            raise SpecError(f"{self.text!r}: {error}") from None


def _table(kind: type[PlayerKind], text: str) -> dict[str, Any]:
    """What a spec of a kind says."""
    if kind.verbatim:
        front, _, argument = text.partition(":")
        _, comma, options = front.partition(",")
    else:
        front, comma, options = text.partition(",")
        argument = front.partition(":")[2]
    return spec_table(kind, parts_of(options) if comma else (), argument)
