"""A contest: who meets whom, from where, how often and with which seeds. Played, it gives results.

Whatever is measured by games is a contest: matches, tournaments, examinations, measures of runs,
and the papers' tables.
"""

import itertools
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from typing import Literal

from ponnuki.arena.arena import ALL_CORES, Arena, Progress, check_player
from ponnuki.arena.batch import MAX_GAMES, MAX_SEED
from ponnuki.arena.layout import MATCH, PAIRINGS, Layout, Pairings, Seeds, pairs_of
from ponnuki.arena.opening import START, Opening
from ponnuki.arena.results import Results
from ponnuki.games import Game
from ponnuki.games import game as find_game
from ponnuki.players import Player, fingerprint
from ponnuki.players import player as find_player
from ponnuki.settings import whole

Side = Sequence[Player | str]


@dataclass(frozen=True, eq=False)
class Contest:
    """Games between players, so many of each pair.

    >>> import ponnuki
    >>> contest = ponnuki.Contest("go:5", ["naive", "random"], games=20, opening=2)
    >>> contest.play().share("naive") > 0.5
    True
    >>> nets = ["untrained,seed=1", "untrained,seed=2"]
    >>> results = ponnuki.Contest("capture-go:5", [nets, ["random", "naive"]], games=4).play()
    >>> {who: tally.games for who, tally in results.by("player").items()}
    {'untrained,seed=1': 8, 'untrained,seed=2': 8, 'random': 8, 'naive': 8}

    Attributes:
        game: what is played, or its spec.
        sides: players or their specs, one group or two. Of one group those meet whom `pairing`
            says; of two groups everyone of the first meets everyone of the second.
        pairing: in one group, everyone meets everyone ("all"), or the first meets all others
            ("first").
        opening: how games begin, or what `Opening.of` makes it from.
        noise: share of random moves of players whose spec does not say it.
        games: of each pair; a layout with both colours from each seed has an even number.
        seed: same seed, same games.
        layout: the order, colours and seeds of the games.
        place: of the first pair among the pairs of a larger contest, which this one is a part of;
            its games are then those that they are in the whole.

    Raises:
        ValueError: an argument is not allowed.
    """

    game: Game | str
    sides: Sequence[Player | str | Side]
    _: KW_ONLY
    pairing: Literal["all", "first"] = "all"
    opening: Opening | int | str = START
    noise: float = 0.0
    games: int = 100
    seed: int = 1
    layout: Layout = MATCH
    place: int = 0

    def __post_init__(self) -> None:
        if self.pairing not in PAIRINGS:
            raise ValueError(f"pairing={self.pairing!r} is not allowed: use 'all' or 'first'")
        object.__setattr__(self, "game", find_game(self.game))
        object.__setattr__(self, "opening", Opening.of(self.opening))
        whole("games", self.games, 1, MAX_GAMES)
        whole("seed", self.seed, 0, MAX_SEED)
        whole("place", self.place, 0, MAX_GAMES)
        if not self.pairs:
            raise ValueError("nobody meets anybody: use two players or more, or two groups")
        if not self.total:
            raise ValueError(
                f"games={self.games} is not allowed: this layout has both colours, use 2"
            )
        before = self.place * self.layout.games_of(self.games)
        whole("games of all pairs", before + self.total, 1, MAX_GAMES)

    @property
    def rules(self) -> Game:
        """The game."""
        assert isinstance(self.game, Game)
        return self.game

    @property
    def start(self) -> Opening:
        """How games begin."""
        assert isinstance(self.opening, Opening)
        return self.opening

    @cached_property
    def groups(self) -> tuple[Side, ...]:
        """One group of players, or two."""
        if isinstance(self.sides, str) or not isinstance(self.sides, Sequence):
            raise ValueError(f"sides={self.sides!r:.80} are not allowed: use a list of players")
        nested = [isinstance(one, Sequence) and not isinstance(one, str) for one in self.sides]
        if not any(nested):
            return (tuple(self.sides),)  # type: ignore[arg-type]  # none of them is a group
        if not all(nested) or len(nested) != 2:
            raise ValueError("sides are not allowed: use one list of players, or two lists")
        return tuple(tuple(one) for one in self.sides)  # type: ignore[arg-type]  # groups alone

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """Who meets whom, as indices of players; those of a second group come behind the first."""
        return pairs_of([len(one) for one in self.groups], self.pairing)

    @property
    def total(self) -> int:
        """The number of games."""
        return len(self.pairs) * self.layout.games_of(self.games)

    @cached_property
    def players(self) -> list[Player]:
        """The players of all groups; errors as of `ponnuki.player`."""
        return [
            find_player(one, self.rules, noise=self.noise) if isinstance(one, str) else one
            for one in itertools.chain(*self.groups)
        ]

    def schedule(self) -> tuple[Pairings, Seeds]:
        """Black, white and the seed of every game.

        Raises:
            ValueError: openings of so many plies are decided.
        """
        who = [fingerprint(one) for one in self.players] if self.layout.needs_fingerprints else []
        return self.layout.lay(
            self.rules, self.pairs, self.games, self.seed, self.start, who, self.place
        )

    def play(self, arena: Arena = ALL_CORES, progress: Progress | None = None) -> Results:
        """Plays the games.

        Args:
            arena: who plays them. Changes no result.
            progress: called about 20 times a second with the number of games done.

        Raises:
            ValueError: a player is none, or for another game, or cannot be started.
            KeyboardInterrupt: after Ctrl-C.
        """
        for number, one in enumerate(self.players):
            check_player(f"players[{number}]", one, self.rules)
        pairings, seeds = self.schedule()
        batch = arena.play(self.rules, self.players, pairings, seeds, progress, opening=self.start)
        first = len(self.groups[0])
        return Results.of(batch, self.players, self.seed, self.start, first)
