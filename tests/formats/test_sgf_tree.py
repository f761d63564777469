"""Whole SGF trees, with sgfmill as the judge of what a file means; and files that are no good."""

import re
import sys
import tracemalloc
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sgfmill import boards, sgf_grammar, sgf_moves
from sgfmill.sgf import Sgf_game

import ponnuki
from ponnuki.formats import sgf, sgf_tree
from ponnuki.formats.sgf_tree import Node, SgfError, read_collection, read_tree, write_tree

FUZZ = settings(
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=150,
    suppress_health_check=list(HealthCheck),
)

SPECS = [
    *(f"capture-go:{size},captures=9" for size in (3, 5, 9, 13)),
    *(f"go:{size}" for size in (3, 4, 6, 7, 8, 10, 11, 12, 13)),
]

TEXTS = st.text(
    st.one_of(st.sampled_from("[]\\();:\n\r\t\v B+0ü囲"), st.characters(codec="utf-8")), max_size=20
)

BASE = (
    "(;GM[1]FF[4]CA[UTF-8]SZ[9]PB[A \\] b]C[x\\\\y\n囲]AB[aa:bb][cc]AW[ee]PL[W]"
    ";W[dd](;B[ff];W[tt](;B[])(;B[gg]LB[aa:x\\:y]))(;B[hh];W[hg]))"
)


def shape(root: Node) -> list[tuple[int, dict[str, list[str]]]]:
    """All nodes in order: how far each is from the first, and its properties."""
    return [(len(node.path()), node.properties) for node in root.walk()]


def oracle_shape(root: Any) -> list[tuple[int, dict[str, list[str]]]]:
    """The same of a tree that sgfmill has read."""
    found, waiting = [], [(1, root)]
    while waiting:
        depth, node = waiting.pop()
        raw = {
            name: [value.decode() for value in node.get_raw_list(name)]
            for name in node.properties()
        }
        found.append((depth, raw))
        waiting.extend((depth + 1, child) for child in reversed(list(node)))
    return found


def coarse_shape(tree: Any) -> list[tuple[int, dict[str, list[str]]]]:
    """The same of what sgfmill's grammar has read."""
    found, waiting = [], [(1, tree)]
    while waiting:
        depth, branch = waiting.pop()
        for steps, properties in enumerate(branch.sequence):
            raw = {name: [value.decode() for value in said] for name, said in properties.items()}
            found.append((depth + steps, raw))
        end = depth + len(branch.sequence)
        waiting.extend((end, child) for child in reversed(branch.children))
    return found


def vertex(move: int, game: ponnuki.Game) -> tuple[int, int] | None:
    """A move as sgfmill has it: rows from the bottom."""
    if move == game.points:
        return None
    row, column = divmod(move, game.size)
    return game.size - 1 - row, column


def random_moves(position: ponnuki.Position, count: int, rng: np.random.Generator) -> list[int]:
    """Up to so many legal moves from a position."""
    moves = []
    for _ in range(count):
        legal = position.legal_numbers()
        if not legal:
            break
        moves.append(int(rng.choice(legal)))
        position = position.play(moves[-1])
    return moves


def random_tree(game: ponnuki.Game, seed: int, size: int) -> tuple[Node, dict[Node, list[int]]]:
    """A tree of legal moves with variations, and the moves that lead to each node."""
    rng = np.random.default_rng(seed)
    root = sgf.root_node(game)
    found: dict[Node, list[int]] = {root: []}
    for _ in range(size):
        node = list(found)[int(rng.integers(max(0, len(found) - 8), len(found)))]
        position = game.start().play_all(found[node])
        for move in random_moves(position, 1, rng):
            found[sgf.add_move(node, position, move)] = [*found[node], move]
    return root, found


# What we write, sgfmill reads.


@pytest.mark.parametrize("spec", SPECS)
def test_sgfmill_reads_the_games_that_we_write(spec: str) -> None:
    """Moves, passes and the board at the end are the same."""
    game = ponnuki.game(spec)
    for record in ponnuki.play_random(game, 4, seed=7, threads=1):
        theirs = Sgf_game.from_string(sgf.write_sgf(game, record.moves))
        assert theirs.get_size() == game.size
        board, plays = sgf_moves.get_setup_and_moves(theirs)
        assert [move for _, move in plays] == [vertex(move, game) for move in record.moves]
        assert [colour for colour, _ in plays] == ["bw"[i % 2] for i in range(len(plays))]
        for colour, move in plays:
            if move is not None:
                board.play(*move, colour)
        position = game.start().play_all(record.moves)
        for point, stone in enumerate(position.stones):
            row, column = divmod(point, game.size)
            assert board.get(game.size - 1 - row, column) == {0: None, 1: "b", -1: "w"}[stone]


@pytest.mark.parametrize("seed", range(8))
def test_sgfmill_reads_the_variations_that_we_write(seed: int) -> None:
    """The trees are equal node by node, read by either; every variation can be reached."""
    game = ponnuki.game(["go:9", "capture-go:7"][seed % 2])
    root, found = random_tree(game, seed, 80)
    text = write_tree(root)
    again = read_tree(text)
    assert shape(again) == shape(root) == oracle_shape(Sgf_game.from_string(text).get_root())
    for ours, moves in zip(again.walk(), (found[node] for node in root.walk()), strict=True):
        assert sgf.position_at(ours, game) == game.start().play_all(moves)
        assert sgf.moves_of(ours, game) == (game.start(), moves)


@FUZZ
@given(TEXTS, TEXTS)
def test_sgfmill_reads_the_texts_that_we_write(comment: str, name: str) -> None:
    """Brackets, backslashes, colons and ends of lines survive in both readers."""
    root = sgf.root_node(ponnuki.game("go:9"), comment=comment, black=name)
    text = write_tree(root)
    theirs, ours = Sgf_game.from_string(text).get_root(), read_tree(text)
    for tag, said in ("C", comment), ("PB", name):
        kept = re.sub("[\0-\x09\x0b-\x1f\x7f]", " ", re.sub(r"\r\n?", "\n", said))
        if not kept:
            assert not theirs.has_property(tag)
            assert ours.text(tag) is None
        else:
            kept = kept.replace("\n", " ") if tag == "PB" else kept
            assert theirs.get(tag) == kept
            assert (ours.text if tag == "C" else ours.simple)(tag) == kept


# What sgfmill writes, we read.


@pytest.mark.parametrize("size", [3, 5, 9, 13])
def test_we_read_the_games_that_sgfmill_writes(size: int) -> None:
    """Set-up stones, moves, passes as 'tt', comments and variations."""
    game = ponnuki.game(f"go:{size}")
    rng = np.random.default_rng(size)
    for number in range(5):
        start = game.start().play_all(random_moves(game.start(), 2 * number, rng)[: 2 * number])
        if start.outcome is not None:
            continue
        theirs = Sgf_game(size, encoding="UTF-8")
        board = boards.Board(size)
        for point, stone in enumerate(start.stones):
            if stone:
                row, column = divmod(point, size)
                board.play(size - 1 - row, column, "b" if stone > 0 else "w")
        sgf_moves.set_initial_position(theirs, board)
        moves = random_moves(start, 30, rng)
        colours = ["b", "w"] if start.to_move == "black" else ["w", "b"]
        for index, move in enumerate(moves):
            node = theirs.extend_main_sequence()
            node.set_move(colours[index % 2], vertex(move, game))
            node.set("C", f"move [{index}] \\ 囲碁\nsecond")
        theirs.get_root().new_child().set("C", "a variation")
        data = theirs.serialise()
        ours = read_tree(data)
        assert shape(ours) == oracle_shape(theirs.get_root())
        line = ours.main_line()
        first = sgf.position_at(ours, game)
        assert first.stones == start.stones
        assert sgf.moves_of(line[-1], game)[1] == moves
        assert sgf.position_at(line[-1], game).stones == start.play_all(moves).stones
        assert [node.text("C") for node in line[1:]] == [
            f"move [{index}] \\ 囲碁\nsecond" for index in range(len(moves))
        ]


@pytest.mark.parametrize(
    ("charset", "text"),
    [
        ("UTF-8", "囲碁 ü"),
        ("ISO-8859-1", "Grüße ]"),
        ("windows-1251", "Го \\"),
        ("EUC-JP", "囲碁"),
        ("EUC-KR", "바둑"),
        ("GB2312", "围棋"),
    ],
)
def test_charsets(charset: str, text: str) -> None:
    """A file in the charset that it names is read, by us and by sgfmill."""
    theirs = Sgf_game(9, encoding=charset)
    theirs.get_root().set("C", text)
    theirs.extend_main_sequence().set_move("b", (4, 4))
    ours = read_tree(theirs.serialise())
    assert ours.text("C") == text
    assert sgf.position_at(ours.main_line()[-1], ponnuki.game("go:9")).cells[4, 4] == 1


def test_charsets_whose_letters_hold_brackets() -> None:
    """Shift JIS, GBK and Big5 have letters whose second byte is a backslash or a bracket."""
    for charset, text in ("shift_jis", "ソ表"), ("gbk", "乗誠"), ("big5", "功許"):
        assert b"\\" in text.encode(charset)
        data = f"(;CA[{charset}]C[{text}];B[aa])".encode(charset)
        assert read_tree(data).text("C") == text


@pytest.mark.parametrize(
    "data",
    [
        "(;C[ü])".encode(),
        "(;C[ü])".encode("latin-1"),
        "\ufeff(;C[ü])".encode(),
        "(;C[ü])".encode("utf-16"),
        "(;CA[no-such]C[ü])".encode(),
        "(;CA[rot13]C[ü])".encode(),
        "(;CA[unicode_escape]C[ü])".encode(),
        "(;CA[\0]C[ü])".encode(),
    ],
)
def test_charsets_that_are_not_named(data: bytes) -> None:
    """UTF-8, else Latin-1; marks at the beginning count; what is no charset does not."""
    assert read_tree(data).text("C") == "ü"


@FUZZ
@given(st.text(alphabet="();BWSZab[]9\\: \n\r\t", max_size=60))
@example("(;B[a](;W[b])(;W[c];B[d]))")
@example("((;B[a])")
@example("(;B[a](;);)")
@example("(;B[a])(;W[b]")
@example("(;(;B[a]))")
def test_any_text_is_read_as_sgfmill_reads_it(text: str) -> None:
    """The same texts are games for both, and the same games. Names in lower case alone are none."""
    try:
        theirs = [coarse_shape(tree) for tree in sgf_grammar.parse_sgf_collection(text.encode())]
    except ValueError:
        with pytest.raises(SgfError):
            read_collection(text)
        return
    try:
        ours = [shape(root) for root in read_collection(text)]
    except SgfError as error:
        assert re.search("'[a-z]+' is no name of a property", str(error))
    else:
        assert ours == theirs


@FUZZ
@given(st.text(alphabet="ab:\\] \n\r\t\v\f", max_size=30))
def test_values_mean_what_they_mean_to_sgfmill(text: str) -> None:
    """Soft ends of lines, blanks and escapes, in texts with and without lines."""
    if not sgf_grammar.is_valid_property_value(text.encode()):
        return
    assert sgf_tree.read_text(text) == sgf_grammar.text_value(text.encode()).decode()
    assert sgf_tree.read_simple(text) == sgf_grammar.simpletext_value(text.encode()).decode()


# What files may hold.


def test_the_whole_of_a_file() -> None:
    """A file with set-up stones, rectangles, escapes, passes and variations, once in full."""
    game = ponnuki.game("go:9")
    root = read_tree(BASE)
    assert root.simple("PB") == "A ] b"
    assert root.text("C") == "x\\y\n囲"
    assert root.text("N") is None
    first = sgf.position_at(root, game)
    assert first.to_move == "white"
    assert [i for i, stone in enumerate(first.stones) if stone] == [0, 1, 9, 10, 20, 40]
    main = root.main_line()
    assert sgf.position_at(main[-1], game).outcome is not None
    fork = root.children[0]
    assert [len(child.main_line()) for child in fork.children] == [3, 2]
    assert sgf.position_at(fork.children[1].children[0], game).plies == first.plies + 3
    assert fork.children[1].children[0].path()[0] is root
    assert shape(read_tree(write_tree(root))) == shape(root)


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("(;SZ[5]AB[aa])", "black"),
        ("(;SZ[5]AB[aa]PL[white])", "white"),
        ("(;SZ[5]AB[aa]HA[2])", "white"),
        ("(;SZ[5]AB[aa];W[bb])", "white"),
        ("(;SZ[5:5]AddBlack[aa];C[x];W[bb])", "white"),
        ("(;SZ[5];PL[W];W[bb])", "black"),
    ],
)
def test_whose_turn_it_is_after_stones_are_set_up(text: str, turn: str) -> None:
    """PL says it; without it the next move does, or a handicap."""
    assert sgf.position_at(read_tree(text), ponnuki.game("go:5")).to_move == turn


def test_stones_are_set_up_in_the_middle_of_a_game() -> None:
    """They change the board as it is; what was captured stays captured."""
    game = ponnuki.game("go:5")
    text = "(;SZ[5];B[ba];W[aa];B[ab];W[ee];AE[ba]AW[bb]PL[W];W[cc])"
    nodes = read_tree(text).main_line()
    assert "captured 1-0" in str(sgf.position_at(nodes[4], game))
    after = sgf.position_at(nodes[5], game)
    assert after.to_move == "white"
    assert "captured 1-0" in str(after)
    assert [i for i, stone in enumerate(after.stones) if stone] == [5, 6, 24]
    start, moves = sgf.moves_of(nodes[6], game)
    assert (start, moves) == (after, [12])


def test_positions_that_are_set_up_are_written() -> None:
    """A first position other than the game's own comes back with its turn."""
    game = ponnuki.game("capture-go:5")
    for text in ". X . . .\nO O . . .\n", ". X . . .\n. O . . .\n":
        start = game.parse(text + ". . . . .\n" * 3 + "white to move")
        root = sgf.root_node(game, start, result="W+R", comment="c")
        assert list(root.properties)[-5:] == ["RE", "C", "AB", "AW", "PL"]
        node = sgf.add_move(root, start, 4)
        again = read_tree(write_tree(node.path()[0]))
        assert sgf.position_at(again, game) == start
        assert sgf.position_at(again.children[0], game) == start.play(4)


def test_collections() -> None:
    """Any game of a file by its number; what stands around them is skipped."""
    text = "From: me\n(;C[0];B[aa])\n\njunk (;C[1])(;C[2])tail)"
    assert [root.text("C") for root in read_collection(text)] == ["0", "1", "2"]
    for index in range(3):
        assert read_tree(text, index).text("C") == str(index)
    with pytest.raises(SgfError, match="there is no game 3: the file has 3"):
        read_tree(text, 3)
    with pytest.raises(SgfError, match="index=-1"):
        read_tree(text, -1)
    assert read_tree("(;C[first])(;broken").text("C") == "first"


# Files that are no good.


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "offset 0: the game does not end"),
        ("(", "offset 1: the game does not end"),
        ("  hello", "offset 2: this is no SGF"),
        (" ]", "offset 1: this is no SGF"),
        ("(;B[a]", "offset 6: the game does not end"),
        ("(;B[a](;W[b]", "offset 12: the game does not end"),
        ("(;B", "offset 3: the game does not end"),
        ("(;B)", "offset 2: property B has no value"),
        ("(;b[a])", "offset 2: 'b' is no name"),
        ("(;B[a\\]", "offset 3: a value is not closed"),
        ("(;B[a](;W[b]);B[c])", "offset 13: only variations stand behind"),
        ("(;B[a](;W[b])C[c])", "offset 13: only variations stand behind"),
        ("(;B[a]())", "offset 7: a variation begins with ';'"),
        ("(;B[a](B[a]))", "offset 7: a variation begins with ';'"),
        ("(;B[a] 3)", "offset 7: this is no SGF"),
        ("(;B[a]é)", "offset 6: this is no SGF"),
        ("(;[a])", "offset 2: a value belongs to no property"),
        ("(;B[a];" * 2000, "offset 7000: there are more than 1000 variations"),
        ("(;" + ";" * 5000 + ")", "offset 5001: there are more than 5000 nodes"),
        ("(;)" * 5001, "offset 15001: there are more than 5000 nodes"),
        ("(;AB" + "[aa]" * 20_001 + ")", "offset 80005: there are more than 20000 values"),
        ("(;C[" + "x" * 100_001 + "])", "offset 4: a value has more than 100000 characters"),
        ("x" * 200_001, "the text has 200001 characters, at most 200000"),
    ],
)
def test_bad_files_say_what_is_wrong_and_where(text: str, message: str) -> None:
    """Each error names the offset."""
    with pytest.raises(SgfError) as caught:
        read_collection(text)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(;GM[2]SZ[9])", "offset 1: the game GM[2] is not Go"),
        ("(;C[no size])", "board of size 19, not 9"),
        ("(;SZ[19])", "board of size 19, not 9"),
        ("(;SZ[9:13])", "offset 1: SZ[9:13] is no size"),
        ("(;SZ[nine])", "offset 1: SZ[nine] is no size"),
        ("(;SZ[9]AB[aa]AW[aa])", "offset 1: A9 is set up in two ways"),
        ("(;SZ[9]AB[])", "offset 1: AB[] is no point"),
        ("(;SZ[9]AB[bb:aa])", "offset 1: AB[bb:aa] is no rectangle"),
        ("(;SZ[9]AB[aa:ii])", "offset 1: capture-go:9 has no such position"),
        ("(;SZ[9];B[aa];B[bb])", "offset 13: it is not black's turn"),
        ("(;SZ[9];B[aa](;W[aa]))", "offset 14: A9 is not legal"),
        ("(;SZ[9];B[e5])", "offset 7: 'e5' is no point"),
        ("(;SZ[9];B[ja])", "offset 7: 'ja' is not on a board of size 9"),
    ],
)
def test_games_that_cannot_be_played_say_why(text: str, message: str) -> None:
    """The offset is that of the node."""
    with pytest.raises(SgfError) as caught:
        sgf.last_position(text, ponnuki.game("capture-go:9"))
    assert message in str(caught.value)


def test_names_of_many_properties_are_refused() -> None:
    """A node has a greatest number of them."""
    names = ["".join(chr(65 + (n // 26**i) % 26) for i in range(3)) for n in range(201)]
    with pytest.raises(SgfError, match="offset 1402: a node has more than 200 properties"):
        read_tree("(;" + "".join(f"{name}[xx]" for name in names) + ")")


def test_bad_trees_are_not_written() -> None:
    """What could not be read back."""
    with pytest.raises(SgfError, match="'b' is no name"):
        write_tree(Node({"b": ["x"]}))
    with pytest.raises(SgfError, match="B has no value"):
        write_tree(Node({"B": []}))
    for value in "]", "\\", "a]b":
        with pytest.raises(SgfError, match="no raw value"):
            write_tree(Node({"B": [value]}))
    with pytest.raises(SgfError, match="more than 200 properties"):
        write_tree(Node({"A" * (n % 60 + 1) + "B" * (n // 60 + 1): ["x"] for n in range(201)}))
    with pytest.raises(SgfError, match="20000 values"):
        write_tree(Node({"AB": ["aa"] * 20_001}))
    with pytest.raises(SgfError, match="100000 characters"):
        write_tree(Node().set_text("C", "x" * 100_001))
    root = node = Node()
    for _ in range(1001):
        node.add()
        node = node.add()
    with pytest.raises(SgfError, match="1000 variations"):
        write_tree(root)
    root = node = Node()
    for _ in range(5000):
        node = node.add()
    with pytest.raises(SgfError, match="5000 nodes"):
        write_tree(root)


def test_the_deepest_files_come_back() -> None:
    """At the limits of nodes and of variations, nothing recurses."""
    root = node = Node({"SZ": ["9"]})
    for _ in range(999):
        node.add()
        node = node.add()
    assert shape(read_tree(write_tree(root))) == shape(root)
    line = "(" + ";" * 5000 + ")"
    assert len(read_tree(line).main_line()) == 5000
    repr(root)


@pytest.mark.parametrize(
    "text",
    [
        "(;B[" + "\\" * 199_000,
        "(;C[" + "\\]" * 99_000,
        "(" * 200_000,
        "( " * 100_000,
        "(;" * 100_000,
        "(;)" * 66_000,
        " " * 200_000,
        "(;" + "a" * 199_000,
        "(;B" + "[]" * 99_000,
        "(;B" + "[ " * 99_000,
        "junk(" * 40_000,
        b"(;CA[big5]" + b"\xff" * 700_000,
        b"\xff\xfe" + b"(" * 700_000,
        "(;SZ[13]" + ";AB[aa:mm]" * 4_000 + ")",
    ],
    ids=range(14),
)
def test_hostile_files_cost_little(text: str | bytes) -> None:
    """An error after a few calls for each character, and in a few megabytes."""
    game = ponnuki.game("go:13")
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    tracemalloc.start()
    sys.setprofile(count)
    try:
        with pytest.raises(SgfError):
            sgf.last_position(text, game)
    finally:
        sys.setprofile(None)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert calls < 20 * len(text)
    assert peak < 30_000_000


@FUZZ
@given(
    st.lists(
        st.tuples(
            st.integers(0, len(BASE)),
            st.integers(0, 6),
            st.text(alphabet="();[]\\:BWaZ9é\n\0", max_size=6),
        ),
        min_size=1,
        max_size=6,
    )
)
def test_damaged_files_are_games_or_clear_errors(cuts: list[tuple[int, int, str]]) -> None:
    """Pieces of a good file cut out and others put in: nothing but SgfError, and with an offset."""
    text = BASE
    for at, length, piece in cuts:
        text = text[:at] + piece + text[at + length :]
    game = ponnuki.game("go:9")
    for given_text in text, text.encode():
        try:
            root = read_tree(given_text)
        except SgfError as error:
            assert re.match(r"offset \d+: ", str(error))
            continue
        assert shape(read_tree(write_tree(root))) == shape(root)
        for node in root.walk():
            try:
                assert sgf.position_at(node, game).game == game
            except SgfError as error:
                assert re.match(r"offset \d+: |the game is on a board of size", str(error))


@FUZZ
@given(st.one_of(st.binary(max_size=200), st.binary(max_size=100).map(lambda b: b"(;B[" + b)))
def test_random_bytes_are_games_or_clear_errors(data: bytes) -> None:
    """Nothing but SgfError."""
    try:
        roots = read_collection(data)
    except SgfError as error:
        assert re.match(r"offset \d+: ", str(error))
    else:
        assert roots
