"""Convolutional nets on 9×9 Capture Go, one core: the net alone, in a tree, and as it learns.

The net in whole numbers, for every instruction set of this CPU, stands beside the same weights in
floats: NumPy, PyTorch and ONNX Runtime, each with one thread (`pip install torch==2.13.0`,
`pip install onnx onnxruntime`). Batches of ours have values alone; with the policy, which the
others always find as well, the core is asked one by one. PyTorch also learns, but draws and turns
no positions. The weights are those of the learner `zero` after a few small generations.

Seconds are this program's own processor time, so other programs do not count. All take turns, and
of each the best round counts; of shares the median, because both parts are of one round.
"""

import importlib
import importlib.util
import math
import statistics
import time
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

import ponnuki
from ponnuki import _core, machine
from ponnuki.arena import Arena
from ponnuki.evaluators import ConvNet
from ponnuki.evaluators.conv import HIDDEN
from ponnuki.games import Position
from ponnuki.learners import preset
from ponnuki.learners.zero.games import learn, self_play
from ponnuki.learners.zero.gpu import LIMIT, NO_MOVE, TorchConv
from ponnuki.learners.zero.learner import Zero, ZeroState
from ponnuki.learners.zero.samples import Learned
from ponnuki.learners.zero.settings import ZeroSettings

NETS = (3, 32), (4, 64)
GAME = "capture-go:9"
BATCH = 64
ROUNDS = 9
SECONDS = 0.1
"""Of a round, at least."""
GENERATIONS = 8
"""That the net learns before anything is measured."""
GAMES = 12
"""Of a generation."""
SEARCHED = 2
"""Games in which both sides search."""
VISITS = 200
"""Of a search in them."""
STEPS = 8
"""Of Adam, for one call."""
WANTED = 15
"""The tree's own share of a search should be below so many per cent."""

Singles = NDArray[np.float32]
Numbers = NDArray[np.floating[Any]]
Work = Callable[[], object]


class Said(NamedTuple):
    """What a net says of a batch."""

    values: Numbers | None
    logits: Numbers | None


Says = Callable[[], Said]


Seconds = dict[str, float]


def in_turns(works: dict[str, Work]) -> list[Seconds]:
    """Seconds of one call by name, round after round."""
    for work in works.values():
        work()
    return [{name: _seconds(work) for name, work in works.items()} for _ in range(ROUNDS)]


def best(rounds: list[Seconds]) -> Seconds:
    """Of each the best round."""
    return {name: min(one[name] for one in rounds) for name in rounds[0]}


def _seconds(work: Work) -> float:
    calls, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < SECONDS:
        work()
        calls += 1
    return spent / calls


class LearnedNet:
    """A net that has learned a little by self-play, and what it does on one core."""

    def __init__(self, blocks: int, channels: int) -> None:
        tables = preset("zero") | {"game": GAME, "games": GAMES, "measure": {"opponents": []}}
        self.settings = ZeroSettings.of(tables | {"net": {"blocks": blocks, "channels": channels}})
        self.arena = Arena(1)
        learner = Zero(self.settings, self.arena)
        self.net = learner.evaluator
        self.state: ZeroState = learner.start()
        for _ in range(GENERATIONS):
            self.state, _ = learner.step(self.state)
        self.row: Singles = self.state.average
        self.core = self.net._net(self.row)

    def play(self) -> int:
        """The games of one generation; how many leaves they had."""
        first = GENERATIONS * GAMES
        return self_play(self.settings, self.net, self.row, first, self.arena).leaves

    def learn(self) -> None:
        """Some steps."""
        own, state = self.settings, self.state
        before = Learned(state.weights, state.moments, state.steps, 0.0, 0.0)
        learn(own, self.net, before, state.window, own.rate, STEPS, own.seed, self.arena)

    def search(self) -> tuple[int, int]:
        """Games with itself by tree search from random openings: visits and leaves."""
        engine = ponnuki.Engine(self.net, self.row, ponnuki.Search(depth=1, visits=VISITS))
        pairings = [(0, 0)] * SEARCHED
        played = ponnuki.play_games(GAME, [engine], pairings, range(SEARCHED), 1, opening=2)
        return int(played.nodes.sum()), int(played.leaves.sum())

    def values(self, many: list[Position]) -> Said:
        """Values in black's view, together."""
        boards = [one._core for one in many]
        return Said(_core.values(self.net.game._core, self.core, boards, False), None)

    def policies(self, many: list[Position]) -> Said:
        """Logits, one position after another; the core finds the value as well."""
        return Said(None, np.stack([_core.policy(one._core, self.core) for one in many]))


def positions(count: int) -> list[Position]:
    """Positions of random games with black to move."""
    found: list[Position] = []
    for record in ponnuki.play_random(GAME, count, seed=1, threads=1):
        found += [one for one in record.positions() if not one.outcome and one.to_move == "black"]
    return found[:count]


def planes_of(many: list[Position]) -> Singles:
    """What a net sees: own stones, those of the other side, ones, whether the last was a pass."""
    cells = np.stack([one.cells for one in many])
    seen = [cells == 1, cells == -1, np.ones_like(cells), np.zeros_like(cells)]
    return np.stack(seen, 1).astype(np.float32)


def layers(net: ConvNet, row: Singles) -> dict[str, Singles]:
    """A row of weights by name."""
    channels = net.channels
    shapes: dict[str, tuple[int, ...]] = {}
    for number in range(1 + 2 * net.blocks):
        shapes[f"w{number}"] = channels, channels if number else net.planes, 3, 3
        shapes[f"b{number}"] = (channels,)
    shapes |= {"wp": (channels, channels, 1, 1), "bp": (channels,)}
    shapes |= {"points": (channels,), "pass": (2 * channels,), "bias of pass": (1,)}
    shapes |= {"wv": (channels, channels, 1, 1), "bv": (channels,)}
    shapes |= {"hidden": (HIDDEN, 2 * channels), "biases": (HIDDEN,)}
    shapes |= {"output": (HIDDEN,), "bias": (1,)}
    parts = np.split(row, np.cumsum([math.prod(shape) for shape in shapes.values()])[:-1])
    return {name: one.reshape(shapes[name]) for name, one in zip(shapes, parts, strict=True)}


def by_numpy(net: ConvNet, row: Singles, planes: Singles) -> Says:
    """The net by matrix products, one position and one place of a kernel after another."""
    parts = layers(net, row)
    size = planes.shape[-1]

    def layer(name: str, x: Singles) -> Singles:
        weights, bias = parts["w" + name], parts["b" + name]
        width = weights.shape[-1]
        reach = width // 2
        wide = np.pad(x, ((0, 0), (reach, reach), (reach, reach)))
        out = np.repeat(bias[:, None], size * size, 1)
        for r in range(width):
            for c in range(width):
                seen = wide[:, r : r + size, c : c + size].reshape(len(x), -1)
                out += weights[:, :, r, c] @ seen  # small products: larger ones take more threads
        return out.reshape(-1, size, size)

    def cut(x: Singles) -> Singles:
        return x.clip(0, np.float32(LIMIT))

    def pooled(x: Singles) -> Singles:
        return np.concatenate([x.mean((1, 2)), x.max((1, 2))])

    def one(seen: Singles) -> tuple[Singles, Singles]:
        x = cut(layer("0", seen))
        for i in range(1, 1 + 2 * net.blocks, 2):
            x = cut(x + layer(str(i + 1), cut(layer(str(i), x))))
        head = cut(layer("p", x))
        passing = parts["pass"] @ pooled(head) + parts["bias of pass"]
        points = parts["points"] @ head.reshape(net.channels, -1)
        hidden = parts["hidden"] @ pooled(cut(layer("v", x))) + parts["biases"]
        value = np.tanh(parts["output"] @ np.maximum(hidden, 0) + parts["bias"][0])
        return value, np.append(points, passing)

    def says() -> Said:
        values, logits = zip(*(one(seen) for seen in planes), strict=True)
        return Said(np.stack(values), np.stack(logits))

    return says


def by_torch(net: ConvNet, row: Singles, planes: Singles) -> Says:
    """The net that a GPU would have, on one core."""
    made = TorchConv(net, "cpu")
    torch = made.torch
    torch.set_num_threads(1)
    seen, parts = torch.from_numpy(planes), made.layers(torch.from_numpy(row.copy()))

    def says() -> Said:
        with torch.inference_mode():
            logits, values = made.forward(seen, parts)
        return Said(values.numpy(), logits.numpy())

    return says


class Graph:
    """The net as ONNX has it, node by node."""

    def __init__(self, net: ConvNet, row: Singles) -> None:
        self.onnx: Any = importlib.import_module("onnx")
        self.nodes: list[Any] = []
        parts = layers(net, row)
        parts |= {"zero": np.array(0, np.float32), "limit": np.array(LIMIT, np.float32)}
        parts["points"] = parts["points"].reshape(1, -1, 1, 1)
        parts["pass"], parts["output"] = parts["pass"][None], parts["output"][None]
        numpy_helper = self.onnx.numpy_helper
        self.weights = [numpy_helper.from_array(one.copy(), name) for name, one in parts.items()]
        x = self.layer("0", "planes")
        for i in range(1, 1 + 2 * net.blocks, 2):
            inner = self.layer(str(i), x)
            x = self.cut(self.add("Add", x, self.convolved(str(i + 1), inner)))
        head = self.layer("p", x)
        points = self.add("Flatten", self.add("Conv", head, "points"))
        passing = self.product(self.pooled(head), "pass", "bias of pass")
        self.logits = self.add("Concat", points, passing, axis=1)
        hidden = self.add("Relu", self.product(self.pooled(self.layer("v", x)), "hidden", "biases"))
        self.values = self.add("Tanh", self.product(hidden, "output", "bias"))

    def add(self, kind: str, *inputs: str, **attributes: Any) -> str:
        """A node; the name of what it gives."""
        name = f"{kind} {len(self.nodes)}"
        self.nodes.append(self.onnx.helper.make_node(kind, inputs, [name], **attributes))
        return name

    def convolved(self, name: str, x: str) -> str:
        """The sums of a layer."""
        return self.add("Conv", x, "w" + name, "b" + name, auto_pad="SAME_UPPER")

    def cut(self, x: str) -> str:
        """Activations of sums."""
        return self.add("Clip", x, "zero", "limit")

    def layer(self, name: str, x: str) -> str:
        """The activations of a layer."""
        return self.cut(self.convolved(name, x))

    def pooled(self, x: str) -> str:
        """The mean and the largest of each channel."""
        both = self.add("GlobalAveragePool", x), self.add("GlobalMaxPool", x)
        return self.add("Flatten", self.add("Concat", *both, axis=1))

    def product(self, x: str, weights: str, bias: str) -> str:
        """A dense layer."""
        return self.add("Gemm", x, weights, bias, transB=1)

    def model(self, shape: tuple[int, ...]) -> bytes:
        """The file of a model for planes of this shape."""
        helper, kind = self.onnx.helper, self.onnx.TensorProto.FLOAT
        seen = helper.make_tensor_value_info("planes", kind, shape)
        moves = shape[-1] * shape[-2] + 1
        said = [
            helper.make_tensor_value_info(name, kind, (shape[0], count))
            for name, count in ((self.values, 1), (self.logits, moves))
        ]
        graph = helper.make_graph(self.nodes, "conv", [seen], said, self.weights)
        version = [helper.make_opsetid("", 17)]
        made = helper.make_model(graph, opset_imports=version, ir_version=8)
        self.onnx.checker.check_model(made)
        out: bytes = made.SerializeToString()
        return out


def by_onnx(net: ConvNet, row: Singles, planes: Singles) -> Says:
    """The net in ONNX Runtime, on one core."""
    runtime: Any = importlib.import_module("onnxruntime")
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    model = Graph(net, row).model(planes.shape)
    session = runtime.InferenceSession(model, options, providers=["CPUExecutionProvider"])

    def says() -> Said:
        values, logits = session.run(None, {"planes": planes})
        return Said(values[:, 0], logits)

    return says


def learning_by_torch(one: LearnedNet) -> Work:
    """As many steps on batches as large, with PyTorch's own Adam and automatic gradients."""
    made = TorchConv(one.net, "cpu")
    torch, own, window = made.torch, one.settings, one.state.window
    torch.set_num_threads(1)
    row = torch.from_numpy(one.state.weights.copy()).requires_grad_()
    adam = torch.optim.AdamW([row], lr=own.rate, weight_decay=own.weight_decay)
    cells = torch.from_numpy(window.cells[: own.batch].copy())
    policies = torch.from_numpy(window.policies[: own.batch].astype(np.int32))
    targets = torch.from_numpy(window.values[: own.batch].copy())
    none = policies == NO_MOVE
    shares = policies.masked_fill(none, 0).float()
    shares /= shares.sum(1, keepdim=True)
    losses = torch.nn.functional

    def steps() -> None:
        for _ in range(STEPS):
            adam.zero_grad()
            logits, values = made.forward(made.planes(cells).float(), made.layers(row))
            loss = losses.cross_entropy(logits.masked_fill(none, -1e9), shares)
            (loss + own.value_share * losses.mse_loss(values, targets)).backward()
            adam.step()

    return steps


def installed(*modules: str) -> bool:
    """Whether all of them are."""
    return all(importlib.util.find_spec(one) for one in modules)


@cache
def has_vnni() -> bool:
    """Whether this CPU has it: the net then takes it with AVX-512, and nobody can forbid that."""
    flags = Path("/proc/cpuinfo")
    avx512 = "avx512" in machine.instruction_sets()
    return avx512 and flags.exists() and "avx512_vnni" in flags.read_text()


def set_name(name: str) -> str:
    """An instruction set as the tables call it."""
    return "avx512+vnni" if name == "avx512" and has_vnni() else name


def of_sets(work: Says) -> dict[str, Says]:
    """The same work for every instruction set of this CPU."""

    def says(name: str) -> Said:
        before = machine.instruction_set()
        machine.use_instruction_set(name)
        try:
            return work()
        finally:
            machine.use_instruction_set(before)

    return {set_name(name): partial(says, name) for name in machine.instruction_sets()}


PEERS: dict[str, tuple[Callable[[ConvNet, Singles, Singles], Says], tuple[str, ...]]] = {
    "NumPy, one by one": (by_numpy, ()),
    "PyTorch": (by_torch, ("torch",)),
    "ONNX Runtime": (by_onnx, ("onnx", "onnxruntime")),
}
"""By name: how it is made, and which modules it needs."""


def add_nets(table: Table, title: str, one: LearnedNet, many: list[Position]) -> None:
    """Rows of one net: positions a second by who values them."""
    ours = partial(one.values, many), partial(one.policies, many)
    known = Said(ours[0]().values, ours[1]().logits)
    planes = planes_of(many)
    works = {f"ponnuki, {name}": work for name, work in of_sets(ours[0]).items()}
    works[f"ponnuki, {set_name(machine.instruction_set())}, one by one"] = ours[1]
    for name, (make, modules) in PEERS.items():
        if installed(*modules):
            works[name] = make(one.net, one.row, planes)
    said = {name: work() for name, work in works.items()}
    seconds = best(in_turns(dict(works)))
    for name, found in said.items():
        gives = "value" if found.logits is None else "value, policy"
        apart = (_apart(*both) for both in zip(found, known, strict=True))
        table.add_row(title, name, gives, f"{len(many) / seconds[name]:,.0f}", *apart)
    for name in [name for name in PEERS if name not in works]:
        table.add_row(title, name, "", "not installed")


def _apart(found: Numbers | None, known: Numbers | None) -> str:
    """The largest difference, and how far apart the numbers themselves are."""
    if found is None or known is None:
        return ""
    return f"{np.abs(found - known).max():.4f} of {np.ptp(known):.2f}"


def add_learner(table: Table, title: str, one: LearnedNet, many: list[Position]) -> None:
    """Rows of one net: tree search, self-play and learning."""
    (visits, leaves), of_play = one.search(), one.play()
    works: dict[str, Work] = {
        "together": partial(one.values, many),
        "each": lambda: [one.values([position]) for position in many],
        "policies": partial(one.policies, many),
        "search": one.search,
        "play": one.play,
        "learn": one.learn,
    }
    if installed("torch"):
        works["torch"] = learning_by_torch(one)
    rounds = in_turns(works)
    for spent in rounds:
        # The core is asked for policies one by one: what a call takes is what values show.
        spent["net"] = spent["policies"] - (spent["each"] - spent["together"])
    seconds = best(rounds) | {"net": statistics.median(spent["net"] for spent in rounds)}

    def row(work: str, counted: str, count: int, name: str, asked: int = 0) -> None:
        shares = [1 - asked / len(many) * spent["net"] / spent[name] for spent in rounds]
        outside = f"{statistics.median(shares):.0%}" if asked else ""
        table.add_row(title, work, f"{count / seconds[name]:,.0f} {counted}", outside)

    own = one.settings
    row("the net in a tree, value and policy", "positions", len(many), "net")
    row(f"tree search, {VISITS} visits", "visits", visits, "search", leaves)
    row(f"self-play, {own.visits} visits", "leaves", of_play, "play", of_play)
    row(f"learning, batches of {own.batch}", "positions", STEPS * own.batch, "learn")
    if "torch" in works:
        row("learning by PyTorch", "positions", STEPS * own.batch, "torch")
    else:
        table.add_row(title, "learning by PyTorch", "not installed")


def main() -> None:
    """Prints the tables."""
    many = positions(BATCH)
    nets = Table(title=f"{GAME}, the net alone, batches of {BATCH}, one core")
    for column in "net", "who", "gives", "positions a second", "values apart", "logits apart":
        nets.add_column(column, justify="left" if column in {"net", "who", "gives"} else "right")
    learning = Table(
        title=f"{GAME}, tree search and learning, one core ({set_name(machine.instruction_set())})"
    )
    for column in "net", "work", "a second", "outside the net":
        learning.add_column(column, justify="left" if column in {"net", "work"} else "right")
    for blocks, channels in NETS:
        one = LearnedNet(blocks, channels)
        add_nets(nets, f"{blocks} × {channels}", one, many)
        add_learner(learning, f"{blocks} × {channels}", one, many)
    console = Console()
    console.print(nets)
    console.print("apart: the largest difference from ours, of how far ours lie apart")
    if has_vnni():
        console.print("avx512 without VNNI: not measured, because the core takes what the CPU has")
    console.print(learning)
    console.print(f"outside the net: under {WANTED} % is wanted")


if __name__ == "__main__":
    main()
