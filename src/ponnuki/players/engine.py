"""Engines: players made of a net, its weights, a search and a choice."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from ponnuki import _core
from ponnuki.evaluators import Evaluator, net_name
from ponnuki.games import Game, Position, SpecError
from ponnuki.pickles import Rebuilt
from ponnuki.players.book import book_of
from ponnuki.players.draws import Draws
from ponnuki.players.limit import NO_LIMIT, Limit
from ponnuki.players.memory import Memory
from ponnuki.players.search import Search, SearchResult, check_search, reach
from ponnuki.settings import Settings, setting

PEOPLE = (
    *("lapse", "sees_captures", "sees_saves", "sees_ataris", "near", "form"),
    *("guards", "tactics", "temperature", "drawn_plies", "hidden"),
)
"""Settings that the core knows by the same names."""


@dataclass(frozen=True)
class Choice(Settings):
    """How a move is chosen from what a search finds."""

    noise: float = setting(
        0.0,
        "share of moves that are drawn at random from the legal ones (the papers' 10 %)",
        low=0,
        high=1,
    )
    creative: float = setting(
        0.0,
        "c; any move worth at least (1 - c) of the best may be played (Mayer 2007)",
        low=0,
        high=1,
    )
    book: Literal["none", "chance", "likeliest"] = setting(
        "none",
        "whether it begins with its game's opening book: with a line of it by chance, or with the "
        "move of most lines",
    )
    book_noise: bool = setting(False, "whether moves are also drawn at random inside the book")
    lapse: float = setting(
        0.0,
        "share of turns in which it looks badly, as people do now and then",
        low=0,
        high=1,
        later=True,
    )
    sees_captures: float = setting(
        1.0,
        "chance that it sees a capture in such a turn",
        low=0,
        high=1,
        later=True,
    )
    sees_saves: float = setting(
        1.0,
        "chance that it sees there how a string in atari gets two liberties or more",
        low=0,
        high=1,
        later=True,
    )
    sees_ataris: float = setting(
        1.0,
        "chance that it sees there where it would be captured at once",
        low=0,
        high=1,
        later=True,
    )
    lapse_temperature: float | None = setting(
        None,
        "of the policy from which it draws there otherwise; none draws evenly",
        above=0,
        later=True,
    )
    near: int = setting(
        0,
        "steps from the last move within which it looks there; 0 for everywhere",
        low=0,
        high=25,
        later=True,
    )
    form: float = setting(
        0.0, "share of games, for each colour, without such turns", low=0, high=1, later=True
    )
    guards: bool = setting(
        False,
        "whether it keeps its eyes, and early on stays off the first line without need",
        later=True,
    )
    tactics: bool = setting(
        False,
        "whether it captures where it can, else saves where it can, and is not captured at once",
        later=True,
    )
    drawn: Literal["best", "policy", "visits"] = setting(
        "best",
        "what else decides: the best move of its search, a draw from the net's policy without a "
        "search, or a draw by the squares of the visits of its tree search",
        later=True,
    )
    temperature: float = setting(1.0, "of draws from the policy", above=0, later=True)
    drawn_plies: int = setting(
        0,
        "draws only as long as fewer plies have been played; 0 for the whole game",
        low=0,
        later=True,
    )
    hidden: float = setting(
        0.0,
        "share of points that a tree search does not see in a turn, for both sides",
        low=0,
        high=1,
        later=True,
    )

    @property
    def like_people(self) -> bool:
        """Whether anything makes it choose otherwise than by its search alone."""
        weak = self.lapse > 0 or self.hidden > 0
        return weak or self.guards or self.tactics or self.drawn != "best"

    def check_engine(self, net: Evaluator, search: Search) -> None:
        """Raises SpecError if a net with such a search cannot choose so."""
        draws = self.drawn == "policy" or (self.lapse > 0 and self.lapse_temperature is not None)
        if draws and not net.has_policy:
            name = "drawn" if self.drawn == "policy" else "lapse_temperature"
            value = getattr(self, name)
            raise SpecError(
                f"{name}={value} is not allowed: the net has no policy; use "
                f"{'best' if name == 'drawn' else 'none'}"
            )
        if (self.drawn == "visits" or self.hidden) and not search.visits:
            name = "drawn" if self.drawn == "visits" else "hidden"
            raise SpecError(
                f"{name}={getattr(self, name)} is not allowed without visits: use a net with a "
                "policy and visits=100, or so"
            )
        sees = self.tactics or self.guards or self.sees_captures < 1 or self.sees_saves < 1
        if sees and net.game.id not in {"capture-go", "go"}:
            raise SpecError(
                f"{net.game.id} has no captures: tactics, guards and what is seen of them are of "
                "Go and Capture Go"
            )

    def _core_people(self) -> _core.People:
        """The core's form of what makes it weak as people are."""
        people = _core.People()
        for name in PEOPLE:
            setattr(people, name, getattr(self, name))
        people.lapse_temperature = inf if self.lapse_temperature is None else self.lapse_temperature
        people.drawn = _core.Drawn[self.drawn]
        return people

    def _core_book(self, game: Game) -> _core.Book | None:
        """The core's form of the book that is used in a game.

        Raises:
            SpecError: there is none for the game.
        """
        return None if self.book == "none" else book_of(game)._core


@dataclass(frozen=True)
class Decision:
    """A move, and how it came about.

    Attributes:
        move: a legal one.
        exploratory: whether it was drawn at random from all legal moves.
        found: what the search found; None if it was not asked.
    """

    move: int
    exploratory: bool
    found: SearchResult | None


_SEARCH = Search()
_CHOICE = Choice()


@dataclass(frozen=True, eq=False)
class Engine(Rebuilt):
    """A player that searches with a net. Same position and seed, same move.

    >>> import ponnuki
    >>> net = ponnuki.evaluator("wpc", "othello:6")
    >>> engine = ponnuki.Engine(net, net.initial(1, seed=1)[0], ponnuki.Search(depth=3))
    >>> found = engine.think(net.game.start())
    >>> net.game.text(found.move) in net.game.start().legal_moves, found.depth
    (True, 3)

    Attributes:
        evaluator: the net's architecture.
        weights: one row of weights.
        search: how far and how it looks ahead.
        choice: how it chooses.
        spec: the text that it was made from, if it was.
    """

    evaluator: Evaluator
    weights: ArrayLike
    search: Search = _SEARCH
    choice: Choice = _CHOICE
    spec: str = "engine"

    def __post_init__(self) -> None:
        row = self.evaluator.check_weights(self.weights, 1).copy()
        row.flags.writeable = False
        object.__setattr__(self, "weights", row)
        self.choice._core_book(self.game)
        self.search.check_net(self.evaluator)
        self.choice.check_engine(self.evaluator, self.search)

    @classmethod
    def of_rows(
        cls,
        evaluator: Evaluator,
        rows: ArrayLike,
        search: Search = _SEARCH,
        choice: Choice = _CHOICE,
    ) -> list["Engine"]:
        """An engine for each row of weights; all rows are checked and copied at once."""
        checked = evaluator.check_weights(rows, 2).copy()
        checked.flags.writeable = False
        choice._core_book(evaluator.game)
        search.check_net(evaluator)
        choice.check_engine(evaluator, search)
        engines = []
        for row in checked:
            engine = cls.__new__(cls)
            engine.__dict__.update(
                evaluator=evaluator, weights=row, search=search, choice=choice, spec=cls.spec
            )
            engines.append(engine)
        return engines

    @property
    def game(self) -> Game:
        """What it plays."""
        return self.evaluator.game

    @property
    def net_name(self) -> str:
        """What its net is called: eight digits that follow from the weights."""
        return net_name(self.weights)

    @cached_property
    def _net(self) -> _core.Net:
        """The core's form of the net."""
        return _core.Net(self.evaluator._architecture, np.asarray(self.weights))  # checked before

    @property
    def _core_player(self) -> _core.EnginePlayer:
        """The core's form of the player."""
        return self._player(self.search._core_settings)

    def _player(self, search: _core.SearchSettings) -> _core.EnginePlayer:
        """The core's form of the player with that search."""
        choice = self.choice
        made = _core.EnginePlayer(
            self._net,
            search,
            choice.noise,
            choice.creative,
            choice._core_book(self.game),
            choice.book == "likeliest",
            choice.book_noise,
        )
        if choice.like_people:
            made.people = choice._core_people()
        return made

    def think(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        *,
        seed: int = 0,
        all_moves: bool = False,
        memory: Memory | None = None,
    ) -> SearchResult:
        """What its search finds in a position that is not over. No move is drawn at random.

        Args:
            position: where to search.
            limit: when to end. Its own search has limits as well; of each the tighter one holds.
            seed: what decides among moves of equal worth.
            all_moves: also find the exact worth of every candidate, which takes longer.
            memory: of searches in the same game, for a search with `reuse`.

        Raises:
            ValueError: the game is over, the position is of another game, or the seed is bad.
        """
        return self.search._find(
            position, self.evaluator, self._net, limit, seed, all_moves, memory
        )

    def decide(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        *,
        seed: int,
        draws: Draws | None = None,
        moves: Sequence[int] | None = None,
        memory: Memory | None = None,
    ) -> Decision:
        """The move that it plays in a position that is not over, and how it came about.

        Args:
            position: where it is to move.
            limit: when to end, as for `think`.
            seed: the game's; it decides among moves of equal worth.
            draws: the game's generator; without it, one for this move alone.
            moves: those that led here from the start of the game; without them no book is used.
            memory: of its searches in the same game, for a search with `reuse`.
        """
        check_search(position, self.evaluator, seed)
        player = self._player(self.search._within(limit))
        stop = None if limit.stop is None else limit.stop._core
        generator = draws or Draws.at(position, seed)
        played = None if moves is None else list(moves)
        kept = None if memory is None else memory._core
        move, drawn, found = _core.choose(
            position._core, player, seed, generator._core, stop, played, kept
        )
        all_moves = self.choice.creative > 0
        thought = None if found is None else SearchResult._of(position, found, all_moves)
        return Decision(move, drawn, thought)

    def choose(
        self,
        position: Position,
        *,
        seed: int,
        draws: Draws | None = None,
        moves: Sequence[int] | None = None,
    ) -> int:
        """A legal move in a position that is not over; arguments as of `decide`."""
        return self.decide(position, seed=seed, draws=draws, moves=moves).move

    def __repr__(self) -> str:
        said = named(self.spec, self.net_name, depth_of(self), visits_of(self))
        return f"<Engine {said} for {self.game.spec}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Engine) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    @property
    def _identity(self) -> tuple[object, ...]:
        weights = np.asarray(self.weights).tobytes()
        return self.evaluator, weights, self.search, self.choice, self.spec


def depth_of(player: object) -> int | None:
    """How far a player looks ahead when it plays, in plies; None if no number says so.

    It is the depth that is played, whether a spec, a command or the net's training said it. Whoever
    does not search with a net has none, and a tree search goes as deep as it likes.
    """
    if not isinstance(player, Engine) or player.search.visits:
        return None
    return player.search.depth


def visits_of(player: object) -> int | None:
    """How many visits a player's tree search has; None if it does not search a tree."""
    return (player.search.visits or None) if isinstance(player, Engine) else None


def named(spec: str, net: str | None, depth: int | None, visits: int | None) -> str:
    """A player for people: its spec, its net, and its depth or visits.

    >>> named("champion:go", "0badcafe", 2, None)
    'champion:go (net 0badcafe, depth 2)'
    """
    said = [text for text in (f"net {net}" if net else "", reach(depth, visits)) if text]
    return f"{spec} ({', '.join(said)})" if said else spec


def net_of(player: object) -> str | None:
    """The name of a player's net; None if it has none."""
    return player.net_name if isinstance(player, Engine) else None
