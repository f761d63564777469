"""The arena: who plays games. All games of this program are played behind this door.

What comes out depends on players, pairings and seeds alone: not on threads, and not on how a batch
was divided into parts. A part may as well be played by another machine: see `Arena.ray`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ponnuki import _core
from ponnuki.arena.batch import MAX_SEED, GameBatch, game_seeds, usable_cores
from ponnuki.arena.external import play_external_games
from ponnuki.arena.opening import START, Opening
from ponnuki.games import Game
from ponnuki.games import game as find_game
from ponnuki.players import Player
from ponnuki.players.inside import core_player, plays_inside
from ponnuki.settings import whole

if TYPE_CHECKING:
    from ponnuki.arena.cluster.ray_arena import RayArena

Progress = Callable[[int], object]
"""Told about 20 times a second how many games are done."""


@dataclass(frozen=True)
class Arena:
    """Plays whole games between players of any kind, on the cores of this machine.

    Attributes:
        threads: of this machine that work at a time; None for one on each core. Never changes a
            result.
    """

    threads: int | None = None

    def __post_init__(self) -> None:
        whole("threads", self.workers, 1, 1024)

    @staticmethod
    def ray(address: str | None = None, *, threads: int | None = None) -> "RayArena":
        """The arena that has a Ray cluster. It is to be closed: `with Arena.ray("local:2") as it`.

        Args:
            address: `local:N` to start N processes on this machine, `auto` for the cluster that
                this machine belongs to, `ray://HOST:PORT` for one elsewhere; None for the cluster
                that this process has connected to by itself.
            threads: of this machine, for what cannot travel: games of external players, and
                learners that learn inside the core.

        Raises:
            ClusterError: there is no cluster.
            MissingPackageError: Ray is not installed.
            ValueError: an argument is not allowed.
        """
        from ponnuki.arena.cluster.ray_arena import RayArena  # noqa: PLC0415 - it is an arena

        return RayArena.connect(address, threads)

    @property
    def workers(self) -> int:
        """How many threads of this machine work at a time."""
        return usable_cores() if self.threads is None else self.threads

    @property
    def cluster(self) -> "RayArena | None":
        """What it has beside the threads of this machine; here nothing."""
        return None

    def play(
        self,
        game: Game | str,
        players: Sequence[Player],
        pairings: ArrayLike,
        seeds: ArrayLike,
        progress: Progress | None = None,
        *,
        opening: Opening | int | str = START,
    ) -> GameBatch:
        """Plays games; each depends on its two players and its seed alone.

        Games of external players leave the core, each with processes of its own; all others are
        played inside.

        Args:
            game: the game, or its spec.
            players: who may play, for example a whole population of engines.
            pairings: for each game the indices of black and white in `players`, shape (games, 2).
            seeds: one for each game.
            progress: called about 20 times a second with the number of games done.
            opening: how games begin, or what `Opening.of` makes it from.

        Raises:
            GtpError: an external player cannot be started or cannot play the game.
            ValueError: an argument does not fit.
            KeyboardInterrupt: after Ctrl-C, within half a second.
        """
        rules = find_game(game)
        begin = Opening.of(opening)
        pairs, row = check_pairings(rules, players, pairings, seeds)
        parts: list[GameBatch] = []
        places = self.split(players, pairs)
        done = 0
        for place in places:
            said = None if progress is None else _behind(progress, done)
            parts.append(self.play_part(rules, players, pairs[place], row[place], said, begin))
            done += len(place)
        return parts[0] if len(parts) == 1 else GameBatch.join(parts, places)

    def split(
        self, players: Sequence[Player], pairings: NDArray[np.int32]
    ) -> list[NDArray[np.intp]]:
        """The parts of a batch, each as the numbers of its games.

        Here they are two at the most: games inside the core, and games of external players.
        """
        external = np.array([not plays_inside(one) for one in players], np.bool_)
        outside = external[pairings].any(axis=1)
        parts = [np.flatnonzero(~outside), np.flatnonzero(outside)]
        return [part for part in parts if len(part)] or parts[:1]

    def play_part(
        self,
        rules: Game,
        players: Sequence[Player],
        pairings: NDArray[np.int32],
        seeds: NDArray[np.uint64],
        progress: Progress | None,
        opening: Opening,
    ) -> GameBatch:
        """Plays one part of a batch: all inside the core, or all with external players.

        An arena that has other machines plays its parts there.
        """
        if not all(plays_inside(players[i]) for i in np.unique(pairings)):
            return play_external_games(
                rules, players, pairings, seeds, self.workers, progress, opening
            )
        cores = [core_player(one) for one in players]
        played = _core.play_games(
            rules._core, cores, pairings, seeds, opening.plies, self.workers, progress
        )
        names = tuple(one.spec for one in players)
        return batch_of(rules, names, pairings, seeds, played[:5], played[5], played[6])

    def random(
        self, game: Game | str, games: int, seed: int, progress: Progress | None = None
    ) -> GameBatch:
        """Plays games between two random players.

        Game i depends on the game, the seed and i alone: a larger batch begins with the smaller
        one.

        Args:
            game: the game, or its spec.
            games: how many.
            seed: 0 to 2**64 - 1.
            progress: called about 20 times a second with the number of games done.

        Raises:
            ValueError: an argument is out of range.
            KeyboardInterrupt: after Ctrl-C, at once.
        """
        rules = find_game(game)
        seeds = game_seeds(seed, games)
        facts = _core.play_random(rules._core, games, seed, self.workers, progress)
        pairings, nothing = np.zeros((games, 2), np.int32), np.zeros(games, np.int64)
        return batch_of(rules, ("random",), pairings, seeds, facts, nothing, nothing)


ALL_CORES = Arena()
"""The arena that has all cores of this machine."""


def play_games(
    game: Game | str,
    players: Sequence[Player],
    pairings: ArrayLike,
    seeds: ArrayLike,
    threads: int | None = None,
    progress: Progress | None = None,
    *,
    opening: Opening | int | str = START,
) -> GameBatch:
    """Plays games in an `Arena` of so many threads; an opening is also a number of random plies.

    >>> import ponnuki
    >>> players = [ponnuki.player(spec, "go:5") for spec in ("random", "naive")]
    >>> batch = ponnuki.play_games("go:5", players, [(0, 1), (1, 0)], seeds=[1, 2])
    >>> len(batch), batch.players
    (2, ('random', 'naive'))
    """
    return Arena(threads).play(game, players, pairings, seeds, progress, opening=opening)


def play_random(
    game: Game | str,
    games: int,
    seed: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> GameBatch:
    """Plays games between two random players in an `Arena` of so many threads.

    >>> import ponnuki
    >>> ponnuki.play_random("tic-tac-toe", games=1000, seed=1)
    <GameBatch of 1,000 games of tic-tac-toe: black won 593, white 277, 130 drawn>
    """
    return Arena(threads).random(game, games, seed, progress)


def check_pairings(
    rules: Game, players: Sequence[Player], pairings: ArrayLike, seeds: ArrayLike
) -> tuple[NDArray[np.int32], NDArray[np.uint64]]:
    """Pairings and seeds as arrays.

    Raises:
        ValueError: they do not fit each other, or name players that there are not, or a player is
            none or for another game.
    """
    if not isinstance(players, Sequence):
        raise ValueError(f"players={players!r:.80} is not allowed: use a list of players")
    if np.size(pairings) and np.asarray(pairings).dtype.kind not in "iu":
        raise ValueError(f"pairings are not allowed: use indices 0 to {len(players) - 1}")
    try:
        pairs = np.array(pairings, np.int32).reshape(-1, 2)
    except OverflowError as error:
        raise ValueError(f"pairings are out of range: {error}") from None
    row = _seeds(seeds)
    if row.shape != (len(pairs),):
        raise ValueError(f"seeds of shape {row.shape} do not fit {len(pairs)} games")
    if len(pairs) and not (pairs.min() >= 0 and pairs.max() < len(players)):
        raise ValueError(f"pairings are not allowed: use indices 0 to {len(players) - 1}")
    for number, one in enumerate(players):
        check_player(f"players[{number}]", one, rules)
    return pairs, row


def check_player(name: str, one: object, rules: Game) -> None:
    """Raises ValueError if an argument is no player, or one for another game."""
    for part in "choose", "spec", "game":
        if not hasattr(one, part):
            raise ValueError(
                f"{name}={one!r:.80} is not allowed: it has no '{part}'; use a player, such as "
                f"ponnuki.player('random', {rules.spec!r})"
            )
    player: Any = one
    if player.game not in {None, rules}:
        own = getattr(player.game, "spec", player.game)
        raise ValueError(f"player {player.spec!r} is for {own}, the game is {rules.spec}")


def _seeds(seeds: ArrayLike) -> NDArray[np.uint64]:
    """Seeds as an array; nothing is rounded."""
    own: NDArray[Any] = seeds if isinstance(seeds, np.ndarray) else np.array(seeds, object)
    if own.size and own.dtype.kind not in "uO":
        own = own.astype(object)
    if own.dtype.kind == "O":
        for one in own.ravel():
            whole("seeds", one, 0, MAX_SEED)
    return own.astype(np.uint64)


def batch_of(
    rules: Game,
    players: tuple[str, ...],
    pairings: NDArray[np.int32],
    seeds: NDArray[np.uint64],
    facts: Sequence[NDArray[Any]],
    nodes: NDArray[np.int64] | None = None,
    leaves: NDArray[np.int64] | None = None,
) -> GameBatch:
    """A batch from the core's arrays; without nodes or leaves, nobody counted them."""
    nobody = np.zeros(len(pairings), np.int64)
    winners, reasons, margins2, offsets, moves = facts
    return GameBatch(
        rules,
        players,
        pairings=pairings,
        seeds=seeds,
        winners=winners,
        reasons=reasons,
        margins=np.divide(margins2, 2.0),
        offsets=offsets,
        moves=moves,
        nodes=nobody if nodes is None else nodes,
        leaves=nobody if leaves is None else leaves,
    )


def _behind(progress: Progress, before: int) -> Progress:
    """Tells of games that are played behind others."""
    return lambda done: progress(before + done)
