"""Monte Carlo tree search with a policy (PUCT), slow and plain."""

import math
from dataclasses import dataclass, field

from ponnuki.evaluators import ConvNet
from ponnuki.games import Position
from tests.reference.conv import conv
from tests.reference.nets import Singles

EXPLORATION = 1.5
UNTRIED = 0.25


@dataclass
class Edge:
    """A move; values are those of the side that plays it."""

    move: int
    ends: bool = False
    wins: int = 0
    prior: float = 0.0
    visits: int = 0
    total: float = 0.0
    child: "Node | None" = None


@dataclass
class Node:
    """A position that was valued."""

    position: Position
    edges: list[Edge] = field(default_factory=list)
    visits: int = 0
    total: float = 0.0
    wins: int = 0

    def prove(self) -> bool:
        """Whether the side to move wins or loses for certain."""
        if any(one.wins > 0 for one in self.edges):
            self.wins = 1
        elif all(one.wins < 0 for one in self.edges):
            self.wins = -1
        return self.wins != 0

    def chosen(self) -> Edge:
        """The edge of the next visit."""
        scale = EXPLORATION * math.sqrt(self.visits)
        untried = self.total / self.visits - UNTRIED

        def score(edge: Edge) -> float:
            value = edge.total / edge.visits if edge.visits else untried
            return value + scale * edge.prior / (1 + edge.visits)

        return max((one for one in self.edges if one.wins >= 0), key=score)


def _expand(net: ConvNet, row: Singles, position: Position) -> Node:
    node = Node(position)
    for move in position.legal_moves():
        outcome = position.play(move).outcome
        won = 0
        if outcome is not None and outcome.winner is not None:
            won = 1 if outcome.winner == position.to_move else -1
        node.edges.append(Edge(move, ends=outcome is not None, wins=won))
    node.visits = 1
    if node.prove():
        node.total = float(node.wins)
        return node
    side = 1 if position.to_move == "black" else -1
    node.total, logits = conv(row, position.cells, net.blocks, net.channels, side)
    most = max(float(logits[one.move]) for one in node.edges)
    chances = [math.exp(float(logits[one.move]) - most) for one in node.edges]
    for edge, chance in zip(node.edges, chances, strict=True):
        edge.prior = chance / sum(chances)
    return node


def tree_search(net: ConvNet, row: Singles, position: Position, visits: int) -> Node:
    """The tree after so many visits, or when its root is decided."""
    root = _expand(net, row, position)
    while root.visits < visits and not root.wins:
        path: list[tuple[Node, Edge]] = []
        node = root
        while True:
            edge = node.chosen()
            path.append((node, edge))
            if edge.ends or edge.wins:
                value = float(edge.wins)
                break
            if edge.child is None:
                edge.child = _expand(net, row, node.position.play(edge.move))
                value = -edge.child.total
                break
            node = edge.child
        for node, edge in reversed(path):
            if edge.child is not None and edge.child.wins:
                edge.wins = -edge.child.wins
                value = float(edge.wins)
            edge.visits += 1
            edge.total += value
            if edge.wins and node.prove():
                value = float(node.wins)
            node.visits += 1
            node.total += value
            value = -value
    return root
