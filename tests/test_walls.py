"""The walls of the house: who may import whom, and where the core is known."""

import ast
import importlib.metadata
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "ponnuki"
CORE = ROOT / "cpp"

BASE = ("drawing", "extras", "machine", "pickles", "seeds", "settings", "store", "words")
"""Modules beside the folders that everybody may use; they use the core alone."""

FOLDERS = (
    "games",
    "formats",
    "evaluators",
    "players",
    "arena",
    "fitness",
    "optimisers",
    "learners",
    "runs",
    "reports",
    "papers",
    "api",
    "apps",
)
"""A folder may import from itself and from folders to its left."""

NARROWER = {"formats": {"games"}, "optimisers": set[str]()}
"""Folders that may import less: text knows rules alone, and optimisers know no game at all."""

NOT_PURE = {"os", "pathlib", "shutil", "socket", "subprocess", "tempfile", "threading"}
"""What formats must not import: they turn text into values, and do no input or output."""

CORE_FOLDERS = ("core", "games", "evaluators", "search", "play", "learn", "bind")
"""The same for C++: a folder may include from itself and from folders to its left."""

KNOW_THE_CORE = {
    "apps/bench.py",
    "arena/arena.py",
    "evaluators/architectures.py",
    "evaluators/conv.py",
    "evaluators/fates.py",
    "evaluators/influence.py",
    "games/capture_go.py",
    "games/go.py",
    "games/othello.py",
    "games/position.py",
    "games/rules.py",
    "games/tic_tac_toe.py",
    "learners/td/games.py",
    "learners/tic_tac_toe/coevolution.py",
    "learners/tic_tac_toe/nets.py",
    "learners/tic_tac_toe/standings.py",
    "learners/zero/games.py",
    "machine.py",
    "players/book.py",
    "players/draws.py",
    "players/endgame.py",
    "players/engine.py",
    "players/limit.py",
    "players/memory.py",
    "players/random.py",
    "players/reader.py",
    "players/scripted.py",
    "players/search.py",
    "seeds.py",
}
"""The modules that import `ponnuki._core`. Others ask these; a new game is one more."""


def modules() -> list[Path]:
    """Every Python file of the package."""
    return sorted(SOURCE.rglob("*.py"))


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """The line and the full name of everything that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, one.name) for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: write the import in full"
            for one in node.names:
                yield node.lineno, f"{node.module}.{one.name}"


def room(path: Path) -> str:
    """The folder that a file is in, or its own name if it stands beside them."""
    inside = path.relative_to(SOURCE)
    return inside.parts[0] if len(inside.parts) > 1 else inside.stem


def allowed(folder: str) -> set[str]:
    """What a folder may import from, beside the base."""
    if folder in BASE:
        return set()
    return NARROWER.get(folder, set(FOLDERS[: FOLDERS.index(folder)])) | {folder}


def test_every_folder_has_its_place() -> None:
    """A new folder or module must be put in the list; champions hold no code."""
    found = {room(path) for path in modules()} - {"__init__"}
    assert found == {*FOLDERS, *BASE}
    assert not list((SOURCE / "champions").rglob("*.py"))


def test_imports_go_one_way() -> None:
    """Rules to evaluators to players to games played, and so on; never back."""
    wrong = []
    for path in modules():
        here = room(path)
        if here == "__init__":
            continue
        for line, name in imports(path):
            head, *rest = name.split(".")
            if head != "ponnuki":
                continue
            there = rest[0] if rest else ""
            if there in {"_core", "__version__", *BASE} or there in allowed(here):
                continue
            if there not in FOLDERS and here == "apps":
                continue  # the face of the whole package
            target = there if there in FOLDERS else "the package's own face"
            may = ", ".join(one for one in FOLDERS if one in allowed(here)) or "nothing here"
            wrong.append(
                f"{path.relative_to(ROOT)}:{line}: {here} imports {name}, of {target}; "
                f"it may import from {may}"
            )
    assert not wrong, "\n".join(wrong)


LOADED_LATER = {("players/registry.py", "ponnuki.runs.players")}
"""Modules further on that are named by a text, so that they are loaded when they are needed."""


def test_few_modules_are_named_by_a_text() -> None:
    """An import that a wall would not see."""
    named = re.compile(r"import_module\(f?[\"'](ponnuki[\w.]*)")
    found = {
        (path.relative_to(SOURCE).as_posix(), name)
        for path in modules()
        if room(path) != "__init__"
        for name in named.findall(path.read_text(encoding="utf-8"))
    }
    assert found == LOADED_LATER


def test_formats_are_pure() -> None:
    """They read and write no file and start nothing."""
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: formats import {name}"
        for path in modules()
        if room(path) == "formats"
        for line, name in imports(path)
        if name.split(".")[0] in NOT_PURE
    ]
    assert not wrong, "\n".join(wrong)


def test_few_modules_know_the_core() -> None:
    """All others go through them."""
    found = {
        path.relative_to(SOURCE).as_posix()
        for path in modules()
        if any(name.startswith("ponnuki._core") for _, name in imports(path))
    }
    assert found == KNOW_THE_CORE


Function = ast.FunctionDef | ast.AsyncFunctionDef


def public_annotations(body: list[ast.stmt], owner: str = "") -> Iterator[tuple[str, ast.expr]]:
    """The annotations of public functions, of public classes and of their public members."""
    for node in body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from public_annotations(node.body, f"{owner}{node.name}.")
        elif isinstance(node, Function):
            if node.name.startswith("_") and node.name != "__init__":
                continue
            arguments = node.args
            every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
            every += [one for one in (arguments.vararg, arguments.kwarg) if one]
            found = [one.annotation for one in every] + [node.returns]
            yield from ((owner + node.name, one) for one in found if one)
        elif isinstance(node, ast.AnnAssign) and not ast.unparse(node.target).startswith("_"):
            yield owner + ast.unparse(node.target), node.annotation


def test_no_public_signature_has_a_type_of_the_core() -> None:
    """What people call takes and gives the package's own types."""
    wrong = []
    for path in modules():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        core = {"_core"} | {
            one.asname or one.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module == "ponnuki._core"
            for one in node.names
        }
        for name, annotation in public_annotations(tree.body):
            words = set(re.findall(r"\w+", ast.unparse(annotation)))
            if words & core:
                wrong.append(f"{path.relative_to(ROOT)}: {name} has {ast.unparse(annotation)}")
    assert not wrong, "\n".join(wrong)


def test_includes_go_one_way() -> None:
    """In C++ as in Python."""
    wrong = []
    for path in sorted(CORE.rglob("*.[ch]pp")):
        here = path.relative_to(CORE).parts[0]
        if here not in CORE_FOLDERS:
            assert here in {"tests", "benchmarks", "fuzz"}, f"{here} has no place in CORE_FOLDERS"
            continue
        left = CORE_FOLDERS[: CORE_FOLDERS.index(here) + 1]
        text = path.read_text(encoding="utf-8")
        wrong += [
            f"{path.relative_to(ROOT)}: {here} includes {there}"
            for there in re.findall(r'^\s*#\s*include\s+"([^"]+)"', text, re.MULTILINE)
            if there.split("/")[0] not in left
        ]
    assert not wrong, "\n".join(wrong)


def test_every_package_that_is_imported_is_declared() -> None:
    """Nothing comes by way of another package's dependencies."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    texts = [*project["dependencies"], *(text for extra in extras for text in extra)]
    declared = {_plain(re.split(r"[^\w.-]", text)[0]) for text in texts}
    owners = importlib.metadata.packages_distributions()
    wrong = []
    for path in modules():
        for line, name in imports(path):
            head = name.split(".")[0]
            if head in {"ponnuki", "_typeshed"} or head in sys.stdlib_module_names:
                continue
            if not {_plain(one) for one in owners.get(head, [head])} & declared:
                wrong.append(f"{path.relative_to(ROOT)}:{line}: {head} is not in pyproject.toml")
    assert not wrong, "\n".join(wrong)


STARTS_PROGRAMS = {
    "programs.py",
    "apps/web/conftest.py",
    "faults/__main__.py",
    "players/fake_gtp.py",
}
"""The tests that start programs by themselves: all others leave it to the first."""


def test_programs_that_tests_start_have_a_limit() -> None:
    """They are started by `tests/programs.py`, which waits for none without end."""
    tests = ROOT / "tests"
    start = re.compile(r"\bPopen\(|subprocess\.(?:run|call|check_call|check_output)\(")
    found = {path for path in tests.rglob("*.py") if start.search(path.read_text(encoding="utf-8"))}
    others = {path.relative_to(tests).as_posix() for path in found} - {"test_walls.py"}
    assert others == STARTS_PROGRAMS


def _plain(name: str) -> str:
    """A distribution's name as all its spellings are."""
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def f(x: _core.Net) -> int: ...", ["f", "f"]),
        ("def _f(x: _core.Net) -> int: ...", []),
        ("class A:\n    def __init__(self, x: int) -> None: ...", ["A.__init__", "A.__init__"]),
        ("class A:\n    x: int\n    _y: int\n    def _g(self) -> int: ...", ["A.x"]),
        ("class _A:\n    x: int", []),
    ],
)
def test_what_is_public(text: str, found: list[str]) -> None:
    """Names without an underscore, in classes without one; constructors count."""
    assert [name for name, _ in public_annotations(ast.parse(text).body)] == found
