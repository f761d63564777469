"""Steps of zero's learning through PyTorch. Its sums have no fixed order: near is equal."""

from typing import Any

import numpy as np

from tests.golden.pins import house
from tests.golden.pins.kept import Case, Cases

NEAR = 1e-2
"""The share by which figures may differ."""

ZERO: dict[str, Any] = {"learner": "zero", "batch": 16, "rate": 0.01}
STEPS: dict[str, dict[str, Any]] = {
    "stones alone": {"game": "capture-go:4", "net": {"blocks": 1}},
    "liberties": {"game": "capture-go:4", "net": {"blocks": 1, "liberties": True}},
    "last moves and ko": {"game": "go:4", "net": {"blocks": 2, "history": 2, "ko": True}},
    "decay and shares": {
        "game": "capture-go:4",
        "net": {"blocks": 1},
        "weight_decay": 0.5,
        "value_share": 0.2,
    },
}


def torch_steps() -> Cases:
    """Three steps with each kind of net."""
    return {name: _case(house.torch_steps({**ZERO, **table}, 3)) for name, table in STEPS.items()}


def _case(found: dict[str, Any]) -> Case:
    """Losses, and by layer the size of what changed and of the means that Adam keeps."""
    case: Case = {"losses": found["losses"], "steps": found["steps"]}
    case["size of changes"] = [_size(one) for one in found["changes"]]
    for name, layers in zip(("gradient", "square"), found["moments"], strict=True):
        case[f"size of the mean of the {name}"] = [_size(one) for one in layers]
    return case


def _size(values: Any) -> float:
    return float(np.sqrt(np.mean(np.square(values, dtype=np.float64))))
