"""Self-play and learning on a GPU through PyTorch, an extra of the package.

The games and their trees stay in the core; the net values the leaves of thousands of games at once.
Weights are those of the core's net, in the same order, so files are the same. Sums on a GPU are not
taken in one order: a run is not repeated to the last bit.
"""

from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena import Arena
from ponnuki.evaluators import ConvNet
from ponnuki.evaluators.conv import HIDDEN
from ponnuki.extras import need
from ponnuki.learners.zero.games import Pool
from ponnuki.learners.zero.samples import STONE, Learned, Played, Samples
from ponnuki.learners.zero.settings import ZeroSettings

Weights = NDArray[np.float32]

LIMIT = 127 / 32
"""Where an activation ends."""
NO_MOVE = 65535
"""In a policy as the core keeps it."""


def torch_with(device: str) -> Any:
    """PyTorch, where it is installed and has the device.

    Raises:
        MissingPackageError: it is not installed.
        ValueError: it has no such device.
    """
    need("torch", f"device={device!r}")
    torch: Any = import_module("torch")
    if device == "cuda" and not torch.cuda.is_available():
        raise ValueError("device='cuda' is not allowed: PyTorch finds no GPU here; use 'cpu'")
    return torch


class TorchConv:
    """The convolutional net in PyTorch: a row of weights, seen as the tensors of its layers."""

    def __init__(self, net: ConvNet, device: str) -> None:
        self.torch = torch_with(device)
        self.net = net
        self.device = device
        size = net.game.size
        board = np.arange(size * size).reshape(size, size)
        turned = [np.rot90(one, k).ravel() for one in (board, board.T) for k in range(4)]
        rows = np.concatenate([np.stack(turned), np.full((8, 1), size * size)], 1)
        self.turned = self.torch.tensor(rows, device=device)  # by symmetry: where a point came from
        row, column = np.divmod(np.arange(size * size), size)
        apart = abs(row[:, None] - row) + abs(column[:, None] - column)
        self._near = self.torch.tensor(apart == 1, device=device)  # which points are neighbours

    def layers(self, row: Any) -> list[Any]:
        """Views of a row: weights and biases in the order of a file."""
        # One split has one gradient; as many slices would have a whole row each.
        parts = row.split([int(np.prod(shape)) for shape in self._shapes])
        return [part.view(shape) for part, shape in zip(parts, self._shapes, strict=True)]

    @cached_property
    def _shapes(self) -> list[tuple[int, ...]]:
        channels = self.net.channels

        def layer(inputs: int, width: int) -> list[tuple[int, ...]]:
            return [(channels, inputs, width, width), (channels,)]

        out = layer(self.net.planes, 3)
        for _ in range(2 * self.net.blocks):
            out += layer(channels, 3)
        out += layer(channels, 1)
        out += [(channels,), (2 * channels,), (1,)]
        out += layer(channels, 1)
        return [*out, (HIDDEN, 2 * channels), (HIDDEN,), (HIDDEN,), (1,)]

    def planes(self, cells: Any) -> Any:
        """What the net sees of a batch of cells."""
        torch, size = self.torch, self.net.game.size
        board = cells[:, :-1].view(-1, 1, size, size)
        passed = (cells[:, -1] != 0).view(-1, 1, 1, 1).expand_as(board)
        stones = board & STONE
        seen = [stones == 1, stones == 2, torch.ones_like(passed), passed]
        if self.net.liberties:
            counts = self._liberties(stones.flatten(1)).view_as(stones)
            seen += [(stones == side) & (counts == few) for side in (1, 2) for few in (1, 2, 3)]
        return torch.cat([*seen, *((board & mark) != 0 for mark in self.net.marks)], 1)

    def _liberties(self, stones: Any) -> Any:
        """How many liberties the string of every stone has."""
        torch, points = self.torch, stones.shape[1]
        number = torch.bfloat16 if self.device == "cuda" else torch.float32
        here = self._near | torch.eye(points, dtype=torch.bool, device=self.device)
        linked = here & (stones[:, :, None] == stones[:, None, :]) & (stones != 0)[:, :, None]
        for _ in range((points - 1).bit_length()):  # each time by paths that are twice as long
            steps = linked.to(number)
            linked = steps @ steps > 0
        free = (self._near & (stones == 0)[:, None, :]).to(number)
        return (linked.to(number) @ free > 0).sum(2)

    def forward(self, planes: Any, layers: list[Any]) -> tuple[Any, Any]:
        """Logits of all moves, and values, of a batch of planes."""
        torch = self.torch
        of = iter(layers)

        def by_point(x: Any) -> Any:  # channels of a point side by side, as tensor cores read them
            return x.contiguous(memory_format=torch.channels_last)

        def layer(x: Any, padding: int) -> Any:
            weights = by_point(next(of))
            return torch.nn.functional.conv2d(x, weights, next(of), padding=padding)

        def cut(x: Any) -> Any:
            return x.clamp(0, LIMIT)

        def pooled(x: Any) -> Any:
            return torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)

        x = cut(layer(by_point(planes), 1))
        for _ in range(self.net.blocks):
            inner = cut(layer(x, 1))
            x = cut(x + layer(inner, 1))
        head = cut(layer(x, 0))
        points = torch.einsum("bchw,c->bhw", head, next(of)).flatten(1)
        passing = (pooled(head) @ next(of) + next(of))[:, None]
        head = pooled(cut(layer(x, 0)))
        hidden = (head @ next(of).T + next(of)).relu()
        values = (hidden @ next(of) + next(of)).tanh()
        return torch.cat([points, passing], 1), values


class Gpu:
    """Plays and learns for a learner.

    Two pools of games take turns: one thinks in the core while the other's leaves are valued. What
    is still being played when a generation ends goes on in the next. What the GPU does again and
    again is recorded once and replayed (CUDA graphs): its kernels take less time than to call them.
    """

    def __init__(self, settings: ZeroSettings, net: ConvNet, arena: Arena) -> None:
        self.settings = settings
        self.net = TorchConv(net, settings.device)
        half = max(1, settings.slots // 2)
        self.pools = [Pool(settings, net, half, start, arena) for start in (0, 1 << 40)]
        self._cells = [pool.advance() for pool in self.pools]
        self._valuers = [_Valuer(self.net, half) for _ in self.pools]
        self._stepper = _Stepper(self.net, settings)

    def play(self, weights: Weights, games: int) -> Played:
        """At least so many games to their ends."""
        for one, cells in zip(self._valuers, self._cells, strict=True):
            one.set_weights(weights)
            one.begin(cells)
        parts: list[Played] = []
        ended = 0
        while ended < games:
            for i, (pool, valuer) in enumerate(zip(self.pools, self._valuers, strict=True)):
                self._cells[i] = pool.advance(*valuer.values())
                valuer.begin(self._cells[i])
                parts.append(pool.take())
                ended += parts[-1].games
        return Played.joined(parts)

    def learn(self, before: Learned, window: Samples, rate: float, batches: int) -> Learned:
        """Some steps of Adam on batches drawn from a window."""
        torch, own, device = self.net.torch, self.settings, self.net.device
        one = self._stepper
        one.set_state(before)
        cells = torch.from_numpy(window.cells.copy()).to(device)
        policies = torch.from_numpy(window.policies.astype(np.int32)).to(device)
        values = torch.from_numpy(window.values.copy()).to(device)
        shape = batches, own.batch, cells.shape[1]
        chosen = torch.randint(len(window), shape[:2], device=device).flatten()
        turned = self.net.turned[torch.randint(8, shape[:2], device=device).flatten()]
        drawn = (
            cells[chosen].gather(1, turned).view(shape),
            policies[chosen].gather(1, turned).view(shape),
            values[chosen].view(shape[:2]),
        )
        for i, step in enumerate(range(before.steps + 1, before.steps + batches + 1)):
            for to, of in zip((one.cells, one.policies, one.targets), drawn, strict=True):
                to.copy_(of[i])
            one.rate.fill_(rate * (1 - 0.999**step) ** 0.5 / (1 - 0.9**step))
            one.decay.fill_(rate * own.weight_decay)
            one.graph.replay()
        policy_loss, value_loss = (one.losses / max(batches, 1)).tolist()
        moments = torch.stack([one.first, one.second]).cpu().numpy()
        weights = one.row.detach().cpu().numpy()
        return Learned(weights, moments, before.steps + batches, policy_loss, value_loss)


class _Valuer:
    """Values the leaves of one pool."""

    def __init__(self, net: TorchConv, slots: int) -> None:
        torch = net.torch
        points = net.net.game.points
        self._torch = torch
        self._row = torch.zeros(net.net.weight_count, device=net.device, dtype=torch.bfloat16)
        self._cells = torch.zeros((slots, points + 1), device=net.device, dtype=torch.uint8)
        layers = net.layers(self._row)

        def forward() -> tuple[Any, Any]:
            planes = net.planes(self._cells).to(torch.bfloat16)
            logits, values = net.forward(planes, layers)
            return values.float(), logits.float()

        with torch.inference_mode():
            self._graph, self._found = _recorded(torch, forward)
        # Memory that the GPU reads and writes by itself.
        self._seen = torch.empty_like(self._cells, device="cpu", pin_memory=True)
        self._told = [torch.empty_like(x, device="cpu", pin_memory=True) for x in self._found]
        self._ready = torch.cuda.Event()

    def set_weights(self, weights: Weights) -> None:
        self._row.copy_(self._torch.from_numpy(np.array(weights)))

    def begin(self, cells: NDArray[np.uint8]) -> None:
        """Begins to value cells; the GPU goes on by itself."""
        self._seen.numpy()[:] = cells
        self._cells.copy_(self._seen, non_blocking=True)
        self._graph.replay()
        for to, of in zip(self._told, self._found, strict=True):
            to.copy_(of, non_blocking=True)
        self._ready.record()

    def values(self) -> tuple[Weights, Weights]:
        """Values and logits, when they are there."""
        self._ready.synchronize()
        values, logits = (one.numpy() for one in self._told)
        return values, logits


class _Stepper:
    """One step of Adam on a batch, recorded."""

    def __init__(self, net: TorchConv, own: ZeroSettings) -> None:
        torch, device = net.torch, net.device
        shape = own.batch, net.net.game.points + 1
        count = net.net.weight_count
        self._torch = torch
        self.row = torch.zeros(count, device=device, requires_grad=True)
        self.first, self.second = torch.zeros((2, count), device=device)
        self.cells = torch.zeros(shape, device=device, dtype=torch.uint8)
        self.policies = torch.ones(shape, device=device, dtype=torch.int32)
        self.targets = torch.zeros(shape[0], device=device)
        self.rate, self.decay = torch.zeros(2, device=device)
        self.losses = torch.zeros(2, device=device)

        def step() -> None:
            moves = self.policies != NO_MOVE
            shares = self.policies.float() * moves
            shares = shares / shares.sum(1, keepdim=True)
            planes = net.planes(self.cells).to(torch.bfloat16)
            logits, values = net.forward(planes, net.layers(self.row.to(torch.bfloat16)))
            logs = logits.float().masked_fill(~moves, -1e9).log_softmax(1)
            least = torch.special.entr(shares).sum(1).mean()
            policy_loss = -(shares * logs).sum(1).mean() - least
            value_loss = (values.float() - self.targets).square().mean()
            loss = policy_loss + own.value_share * value_loss
            (gradient,) = torch.autograd.grad(loss, self.row)
            with torch.no_grad():
                self.first.lerp_(gradient, 0.1)
                self.second.lerp_(gradient.square(), 0.001)
                change = self.rate * self.first / (self.second.sqrt() + 1e-8)
                self.row.sub_(change + self.decay * self.row)
                self.losses.add_(torch.stack([policy_loss.detach(), value_loss.detach()]))

        self.graph, _ = _recorded(torch, step)

    def set_state(self, before: Learned) -> None:
        torch = self._torch
        with torch.no_grad():
            self.row.copy_(torch.from_numpy(np.array(before.weights)))
            self.first.copy_(torch.from_numpy(np.array(before.moments[0])))
            self.second.copy_(torch.from_numpy(np.array(before.moments[1])))
            self.losses.zero_()


def _recorded(torch: Any, work: Callable[[], Any]) -> tuple[Any, Any]:
    """A CUDA graph of some work, and the tensors that it gives at every replay."""
    aside = torch.cuda.Stream()
    aside.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(aside):
        for _ in range(3):
            work()
    torch.cuda.current_stream().wait_stream(aside)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        found = work()
    return graph, found
