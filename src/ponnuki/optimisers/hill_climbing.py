"""Hill climbing with averaging (Pollack & Blair 1998)."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ponnuki.optimisers.counts import check_single
from ponnuki.optimisers.judge import Judge, ask_duels
from ponnuki.optimisers.optimiser import Optimiser
from ponnuki.optimisers.state import Count, Row, State, count, no_scores
from ponnuki.optimisers.weights import Weights, check_weights, one_net, rounded
from ponnuki.settings import setting


@dataclass(frozen=True, eq=False, kw_only=True)
class HillClimbingState(State):
    """One champion. Nobody is ever scored, so `scores` stays empty.

    Attributes:
        champion: its row.
        duels_won: how many challengers won in the last step.
        duels_fought: how many challenges there were in the last step.
    """

    champion: Row
    duels_won: Count
    duels_fought: Count


@dataclass(frozen=True)
class HillClimbing(Optimiser[HillClimbingState]):
    """Challengers are the champion with noise; one that wins draws the champion a little closer.

    Challenges follow one another. To keep many cores busy the coming ones are asked ahead of need,
    as if the champion would hold; once it does not, those behind are asked again. This changes how
    many duels the judge is asked for, never the result.
    """

    sigma: float = setting(0.05, "the standard deviation of the noise", above=0)
    beta: float = setting(
        0.05, "the share of the challenger in the new champion, β", above=0, high=1
    )
    challenges: int = setting(160, "how many a step has", low=1)
    lookahead: int = setting(4, "how many are put to the judge at once", low=1)
    state_type: ClassVar[type[HillClimbingState]] = HillClimbingState
    single_start: ClassVar[bool] = True
    scores: ClassVar[bool] = False

    def start(self, weights: Weights, _rng: np.random.Generator, /) -> HillClimbingState:
        """The first champion, the only row of `weights`."""
        champion = check_weights(weights)
        check_single(len(champion))
        return self._state(champion, won=0, fought=0)

    def step(
        self, state: HillClimbingState, judge: Judge, rng: np.random.Generator, /
    ) -> HillClimbingState:
        """All challenges of a generation."""
        champion = state.champion
        noise = rng.standard_normal((self.challenges, champion.shape[1]))
        noise *= self.sigma
        done = won = 0
        while done < self.challenges:
            ahead = min(self.lookahead, self.challenges - done)
            challengers = rounded(noise[done : done + ahead] + champion)
            wins = ask_duels(judge, challengers, champion, first=done)
            decided = ahead
            if wins.any():
                winner = int(np.argmax(wins))
                old, new = champion.astype(np.float64), challengers[winner].astype(np.float64)
                champion = rounded((1 - self.beta) * old + self.beta * new)
                decided = winner + 1
                won += 1
            done += decided
        return self._state(champion, won=won, fought=done)

    def champion(self, state: HillClimbingState) -> Weights:
        """The champion."""
        return one_net(state.champion)

    def weights(self, state: HillClimbingState) -> Weights:
        """The champion as a population of one."""
        return state.champion

    @staticmethod
    def _state(champion: Weights, won: int, fought: int) -> HillClimbingState:
        return HillClimbingState(
            champion=champion,
            scores=no_scores(),
            duels_won=count(won),
            duels_fought=count(fought),
        )
