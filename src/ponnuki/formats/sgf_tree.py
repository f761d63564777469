"""SGF as a tree of nodes with properties: reads and writes it. Nothing here knows Go.

The text may come from a stranger: its length, nodes, values and nested variations are limited,
every error names the offset, and nothing is recursive. Offsets count characters of decoded text.
"""

import codecs
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Self

MAX_LENGTH = 200_000
"""Characters of a text."""
MAX_NODES = 5_000
"""Nodes of a text, all games and variations together."""
MAX_DEPTH = 1_000
"""Variations within variations."""
MAX_PROPERTIES = 200
"""Properties of a node."""
MAX_VALUES = 20_000
"""Values of all properties of a text together."""
MAX_VALUE = 100_000
"""Characters of a value, escapes included."""

ENCODINGS = frozenset(
    {"ascii", "utf-8", "iso8859-1", "iso8859-2", "iso8859-5", "iso8859-15", "koi8-r"}
    | {"cp1250", "cp1251", "cp1252", "shift_jis", "cp932", "euc_jp", "iso2022_jp"}
    | {"gb2312", "gbk", "gb18030", "big5", "cp949", "euc_kr"}
)
"""Charsets that a file may name, as Python calls them."""

_BEGIN = re.compile(r"\(\s*+;", re.ASCII)
_TOKEN = re.compile(
    r"\s*+(?:([();])|([A-Za-z]{1,64}+)|\[((?:[^\]\\]++|\\.)*+)\])", re.ASCII | re.DOTALL
)
_BLANK = re.compile(r"\s*+", re.ASCII)
_NAME = re.compile(r"[A-Z]{1,64}")
_RAW = re.compile(r"(?:[^\]\\]++|\\.)*+", re.DOTALL)
_NEWLINE = re.compile(r"\n\r|\r\n|\r")
_BLANKS = str.maketrans("\t\v\f", "   ")
_HEAD = ("GM", "FF", "CA", "SZ")  # properties that stand on the first line
_ROW = 10  # nodes on a line


class SgfError(ValueError):
    """A text that is no SGF, or no game of the board that is asked for."""


class Node:
    """A node of a game: properties, and the nodes that may follow, the main line first.

    Attributes:
        properties: the raw values of each property, escapes included; `text` and `simple` undo
            these.
        parent: the node before, or None for a game's first.
        children: the nodes behind; more than one are variations.
        offset: where its semicolon stands in the text that it was read from; -1 if it was not.
    """

    __slots__ = ("children", "offset", "parent", "properties")

    def __init__(
        self,
        properties: Mapping[str, Sequence[str]] | None = None,
        parent: "Node | None" = None,
        offset: int = -1,
    ) -> None:
        self.properties: dict[str, list[str]] = {
            name: list(values) for name, values in (properties or {}).items()
        }
        self.parent = parent
        self.children: list[Node] = []
        self.offset = offset
        if parent is not None:
            parent.children.append(self)

    def add(self, properties: Mapping[str, Sequence[str]] | None = None) -> "Node":
        """A new node behind this one: its continuation, or a further variation."""
        return Node(properties, self)

    def text(self, name: str) -> str | None:
        """The first value of a property as a text of lines, or None if it is not there."""
        values = self.properties.get(name)
        return read_text(values[0]) if values else None

    def simple(self, name: str) -> str | None:
        """The first value of a property as a text on one line, or None if it is not there."""
        values = self.properties.get(name)
        return read_simple(values[0]) if values else None

    def set_text(self, name: str, text: str) -> Self:
        """Gives a property one value, any text."""
        self.properties[name] = [escape_text(text)]
        return self

    def path(self) -> list["Node"]:
        """The nodes from the game's first to this one."""
        nodes = [self]
        while nodes[-1].parent is not None:
            nodes.append(nodes[-1].parent)
        return nodes[::-1]

    def main_line(self) -> list["Node"]:
        """The nodes from this one to the end, by the first child each time."""
        nodes = [self]
        while nodes[-1].children:
            nodes.append(nodes[-1].children[0])
        return nodes

    def walk(self) -> Iterator["Node"]:
        """This node and all behind it, in the order in which a file has them."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    def __repr__(self) -> str:
        names = " ".join(self.properties)
        return f"<Node {names} with {len(self.children)} children>"


def read_tree(text: str | bytes, index: int = 0) -> Node:
    """The first node of a game; a file may hold several.

    What stands before, between and behind the games is skipped.

    Args:
        text: the file. The charset of bytes is the one that the game's CA names, or UTF-8, or
            Latin-1 if it is not that.
        index: which of the games, 0 the first.

    Raises:
        SgfError: there is no such game, it is not well-formed, or something is beyond the limits.
    """
    if index < 0:
        raise SgfError(f"index={index} is not allowed: use 0 or more")
    found = 0
    for found, root in enumerate(_games(_decoded(text)), start=1):
        if found == index + 1:
            return root
    raise SgfError(f"there is no game {index}: the file has {found}")


def read_collection(text: str | bytes) -> list[Node]:
    """The first node of every game in a file, at least one.

    Raises:
        SgfError: one is not well-formed, or something is beyond the limits.
    """
    return list(_games(_decoded(text)))


def write_tree(root: Node) -> str:
    """A game with all its variations as a file.

    Raises:
        SgfError: a name or a raw value is not well-formed, or it could not be read back for the
            limits.
    """
    parts: list[str] = []
    waiting: list[Node | None] = [root]  # None closes a variation
    row = depth = nodes = 0
    while waiting:
        node = waiting.pop()
        if node is None:
            parts.append(")")
            depth -= 1
            continue
        nodes += 1
        if nodes > MAX_NODES:
            raise SgfError(f"there are more than {MAX_NODES} nodes")
        if node is root or (node.parent is not None and len(node.parent.children) > 1):
            parts.append("(" if node is root else "\n(")
            waiting.append(None)
            depth += 1
            row = 0
        elif row == 0:
            parts.append("\n")
        if depth > MAX_DEPTH:
            raise SgfError(f"there are more than {MAX_DEPTH} variations within each other")
        parts.append(_node_text(node, is_root=node is root))
        row = 0 if node is root else (row + 1) % _ROW
        waiting.extend(reversed(node.children))
    text = "".join([*parts, "\n"])
    if len(text) > MAX_LENGTH:
        raise SgfError(f"the text has {len(text)} characters, at most {MAX_LENGTH} are allowed")
    values = [value for node in root.walk() for one in node.properties.values() for value in one]
    if len(values) > MAX_VALUES:
        raise SgfError(f"there are more than {MAX_VALUES} values")
    if max(map(len, values), default=0) > MAX_VALUE:
        raise SgfError(f"a value has more than {MAX_VALUE} characters")
    return text


def read_text(raw: str) -> str:
    """A raw value as a text of lines: escapes undone, soft ends of lines removed."""
    lines = _NEWLINE.sub("\n", raw).translate(_BLANKS)
    return re.sub(r"\\(.)", lambda m: "" if m[1] == "\n" else m[1], lines, flags=re.DOTALL)


def read_simple(raw: str) -> str:
    """A raw value as a text on one line."""
    lines = _NEWLINE.sub("\n", raw).translate(_BLANKS)
    joined = re.sub(r"\\\n|(\\.|\n)", lambda m: " " if m[1] == "\n" else m[1] or "", lines)
    return re.sub(r"\\(.)", r"\1", joined, flags=re.DOTALL)


def escape_text(text: str) -> str:
    """A text with lines as a raw value. Control characters, which SGF does not keep, are spaces."""
    lines = re.sub(r"\r\n?", "\n", text)
    plain = re.sub(r"[\x00-\x09\x0b-\x1f\x7f]", " ", lines)
    sound = plain.encode(errors="replace").decode()  # half a surrogate pair is no text
    return re.sub(r"([\]\\])", r"\\\1", sound)


def escape_simple(text: str) -> str:
    """A text on one line as a raw value."""
    return escape_text(text).replace("\n", " ")


def _node_text(node: Node, *, is_root: bool) -> str:
    """A node in the file; the root's properties stand on lines of their own."""
    if len(node.properties) > MAX_PROPERTIES:
        raise SgfError(f"a node has more than {MAX_PROPERTIES} properties")
    parts = [";"]
    for name, values in node.properties.items():
        if not _NAME.fullmatch(name):
            raise SgfError(f"{name[:20]!r} is no name of a property: use capital letters")
        if not values:
            raise SgfError(f"property {name} has no value")
        if is_root and name not in _HEAD:
            parts.append("\n")
        parts.append(name)
        for value in values:
            if not _RAW.fullmatch(value):
                raise SgfError(f"{name}={value[:20]!r} is no raw value: its brackets need escapes")
            parts.append(f"[{value}]")
    return "".join(parts)


def _decoded(text: str | bytes) -> str:
    """The characters of a file."""
    if isinstance(text, bytes):
        if len(text) > 4 * MAX_LENGTH:
            raise SgfError(
                f"the file has {len(text)} bytes, at most {MAX_LENGTH} characters are read"
            )
        text = _from_bytes(text)
    if len(text) > MAX_LENGTH:
        raise SgfError(f"the text has {len(text)} characters, at most {MAX_LENGTH} are read")
    return text


def _from_bytes(data: bytes) -> str:
    for mark in codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE:
        if data.startswith(mark):
            return data.decode("utf-16", errors="replace")
    if data.startswith(codecs.BOM_UTF8):
        return data.decode("utf-8-sig", errors="replace")
    charset = _charset(data)
    if charset is not None:
        return data.decode(charset, errors="replace")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _charset(data: bytes) -> str | None:
    """The charset that the first node names, if it is one that is known."""
    text = data.decode("latin-1")
    begin = _BEGIN.search(text)
    at, name = begin.end() if begin else len(text), ""
    while (match := _TOKEN.match(text, at)) is not None and match[1] is None:
        if match[2]:
            name = match[2]
        elif name == "CA":
            try:
                found = codecs.lookup(match[3].strip()[:40]).name
            except (LookupError, ValueError):
                return None
            return found if found in ENCODINGS else None
        at = match.end()
    return None


def _games(text: str) -> Iterator[Node]:
    """The games of a text, at least one."""
    begin = _BEGIN.search(text)
    if begin is None:
        raise _no_game(text)
    reader = _Reader(text)
    while begin is not None:
        root, end = reader.game(begin.start())
        yield root
        begin = _BEGIN.search(text, end)


def _no_game(text: str) -> SgfError:
    """Why no game begins in a text."""
    at = _BLANK.match(text).end()  # type: ignore[union-attr]  # it matches everything
    if at == len(text) or text[at] == "(":
        return SgfError(f"offset {len(text)}: the game does not end")
    if text[at] in ";[)":
        return SgfError(f"offset {at}: a game begins with '('")
    return SgfError(f"offset {at}: this is no SGF")


class _Reader:
    """Reads games; counts what they hold together."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._nodes = 0
        self._values = 0

    def game(self, at: int) -> tuple[Node, int]:
        """The game that begins at an offset, and the offset behind it."""
        root: Node | None = None
        node: Node | None = None  # the last one
        forks: list[Node | None] = []  # where each open variation begins
        after = ""  # the last mark
        while True:
            match = self._token(at)
            mark, name, value = match.groups()
            begin, at = match.start(match.lastindex or 0), match.end()
            if value is not None:
                raise SgfError(f"offset {begin - 1}: a value belongs to no property")
            if after == "(" and mark != ";":
                raise SgfError(f"offset {begin}: a variation begins with ';'")
            if after == ")" and mark not in {"(", ")"}:
                raise SgfError(f"offset {begin}: only variations stand behind a variation")
            if mark == "(":
                forks.append(node)
                if len(forks) > MAX_DEPTH:
                    raise SgfError(
                        f"offset {begin}: there are more than {MAX_DEPTH} variations within "
                        "each other"
                    )
            elif mark == ")":
                node = forks.pop()
                if not forks and root is not None:
                    return root, at
            elif mark == ";":
                node = self._node(node, begin)
                root = root or node
            elif node is not None:
                at = self._property(node, name, begin, at)
            after = mark or after

    def _token(self, at: int) -> re.Match[str]:
        match = _TOKEN.match(self._text, at)
        if match is not None:
            return match
        at = _BLANK.match(self._text, at).end()  # type: ignore[union-attr]
        if at == len(self._text):
            raise SgfError(f"offset {at}: the game does not end")
        if self._text[at] == "[":
            raise SgfError(f"offset {at}: a value is not closed")
        raise SgfError(f"offset {at}: this is no SGF")

    def _node(self, parent: Node | None, at: int) -> Node:
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise SgfError(f"offset {at}: there are more than {MAX_NODES} nodes")
        return Node(None, parent, at)

    def _property(self, node: Node, name: str, begin: int, at: int) -> int:
        """Reads the values of a property; the offset behind them."""
        short = re.sub("[a-z]", "", name)  # old files write AddBlack for AB
        if not short:
            raise SgfError(f"offset {begin}: {name[:20]!r} is no name of a property")
        values = node.properties.setdefault(short, [])
        if len(node.properties) > MAX_PROPERTIES:
            raise SgfError(f"offset {begin}: a node has more than {MAX_PROPERTIES} properties")
        first = at
        while (match := _TOKEN.match(self._text, at)) is not None and match[3] is not None:
            self._values += 1
            if len(match[3]) > MAX_VALUE:
                raise SgfError(
                    f"offset {match.start(3)}: a value has more than {MAX_VALUE} characters"
                )
            if self._values > MAX_VALUES:
                raise SgfError(f"offset {match.start(3)}: there are more than {MAX_VALUES} values")
            values.append(match[3])
            at = match.end()
        if at == first:
            self._token(at)  # says what is wrong, if the text ends here
            raise SgfError(f"offset {begin}: property {short} has no value")
        return at
