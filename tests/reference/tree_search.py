"""Monte Carlo tree search with a policy (PUCT), slow and plain."""

import math
from dataclasses import dataclass, field

from ponnuki.evaluators import ConvNet
from ponnuki.games import Position
from tests.reference.conv import conv_at
from tests.reference.nets import Singles

EXPLORATION = 1.5
UNTRIED = 0.25


@dataclass
class Edge:
    """A move; values are those of the side that plays it."""

    move: int
    ends: bool = False
    wins: int = 0
    logit: float = 0.0
    prior: float = 0.0
    visits: int = 0
    waiting: int = 0
    total: float = 0.0
    child: "Node | None" = None


@dataclass
class Node:
    """A position that was valued."""

    position: Position
    edges: list[Edge] = field(default_factory=list)
    visits: int = 0
    waiting: int = 0
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
        """The edge of the next visit; one that waits for its value counts as lost."""
        scale = EXPLORATION * math.sqrt(self.visits + self.waiting)
        untried = self.total / self.visits - UNTRIED

        def score(edge: Edge) -> float:
            visits = edge.visits + edge.waiting
            value = (edge.total - edge.waiting) / visits if visits else untried
            return value + scale * edge.prior / (1 + visits)

        return max((one for one in self.edges if one.wins >= 0), key=score)


def _captures(position: Position) -> int:
    """How many moves capture at once, where the first capture wins."""
    results = [position.play(move).outcome for move in position.legal_numbers()]
    return sum(one is not None and one.reason == "capture" for one in results)


def known(position: Position, move: int) -> tuple[bool, int]:
    """Whether a move ends the game, and whether it wins (1) or loses (-1) as far as one can see.

    In Capture Go a move loses after which the other side can capture, and wins if it threatens two
    captures at once; where a capture wins, nobody looks further.
    """
    after = position.play(move)
    if after.outcome is not None:
        winner = after.outcome.winner
        return True, 0 if winner is None else 1 if winner == position.to_move else -1
    if position.game.id != "capture-go" or _captures(position):
        return False, 0
    if _captures(after):
        return False, -1
    if move == position.game.points:
        return False, 0
    return False, int(_captures(after.play(position.game.points)) >= 2)


def _expand(net: ConvNet, row: Singles, position: Position) -> Node:
    node = Node(position)
    for move in position.legal_numbers():
        ends, won = known(position, move)
        node.edges.append(Edge(move, ends=ends, wins=won))
    node.visits = 1
    if node.prove():
        node.total = float(node.wins)
        return node
    node.total, logits = conv_at(net, row, position)
    most = max(float(logits[one.move]) for one in node.edges)
    chances = [math.exp(float(logits[one.move]) - most) for one in node.edges]
    for edge, chance in zip(node.edges, chances, strict=True):
        edge.logit = float(logits[edge.move])
        edge.prior = chance / sum(chances)
    return node


def considered_visits(moves: int, visits: int) -> list[int]:
    """By visit below the root: how many visits those have whose turn it is.

    All get the same number of visits, then the better half goes on, and so on.
    """
    out: list[int] = []
    halvings = max(1, math.ceil(math.log2(moves))) if moves > 1 else 1
    among, each = moves, 0
    while len(out) < visits:
        rounds = visits if among <= 1 else max(1, visits // (halvings * among))
        for _ in range(rounds):
            out += [each] * among
            each += 1
        among = max(2, among // 2)
    return out[:visits]


def promises(root: Node, value: float) -> dict[int, float]:
    """By move: its logit and its value, that of a move without visits a mean of what is known."""
    tried = [one for one in root.edges if one.visits]
    count = sum(one.visits for one in tried)
    unvisited = value
    if tried:
        chances = sum(one.prior for one in tried)
        mean = sum(one.prior * one.total / one.visits for one in tried) / chances
        unvisited = (value + count * mean) / (1 + count)
    scale = (50 + max(one.visits for one in root.edges)) * 1.0

    def worth(edge: Edge) -> float:
        if edge.wins:
            return float(edge.wins)
        return edge.total / edge.visits if edge.visits else unvisited

    return {one.move: one.logit + scale * worth(one) for one in root.edges}


Path = list[tuple[Node, Edge]]


def _back_up(path: Path, value: float) -> None:
    """Counts a visit, from the value for the side that made its last move."""
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


def tree_search(
    net: ConvNet, row: Singles, position: Position, visits: int, gumbel: int = 0, parallel: int = 1
) -> Node:
    """The tree after so many visits, or when its root is decided.

    Up to `parallel` leaves wait for their values at the same time.
    """
    root = _expand(net, row, position)
    value_of_root = root.total
    turns: list[int] = []
    if gumbel:
        turns = considered_visits(min(gumbel, sum(e.wins >= 0 for e in root.edges)), visits - 1)

    def chosen(node: Node) -> Edge:
        if not gumbel or node is not root:
            return node.chosen()
        promise = promises(root, value_of_root)
        turn = turns[root.visits + root.waiting - 1]
        able = [e for e in root.edges if e.wins >= 0 and e.visits + e.waiting == turn]
        return max(able, key=lambda one: promise[one.move]) if able else node.chosen()

    def descend() -> tuple[Path, Node | None]:
        """The path of a visit, and the node whose value it needs."""
        path: Path = []
        node = root
        while True:
            edge = chosen(node)
            path.append((node, edge))
            if edge.ends or edge.wins:
                _back_up(path, float(edge.wins))
                return path, None
            if edge.child is None:
                edge.child = _expand(net, row, node.position.play(edge.move))
                if not edge.child.wins:
                    edge.child.visits = 0
                    return path, edge.child
                _back_up(path, -edge.child.total)
                return path, None
            node = edge.child
            if node.visits == 0:
                return [], None

    while root.visits < visits and not root.wins:
        waiting: list[tuple[Path, Node]] = []
        while len(waiting) < parallel and root.visits + root.waiting < visits and not root.wins:
            path, leaf = descend()
            if not path:
                break
            if leaf is None:
                continue
            waiting.append((path, leaf))
            for node, edge in path:
                node.waiting += 1
                edge.waiting += 1
        for path, leaf in waiting:
            for node, edge in path:
                node.waiting -= 1
                edge.waiting -= 1
            leaf.visits = 1
            _back_up(path, -leaf.total)
    return root
