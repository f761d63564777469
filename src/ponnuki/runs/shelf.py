"""A folder of runs, in which a run is found by what it is, not by what its folder is called."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ponnuki.learners import LearnerSettings, SettingsError, read_table, settings_of
from ponnuki.learners.settings import as_recorded
from ponnuki.runs.earlier import config_now
from ponnuki.runs.listing import summary
from ponnuki.runs.record import CONFIG, PROVENANCE, RunRecord


def run_name(settings: LearnerSettings) -> str:
    """The name of a new run's folder: words for people, and the digest of what the run is."""
    parts = [
        settings.preset,
        settings.name,
        str(settings.generations),
        f"seed{settings.seed}",
        settings.digest,
    ]
    return "-".join(filter(None, parts))


class Shelf:
    """Runs that lie side by side.

    A run's `config.toml` says what it is; names are read by people alone.

    Attributes:
        root: the folder of the runs' folders.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._known: dict[Path, LearnerSettings] = {}
        if root.is_dir():
            for folder in sorted(root.iterdir()):
                self.read(folder)

    def read(self, folder: Path) -> None:
        """Takes in what a folder says of itself now; one that is no run is left alone."""
        if (folder / PROVENANCE).is_file():
            try:
                self._known[folder] = settings_of(
                    as_recorded(config_now(read_table(folder / CONFIG)))
                )
            except SettingsError:  # damaged, or of somebody else's kind
                self._known.pop(folder, None)

    def add(self, folder: Path, settings: LearnerSettings) -> None:
        """Takes in a run that was begun with these settings."""
        self._known[folder] = settings

    def folder(self, settings: LearnerSettings) -> Path:
        """Where the run with these settings lies, or is to lie.

        A run with the same identity that was planned longer serves as well, if it has the champion
        after the last generation asked for; a shorter one is gone on with. One that was measured
        in another way serves if there is no other: see `measured`.
        """
        same = list(self._same(settings))
        for folder, own in same:
            if own.generations == settings.generations:
                return folder
        for folder, own in same:
            if own.generations > settings.generations and self._has(folder, settings.generations):
                return folder
        for folder, own in reversed(same):  # the longest of the shorter ones
            if own.generations < settings.generations:
                return folder
        return self._free(run_name(settings))

    def measured(self, folder: Path, settings: LearnerSettings) -> bool:
        """Whether a run was measured as settings ask for, or they ask for no measure."""
        return not settings.measure.opponents or self._known[folder].measure == settings.measure

    def _same(self, settings: LearnerSettings) -> Iterator[tuple[Path, LearnerSettings]]:
        """Runs that differ in length and measure alone, by their length."""
        wanted = _but_length(settings)
        found = [
            (folder, own)
            for folder, own in self._known.items()
            if own.digest == settings.digest and _but_length(own) == wanted
        ]
        yield from sorted(
            found,
            key=lambda one: (one[1].generations, not self.measured(one[0], settings), one[0]),
        )

    def _has(self, folder: Path, generation: int) -> bool:
        """Whether a run has that generation's champion."""
        done = summary(folder).generation or 0
        return done >= generation and generation in RunRecord.open(folder).champions()

    def _free(self, name: str) -> Path:
        """A folder of that name in which no other run lies."""
        folder, number = self.root / name, 2
        while folder in self._known:
            folder, number = self.root / f"{name}-{number}", number + 1
        return folder


def _but_length(settings: LearnerSettings) -> dict[str, Any]:
    """All that is said of a run but how long it is, how it is measured, and for people."""
    out = {"generations", "measure", "preset"}
    return {name: value for name, value in settings.table().items() if name not in out}
