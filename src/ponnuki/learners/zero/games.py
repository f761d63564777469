"""Games of a net with itself, and learning from them, in the core."""

import numpy as np
from numpy.typing import NDArray

from ponnuki import _core
from ponnuki.arena import Arena, GameBatch
from ponnuki.arena.arena import batch_of
from ponnuki.evaluators import ConvNet
from ponnuki.learners.zero.samples import Learned, Played, Samples
from ponnuki.learners.zero.settings import ZeroSettings

Weights = NDArray[np.float32]


def self_play(
    own: ZeroSettings, net: ConvNet, weights: Weights, first: int, arena: Arena
) -> Played:
    """The games of one generation, whatever the threads.

    Args:
        own: how the net plays.
        net: its architecture.
        weights: of the net.
        first: how many games were played before.
        arena: whose threads to use.

    Raises:
        KeyboardInterrupt: after Ctrl-C.
    """
    settings = _in_core(own, net)
    found = _core.zero_self_play(
        net.game._core, net._net(weights), settings, first, own.games, arena.workers
    )
    pairings, seeds = np.zeros((1, 2), np.int32), np.zeros(1, np.uint64)
    return _played(found, batch_of(net.game, ("zero",), pairings, seeds, found.first_game))


def learn(
    own: ZeroSettings,
    net: ConvNet,
    before: Learned,
    window: Samples,
    rate: float,
    batches: int,
    seed: int,
    arena: Arena,
) -> Learned:
    """Some steps of Adam on batches drawn from a window, whatever the threads.

    Raises:
        KeyboardInterrupt: after Ctrl-C.
    """
    weights, first, second, steps, policy_loss, value_loss = _core.zero_train(
        net._architecture,
        window.cells,
        window.policies,
        window.values,
        before.weights,
        before.moments[0],
        before.moments[1],
        before.steps,
        rate,
        own.weight_decay,
        own.value_share,
        own.batch,
        batches,
        seed,
        arena.workers,
    )
    moments = np.stack([first, second])
    return Learned(np.asarray(weights), moments, steps, policy_loss, value_loss)


def gradient(
    net: ConvNet, weights: Weights, samples: Samples, value_share: float
) -> tuple[Weights, float, float]:
    """The gradient of the mean loss, and the mean losses of policy and value."""
    found, policy_loss, value_loss = _core.zero_gradient(
        net._architecture, weights, samples.cells, samples.policies, samples.values, value_share
    )
    return np.asarray(found), policy_loss, value_loss


class Pool:
    """Many games at once for a net outside the core: all of them wait for it at the same time.

    Args:
        own: how the net plays.
        net: its architecture.
        slots: games at once.
        first: the number of the first game.
        arena: whose threads to use.
    """

    def __init__(
        self, own: ZeroSettings, net: ConvNet, slots: int, first: int, arena: Arena
    ) -> None:
        self._pool = _core.ZeroPool(net.game._core, _in_core(own, net), slots, first)
        self._threads = arena.workers

    def advance(
        self, values: Weights | None = None, logits: Weights | None = None
    ) -> NDArray[np.uint8]:
        """Lets every game go on until it waits for the net; the cells of all, as in `Samples`.

        Args:
            values: what the net says of the cells of the last call; none at the first.
            logits: likewise, for each point and a pass.
        """
        return np.asarray(self._pool.advance(values, logits, self._threads))

    def take(self) -> Played:
        """The games that ended since the last call."""
        return _played(self._pool.take())


def _played(found: _core.ZeroPlayed, first_game: GameBatch | None = None) -> Played:
    samples = Samples(np.asarray(found.cells), np.asarray(found.policies), np.asarray(found.values))
    counts = found.games, found.plies, found.leaves, found.black_wins, found.draws
    return Played(samples, *counts, first_game)


def _in_core(own: ZeroSettings, net: ConvNet) -> _core.ZeroSettings:
    """The core's form of how a net plays with itself."""
    return _core.ZeroSettings(
        visits=own.visits,
        gumbel=own.gumbel,
        forced=True,
        eyes=own.passes == "eyes",
        opening_share=own.opening_share,
        opening=own.opening,
        outcome_share=own.outcome_share,
        seed=own.seed,
        net=net._architecture,
    )
