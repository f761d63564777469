"""Minimax to a fixed depth, slow and plain: no pruning, and every leaf is evaluated.

The tree is built once, its leaves are evaluated in one go, and their values are carried up.
"""

from collections.abc import Callable, Sequence
from functools import cache

from ponnuki import Position, _core
from ponnuki.games.capture_go import CaptureGoOptions
from ponnuki.games.go import GoOptions
from tests.reference.grid import neighbours

Score = tuple[int, float]
"""(1, -t): won after t plies; (0, value); (-1, t): lost after t plies. Higher is better."""

Evaluate = Callable[[list[Position]], Sequence[float]]
"""Values of positions for the player to move at the root."""


class Node:
    """A position in the tree: its score as soon as it is known, and the positions after it."""

    __slots__ = ("children", "maximise", "score")

    def __init__(self, score: Score | None) -> None:
        self.score = score
        self.children: list[Node] | None = None
        self.maximise = False


def plain_search(
    position: Position,
    evaluate: Evaluate,
    depth: int,
    *,
    forced: bool = True,
    radius: int | None = None,
) -> dict[int, Score]:
    """The exact score of every candidate move, for the player to move."""
    if depth < 1:
        raise ValueError(f"the depth is at least 1, not {depth}")
    if position.outcome is not None:
        raise ValueError("the game is over")
    tree = Tree(position, forced, radius)
    if tree.forced:
        captures, saving, hopeless = forced_moves(position)
        if captures:
            return dict.fromkeys(captures, won(1))
        if hopeless:
            return dict.fromkeys(position.legal_numbers(), lost(2))
        if saving:
            nodes = {move: tree.node(position.play(move), depth, 1) for move in saving}
            return tree.scores(nodes, evaluate)
    moves = candidates(position, radius)
    nodes = {move: tree.node(position.play(move), depth - 1, 1) for move in moves}
    return tree.scores(nodes, evaluate)


def best_move(scores: dict[int, Score], position: Position, seed: int) -> int:
    """One of the moves with the best score, drawn by the seed."""
    best = max(scores.values())
    moves = [move for move in scores if scores[move] == best]
    return max(moves, key=lambda move: _core.stream(seed, "tie", 1024 * position.plies + move))


class Tree:
    """The tree below one position, with the leaves that wait for a value."""

    def __init__(self, root: Position, forced: bool, radius: int | None) -> None:
        options = root.game.options
        self.root = root
        self.forced = forced and isinstance(options, CaptureGoOptions) and options.captures == 1
        self.radius = radius
        # Under superko the legal moves depend on boards that a position does not show.
        self.memoryless = not (isinstance(options, GoOptions) and options.ko == "superko")
        self.known: dict[tuple[bytes, tuple[int, ...], int], Node] = {}
        self.leaves: list[Node] = []
        self.positions: list[Position] = []

    def node(self, position: Position, depth: int, ply: int) -> Node:
        """The node of a position, the same one wherever the position comes up with this depth."""
        if not self.memoryless:
            return self.expand(position, depth, ply)
        key = (position.cells.tobytes(), position._core.setup(), depth)
        if key not in self.known:
            self.known[key] = self.expand(position, depth, ply)
        return self.known[key]

    def expand(self, position: Position, depth: int, ply: int) -> Node:
        """A new node with everything below it."""
        outcome = position.outcome
        if outcome is not None:
            if outcome.winner is None:
                return Node((0, 0.0))
            return Node(won(ply) if outcome.winner == self.root.to_move else lost(ply))
        mine = position.to_move == self.root.to_move
        moves: list[int] = []
        after = depth
        if self.forced:
            captures, moves, hopeless = forced_moves(position)
            if captures:
                return Node(won(ply + 1) if mine else lost(ply + 1))
            if hopeless:
                return Node(lost(ply + 2) if mine else won(ply + 2))
        if not moves:
            if depth == 0:
                leaf = Node(None)
                self.leaves.append(leaf)
                self.positions.append(position)
                return leaf
            moves = candidates(position, self.radius)
            after = depth - 1
        node = Node(None)
        node.maximise = mine
        node.children = [self.node(position.play(move), after, ply + 1) for move in moves]
        return node

    def scores(self, nodes: dict[int, Node], evaluate: Evaluate) -> dict[int, Score]:
        """The scores of nodes, once all leaves have their values."""
        if self.leaves:
            values = evaluate(self.positions)
            for leaf, value in zip(self.leaves, values, strict=True):
                leaf.score = (0, float(value))
        return {move: back_up(node) for move, node in nodes.items()}


def won(plies: int) -> Score:
    """The score of a game won so many plies after the root."""
    return 1, -float(plies)


def lost(plies: int) -> Score:
    """The score of a game lost so many plies after the root."""
    return -1, float(plies)


def back_up(node: Node) -> Score:
    """The score of a node from the scores of those below it."""
    if node.score is None:
        assert node.children
        scores = [back_up(child) for child in node.children]
        node.score = max(scores) if node.maximise else min(scores)
    return node.score


def forced_moves(position: Position) -> tuple[list[int], list[int], bool]:
    """The capturing moves, else the only moves worth playing, and whether all is lost.

    For Capture Go in which one capture wins. With no such move and not all lost, nothing is forced.
    """
    size = position.game.size
    stones = position.stones
    side = 1 if position.to_move == "black" else -1
    captures = last_liberties(size, stones, -side)
    if captures:
        return sorted(captures), [], False
    endangered = last_liberties(size, stones, side)
    if not endangered:
        return [], [], False
    legal = position.legal_numbers()
    saving = [move for move in endangered if move in legal] if len(endangered) == 1 else []
    pass_move = position.game.pass_move
    just_passed = position.passes > 0
    if just_passed and pass_move is not None and pass_move in legal:
        return [], [*saving, pass_move], False
    return [], saving, not saving


def last_liberties(size: int, stones: Sequence[int], colour: int) -> set[int]:
    """The points that are the only liberty of some string of a colour."""
    beside = neighbour_table(size)
    found: set[int] = set()
    seen: set[int] = set()
    for start in range(size * size):
        if stones[start] != colour or start in seen:
            continue
        liberties: set[int] = set()
        seen.add(start)
        stack = [start]
        while stack:
            for point in beside[stack.pop()]:
                if stones[point] == 0:
                    liberties.add(point)
                elif stones[point] == colour and point not in seen:
                    seen.add(point)
                    stack.append(point)
        if len(liberties) == 1:
            found |= liberties
    return found


def candidates(position: Position, radius: int | None) -> list[int]:
    """The moves that are searched where nothing is forced."""
    legal = position.legal_numbers()
    stones = [point for point, stone in enumerate(position.stones) if stone]
    if radius is None or not stones:
        return legal
    size = position.game.size
    near = set[int]().union(*(points_around(size, stone, radius) for stone in stones))
    chosen = [move for move in legal if move in near or move == position.game.pass_move]
    return chosen or legal


@cache
def neighbour_table(size: int) -> list[tuple[int, ...]]:
    """The points beside every point."""
    return [neighbours(size, point) for point in range(size * size)]


@cache
def points_around(size: int, centre: int, radius: int) -> frozenset[int]:
    """The points within so many steps along rows and columns."""
    row, column = divmod(centre, size)
    return frozenset(
        point
        for point in range(size * size)
        if abs(point // size - row) + abs(point % size - column) <= radius
    )
