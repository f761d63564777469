"""A game that somebody plays or looks at: a tree of positions, and where we are in it.

It knows neither browser nor engines. Playing a move in an earlier position makes a branch; nothing
is lost but what is undone.
"""

import re
import secrets
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

from ponnuki.apps.web import words
from ponnuki.formats import sgf
from ponnuki.games import Game, GameSoFar, MoveError, Position, Side, SpecError
from ponnuki.games import game as find_game
from ponnuki.players import SearchResult

MAX_NODES = 20_000
"""The most positions in one session."""
MAX_QUERY = 8_000
"""The most characters of moves in an address."""
MAX_DEPTH = 8
"""How deep a browser may let engines search."""
MAX_VISITS = 12_800
"""How many visits a browser may let tree searches make."""
MAX_SEED = 2**53 - 1
"""The largest seed of a game: a browser counts no further."""
HUMAN = "human"


class SessionError(ValueError):
    """Something that cannot be done in this game, in words for the person who asked."""


@dataclass(eq=False)
class Node:
    """A position in the tree.

    Attributes:
        so_far: the game up to here.
        parent: where it was played; None at the root.
        children: what was played here, first come first.
        chosen: which child 'forward' leads to.
        resigned: who gave up here.
        thoughts: what an adviser found here, by its name; see `Session.thought`.
    """

    so_far: GameSoFar
    parent: "Node | None" = None
    children: list["Node"] = field(default_factory=list)
    chosen: int = 0
    resigned: Side | None = None
    thoughts: dict[str, SearchResult] = field(default_factory=dict)

    @property
    def position(self) -> Position:
        """What is on the board."""
        return self.so_far.position

    @property
    def move(self) -> int | None:
        """What led to it; None at the root."""
        return self.so_far.move

    @property
    def following(self) -> "Node | None":
        """Where 'forward' leads to."""
        return self.children[self.chosen] if self.children else None

    @property
    def ply(self) -> int:
        """Moves played since the root."""
        return len(self.so_far)

    def ancestors(self) -> Iterator["Node"]:
        """The nodes before this one, the nearest first."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def captured(self) -> list[tuple[int, int]]:
        """The points that the last move emptied, and the colours that were there."""
        if self.parent is None:
            return []
        pairs = zip(self.parent.position.stones, self.position.stones, strict=True)
        return [(i, old) for i, (old, new) in enumerate(pairs) if old and not new]


class Session:
    """A tree of positions with a place in it.

    Attributes:
        root: the first position.
        here: the position that is looked at.
        players: who plays black and white: `HUMAN`, or a player's spec.
        seed: what its players' random choices are drawn from. A new game has a new one.
        depth: of engines whose spec does not say it; None for the depth that each learned with.
        visits: of tree searches whose spec does not say them; None for those of each.
    """

    def __init__(
        self,
        start: Position,
        black: str = HUMAN,
        white: str = HUMAN,
        moves: Collection[int] = (),
        seed: int | None = None,
        depth: int | None = None,
        visits: int | None = None,
    ) -> None:
        self.root = self.here = Node(GameSoFar(start))
        self.players: dict[Side, str] = {"black": black, "white": white}
        self.seed = new_seed() if seed is None else seed
        self.depth, self.visits = depth, visits
        self._nodes = 1
        for move in moves:
            self.play(move)

    @property
    def game(self) -> Game:
        """The rules."""
        return self.root.position.game

    @property
    def position(self) -> Position:
        """What is on the board."""
        return self.here.position

    @property
    def over(self) -> bool:
        """Whether nothing can be played here."""
        return self.here.resigned is not None or self.position.outcome is not None

    @property
    def to_play(self) -> str | None:
        """The player whose turn it is, or None if the game is over."""
        return None if self.over else self.players[self.position.to_move]

    @property
    def result(self) -> str | None:
        """How the game ended, in words, or None while it goes on."""
        if self.here.resigned is not None:
            return words.resignation_words(self.game, self.here.resigned)
        outcome = self.position.outcome
        return None if outcome is None else words.outcome_words(self.game, outcome)

    @property
    def counting(self) -> str:
        """How the points of a finished game were counted, in words; "" if none were."""
        return "" if self.here.resigned is not None else words.counting_words(self.position)

    def play(self, move: int) -> Node:
        """Plays a legal move here, or follows it if it was played here before.

        Raises:
            SessionError: the game is over, or the tree is full.
            MoveError: the move is not legal.
        """
        if self.over:
            raise SessionError("the game is over; step back to try something else")
        for index, child in enumerate(self.here.children):
            if child.move == move:
                self.here.chosen = index
                self.here = child
                return child
        if self._nodes >= MAX_NODES:
            raise SessionError(f"a game holds at most {MAX_NODES} positions; begin a new one")
        node = Node(self.here.so_far.play(move), self.here)
        self.here.children.append(node)
        self.here.chosen = len(self.here.children) - 1
        self.here = node
        self._nodes += 1
        return node

    def resign(self, side: Side) -> None:
        """Gives the game up for a side."""
        if self.over:
            raise SessionError("the game is over already")
        self.here.resigned = side

    def undo(self) -> None:
        """Takes moves back until it is a person's turn, one at least; they are forgotten.

        Where no person plays it is one move. A resignation is taken back first.
        """
        if self.here.resigned is not None:
            self.here.resigned = None
            return
        if self.here.parent is None:
            raise SessionError("there is nothing to take back")
        self._drop()
        people = HUMAN in self.players.values()
        while people and self.here.parent is not None and self.to_play != HUMAN:
            self._drop()

    def _drop(self) -> None:
        node, parent = self.here, self.here.parent
        if parent is None:
            raise SessionError("there is nothing to take back")
        parent.children.remove(node)
        parent.chosen = max(0, len(parent.children) - 1)
        self._nodes -= sum(1 for _ in _subtree(node))
        self.here = parent

    def line(self) -> list[Node]:
        """The nodes from the root through here to the end of this branch."""
        path = [*reversed(list(self.here.ancestors())), self.here]
        node = self.here.following
        while node is not None:
            path.append(node)
            node = node.following
        return path

    def moves(self) -> list[int]:
        """The moves from the root to here."""
        return list(self.here.so_far.moves)

    def go_to(self, ply: int) -> None:
        """Goes to a place in this branch: 0 is the root; what is too far is the end."""
        line = self.line()
        self.here = line[max(0, min(ply, len(line) - 1))]

    def step(self, by: int) -> None:
        """Goes some moves forward, or back if negative."""
        self.go_to(self.here.ply + by)

    def choose_branch(self, index: int) -> None:
        """Follows another of the moves that were played here."""
        if not 0 <= index < len(self.here.children):
            raise SessionError("there is no such branch")
        self.here.chosen = index
        self.here = self.here.children[index]

    def branches(self) -> list[str]:
        """The moves that were played here, as texts."""
        return [self.game.text(node.move) for node in self.here.children if node.move is not None]

    # Addresses and files.

    def query(self) -> str:
        """The part of an address that leads back here."""
        if self.root.position != self.game.start():
            raise SessionError("this game began from a set-up position; save it as SGF instead")
        said = {"game": self.game.spec}
        said |= {side: who for side, who in self.players.items() if who != HUMAN}
        if len(said) > 1:  # somebody plays whose choices are drawn
            said["seed"] = str(self.seed)
        searches = {"depth": self.depth, "visits": self.visits}
        said |= {name: str(value) for name, value in searches.items() if value is not None}
        if played := self.moves():
            said["moves"] = ".".join(map(self.game.text, played))
        if self.here.resigned is not None:
            said["resigned"] = self.here.resigned
        return urlencode(said, safe=":,./@=")

    @classmethod
    def from_query(cls, query: Mapping[str, str]) -> "Session":
        """The session that an address leads to. Players are taken as they stand, unchecked.

        Raises:
            SpecError: there is no such game.
            SessionError: the moves are too many, or not legal, or a number is none.
        """
        game = find_game(query.get("game", "capture-go:9"))
        seed = read_number("seed", query["seed"]) if "seed" in query else None
        depth, visits = (
            read_number(name, query[name], 1, most) if name in query else None
            for name, most in (("depth", MAX_DEPTH), ("visits", MAX_VISITS))
        )
        text = query.get("moves", "")
        if len(text) > MAX_QUERY:
            raise SessionError(f"an address holds at most {MAX_QUERY} characters of moves")
        players = query.get("black", HUMAN), query.get("white", HUMAN)
        session = cls(game.start(), *players, seed=seed, depth=depth, visits=visits)
        for number, name in enumerate(text.split(".") if text else [], start=1):
            try:
                session.play(game.move(name))
            except (MoveError, SessionError) as error:
                raise SessionError(f"move {number} of the address: {error}") from None
        resigned = query.get("resigned")
        if resigned in {"black", "white"} and not session.over:
            session.resign("black" if resigned == "black" else "white")
        return session

    def to_sgf(self) -> str:
        """The whole tree as SGF; this branch is its main line.

        Raises:
            SgfError: SGF cannot hold this game.
        """
        black, white = self.players["black"], self.players["white"]
        root = sgf.root_node(self.game, self.root.position, black=black, white=white)
        main = self.line()
        first = set(map(id, main))
        todo = [(self.root, root)]
        while todo:
            node, written = todo.pop()
            in_order = sorted(node.children, key=lambda one: id(one) not in first)
            todo += [
                (child, sgf.add_move(written, node.position, child.move))
                for child in in_order
                if child.move is not None
            ]
        resigned, outcome = main[-1].resigned, main[-1].position.outcome
        if resigned is not None:
            sgf.set_result(root, f"{words.OTHER[resigned][0].upper()}+R")
        elif outcome is not None:
            sgf.set_result(root, sgf.result_text(outcome))
        return sgf.write_tree(root)

    @classmethod
    def from_sgf(cls, text: str, otherwise: Game) -> "Session":
        """The game of an SGF text with its variations, to be looked at from its first position.

        The main line begins where stones were last set up in it. A variation ends where its moves
        cannot be played.

        Args:
            text: the file.
            otherwise: the game where the file does not name one of ours; its size is the file's.

        Raises:
            SgfError: it is no SGF, or the main line is not of a game that is played here; the
                message says where.
        """
        tree = sgf.read_tree(text)
        game = _game_of(tree.properties, otherwise)
        main = tree.main_line()
        start, moves = sgf.moves_of(main[-1], game)
        session = cls(start, moves=moves)
        left = len(moves)
        line = session.line()
        for node in reversed(main):
            for child in node.children[1:]:
                session._add_variation(child, line[left])
            left -= len(sgf.moves_in(node, game))
            if left < 0 or (left == 0 and sgf.sets_up(node)):
                break
        for one in line:
            one.chosen = 0
        session.here = session.root
        return session

    def _add_variation(self, first: sgf.Node, behind: Node) -> None:
        """Plays what a file has besides its main line, as far as it can be played."""
        todo = [(first, behind)]
        while todo:
            written, self.here = todo.pop()
            try:
                if sgf.sets_up(written):
                    continue
                for side, move in sgf.moves_in(written, self.game):
                    if side != self.position.to_move:
                        raise SessionError(f"it is not {side}'s turn")
                    self.play(move)
            except ValueError:
                continue
            todo.extend((child, self.here) for child in reversed(written.children))


def new_seed() -> int:
    """A seed that nobody has chosen, short enough to be written down."""
    return secrets.randbelow(1_000_000)


def read_number(name: str, text: str, low: int = 0, high: int = MAX_SEED) -> int:
    """The whole number that somebody wrote.

    Raises:
        SessionError: it is none, or out of range.
    """
    if not re.fullmatch(r"[0-9]{1,16}", text) or not low <= int(text) <= high:
        raise SessionError(f"{name}={text[:30]!r} is not allowed: use {low} to {high}")
    return int(text)


def _subtree(node: Node) -> Iterator[Node]:
    todo = [node]
    while todo:
        one = todo.pop()
        todo.extend(one.children)
        yield one


def _game_of(root: dict[str, list[str]], otherwise: Game) -> Game:
    """The game that a file names, or else one like another on a board of the file's size."""
    name = root.get("GN", [""])[0]
    try:
        named = find_game(name)
    except SpecError:
        named = None
    if named is not None and named.id in sgf.GAMES:
        return named
    size = root.get("SZ", ["19"])[0]
    kind = otherwise.id if otherwise.id in sgf.GAMES else "capture-go"
    if kind == otherwise.id and size == str(otherwise.size):
        return otherwise
    try:
        return find_game(f"{kind}:{size[:5]}")
    except SpecError as error:
        raise sgf.SgfError(
            f"a board of size {size[:20]!r} cannot be played here: {error}"
        ) from None
