"""Games of nets that learn as they play, in the core."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ponnuki import _core
from ponnuki.arena import Arena, GameBatch
from ponnuki.arena.arena import batch_of
from ponnuki.learners.td.outside import OutsideOpponent
from ponnuki.learners.td.settings import TdSettings
from ponnuki.players import ExternalPlayer
from ponnuki.players.inside import core_player

Weights = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Learned:
    """What some games taught a net.

    Attributes:
        weights: after the games.
        actor: the weights of the actor after the games; None if there is none.
        coherence: by weight, the sum of what it was asked to change by, and the sum of the sizes;
            None if the settings do not ask for it.
        finite: False if weights overflowed; then they are of no use.
        games: how many were played to their end.
        plies: of all games.
        explored: moves drawn at random.
        differences: that were learned from.
        error: the sum of their sizes.
        black_wins: games.
        draws: games.
        met: games against the opponent; 0 in self-play.
        wins: those of them that were won.
        last_game: the last of the games, as a batch of one.
    """

    weights: Weights
    actor: Weights | None
    coherence: Weights | None
    finite: bool
    games: int
    plies: int
    explored: int
    differences: int
    error: float
    black_wins: int
    draws: int
    met: int
    wins: int
    last_game: GameBatch


def learn(
    runs: Sequence[tuple[TdSettings, Weights]],
    first: int,
    games: int,
    arena: Arena,
    progress: Callable[[int], object] | None = None,
    coherence: Sequence[Weights | None] | None = None,
    actors: Sequence[Weights] | None = None,
) -> list[Learned]:
    """Plays games with each of some nets, which learn from them.

    One run is one thread. It depends on its settings and weights alone.

    Args:
        runs: settings and weights of each; of an actor and its critic those of the critic.
        first: how many games they have played before.
        games: how many to play now.
        arena: whose threads to use.
        progress: called about 20 times a second with the number of games done.
        coherence: of each, as the games before left it; None for nothing yet.
        actors: the weights of the actor of each; none if their settings have no actors.

    Raises:
        LearningError: an opponent outside of the core could not play on.
        KeyboardInterrupt: after Ctrl-C.
    """
    jobs, rows, pairs, acting, outside = [], [], [], [], []
    none = [None] * len(runs)
    for (settings, weights), kept, actor in zip(
        runs, coherence or none, actors or none, strict=True
    ):
        net = settings.valuer()
        player = settings.evaluator()
        acting.append(np.zeros(0, np.float32) if actor is None else player.check_weights(actor, 1))
        rows.append(net.check_weights(weights, 1))
        nothing = np.zeros((2, net.weight_count if settings.coherence else 0), np.float32)
        sums, sizes = nothing if kept is None else net.check_weights(kept, 2)
        pairs.append((sums, sizes))
        opponent = settings.fixed_opponent()
        asked = OutsideOpponent(opponent) if isinstance(opponent, ExternalPlayer) else None
        outside += [asked] if asked else []
        jobs.append(
            _core.TdRun(
                net.game._core,
                net._architecture,
                _in_core(settings),
                first,
                games,
                None if opponent is None or asked else core_player(opponent),
                asked,
                None if actor is None else player._architecture,
            )
        )
    try:
        found = _core.td_learn(jobs, rows, pairs, acting, arena.workers, progress)
    finally:
        for one in outside:
            one.close()
    for one in outside:
        one.check()
    return [_learned(settings, one) for (settings, _), one in zip(runs, found, strict=True)]


def _learned(settings: TdSettings, one: _core.TdLearned) -> Learned:
    pairings, seeds = np.zeros((1, 2), np.int32), np.zeros(1, np.uint64)
    rules = settings.evaluator().game
    return Learned(
        weights=np.asarray(one.weights),
        actor=np.asarray(one.actor) if settings.critic else None,
        coherence=np.stack(one.coherence) if settings.coherence else None,
        finite=one.finite,
        games=one.games,
        plies=one.plies,
        explored=one.explored,
        differences=one.differences,
        error=one.error,
        black_wins=one.black_wins,
        draws=one.draws,
        met=one.met,
        wins=one.wins,
        last_game=batch_of(rules, ("learner",), pairings, seeds, one.last_game),
    )


def _in_core(own: TdSettings) -> _core.TdSettings:
    """The core's form of the settings."""
    out = _core.TdSettings()
    out.difference = _core.TdDifference[own.difference.replace("-", "_")]
    out.selection = _core.TdSelection[own.selection.kind]
    out.epsilon = own.selection.epsilon
    out.learn_random = own.selection.learned
    out.creativity = own.selection.creativity
    out.temperature = own.selection.temperature
    out.temperature_halving = own.selection.temperature_halving
    out.discount, out.trace = own.discount, own.trace
    out.rate, out.rate_halving = own.rate, own.rate_halving
    out.logistic = own.loss == "logistic"
    out.coherence = own.coherence
    out.win, out.draw, out.loss = own.rewards.win, own.rewards.draw, own.rewards.loss
    out.margin, out.both_rewards = own.rewards.margin, own.rewards.both
    out.exact_end = own.exact_end
    out.forced = own.forced
    out.eyes = own.passes == "eyes"
    out.opening = own.opening
    out.opponent_share = own.opponent_share
    out.seed = own.seed
    if own.critic:
        out.actor_rate = own.actor_rate
    if own.utility.values:
        out.critic = True
        out.utility = _core.TdUtility(**own.utility.make().table())
    return out
