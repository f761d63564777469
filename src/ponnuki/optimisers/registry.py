"""The optimisers by name."""

from typing import Any

from ponnuki.optimisers.cma import Cma
from ponnuki.optimisers.ea import Ea
from ponnuki.optimisers.es import Es
from ponnuki.optimisers.ga import Ga
from ponnuki.optimisers.halving import Halving
from ponnuki.optimisers.hill_climbing import HillClimbing
from ponnuki.optimisers.hybrid import Hybrid
from ponnuki.optimisers.optimiser import Optimiser
from ponnuki.optimisers.pso import Pso
from ponnuki.optimisers.sane import Sane
from ponnuki.optimisers.selection import Selection

OPTIMISERS: dict[str, type[Optimiser[Any]]] = {
    "pso": Pso,
    "ea": Ea,
    "hybrid": Hybrid,
    "hc": HillClimbing,
    "ga": Ga,
    "es": Es,
    "cma": Cma,
    "halving": Halving,
    "selection": Selection,
    "sane": Sane,
}
"""Every kind of optimiser by its id."""
