"""SANE: neurons and blueprints evolve side by side (Moriarty & Miikkulainen 1997).

A neuron is a hidden unit of a net with one hidden layer: a list of connections, each with a weight.
A blueprint is a list of neurons, which together are a net. Nets are judged; a neuron earns the mean
score of the best nets that it took part in. Both populations breed by their own ranks, so neurons
become good at playing together, and blueprints find out which of them do.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ponnuki.optimisers.counts import check_population
from ponnuki.optimisers.judge import Judge, ask_scores, best_first
from ponnuki.optimisers.optimiser import Optimiser
from ponnuki.optimisers.state import Row, State, Stored, no_scores
from ponnuki.optimisers.weights import Weights, check_weights, one_net, rounded
from ponnuki.settings import setting

FEWEST = 4
"""Blueprints or neurons of which one can breed while others are replaced."""

BITS = 16
"""Of a weight when it mutates."""

Whole = NDArray[np.int64]


@dataclass(frozen=True, eq=False, kw_only=True)
class SaneState(State):
    """Two populations.

    Attributes:
        labels: for every neuron what its connections lead to; a label may come twice.
        strengths: the weights of these connections.
        blueprints: for every net the numbers of its neurons.
        rest: for every net the weights that belong to no neuron: its output's bias.
        best: the highest-scoring net of the last generation, as a row of weights.
    """

    labels: Annotated[Whole, Stored(np.int64, ("m", "c"))]
    strengths: Annotated[Weights, Stored(np.float32, ("m", "c"))]
    blueprints: Annotated[Whole, Stored(np.int64, ("n", "h"))]
    rest: Annotated[Weights, Stored(np.float32, ("n", "r?"))]
    best: Row

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.labels.min() < 0:
            raise ValueError("labels holds a number below 0: a connection leads to no such place")
        if self.blueprints.min() < 0 or self.blueprints.max() >= len(self.labels):
            raise ValueError(f"blueprints holds a neuron that is none of {len(self.labels)}")


@dataclass(frozen=True)
class Sane(Optimiser[SaneState]):
    """Symbiotic evolution of dense nets with one hidden layer and one output."""

    hidden: int = setting(25, "units of the hidden layer", low=1)
    biases: bool = setting(True, "whether the layers have biases")
    neurons: int = setting(
        0,
        "of the population of neurons; 0 for all those of the first nets, else that many of them, "
        "from which the first blueprints draw",
        low=0,
    )
    connections: int = setting(
        0, "of a neuron, drawn for the first ones; 0 for all that there can be", low=0
    )
    breeding: float = setting(
        0.25, "the share of neurons and of blueprints that breed", low=0, high=1 / 3
    )
    best_nets: int = setting(5, "of how many of its nets a neuron earns the mean score", low=1)
    weight_mutation: float = setting(
        0.016,
        "the chance that a bit of a weight of a new neuron is turned over; weights are numbers of "
        "16 bits then, so that steps of all sizes are as likely",
        low=0,
        high=1,
    )
    label_mutation: float = setting(0.008, "the chance that it leads elsewhere", low=0, high=1)
    pointer_mutation: float = setting(
        0.01, "the chance that a new blueprint has any neuron in a place", low=0, high=1
    )
    follow: float = setting(
        0.5,
        "the chance that a new blueprint has a neuron's offspring in its place, if it has",
        low=0,
        high=1,
    )
    limit: float = setting(1.0, "weights of 16 bits lie between minus this and this", above=0)
    state_type: ClassVar[type[SaneState]] = SaneState
    usual_net: ClassVar[Mapping[str, Any]] = {"kind": "mlp", "hidden": [25], "biases": True}

    def check(self) -> None:
        """Raises ValueError if there are too few neurons for some to breed."""
        if 0 < self.neurons < FEWEST:
            raise ValueError(f"neurons={self.neurons} is not allowed: use 0, or {FEWEST} or more")

    def start(self, weights: Weights, rng: np.random.Generator, /) -> SaneState:
        """A population of nets, taken apart into their neurons."""
        nets = check_weights(weights)
        check_population(len(nets), FEWEST)
        places = self._places(nets.shape[1])
        neurons, genes = len(nets) * self.hidden, places.shape[1]
        strengths = nets[:, places].reshape(neurons, genes)
        labels = np.tile(np.arange(genes), (neurons, 1))
        blueprints = np.arange(neurons).reshape(len(nets), self.hidden)
        if self.neurons > neurons:
            raise ValueError(
                f"neurons={self.neurons} is not allowed: {len(nets)} nets of {self.hidden} hidden "
                f"units have {neurons}"
            )
        if self.neurons:
            strengths, labels = strengths[: self.neurons], labels[: self.neurons]
            blueprints = rng.integers(0, self.neurons, blueprints.shape)
        if self.connections > genes:
            raise ValueError(
                f"connections={self.connections} is not allowed: a neuron has at most {genes}"
            )
        if self.connections:
            labels = np.argsort(rng.random(labels.shape), axis=1)[:, : self.connections]
            labels = np.sort(labels, axis=1)
            strengths = np.take_along_axis(strengths, labels, axis=1)
        rest = nets[:, self.hidden * genes :]
        first = self._express(labels, strengths, blueprints[:1], rest[:1], places)
        return SaneState(
            labels=labels,
            strengths=strengths,
            blueprints=blueprints,
            rest=rest,
            best=first,
            scores=no_scores(),
        )

    def step(self, state: SaneState, judge: Judge, rng: np.random.Generator, /) -> SaneState:
        """Judges all nets; then neurons breed, then blueprints."""
        nets = self.weights(state)
        check_population(len(nets), FEWEST)
        scores = ask_scores(judge, nets)
        order = best_first(scores)
        earned = neuron_scores(state.blueprints, scores, len(state.labels), self.best_nets)
        labels, strengths, offspring = self._breed_neurons(state, best_first(earned), rng)
        blueprints, rest = self._breed_blueprints(state, order, offspring, rng)
        return SaneState(
            labels=labels,
            strengths=strengths,
            blueprints=blueprints,
            rest=rest,
            best=nets[order[:1]],
            scores=scores,
        )

    def champion(self, state: SaneState) -> Weights:
        """The highest-scoring net of the last generation; before the first step the first net."""
        return one_net(state.best)

    def weights(self, state: SaneState) -> Weights:
        """The nets that the blueprints describe.

        Raises:
            ValueError: the state is not one of these settings.
        """
        places = self._places(state.best.shape[1])
        if state.blueprints.shape[1] != self.hidden or state.labels.max() >= places.shape[1]:
            raise ValueError(
                f"the state has blueprints of {state.blueprints.shape[1]} neurons with up to "
                f"{state.labels.max() + 1} genes: use {self.hidden} with {places.shape[1]}"
            )
        if state.rest.shape[1] != int(self.biases):
            raise ValueError(f"the state does not fit biases={self.biases}")
        return self._express(state.labels, state.strengths, state.blueprints, state.rest, places)

    # What a blueprint is as a row of weights.

    def _places(self, count: int) -> Whole:
        """Where in a row the genes of each hidden unit are: what it reads, its bias, its output.

        A row has the matrix of the hidden layer, its biases, the output's weights and its bias.

        Raises:
            ValueError: rows of this length are no such nets.
        """
        own = 2 if self.biases else 1  # beside the inputs
        inputs, left = divmod(count - int(self.biases), self.hidden)
        inputs -= own
        if left or inputs < 0:
            extra = f"{own} · hidden + 1" if self.biases else "hidden"
            raise ValueError(
                f"hidden={self.hidden} does not fit nets of {count} weights: with "
                f"biases={self.biases} they must have inputs · hidden + {extra}"
            )
        units = np.arange(self.hidden)[:, None]
        reads = units * inputs + np.arange(inputs)
        others = self.hidden * (inputs + np.arange(own)) + units
        return np.concatenate([reads, others], axis=1)

    def _express(
        self, labels: Whole, strengths: Weights, blueprints: Whole, rest: Weights, places: Whole
    ) -> Weights:
        """Blueprints as rows of weights; connections to the same place add up."""
        genes = np.zeros((len(labels), places.shape[1]), np.float64)
        np.add.at(genes, (np.arange(len(labels))[:, None], labels), strengths)
        nets = np.empty((len(blueprints), places.size + rest.shape[1]), np.float32)
        nets[:, places] = rounded(genes)[blueprints]
        nets[:, places.size :] = rest
        return nets

    # Breeding.

    def _breed_neurons(
        self, state: SaneState, order: NDArray[np.intp], rng: np.random.Generator
    ) -> tuple[Whole, Weights, Whole]:
        """The next neurons, and for every neuron the two that are its offspring, or -1 twice."""
        pairs = self._pairs(order, rng)
        one, other = pairs.T
        count, length = len(pairs), state.labels.shape[1]
        ahead = np.arange(length) < _cuts(length, count, rng)
        copied = np.where(rng.random(count) < 0.5, one, other)
        labels, strengths = (
            np.concatenate([np.where(ahead, array[one], array[other]), array[copied]])
            for array in (state.labels, state.strengths)
        )
        new = rng.random(labels.shape) < self.label_mutation
        genes = self._places(state.best.shape[1]).shape[1]
        labels = np.where(new, rng.integers(0, genes, labels.shape), labels)
        strengths = self._turn_bits(strengths, rng)
        replaced = order[len(order) - 2 * count :]
        offspring = np.full((len(order), 2), -1)
        offspring[one] = np.stack([replaced[:count], replaced[count:]], axis=1)
        after_labels, after_strengths = state.labels.copy(), state.strengths.copy()
        after_labels[replaced], after_strengths[replaced] = labels, strengths
        return after_labels, after_strengths, offspring

    def _breed_blueprints(
        self,
        state: SaneState,
        order: NDArray[np.intp],
        offspring: Whole,
        rng: np.random.Generator,
    ) -> tuple[Whole, Weights]:
        """The next blueprints, and what each has beside its neurons."""
        pairs = self._pairs(order, rng)
        one, other = pairs.T
        count, before = len(pairs), state.blueprints
        ahead = np.arange(self.hidden) < _cuts(self.hidden, count, rng)
        copied = np.where(rng.random(count) < 0.5, one, other)
        made = np.concatenate([np.where(ahead, before[one], before[other]), before[copied]])
        heirs = offspring[made, rng.integers(0, 2, made.shape)]
        follow = (heirs >= 0) & (rng.random(made.shape) < self.follow)
        made = np.where(follow, heirs, made)
        lost = rng.random(made.shape) < self.pointer_mutation
        made = np.where(lost, rng.integers(0, len(offspring), made.shape), made)
        rest = np.concatenate([state.rest[one], state.rest[copied]])
        replaced = order[len(order) - 2 * count :]
        blueprints, beside = before.copy(), state.rest.copy()
        blueprints[replaced], beside[replaced] = made, self._turn_bits(rest, rng)
        return blueprints, beside

    def _turn_bits(self, weights: Weights, rng: np.random.Generator) -> Weights:
        """Weights of which some have one bit turned over."""
        low, high = -self.limit, self.limit
        turned = np.nonzero(rng.random(weights.shape) < self.weight_mutation)
        step = (high - low) / (2**BITS - 1)
        codes = np.rint((np.clip(weights[turned], low, high) - low) / step).astype(np.int64)
        codes ^= 1 << rng.integers(0, BITS, len(codes))
        out = weights.copy()
        out[turned] = low + step * codes
        return out

    def _pairs(self, order: NDArray[np.intp], rng: np.random.Generator) -> NDArray[np.intp]:
        """Who breeds: each of the best, with one that is at least as good."""
        count = max(1, int(self.breeding * len(order)))
        ranks = np.arange(count)
        return np.stack([order[ranks], order[rng.integers(0, ranks + 1)]], axis=1)


def neuron_scores(
    blueprints: Whole, scores: NDArray[np.float64], neurons: int, best_nets: int
) -> NDArray[np.float64]:
    """What each neuron earns: the mean score of the best nets that it took part in.

    A net counts once for a neuron that it has twice. Who took part in none earns less than all.
    """
    order = best_first(scores)
    part = np.zeros((len(scores), neurons), np.bool_)
    part[np.arange(len(scores))[:, None], blueprints[order]] = True
    part &= np.cumsum(part, axis=0) <= best_nets
    counts = part.sum(axis=0)
    sums = scores[order] @ part
    lowest = float(scores.min()) - 1.0
    earned: NDArray[np.float64] = np.where(counts > 0, sums / np.maximum(counts, 1), lowest)
    return earned


def _cuts(length: int, count: int, rng: np.random.Generator) -> Whole:
    """For every pair the point behind which genes come from the other parent."""
    return rng.integers(1, max(length, 2), count)[:, None]
