"""Learners by kind, and the one way to make them from a table of settings."""

from collections.abc import Mapping
from typing import Any

from ponnuki.arena import ALL_CORES, Arena
from ponnuki.learners.earlier import renewed
from ponnuki.learners.learner import Learner, Weights
from ponnuki.learners.self_play import SelfPlay
from ponnuki.learners.self_play_settings import SelfPlaySettings
from ponnuki.learners.settings import LearnerSettings
from ponnuki.learners.td.learner import TemporalDifferences
from ponnuki.learners.td.settings import TdSettings
from ponnuki.learners.tic_tac_toe.learner import TicTacToeLearner, TicTacToeSettings
from ponnuki.learners.two_level import TwoLevelPso, TwoLevelSettings
from ponnuki.learners.views import View
from ponnuki.learners.zero.learner import Zero
from ponnuki.learners.zero.settings import ZeroSettings
from ponnuki.settings import Kinds, SettingsError

SELF_PLAY = SelfPlaySettings.word
"""The kind of runs that say none: there was no other at first."""

LEARNERS: Kinds[LearnerSettings] = Kinds("learner", "learner")
"""The settings of every kind of learner by the word that stands in `config.toml`."""

_CLASSES: dict[str, type[Learner[Any, Any]]] = {}


def add_learner(
    settings: type[LearnerSettings], kind: type[Learner[Any, Any]], about: str = ""
) -> None:
    """Makes a kind of learner known, by the word of its settings.

    Raises:
        ValueError: the word is taken.
    """
    LEARNERS.add(settings.word, settings, about)
    _CLASSES[settings.word] = kind


add_learner(SelfPlaySettings, SelfPlay, "an optimiser changes nets, judged by their games")
add_learner(TwoLevelSettings, TwoLevelPso, "a swarm looks for another swarm's constants")
add_learner(TicTacToeSettings, TicTacToeLearner, "co-evolution of small tic-tac-toe nets")
add_learner(TdSettings, TemporalDifferences, "a net learns by temporal differences")
add_learner(ZeroSettings, Zero, "a net with a policy learns from its own tree search")


def settings_of(table: Mapping[str, Any]) -> LearnerSettings:
    """The settings that a table says, of the kind that it says.

    Raises:
        SettingsError: they are not allowed; names the setting, the value, what is allowed.
    """
    if not isinstance(table, Mapping):
        raise SettingsError(f"{table!r} is not allowed: use a table of settings")
    own = renewed(table)
    return LEARNERS.find(own.get("learner", SELF_PLAY)).of(own)


def learner(
    settings: LearnerSettings, arena: Arena = ALL_CORES, start_from: Weights | None = None
) -> Learner[Any, Any]:
    """The learner with these settings, and the net that it starts from if they say one.

    Raises:
        TypeError: they are no settings of a learner.
    """
    if not isinstance(settings, LearnerSettings):
        raise TypeError(
            f"settings={settings!r:.80} is not allowed: use settings of a learner, which "
            "'settings_of' makes of a table"
        )
    return _CLASSES[settings.learner](settings, arena, start_from)


def view_of(table: Mapping[str, Any]) -> View:
    """What is shown of a run with these settings; they may be a stranger's, and be anything."""
    kind = renewed(table).get("learner", SELF_PLAY)
    known = kind if isinstance(kind, str) and kind in _CLASSES else SELF_PLAY
    return _CLASSES[known].view
