"""How far apart the nets of a population are, and how large their weights."""

import numpy as np

from ponnuki.optimisers.weights import Weights


def spread(weights: Weights) -> float:
    """The mean distance of the nets to their centroid; 0 if all are the same."""
    rows = weights.astype(np.float64)
    return float(np.linalg.norm(rows - rows.mean(axis=0), axis=1).mean())


def size(weights: Weights) -> float:
    """The root mean square of all weights."""
    return float(np.sqrt(np.square(weights, dtype=np.float64).mean()))
