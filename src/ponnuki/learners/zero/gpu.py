"""Self-play and learning on a GPU through PyTorch, an extra of the package.

The games and their trees stay in the core; the net values the leaves of thousands of games at once.
Weights are those of the core's net, in the same order, so files are the same. Sums on a GPU are not
taken in one order: a run is not repeated to the last bit.
"""

from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena import Arena
from ponnuki.evaluators import ConvNet
from ponnuki.evaluators.conv import HIDDEN
from ponnuki.learners.zero.games import Pool
from ponnuki.learners.zero.samples import Learned, Played, Samples
from ponnuki.learners.zero.settings import ZeroSettings

Weights = NDArray[np.float32]

LIMIT = 127 / 32
"""Where an activation ends."""
NO_MOVE = 65535
"""In a policy as the core keeps it."""


def torch_with(device: str) -> Any:
    """PyTorch, where it is installed and has the device.

    Raises:
        ValueError: it is not, or it has not.
    """
    try:
        torch: Any = import_module("torch")
    except ImportError:
        raise ValueError(
            f"device={device!r} is not allowed: PyTorch is not installed; use 'cpu', or install it "
            "by: pip install torch"
        ) from None
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

    def layers(self, row: Any) -> list[Any]:
        """Views of a row: weights and biases in the order of a file."""
        out, at = [], 0
        channels = self.net.channels

        def take(*shape: int) -> None:
            nonlocal at
            count = int(np.prod(shape))
            out.append(row[at : at + count].view(shape))
            at += count

        def layer(inputs: int, width: int) -> None:
            take(channels, inputs, width, width)
            take(channels)

        layer(self.net.planes, 3)
        for _ in range(2 * self.net.blocks):
            layer(channels, 3)
        layer(channels, 1)
        for count in channels, 2 * channels, 1:
            take(count)
        layer(channels, 1)
        take(HIDDEN, 2 * channels)
        for count in HIDDEN, HIDDEN, 1:
            take(count)
        return out

    def planes(self, cells: Any) -> Any:
        """What the net sees of a batch of cells."""
        torch, size = self.torch, self.net.game.size
        board = cells[:, :-1].view(-1, 1, size, size)
        passed = (cells[:, -1] != 0).view(-1, 1, 1, 1).expand_as(board)
        return torch.cat([board == 1, board == 2, torch.ones_like(passed), passed], 1)

    def forward(self, planes: Any, layers: list[Any]) -> tuple[Any, Any]:
        """Logits of all moves, and values, of a batch of planes."""
        torch = self.torch
        of = iter(layers)

        def layer(x: Any, padding: int) -> Any:
            return torch.nn.functional.conv2d(x, next(of), next(of), padding=padding)

        def cut(x: Any) -> Any:
            return x.clamp(0, LIMIT)

        def pooled(x: Any) -> Any:
            return torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)

        x = cut(layer(planes, 1))
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
    is still being played when a generation ends goes on in the next.
    """

    def __init__(self, settings: ZeroSettings, net: ConvNet, arena: Arena) -> None:
        if net.liberties:
            raise ValueError(
                f"device={settings.device!r} is not allowed with liberties: use 'cpu', or a net "
                "without liberties"
            )
        self.settings = settings
        self.net = TorchConv(net, settings.device)
        half = max(1, settings.slots // 2)
        self.pools = [Pool(settings, net.game, half, start, arena) for start in (0, 1 << 40)]
        self.draws = self.net.torch.Generator(device=settings.device)
        self.draws.manual_seed(settings.seed)

    def play(self, weights: Weights, games: int) -> Played:
        """At least so many games to their ends."""
        torch = self.net.torch
        row = torch.tensor(weights, device=self.net.device, dtype=torch.bfloat16)
        layers = self.net.layers(row)
        parts: list[Played] = []
        waiting: tuple[Pool, Any, Any] | None = None
        ended = 0
        with torch.inference_mode():
            while ended < games:
                for pool in self.pools:
                    cells = pool.advance().copy()
                    _answer(waiting)
                    on_device = torch.from_numpy(cells).to(self.net.device)
                    planes = self.net.planes(on_device).to(torch.bfloat16)
                    logits, values = self.net.forward(planes, layers)
                    waiting = pool, values.float(), logits.float()
                parts += [pool.take() for pool in self.pools]
                ended += sum(one.games for one in parts[-2:])
            _answer(waiting)
        return Played.joined(parts)

    def learn(self, before: Learned, window: Samples, rate: float, batches: int) -> Learned:
        """Some steps of Adam on batches drawn from a window."""
        torch, own, device = self.net.torch, self.settings, self.net.device
        row = torch.tensor(before.weights, device=device, requires_grad=True)
        first, second = (torch.tensor(one, device=device) for one in before.moments)
        steps = before.steps
        cells = torch.from_numpy(window.cells.copy()).to(device)
        policies = torch.from_numpy(window.policies.astype(np.int32)).to(device)
        values = torch.from_numpy(window.values.copy()).to(device)
        losses = torch.zeros(2, device=device)
        for _ in range(batches):
            draw = {"generator": self.draws, "device": device}
            chosen = torch.randint(len(window), (own.batch,), **draw)
            turned = self.net.turned[torch.randint(8, (own.batch,), **draw)]
            board = cells[chosen].gather(1, turned)
            wanted = policies[chosen].gather(1, turned)
            moves = wanted != NO_MOVE
            shares = wanted.float() * moves
            shares = shares / shares.sum(1, keepdim=True)
            with torch.autocast(device, dtype=torch.bfloat16):
                planes = self.net.planes(board).float()
                logits, found = self.net.forward(planes, self.net.layers(row))
            logits = logits.float().masked_fill(~moves, -torch.inf)
            logs = logits.log_softmax(1).masked_fill(~moves, 0)
            least = torch.special.entr(shares).sum(1).mean()
            policy_loss = -(shares * logs).sum(1).mean() - least
            value_loss = (found.float() - values[chosen]).square().mean()
            (gradient,) = torch.autograd.grad(policy_loss + own.value_share * value_loss, row)
            with torch.no_grad():
                steps += 1
                first.lerp_(gradient, 0.1)
                second.lerp_(gradient.square(), 0.001)
                scale = rate * (1 - 0.999**steps) ** 0.5 / (1 - 0.9**steps)
                row -= scale * first / (second.sqrt() + 1e-8) + rate * own.weight_decay * row
                losses += torch.stack([policy_loss, value_loss])
        policy_mean, value_mean = (losses / max(batches, 1)).tolist()
        kept = torch.stack([first, second]).cpu().numpy()
        return Learned(row.detach().cpu().numpy(), kept, steps, policy_mean, value_mean)


def _answer(waiting: tuple[Pool, Any, Any] | None) -> None:
    if waiting is not None:
        pool, values, logits = waiting
        pool.receive(values.cpu().numpy(), logits.cpu().numpy())
