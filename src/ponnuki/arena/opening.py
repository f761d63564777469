"""How games begin: at the start, after plies drawn at random, or by a book."""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena.decided import is_decided
from ponnuki.games import Game, Position
from ponnuki.players import Choice, Draws
from ponnuki.players.book import book_of
from ponnuki.seeds import stream
from ponnuki.settings import OneValue, Settings, SettingsError, setting, whole
from ponnuki.settings.errors import below, not_allowed

MAX_PLIES = 1000
MAX_DRAWS = 1000
"""How often an opening is drawn anew before it is given up."""


@dataclass(frozen=True)
class Opening(OneValue):
    """What is played before players choose: nothing, or plies drawn at random; see `BookOpening`.

    The plies are drawn from the game's seed alone. So two games with one seed and the colours
    swapped have the same opening.

    Attributes:
        plies: how many are drawn at random; 0 for none.
    """

    said: ClassVar[str] = (
        f"0 to {MAX_PLIES} random plies, or 'book', 'book,line=likeliest', 'book,noise=yes'"
    )

    plies: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "plies", whole("opening", self.plies, 0, MAX_PLIES))

    @classmethod
    def random(cls, plies: int) -> Self:
        """So many plies at random."""
        return cls(plies)

    @classmethod
    def of(cls, value: Any) -> "Opening":
        """The opening that a file of settings says: a number of random plies, or 'book'.

        Raises:
            SettingsError: it says something else.
        """
        if isinstance(value, Opening):
            return value
        if isinstance(value, str) and value.partition(",")[0] == "book":
            return BookOpening.parse(value)
        try:
            return Opening(value)
        except SettingsError:
            raise SettingsError.of([not_allowed("opening", value, f"use {cls.said}")]) from None

    def choice(self, noise: float) -> Choice:
        """How a player chooses who has that share of random moves and opens so."""
        return Choice(noise=noise)

    def check(self, game: Game) -> None:
        """Raises ValueError if games of this kind cannot begin so."""

    def plain(self) -> int | str:
        """What `of` makes it from."""
        return self.plies

    def position(self, game: Game, seed: int) -> Position:
        """Where players begin to choose in a game with that seed, or where it is over before."""
        draws, position = Draws.of_opening(seed), game.start()
        for _ in range(self.plies):
            if position.outcome is not None:
                break
            position = position.play(draws.random_move(position))
        return position

    def open_seeds(self, game: Game, seeds: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Seeds from whose openings neither side has already lost.

        A seed whose opening is decided (`ponnuki.arena.decided`) gives way to streams of its own,
        one after the other. Seeds that are equal stay equal.

        Raises:
            ValueError: openings of so many plies are decided.
        """
        if not self:
            return seeds
        kept = {int(seed): self._open_seed(game, int(seed)) for seed in np.unique(seeds)}
        return np.array([kept[int(seed)] for seed in seeds], np.uint64)

    def _open_seed(self, game: Game, seed: int) -> int:
        for index in range(MAX_DRAWS):
            tried = stream(seed, "open", index - 1) if index else seed
            if not is_decided(self.position(game, tried)):
                return tried
        raise ValueError(
            f"opening={self.plies} is not allowed for {game.spec}: after {MAX_DRAWS} draws of so "
            "many plies one side had lost each time; use fewer"
        )

    def __bool__(self) -> bool:
        """Whether anything is played before players choose."""
        return self.plies > 0


@dataclass(frozen=True)
class BookUse(Settings):
    """How a book is used at the start of a game."""

    line: Literal["chance", "likeliest"] = setting(
        "chance", "whose move is played: that of a line drawn by chance, or that of most lines"
    )
    noise: bool = setting(False, "whether moves are also drawn at random inside the book")


@dataclass(frozen=True)
class BookOpening(Opening):
    """The players who open so follow their game's book until the game leaves it.

    It is a matter of each player: one may have a book and the other none. So it is said by
    `Choice`, which this opening gives to those whom it is meant for.

    Attributes:
        line: by 'chance', or the 'likeliest'.
        noise: whether moves are also drawn at random inside the book.
    """

    line: Literal["chance", "likeliest"] = "chance"
    noise: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = self.use

    @property
    def use(self) -> BookUse:
        """How the book is used."""
        return BookUse(self.line, self.noise)

    @classmethod
    def parse(cls, text: str) -> "BookOpening":
        """The opening of a text: 'book', 'book,line=likeliest', 'book,noise=yes'.

        Raises:
            SettingsError: it has other options.
        """
        try:
            use = BookUse.parse(text.partition(",")[2])
            return cls(line=use.line, noise=use.noise)
        except SettingsError as error:
            raise SettingsError.of(below("opening", error)) from None

    def choice(self, noise: float) -> Choice:
        """How a player chooses who has that share of random moves and opens so."""
        return Choice(noise=noise, book=self.line, book_noise=self.noise)

    def check(self, game: Game) -> None:
        """Raises ValueError if there is no book for the game."""
        book_of(game)

    def plain(self) -> str:
        """What `Opening.of` makes it from."""
        return ",".join(filter(None, ("book", self.use.text())))


START = Opening()
"""Players choose from the first move on."""
