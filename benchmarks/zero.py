"""Positions a second of convolutional nets: ours in whole numbers beside NumPy and PyTorch.

Weights are random, and there is one thread. NumPy is the floor: the same net in floats by matrix
products, one position at a time. PyTorch, where it is installed, has it in floats as well, one
position at a time and in batches.
"""

import importlib
import importlib.util
import time
from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

import ponnuki
from ponnuki import evaluator, machine
from ponnuki.evaluators import ConvNet
from ponnuki.evaluators.conv import HIDDEN, PLANES
from ponnuki.games import Position

NETS = (3, 32), (4, 64)
GAME = "capture-go:9"
SECONDS = 1.0
BATCH = 64

Singles = NDArray[np.float32]


def positions(count: int) -> list[Position]:
    """Positions of random games."""
    found: list[Position] = []
    for record in ponnuki.play_random(GAME, count, seed=1, threads=1):
        found += [one for one in record.positions() if one.outcome is None]
        if len(found) >= count:
            break
    return found[:count]


def rate(work: Callable[[], object], count: int) -> float:
    """Positions a second of work on so many of them."""
    work()
    done, begin = 0, time.perf_counter()
    while (spent := time.perf_counter() - begin) < SECONDS:
        work()
        done += count
    return done / spent


def layers(net: ConvNet, row: Singles) -> dict[str, Singles]:
    """A row of weights by name."""
    channels, at = net.channels, 0
    found: dict[str, Singles] = {}

    def take(name: str, *shape: int) -> None:
        nonlocal at
        count = int(np.prod(shape))
        found[name] = row[at : at + count].reshape(shape)
        at += count

    for number in range(1 + 2 * net.blocks):
        take(f"w{number}", channels, PLANES if number == 0 else channels, 3, 3)
        take(f"b{number}", channels)
    take("pw", channels, channels, 1, 1)
    take("pb", channels)
    take("p", 3 * channels + 1)
    take("vw", channels, channels, 1, 1)
    take("vb", channels)
    take("hw", HIDDEN, 2 * channels)
    take("hb", HIDDEN)
    take("ow", HIDDEN)
    take("ob", 1)
    return found


def by_numpy(net: ConvNet, parts: dict[str, Singles], planes: Singles) -> Any:
    """The value of one position."""
    size = planes.shape[-1]

    def convolve(name: str, x: Singles) -> Singles:
        weights, bias = parts["w" + name], parts["b" + name]
        reach = weights.shape[-1] // 2
        wide = np.pad(x, ((0, 0), (reach, reach), (reach, reach)))
        width = 2 * reach + 1
        columns = np.stack(
            [wide[:, r : r + size, c : c + size] for r in range(width) for c in range(width)], 1
        ).reshape(-1, size * size)
        out = weights.reshape(len(bias), -1) @ columns + bias[:, None]
        found: Singles = out.reshape(-1, size, size)
        return found

    def squash(x: Singles) -> Singles:
        found: Singles = np.clip(x, 0, 127 / 32)
        return found

    kept = squash(convolve("0", planes))
    for block in range(net.blocks):
        inner = squash(convolve(str(2 * block + 1), kept))
        kept = squash(kept + convolve(str(2 * block + 2), inner))
    flat = kept.reshape(net.channels, -1)
    head = squash(parts["vw"][:, :, 0, 0] @ flat + parts["vb"][:, None])
    policy = squash(parts["pw"][:, :, 0, 0] @ flat + parts["pb"][:, None])
    logits = parts["p"][: net.channels] @ policy
    pooled = np.concatenate([head.mean(1), head.max(1)])
    hidden = np.maximum(parts["hw"] @ pooled + parts["hb"], 0)
    return np.tanh(parts["ow"] @ hidden + parts["ob"][0]), logits


def by_torch(net: ConvNet, parts: dict[str, Singles]) -> Callable[[Any], Any]:
    """The same net in PyTorch, for batches."""
    torch = importlib.import_module("torch")
    torch.set_num_threads(1)
    made = {name: torch.from_numpy(one.copy()) for name, one in parts.items()}
    functions = torch.nn.functional

    def squash(x: Any) -> Any:
        return torch.clamp(x, 0, 127 / 32)

    def forward(x: Any) -> Any:
        with torch.inference_mode():
            kept = squash(functions.conv2d(x, made["w0"], made["b0"], padding=1))
            for i in range(1, 1 + 2 * net.blocks, 2):
                inner = squash(functions.conv2d(kept, made[f"w{i}"], made[f"b{i}"], padding=1))
                again = functions.conv2d(inner, made[f"w{i + 1}"], made[f"b{i + 1}"], padding=1)
                kept = squash(kept + again)
            head = squash(functions.conv2d(kept, made["vw"], made["vb"]))
            policy = squash(functions.conv2d(kept, made["pw"], made["pb"]))
            logits = (made["p"][: net.channels, None, None] * policy).sum(1)
            pooled = torch.cat([head.mean((2, 3)), head.amax((2, 3))], 1)
            hidden = functions.relu(functions.linear(pooled, made["hw"], made["hb"]))
            return torch.tanh(hidden @ made["ow"] + made["ob"]), logits

    return forward


def seen(position: Position) -> Singles:
    """The planes of a position."""
    side = 1 if position.to_move == "black" else -1
    cells = side * position.cells
    return np.stack([cells == 1, cells == -1, np.ones_like(cells)]).astype(np.float32)


def rates_of(net: ConvNet, many: list[Position]) -> dict[str, float]:
    """Positions a second by who values them."""
    row = net.initial(1, 1)[0]
    parts = layers(net, row)
    planes = np.stack([seen(one) for one in many])
    rates: dict[str, float] = {}
    before = machine.instruction_set()
    for name in machine.instruction_sets():
        machine.use_instruction_set(name)
        rates[f"ponnuki, {name}"] = rate(lambda: net.value(row, many), len(many))
    machine.use_instruction_set(before)
    rates["NumPy"] = rate(lambda: [by_numpy(net, parts, x) for x in planes[:8]], 8)
    if importlib.util.find_spec("torch"):
        torch = importlib.import_module("torch")
        forward = by_torch(net, parts)
        one, batch = torch.from_numpy(planes[:1]), torch.from_numpy(planes[:BATCH])
        rates["PyTorch, one at a time"] = rate(lambda: forward(one), 1)
        rates[f"PyTorch, batches of {BATCH}"] = rate(lambda: forward(batch), BATCH)
    return rates


def main() -> None:
    """Prints the table."""
    many = positions(256)
    out = Table(title=f"{GAME}, positions a second, one thread", title_justify="left")
    for name in "net", "who", "positions a second", "ratio to NumPy":
        out.add_column(name, justify="left" if name in {"net", "who"} else "right")
    for blocks, channels in NETS:
        net = cast(ConvNet, evaluator("conv", GAME, blocks=blocks, channels=channels))
        rates = rates_of(net, many)
        for who, found in rates.items():
            ratio = f"{found / rates['NumPy']:.1f}"
            out.add_row(f"{blocks} × {channels}", who, f"{found:,.0f}", ratio)
    Console().print(out)


if __name__ == "__main__":
    main()
