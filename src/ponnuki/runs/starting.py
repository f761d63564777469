"""The net that a run starts from: found by what a person names, and copied into its folder."""

import os
import re
from pathlib import Path

import numpy as np

from ponnuki.evaluators import Evaluator, WeightsFile, load_weights
from ponnuki.evaluators.files import WeightsError, require_net
from ponnuki.players import PLAYERS, Engine, player
from ponnuki.runs.record import PROVENANCE, RunRecord

Source = str | Path | RunRecord
"""A file of weights, a run, or the spec of a player that has a net."""


def starting_net(source: Source, expected: Evaluator) -> WeightsFile:
    """The net that a learner of such nets starts from.

    Args:
        source: a file with one net; a run, whose last champion it is; or the spec of a player with
            a net, such as run:FOLDER@50, champion:othello or net:FILE,row=2.
        expected: the architecture of the learner's nets.

    Raises:
        WeightsError: the net is of another architecture, or for other rules; names both. Or the
            file has many nets.
        SpecError: there is no such player.
        RunError: the run is damaged, or has no champion.
        OSError: the file cannot be read.
    """
    if isinstance(source, str) and not os.path.exists(source) and _names_a_player(source):
        found = player(source, expected.game)
        if not isinstance(found, Engine):
            raise WeightsError(f"start_from={source!r} is not allowed: this player has no net")
        require_net(source, found.evaluator, expected)
        return WeightsFile(found.evaluator, np.array([found.weights], np.float32), {})
    if isinstance(source, str | Path) and os.path.lexists(Path(source) / PROVENANCE):
        source = RunRecord.open(source)
    path = source.champion() if isinstance(source, RunRecord) else Path(source)
    if not path.is_file():
        raise WeightsError(
            f"start_from={str(path)!r} is not allowed: there is no such file, run or player"
        )
    file = load_weights(path, expected)
    if len(file.weights) != 1:
        raise WeightsError(
            f"{path}: it has {len(file.weights)} nets; name one, such as net:{path},row=0"
        )
    return file


def _names_a_player(text: str) -> bool:
    return re.split("[:,]", text, maxsplit=1)[0] in PLAYERS
