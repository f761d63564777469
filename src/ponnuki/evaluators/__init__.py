"""Numbers: nets without weights, and files of weights."""

from ponnuki.evaluators.architectures import (
    NETS,
    DenseNet,
    Evaluator,
    PieceCounter,
    TupleNet,
    WindowNet,
    evaluator,
)
from ponnuki.evaluators.conv import ConvNet
from ponnuki.evaluators.fates import FateNet
from ponnuki.evaluators.files import (
    WeightsError,
    WeightsFile,
    load_weights,
    net_name,
    save_weights,
    weights_bytes,
)
from ponnuki.evaluators.influence import INFLUENCE_GAMES, InfluenceNet

__all__ = [
    "INFLUENCE_GAMES",
    "NETS",
    "ConvNet",
    "DenseNet",
    "Evaluator",
    "FateNet",
    "InfluenceNet",
    "PieceCounter",
    "TupleNet",
    "WeightsError",
    "WeightsFile",
    "WindowNet",
    "evaluator",
    "load_weights",
    "net_name",
    "save_weights",
    "weights_bytes",
]
