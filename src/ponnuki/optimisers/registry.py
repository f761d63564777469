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
from ponnuki.settings import Kinds

METHODS: Kinds[Optimiser[Any]] = Kinds("method", "method")
"""Every optimiser by the word that settings say. It is open: `METHODS.add(word, kind)`."""

METHODS.add("pso", Pso, "particle swarm")
METHODS.add("ea", Ea, "evolution with step sizes that adapt themselves")
METHODS.add("hybrid", Hybrid, "particle swarm and evolution together")
METHODS.add("hc", HillClimbing, "hill climbing")
METHODS.add("ga", Ga, "genetic algorithm")
METHODS.add("es", Es, "evolution strategy with mirrored samples")
METHODS.add("cma", Cma, "CMA-ES, by the package cma")
METHODS.add("halving", Halving, "successive halving and mutation")
METHODS.add("selection", Selection, "picks the best of the first nets")
METHODS.add("sane", Sane, "neurons and blueprints evolve side by side")
