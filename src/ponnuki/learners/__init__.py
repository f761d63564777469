"""Loops that learn: by an optimiser, the two-level PSO, co-evolution, temporal differences.

`learner(settings_of(table), arena)` makes one from a table of settings. Runs, commands and pages
know learners by the class `Learner` alone.
"""

from ponnuki.learners.learner import Generation, Learner, LearnerState, LearningError
from ponnuki.learners.measuring import Measuring
from ponnuki.learners.presets import preset, preset_text, presets
from ponnuki.learners.registry import LEARNERS, add_learner, learner, settings_of, view_of
from ponnuki.learners.self_play import SelfPlay, SelfPlayState
from ponnuki.learners.self_play_settings import SelfPlaySettings
from ponnuki.learners.settings import LearnerSettings, read_table
from ponnuki.learners.td.learner import TdState, TemporalDifferences
from ponnuki.learners.td.settings import TdSettings
from ponnuki.learners.two_level import TwoLevelPso, TwoLevelSettings, TwoLevelState
from ponnuki.optimisers import METHODS
from ponnuki.settings import SettingsError

__all__ = [
    "LEARNERS",
    "METHODS",
    "Generation",
    "Learner",
    "LearnerSettings",
    "LearnerState",
    "LearningError",
    "Measuring",
    "SelfPlay",
    "SelfPlaySettings",
    "SelfPlayState",
    "SettingsError",
    "TdSettings",
    "TdState",
    "TemporalDifferences",
    "TwoLevelPso",
    "TwoLevelSettings",
    "TwoLevelState",
    "add_learner",
    "learner",
    "preset",
    "preset_text",
    "presets",
    "read_table",
    "settings_of",
    "view_of",
]
