"""Evaluators: architectures without weights. Weights are rows of a float32 array.

The core rounds weights and hidden values to a grid on which every sum is exact, so that a value
depends on the board alone: not on threads, the instruction set, or the way to the position.
"""

import hashlib
import itertools
import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal
from weakref import ref

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ponnuki import _core
from ponnuki.evaluators.tuples import SHAPES, PointTuple, shape_tuples
from ponnuki.games import Game, Position, Side, SpecError
from ponnuki.games import game as find_game
from ponnuki.seeds import stream
from ponnuki.settings import Kinds, Said, Settings, setting

Encoding = Literal["own-opponent", "messerschmidt", "black-white", "koten", "roban", "katatsugi"]
Activation = Literal["linear", "sigmoid", "tanh"]

MAX_BOUND = 1e6
"""Initial weights are smaller."""

HAVE_LIBERTIES = frozenset({"go", "capture-go"})
"""Games whose stones have liberties."""


MOST_KEPT = 8
_NETS_OF: dict[int, tuple[Any, "Evaluator", _core.Net]] = {}
"""The core's nets of the latest rows that nobody can change, by their place in memory."""


@dataclass(frozen=True)
class Evaluator(Settings, ABC):
    """An architecture for one game: how many weights, how they start, what they say of a position.

    Its settings are options of the architecture; the game is given by whoever makes it.

    Attributes:
        game: the game whose positions it values.
    """

    game: Game
    kind: str = field(init=False, default="")

    def __post_init__(self) -> None:
        if not isinstance(self.game, Game):
            raise SpecError(f"game={self.game!r} is not allowed: use a Game")
        super().__post_init__()

    @property
    @abstractmethod
    def _architecture(self) -> _core.Architecture:
        """The core's form of it."""

    @abstractmethod
    def scales(self) -> list[tuple[int, float]]:
        """How initial weights are drawn: numbers of weights, each uniform up to ± a bound."""

    @cached_property
    def weight_count(self) -> int:
        """Weights in a row."""
        return self._architecture.weight_count()

    def settings(self) -> dict[str, Any]:
        """All that makes the architecture, apart from the game's rules."""
        return {"kind": self.kind, **self.table(), "size": self.game.size}

    @cached_property
    def fingerprint(self) -> str:
        """Tells architectures apart: weights of one mean nothing to another."""
        return fingerprint_of(self.settings())

    def initial(self, n: int, seed: int) -> NDArray[np.float32]:
        """N rows of weights as a paper draws them; row i does not depend on n."""
        rows = np.empty((n, self.weight_count), np.float32)
        for i in range(n):
            rng = np.random.default_rng(stream(seed, "weights", i))
            start = 0
            for count, bound in self.scales():
                rows[i, start : start + count] = rng.uniform(-bound, bound, count)
                start += count
        return rows

    def _net(self, weights: ArrayLike) -> _core.Net:
        """The core's net with one row of weights.

        Raises:
            ValueError: wrong length, or a weight that is not a finite number.
        """
        whole = isinstance(weights, np.ndarray) and weights.base is None
        if not whole or weights.flags.writeable:  # type: ignore[union-attr]  # it is an array
            return _core.Net(self._architecture, self.check_weights(weights, 1))
        kept = _NETS_OF.get(id(weights))
        if kept is None or kept[0]() is not weights or kept[1] != self:
            net = _core.Net(self._architecture, self.check_weights(weights, 1))
            kept = _NETS_OF[id(weights)] = ref(weights), self, net
            while len(_NETS_OF) > MOST_KEPT:
                _NETS_OF.pop(next(iter(_NETS_OF)))
        return kept[2]

    def check_weights(self, weights: ArrayLike, ndim: int) -> NDArray[np.float32]:
        """The weights as float32, if there are as many as needed and all are finite."""
        array = np.asarray(weights)
        if array.dtype.kind == "c":
            raise ValueError("weights are complex: all must be real numbers")
        if array.dtype != np.float32:
            with np.errstate(over="ignore"):  # what is too large becomes infinite, refused below
                array = array.astype(np.float32)
        array = np.ascontiguousarray(array)
        if array.ndim != ndim or array.shape[-1] != self.weight_count:
            raise ValueError(
                f"weights of shape {array.shape} do not fit: {self.kind} on {self.game.spec} has "
                f"{self.weight_count} in a row"
            )
        if not np.isfinite(array).all():
            where = tuple(np.argwhere(~np.isfinite(array))[0].tolist())
            raise ValueError(f"weights{list(where)} is {array[where]}: all must be finite")
        return array

    def check_position(self, position: Position) -> None:
        """Raises ValueError if a position is of another game."""
        if position.game != self.game:
            raise ValueError(
                f"a position of {position.game.spec} was given, the evaluator is for "
                f"{self.game.spec}"
            )

    def value(
        self,
        weights: ArrayLike,
        positions: Position | Sequence[Position],
        viewer: Side = "black",
    ) -> NDArray[np.float64]:
        """What nets say of positions, in the viewer's view.

        One row of weights gives one value a position, a matrix of n rows n times as many.
        """
        if viewer not in {"black", "white"}:
            raise ValueError(f"viewer={viewer!r} is not allowed: use 'black' or 'white'")
        many = [positions] if isinstance(positions, Position) else list(positions)
        for position in many:
            self.check_position(position)
        rows = self.check_weights(weights, 2 if np.ndim(weights) == 2 else 1)
        sign = -1.0 if viewer == "white" and not self.has_viewer else 1.0
        values = [
            sign
            * _core.values(
                self.game._core, self._net(row), [one._core for one in many], viewer == "white"
            )
            for row in np.atleast_2d(rows)
        ]
        return values[0] if rows.ndim == 1 else np.array(values).reshape(len(rows), len(many))

    @property
    def has_viewer(self) -> bool:
        """Whether the net sees the board from one player's side; else its value is black's."""
        return False

    @property
    def has_policy(self) -> bool:
        """Whether the net also says which moves are likely, as a tree search needs it."""
        return False

    @property
    def for_any_size(self) -> bool:
        """Whether the same weights play on boards of every size."""
        return False


def fingerprint_of(settings: Mapping[str, Any]) -> str:
    """Sixteen hexadecimal digits that follow from all that makes an architecture."""
    text = json.dumps(settings, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class WindowNet(Evaluator):
    """A hidden unit for every square of 3×3 points or more, then 40, 10 and 1 (Cai et al. 2009)."""

    kind: str = field(init=False, default="window")

    @cached_property
    def _architecture(self) -> _core.Architecture:
        """The core's form of it."""
        return _core.Architecture.window(self.game.size)

    def scales(self) -> list[tuple[int, float]]:
        """Uniform in ±0.2."""
        return [(self.weight_count, 0.2)]


@dataclass(frozen=True)
class DenseNet(Evaluator):
    """Dense layers over an encoding of the board; the usual ones are those of the game's paper."""

    encoding: Encoding = setting(
        None, "what the inputs are; none for what the game's paper has, as below", filled=True
    )
    hidden: tuple[int, ...] = setting(
        None,
        "units of the hidden layers, at most 7 of them",
        low=1,
        high=_core.MAX_WIDTH,
        filled=True,
    )
    hidden_activation: Activation = setting(
        None, "of all hidden layers; a linear one ends at ±8", filled=True
    )
    output_activation: Activation = setting(None, "of the output", filled=True)
    biases: bool = setting(None, "whether layers have biases", filled=True)
    bound: float = setting(
        None,
        "initial weights are uniform up to this; 0 for 1/√(inputs of the layer)",
        low=0,
        below=MAX_BOUND,
        filled=True,
    )
    kind: str = field(init=False, default="mlp")

    def __post_init__(self) -> None:
        for name, usual in {**_MLP, **_MLP_OF.get(self.game.id, {})}.items():
            if getattr(self, name) is None:
                object.__setattr__(self, name, usual)
        super().__post_init__()

    def check(self) -> None:
        """Raises SpecError if there are too many layers."""
        if len(self.hidden) >= _core.MAX_LAYERS:
            raise SpecError(
                f"hidden={self.hidden} is not allowed: use at most {_core.MAX_LAYERS - 1} layers"
            )

    @cached_property
    def _architecture(self) -> _core.Architecture:
        """The core's form of it."""
        return _core.Architecture.dense(
            self.game.size,
            self._encoding,
            list(self.hidden),
            _core.Activation[self.hidden_activation],
            _core.Activation[self.output_activation],
            self.biases,
        )

    def scales(self) -> list[tuple[int, float]]:
        """Uniform in ± the bound, or by the number of inputs of each layer."""
        out = []
        inputs = _core.input_count(self._encoding, self.game.size)
        for width in (*self.hidden, 1):
            rows = inputs + self.biases
            out.append((rows * width, self.bound or 1 / float(np.sqrt(rows))))
            inputs = width
        return out

    @property
    def has_viewer(self) -> bool:
        """Whether the net sees the board from one player's side."""
        return self.encoding != "black-white"

    @property
    def _encoding(self) -> _core.Encoding:
        return _core.Encoding[self.encoding.replace("-", "_")]


@dataclass(frozen=True)
class PieceCounter(Evaluator):
    """The weighted piece counter: a weight a point, added for black and taken off for white."""

    kind: str = field(init=False, default="wpc")

    @cached_property
    def _architecture(self) -> _core.Architecture:
        """The core's form of it: a dense net without hidden layers."""
        linear = _core.Activation.linear
        encoding = _core.Encoding.black_white
        return _core.Architecture.dense(self.game.size, encoding, [], linear, linear, False)

    def scales(self) -> list[tuple[int, float]]:
        """Uniform in ±1."""
        return [(self.weight_count, 1.0)]


@dataclass(frozen=True)
class TupleNet(Evaluator):
    """An n-tuple network: the sum of weights looked up by what stands on tuples of points.

    A tuple and its images under the symmetries of the board share one table. Stones are seen from
    the viewer's side: nothing, own, the other side's.

    Shapes say which tuples: 'straight-N', all N points in a row, column or diagonal; 'lines', all
    whole rows, columns and diagonals; 'square-N', all squares of N×N points; 'rectangle-RxC', all
    rectangles of R×C points, upright or lying; 'cross', every point with those beside it;
    'walks-KxN', K random walks of N points, and 'walks-KxN-SEED' others than with seed 1. Behind a
    shape, ':liberties-K' tells stones apart by the liberties of their string as well: 1, 2 and so
    on, K or more; for Go and Capture Go. ':anywhere' has one table wherever the shape fits on the
    board, whole.
    """

    shapes: tuple[str, ...] = setting(
        ("straight-3",), f"which tuples: {SHAPES}; behind it ':liberties-K' and ':anywhere'"
    )
    points: tuple[tuple[int, ...], ...] = setting(
        (), "lists of points: more tuples, one of each family of images"
    )
    output_activation: Activation = setting("tanh", "of the sum")
    stages: int = setting(
        1, "tables of their own for so many stages of a game, by its stones", low=1, high=64
    )
    bound: float = setting(0.01, "initial weights are uniform up to this", low=0, below=MAX_BOUND)
    symmetric: bool = setting(
        False,
        "whether a board and its mirror images have exactly one value: entries of a table that are "
        "images of each other on the same points then share a weight",
        later=True,
    )
    kind: str = field(init=False, default="ntuple")

    def check(self) -> None:
        """Raises ValueError if the board has no such tuples, or too many."""
        if not self.tuples:
            raise SpecError("shapes and points are empty: use a shape, or a tuple of points")
        if self.game.id not in HAVE_LIBERTIES and any(one.liberties for one in self.tuples):
            raise SpecError(
                f"shapes={self.shapes!r} is not allowed in {self.game.id}, whose stones have no "
                "liberties: leave ':liberties-K' out"
            )
        _ = self._architecture

    @cached_property
    def tuples(self) -> tuple[PointTuple, ...]:
        """One tuple of each family of images."""
        return (*self._families, *(PointTuple(one) for one in self.points))

    @cached_property
    def _families(self) -> tuple[PointTuple, ...]:
        """Those of the shapes."""
        found = (shape_tuples(str(shape), self.game.size) for shape in self.shapes)
        return tuple(itertools.chain(*found))

    @cached_property
    def _architecture(self) -> _core.Architecture:
        """The core's form of it."""
        output = _core.Activation[self.output_activation]
        try:
            return _core.Architecture.tuples(
                self.game.size,
                [(list(one.points), one.liberties, one.anywhere) for one in self.tuples],
                output,
                self.stages,
                self.symmetric,
            )
        except ValueError as error:
            raise SpecError(f"ntuple: {error}") from None

    def scales(self) -> list[tuple[int, float]]:
        """Uniform in ± the bound."""
        return [(self.weight_count, self.bound)]

    @property
    def has_viewer(self) -> bool:
        """It sees the board from one player's side."""
        return True


NETS: Kinds[Evaluator] = Kinds("net")
"""Every kind of evaluator by its word; an open table."""

NETS.add("window", WindowNet, "squares of 3×3 points and more, each with a unit")
NETS.add("mlp", DenseNet, "dense layers")
NETS.add("wpc", PieceCounter, "a weight a point")
NETS.add("ntuple", TupleNet, "tables of tuples of points")

_MLP: dict[str, Any] = {
    "encoding": "own-opponent",
    "hidden": (10,),
    "hidden_activation": "tanh",
    "output_activation": "tanh",
    "biases": True,
    "bound": 1.0,
}
"""What an mlp is if nobody says more, and no paper of the game."""

_MLP_OF: dict[str, dict[str, Any]] = {
    "capture-go": {"encoding": "black-white", "hidden": (40, 10), "bound": 0.2},
    "tic-tac-toe": {  # Franken & Engelbrecht 2003
        "encoding": "own-opponent",
        "hidden": (7,),
        "hidden_activation": "sigmoid",
        "output_activation": "sigmoid",
        "bound": 0.0,
    },
    "othello": {"encoding": "black-white", "hidden": (32,)},  # Kim & Cho 2007
    "go": {  # Mayer 2007
        "encoding": "koten",
        "hidden": (25,),
        "hidden_activation": "sigmoid",
        "output_activation": "linear",
        "biases": False,
    },
}
"""What the papers' nets have, by game."""


def evaluator(kind: str, game: Game | str, **options: Any) -> Evaluator:
    """The evaluator of a kind, one of `NETS` such as 'window' or 'fate', for a game.

    >>> evaluator("window", "capture-go:9").weight_count
    6216
    >>> evaluator("mlp", "othello:8").weight_count
    2113

    Raises:
        SpecError: no such kind or option, or a value that is not allowed.
    """
    rules = find_game(game)
    found = NETS.find(kind)
    try:
        return Said(found, options, kind).make(game=rules)
    except SpecError as error:
        raise SpecError(f"{kind}: {error}") from None
