"""Numbers: nets without weights, and files of weights."""

from ponnuki.evaluators.architectures import (
    EVALUATORS,
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
    "EVALUATORS",
    "INFLUENCE_GAMES",
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
