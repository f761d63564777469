"""Optimisers: they change weights until a judge likes them better. No game is known here."""

from ponnuki.optimisers.cma import Cma, CmaState
from ponnuki.optimisers.diversity import size, spread
from ponnuki.optimisers.ea import Ea, EaState
from ponnuki.optimisers.es import Es, EsState
from ponnuki.optimisers.ga import Ga, GaState
from ponnuki.optimisers.growth import second_moment_growth
from ponnuki.optimisers.halving import Halving, HalvingState
from ponnuki.optimisers.hill_climbing import HillClimbing, HillClimbingState
from ponnuki.optimisers.hybrid import Hybrid, HybridState
from ponnuki.optimisers.judge import FunctionJudge, Judge
from ponnuki.optimisers.neighbourhoods import Gbest, Neighbourhood, Ring, VonNeumann
from ponnuki.optimisers.optimiser import Optimiser
from ponnuki.optimisers.pso import Pso, PsoState, UnstableSwarmWarning
from ponnuki.optimisers.registry import METHODS
from ponnuki.optimisers.sane import Sane, SaneState
from ponnuki.optimisers.selection import Selection, SelectionState
from ponnuki.optimisers.state import State, restore_state, state_arrays
from ponnuki.optimisers.weights import Box, Weights

__all__ = [
    "METHODS",
    "Box",
    "Cma",
    "CmaState",
    "Ea",
    "EaState",
    "Es",
    "EsState",
    "FunctionJudge",
    "Ga",
    "GaState",
    "Gbest",
    "Halving",
    "HalvingState",
    "HillClimbing",
    "HillClimbingState",
    "Hybrid",
    "HybridState",
    "Judge",
    "Neighbourhood",
    "Optimiser",
    "Pso",
    "PsoState",
    "Ring",
    "Sane",
    "SaneState",
    "Selection",
    "SelectionState",
    "State",
    "UnstableSwarmWarning",
    "VonNeumann",
    "Weights",
    "restore_state",
    "second_moment_growth",
    "size",
    "spread",
    "state_arrays",
]
