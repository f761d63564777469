"""Loops: generations of self-play, and the probes that measure what they bring."""

from ponnuki.trainers.coevolution import Coevolution, Coevolved, coevolve
from ponnuki.trainers.methods import METHODS
from ponnuki.trainers.presets import PRESETS, preset
from ponnuki.trainers.probes import Probe
from ponnuki.trainers.settings import SettingsError, TrainingSettings
from ponnuki.trainers.trainer import Generation, Trainer, TrainingState
from ponnuki.trainers.tuning import TWO_LEVEL, Tuner, TuningSettings, TuningState

__all__ = [
    "METHODS",
    "PRESETS",
    "TWO_LEVEL",
    "Coevolution",
    "Coevolved",
    "Generation",
    "Probe",
    "SettingsError",
    "Trainer",
    "TrainingSettings",
    "TrainingState",
    "Tuner",
    "TuningSettings",
    "TuningState",
    "coevolve",
    "preset",
]
