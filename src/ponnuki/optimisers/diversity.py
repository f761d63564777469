"""How far apart the nets of a population are, and how large their weights."""

import numpy as np

from ponnuki.optimisers.weights import Weights


def spread(weights: Weights) -> float:
    """The mean distance of the nets to their centroid; 0 if all are the same."""
    apart = weights - weights.mean(axis=0, dtype=np.float64).astype(np.float32)
    return float(np.sqrt(np.einsum("ij,ij->i", apart, apart).astype(np.float64)).mean())


def size(weights: Weights) -> float:
    """The root mean square of all weights."""
    squares = [np.square(row, dtype=np.float64).sum() for row in weights]  # row by row stays cached
    return float(np.sqrt(np.sum(squares) / weights.size))
