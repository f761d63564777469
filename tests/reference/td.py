"""Learning by temporal differences in plain NumPy, from the moves of games that are given."""

import importlib
import itertools
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ponnuki.evaluators import DenseNet, Evaluator, TupleNet
from ponnuki.games import Position
from ponnuki.learners.td.settings import TdSettings
from tests.reference import grid, nets, tuple_nets

Row = NDArray[np.float64]
ValueAndGradient = Callable[[Row, Row], tuple[float, Row]]


def inputs(net: Evaluator, position: Position, viewer: str) -> Row:
    """What a net sees of a board; for an n-tuple network, how often it looks each weight up."""
    side = 1 if viewer == "black" else -1
    if isinstance(net, TupleNet):
        return tuple_nets.tuple_counts(position.cells, net.tuples, net.stages, net.symmetric, side)
    assert isinstance(net, DenseNet)
    row: Row = nets.encode(position.cells[None], net.encoding, side)[0]
    return row


def layers(net: Evaluator, weights: Row) -> list[tuple[Row, Row, str]]:
    """Matrices (outputs, inputs), biases and activations, in the order of files."""
    if isinstance(net, TupleNet):  # one unit over all weights
        return [(weights[None], np.zeros(1), net.output_activation)]
    assert isinstance(net, DenseNet)
    widths = [len(inputs(net, net.game.start(), "black")), *net.hidden, 1]
    out: list[tuple[Row, Row, str]] = []
    at = 0
    for i, (many, few) in enumerate(itertools.pairwise(widths)):
        matrix = weights[at : at + many * few].reshape(few, many)
        at += many * few
        biases = weights[at : at + few] if net.biases else np.zeros(few)
        at += few if net.biases else 0
        last = i == len(widths) - 2
        out.append((matrix, biases, net.output_activation if last else net.hidden_activation))
    return out


def by_hand(net: Evaluator, logistic: bool = False) -> ValueAndGradient:
    """Value and gradient by the chain rule; for logistic errors without the output's slope."""

    def value(weights: Row, x: Row) -> tuple[float, Row]:
        rows, derivatives = [x], []
        parts = layers(net, weights)
        for matrix, biases, activation in parts:
            sums = matrix @ rows[-1] + biases
            if activation == "sigmoid":
                rows.append(1 / (1 + np.exp(-sums)))
                derivatives.append(rows[-1] * (1 - rows[-1]))
            elif activation == "tanh":
                rows.append(np.tanh(sums))
                derivatives.append(1 - rows[-1] ** 2)
            else:
                rows.append(sums)
                derivatives.append(np.ones_like(sums))
        error = np.ones_like(derivatives[-1]) if logistic else derivatives[-1]
        gradient: list[Row] = []
        for i in reversed(range(len(parts))):
            pieces = [np.outer(error, rows[i]).ravel()]
            if isinstance(net, DenseNet) and net.biases:
                pieces.append(error)
            gradient = [*pieces, *gradient]
            if i:
                error = (parts[i][0].T @ error) * derivatives[i - 1]
        return float(rows[-1][0]), np.concatenate(gradient)

    return value


def by_autograd(net: DenseNet) -> ValueAndGradient:
    """Value and gradient by PyTorch."""
    torch = importlib.import_module("torch")

    act = {"sigmoid": torch.sigmoid, "tanh": torch.tanh, "linear": lambda x: x}

    def value(weights: Row, x: Row) -> tuple[float, Row]:
        row = torch.tensor(weights, dtype=torch.float64, requires_grad=True)
        at, signal = 0, torch.tensor(x, dtype=torch.float64)
        for matrix, _, activation in layers(net, weights):
            many = matrix.size
            part = row[at : at + many].reshape(matrix.shape)
            at += many
            signal = part @ signal
            if net.biases:
                signal = signal + row[at : at + len(matrix)]
                at += len(matrix)
            signal = act[activation](signal)
        signal[0].backward()
        return float(signal[0].detach()), row.grad.numpy()

    return value


Parts = list[tuple[float, Row]]
"""A trace: gradients of boards with their shares, the earliest first."""


class Step:
    """How weights change, with a rate for each of them if there is coherence."""

    def __init__(self, settings: TdSettings, weights: Row, coherence: Row | None) -> None:
        self.net = settings.evaluator()
        self.weights = weights
        self.coherence = coherence if settings.coherence else None

    def learn(self, rate: float, difference: float, parts: Parts) -> None:
        """One step along a trace: board by board for n-tuples, which is one look-up at a time."""
        if not isinstance(self.net, TupleNet):
            for share, gradient in parts[:1]:
                rest = [s * g for s, g in parts[1:]]
                self._learn(rate, difference * np.sum([share * gradient, *rest], axis=0))
            return
        for share, gradient in parts:
            slope = np.max(np.abs(gradient)) / max(np.max(_times(gradient)), 1)
            for time in range(int(np.max(_times(gradient)))):
                self._learn(rate, difference * share * slope * (_times(gradient) > time))

    def _learn(self, rate: float, change: Row) -> None:
        if self.coherence is None:
            self.weights += rate * change
            return
        sums, sizes = self.coherence
        share = np.where(sizes > 0, np.abs(sums) / np.where(sizes > 0, sizes, 1), 1.0)
        self.weights += rate * share * change
        sums += change
        sizes += np.abs(change)


def _times(gradient: Row) -> Row:
    """How often each weight was looked up: all derivatives are whole multiples of the least."""
    least = np.min(np.abs(gradient[gradient != 0]), initial=np.inf)
    return np.rint(gradient / least) if np.isfinite(least) else 0 * gradient


def learn(
    settings: TdSettings,
    weights: Row,
    moves: list[int],
    number: int,
    see: ValueAndGradient,
    coherence: Row | None = None,
) -> Row:
    """The weights after one game, by the formulas of the paper; the first plies are random.

    `coherence`, sums and sizes of what weights were asked to change by, is changed in place.
    """
    if settings.opponent:
        return _learn_against(settings, weights, moves, number, see)
    net = settings.evaluator()
    weights = weights.astype(np.float64).copy()
    step = Step(settings, weights, coherence)
    rewards, two = settings.rewards, settings.difference == "two-plies"
    rate = _rate(settings, number)

    def seen(position: Position, side: str) -> tuple[float, Row]:
        return _seen(settings, net, see, weights, position, side)

    position = net.game.start()
    chains: dict[str, tuple[float, Parts]] = {}  # the last value and trace of each
    random = -1000
    for ply, move in enumerate(moves):
        mover = position.to_move
        if settings.difference == "own-move":
            before = seen(position, mover)
        position = position.play(move)
        if ply < settings.opening:
            random = ply
            chains = {name: (value, []) for name, (value, _) in chains.items()}
        value, gradient = seen(position, mover)
        chain = mover if two else "all"
        target = settings.discount * value
        turn = 1.0
        if settings.difference == "next-view":
            target = settings.discount * (rewards.win + rewards.loss - value)
            turn = -1.0
        if settings.difference == "own-move":
            if ply - random > 0:
                step.learn(rate, target - before[0], [(1.0, before[1])])
        elif chain in chains and ply - random > (2 if two else 1):
            last, trace = chains[chain]
            step.learn(rate, target - last, trace)
        old = chains[chain][1] if chain in chains else []
        decay = turn * settings.discount * settings.trace
        faded = [(decay * share, one) for share, one in old if decay]
        if isinstance(net, TupleNet):  # they drop what has faded away
            faded = [(share, one) for share, one in faded if abs(share) >= 1 / 1024]
        chains[chain] = value, [*faded, (1.0, gradient)]

    def reward(side: str) -> float:
        return _reward(settings, position, side)

    last, trace = chains[mover if two else "all"]
    step.learn(rate, reward(mover) - last, trace)
    if not rewards.both:
        return weights
    other = "white" if mover == "black" else "black"
    changed = moves[-1] != net.game.size**2
    own = two and other in chains
    if own and (changed or net.has_viewer):
        last, trace = chains[other]
        step.learn(rate, reward(other) - last, trace)
    if net.has_viewer and (changed or not own):
        value, gradient = seen(position, other)
        step.learn(rate, reward(other) - value, [(1.0, gradient)])
    return weights


def _learn_against(
    settings: TdSettings, weights: Row, moves: list[int], number: int, see: ValueAndGradient
) -> Row:
    """One game against an opponent: black in even games, from the boards after its own moves."""
    net = settings.evaluator()
    assert isinstance(net, DenseNet)
    weights = weights.astype(np.float64).copy()
    rate, own = _rate(settings, number), ("black", "white")[number % 2]
    position, last, trace = net.game.start(), None, np.zeros(len(weights))
    critic = bool(settings.utility.values)
    held, gain = (utility(settings, position, own) if critic else 0.0), 0.0
    for ply, move in enumerate(moves):
        mover, position = position.to_move, position.play(move)
        if mover != own or ply < settings.opening:
            continue
        value, gradient = _seen(settings, net, see, weights, position, own)
        if last is not None:
            weights += rate * (settings.discount * value + gain - last) * trace
        last, trace = value, settings.discount * settings.trace * trace + gradient
        if critic:
            now = utility(settings, position, own)
            held, gain = now, max(0.0, now - held)
    if last is not None:
        end = gain if critic else _reward(settings, position, own)
        weights += rate * (end - last) * trace
    return weights


def learn_to_act(
    settings: TdSettings, actor: Row, critic: Row, moves: list[int], number: int
) -> tuple[Row, Row]:
    """The weights of an actor and its critic after one game, none of whose moves was random."""
    nets = settings.evaluator(), settings.valuer()
    sees = [by_hand(nets[0]), by_hand(nets[1], settings.loss == "logistic")]
    rows = [row.astype(np.float64).copy() for row in (actor, critic)]
    share = _rate(settings, number) / settings.rate
    own = ("black", "white")[number % 2] if settings.opponent else ""
    step = Step(settings, rows[1], None)
    step.net = nets[1]

    def seen(which: int, position: Position, side: str) -> tuple[float, Row]:
        return _seen(settings, nets[which], sees[which], rows[which], position, side)

    position = nets[0].game.start()
    chains: dict[str, tuple[float, Parts]] = {}
    for move in moves:
        mover = position.to_move
        if own in {"", mover}:
            rows[0] += share * settings.actor_rate * _direction(settings, position, mover, seen)
        position = position.play(move)
        if own not in {"", mover}:
            continue
        value, gradient = seen(1, position, mover)
        old: Parts = []
        if mover in chains:
            last, old = chains[mover]
            step.learn(share * settings.rate, settings.discount * value - last, old)
        decay = settings.discount * settings.trace
        faded = [(decay * part, one) for part, one in old if decay]
        if isinstance(nets[1], TupleNet):
            faded = [(part, one) for part, one in faded if abs(part) >= 1 / 1024]
        chains[mover] = value, [*faded, (1.0, gradient)]
    sides = [own] if own else [mover, "white" if mover == "black" else "black"]
    for side in sides:
        if side in chains:
            last, trace = chains[side]
            step.learn(share * settings.rate, _reward(settings, position, side) - last, trace)
    changed = moves[-1] != nets[1].game.size ** 2 or sides[-1] not in chains
    if not own and nets[1].has_viewer and changed:  # the same board from the other side
        value, gradient = seen(1, position, sides[1])
        end = _reward(settings, position, sides[1]) - value
        step.learn(share * settings.rate, end, [(1.0, gradient)])
    return rows[0], rows[1]


def _direction(
    settings: TdSettings,
    position: Position,
    mover: str,
    seen: Callable[[int, Position, str], tuple[float, Row]],
) -> Row:
    """The gradient of what the critic gives for the actor's moves on average."""
    values, worths, gradients = [], [], []
    for move in position.legal_numbers():
        after = position.play(move)
        value, gradient = seen(0, after, mover)
        worth = seen(1, after, mover)[0]
        if after.outcome is not None:
            winner = after.outcome.winner
            value = 0.0 if winner is None else np.inf if winner == mover else -np.inf
            worth = _reward(settings, after, mover) if settings.exact_end else worth
            gradient = 0 * gradient
        values.append(value)
        worths.append(worth)
        gradients.append(gradient)
    if len(values) == 1 or not np.isfinite(max(values)):
        return 0 * gradients[0]
    temperature = settings.selection.temperature
    chances = np.exp((np.array(values) - max(values)) / temperature)
    chances /= chances.sum()
    shares = chances * (np.array(worths) - chances @ np.array(worths)) / temperature
    direction: Row = shares @ np.stack(gradients)
    return direction


def utility(settings: TdSettings, position: Position, side: str) -> float:
    """What a side has: its shares of stones, areas and prisoners, weighted."""
    assert settings.utility.values
    own = 1 if side == "black" else -1
    size, cells = position.game.size, tuple(position.cells.ravel().tolist())
    stones = [cells.count(own), cells.count(-own)]
    areas, prisoners = [0, 0], [0, 0]
    if position.game.id in {"go", "capture-go"}:
        areas = list(stones)
        seen: set[int] = set()
        for point, cell in enumerate(cells):
            if cell or point in seen:
                continue
            inside, border = grid.region(size, cells, point)
            seen |= inside
            touched = {cells[one] for one in border}
            if len(touched) == 1:
                areas[0 if touched == {own} else 1] += len(inside)
        black, white = position.captured
        prisoners = [black, white] if own > 0 else [white, black]
    weights = settings.utility.make()
    return (
        weights.stones * _share(stones)
        + weights.areas * _share(areas)
        + weights.prisoners * _share(prisoners)
    )


def _share(counts: list[int]) -> float:
    return counts[0] / sum(counts) if sum(counts) else 0.5


def _rate(settings: TdSettings, number: int) -> float:
    """The learning rate of a game."""
    if not settings.rate_halving:
        return settings.rate
    return settings.rate / (1 + number / settings.rate_halving)


def _seen(
    settings: TdSettings,
    net: Evaluator,
    see: ValueAndGradient,
    weights: Row,
    position: Position,
    side: str,
) -> tuple[float, Row]:
    """The value of a board to a side, and its gradient."""
    value, gradient = see(weights, inputs(net, position, side))
    if not net.has_viewer and side == "white":
        return settings.rewards.win + settings.rewards.loss - value, -gradient
    return value, gradient


def _reward(settings: TdSettings, position: Position, side: str) -> float:
    """What the end of a game is worth to a side."""
    assert position.outcome is not None
    winner, rewards = position.outcome.winner, settings.rewards
    if winner is None:
        return rewards.draw
    margin = rewards.margin * position.outcome.margin
    return rewards.win + margin if winner == side else rewards.loss - margin
