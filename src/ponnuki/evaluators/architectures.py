"""Evaluators: architectures without weights. Weights are rows of a float32 array.

The core rounds weights and hidden values to a grid on which every sum is exact, so that a value
depends on the board alone: not on threads, the instruction set, or the way to the position.
"""

import hashlib
import itertools
import json
import operator
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ponnuki import _core
from ponnuki.evaluators.tuples import PointTuple, shape_tuples
from ponnuki.games import Game, Position, Side, SpecError
from ponnuki.games import game as find_game
from ponnuki.pickles import Rebuilt
from ponnuki.seeds import stream

Encoding = Literal["own-opponent", "messerschmidt", "black-white", "koten", "roban", "katatsugi"]
Activation = Literal["linear", "sigmoid", "tanh"]

HAVE_LIBERTIES = frozenset({"go", "capture-go"})
"""Games whose stones have liberties."""


@dataclass(frozen=True)
class Evaluator(Rebuilt, ABC):
    """An architecture for one game: how many weights, how they start, what they say of a position.

    Attributes:
        game: the game whose positions it values.
    """

    game: Game
    kind: str = field(init=False, default="")

    def __post_init__(self) -> None:
        if not isinstance(self.game, Game):
            raise SpecError(f"game={self.game!r} is not allowed: use a Game")

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
        own = {k: v for k, v in asdict(self).items() if k != "game"}
        return {**own, "size": self.game.size}

    @cached_property
    def fingerprint(self) -> str:
        """Tells architectures apart: weights of one mean nothing to another."""
        text = json.dumps(self.settings(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

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
        return _core.Net(self._architecture, self.check(weights, 1))

    def check(self, weights: ArrayLike, ndim: int) -> NDArray[np.float32]:
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
        rows = self.check(weights, 2 if np.ndim(weights) == 2 else 1)
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
    """Dense layers over an encoding of the board.

    Attributes:
        encoding: what the inputs are.
        hidden: units of the hidden layers.
        hidden_activation: of all hidden layers; a linear one ends at ±8.
        output_activation: of the output.
        biases: whether layers have biases.
        bound: initial weights are uniform up to this; 0 for 1/√(inputs of the layer).
    """

    encoding: Encoding = "own-opponent"
    hidden: tuple[int, ...] = (10,)
    hidden_activation: Activation = "tanh"
    output_activation: Activation = "tanh"
    biases: bool = True
    bound: float = 1.0
    kind: str = field(init=False, default="mlp")

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "hidden", tuple(self.hidden))
        for name, value, allowed in (
            ("encoding", self.encoding, get_args(Encoding)),
            ("hidden_activation", self.hidden_activation, get_args(Activation)),
            ("output_activation", self.output_activation, get_args(Activation)),
        ):
            if value not in allowed:
                raise SpecError(f"{name}={value!r} is not allowed: use {' or '.join(allowed)}")
        if len(self.hidden) >= _core.MAX_LAYERS:
            raise SpecError(
                f"hidden={self.hidden} is not allowed: use at most {_core.MAX_LAYERS - 1} layers"
            )
        for width in self.hidden:
            if not 1 <= width <= _core.MAX_WIDTH:
                raise SpecError(f"hidden={self.hidden}: a layer has 1 to {_core.MAX_WIDTH} units")
        if not 0 <= self.bound < 1e6:
            raise SpecError(f"bound={self.bound} is not allowed: use 0 or more")

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

    Attributes:
        shapes: which tuples: 'straight-N', all N points in a row, column or diagonal; 'lines',
            all whole rows, columns and diagonals; 'square-N', all squares of N×N points;
            'rectangle-RxC', all rectangles of R×C points, upright or lying; 'cross', every point
            with those beside it; 'walks-KxN', K random walks of N points, and 'walks-KxN-SEED'
            others than with seed 1. Behind a shape, ':liberties-K' tells stones apart by the
            liberties of their string as well: 1, 2 and so on, K or more; for Go and Capture Go.
            ':anywhere' has one table wherever the shape fits on the board, whole.
        points: more tuples, one of each family of images.
        output_activation: of the sum.
        stages: tables of their own for so many stages of a game, by the stones on the board.
        bound: initial weights are uniform up to this.
        symmetric: whether a board and its mirror images have exactly one value: entries of a
            table that are images of each other on the same points then share a weight.
    """

    shapes: tuple[str, ...] = ("straight-3",)
    points: tuple[tuple[int, ...], ...] = ()
    output_activation: Activation = "tanh"
    stages: int = 1
    bound: float = 0.01
    symmetric: bool = False
    kind: str = field(init=False, default="ntuple")

    def __post_init__(self) -> None:
        super().__post_init__()
        shapes = (self.shapes,) if isinstance(self.shapes, str) else tuple(self.shapes)
        object.__setattr__(self, "shapes", shapes)
        try:
            _ = self._families
        except ValueError as error:
            raise SpecError(str(error)) from None
        if self.output_activation not in get_args(Activation):
            allowed = " or ".join(get_args(Activation))
            raise SpecError(
                f"output_activation={self.output_activation!r} is not allowed: use {allowed}"
            )
        try:
            points = tuple(tuple(map(operator.index, one)) for one in self.points)
        except TypeError:
            raise SpecError(f"points={self.points!r} is not allowed: use lists of points") from None
        object.__setattr__(self, "points", points)
        if not isinstance(self.stages, int) or not 1 <= self.stages <= 64:
            raise SpecError(f"stages={self.stages} is not allowed: use 1 to 64")
        if not self.tuples:
            raise SpecError("shapes and points are empty: use a shape, or a tuple of points")
        if not 0 <= self.bound < 1e6:
            raise SpecError(f"bound={self.bound} is not allowed: use 0 or more")
        if not isinstance(self.symmetric, bool):
            raise SpecError(f"symmetric={self.symmetric!r} is not allowed: use true or false")
        if self.game.id not in HAVE_LIBERTIES and any(one.liberties for one in self.tuples):
            raise SpecError(
                f"shapes={self.shapes!r} is not allowed in {self.game.id}, whose stones have no "
                "liberties: leave ':liberties-K' out"
            )
        _ = self._architecture

    def settings(self) -> dict[str, Any]:
        """All that makes the architecture; what older files do not say is said only if it is so."""
        own = super().settings()
        if not self.symmetric:
            del own["symmetric"]
        return own

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


EVALUATORS: dict[str, type[Evaluator]] = {
    "window": WindowNet,
    "mlp": DenseNet,
    "wpc": PieceCounter,
    "ntuple": TupleNet,
}
"""Every kind of evaluator by its id; `influence`, `conv` and `fate` add their own."""

_MLP_DEFAULTS: dict[str, dict[str, Any]] = {
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
"""What an mlp is if nothing more is said: the papers' nets."""


def evaluator(kind: str, game: Game | str, **options: Any) -> Evaluator:
    """The evaluator of a kind, one of `EVALUATORS` such as 'window' or 'fate', for a game.

    >>> evaluator("window", "capture-go:9").weight_count
    6216
    >>> evaluator("mlp", "othello:8").weight_count
    2113

    Raises:
        SpecError: no such kind or option, or a value that is not allowed.
    """
    rules = find_game(game) if isinstance(game, str) else game
    if kind not in EVALUATORS:
        raise SpecError(f"unknown evaluator {kind!r}; known are: {', '.join(EVALUATORS)}")
    if kind == "mlp":
        options = {**_MLP_DEFAULTS.get(rules.id, {}), **options}
    try:
        return EVALUATORS[kind](rules, **options)
    except TypeError as error:
        raise SpecError(f"{kind}: {error}") from None
