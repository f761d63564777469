"""Learners by kind, and the one way to make them from a table of settings."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from ponnuki.arena import ALL_CORES, Arena
from ponnuki.learners.learner import Learner
from ponnuki.learners.self_play import SelfPlay
from ponnuki.learners.self_play_settings import SelfPlaySettings
from ponnuki.learners.settings import LearnerSettings, SettingsError
from ponnuki.learners.td.actor import ActorCriticSettings
from ponnuki.learners.td.actor_critic import ActorCritic
from ponnuki.learners.td.critic import HdpSettings
from ponnuki.learners.td.learner import AdaptiveCritic, TemporalDifferences
from ponnuki.learners.td.settings import TdSettings
from ponnuki.learners.tic_tac_toe.learner import TicTacToeLearner, TicTacToeSettings
from ponnuki.learners.two_level import TwoLevelPso, TwoLevelSettings
from ponnuki.learners.views import View
from ponnuki.learners.zero.learner import Zero
from ponnuki.learners.zero.settings import ZeroSettings

SELF_PLAY = "self-play"
"""The kind of runs that say none: there was no other at first."""


class Kind(NamedTuple):
    """A kind of learner: its settings, and what learns with them."""

    settings: type[LearnerSettings]
    learner: type[Learner[Any, Any]]


LEARNERS: dict[str, Kind] = {
    SELF_PLAY: Kind(SelfPlaySettings, SelfPlay),
    "two-level-pso": Kind(TwoLevelSettings, TwoLevelPso),
    "tic-tac-toe": Kind(TicTacToeSettings, TicTacToeLearner),
    "temporal-differences": Kind(TdSettings, TemporalDifferences),
    "hdp": Kind(HdpSettings, AdaptiveCritic),
    "actor-critic": Kind(ActorCriticSettings, ActorCritic),
    "zero": Kind(ZeroSettings, Zero),
}
"""Every kind of learner by the word that stands in `config.toml`."""


def settings_of(table: Mapping[str, Any]) -> LearnerSettings:
    """The settings that a table says, of the kind that it says.

    Raises:
        SettingsError: they are not allowed; names the setting, the value, what is allowed.
    """
    kind = table.get("learner", SELF_PLAY)
    if not isinstance(kind, str) or kind not in LEARNERS:
        raise SettingsError(f"learner={kind!r} is not allowed: use {', '.join(LEARNERS)}")
    return LEARNERS[kind].settings.of(dict(table))


def learner(settings: LearnerSettings, arena: Arena = ALL_CORES) -> Learner[Any, Any]:
    """The learner with these settings."""
    return LEARNERS[settings.learner].learner(settings, arena)


def view_of(table: Mapping[str, Any]) -> View:
    """What is shown of a run with these settings; they may be a stranger's, and be anything."""
    kind = table.get("learner", SELF_PLAY)
    known = kind if isinstance(kind, str) and kind in LEARNERS else SELF_PLAY
    return LEARNERS[known].learner.view
