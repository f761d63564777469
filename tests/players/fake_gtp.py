"""A tiny GTP engine that misbehaves on demand. It needs nothing but Python.

It puts stones on empty points that have an empty neighbour, drawn by its seed, and passes when
there is none; so what it plays is legal. With ``--do WHAT`` it does something else at its move
number ``--after`` (0 for the first), or at the start for what concerns the start.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
COMMANDS = (
    "protocol_version name version list_commands boardsize clear_board komi play genmove quit"
)


def say(text: str) -> None:
    """Writes to standard output at once."""
    sys.stdout.write(text)
    sys.stdout.flush()


class Engine:
    """The board and the manners."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.size = 9
        self.taken: set[tuple[int, int]] = set()
        self.moves = 0
        self.rng = random.Random(options.seed)

    def vertex(self, point: tuple[int, int]) -> str:
        """The text of a point."""
        return f"{LETTERS[point[0]]}{point[1] + 1}"

    def free(self) -> list[tuple[int, int]]:
        """Empty points with an empty neighbour."""
        points = {(x, y) for x in range(self.size) for y in range(self.size)} - self.taken
        return sorted(
            (x, y) for x, y in points if {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & points
        )

    def answer(self, name: str, words: list[str]) -> str | None:
        """The text of a successful response, or None for a failure."""
        if name == "boardsize":
            self.size = int(words[0])
            return "" if self.options.do != "no-size" else None
        if name == "clear_board":
            self.taken, self.moves = set(), 0
            self.rng.seed(self.options.seed)
            return ""
        if name == "play":
            return self.play(words[1])
        if name == "genmove":
            return self.genmove()
        if name == "final_status_list" and self.options.dead is not None:
            return str(self.options.dead)
        fixed = {
            "protocol_version": "1" if self.options.do == "version-1" else "2",
            "name": "fake",
            "list_commands": "name quit" if self.options.do == "few" else self.commands(),
            "komi": "",
        }
        return fixed.get(name)

    def commands(self) -> str:
        """What it says that it knows."""
        return COMMANDS if self.options.dead is None else f"{COMMANDS} final_status_list"

    def play(self, word: str) -> str | None:
        """Takes a point."""
        if self.options.log:
            with Path(self.options.log).open("a") as file:
                file.write(f"{os.getpid()} {word}\n")
        if self.options.do == "refuse-all":
            return None
        if self.options.do == "refuse" and len(self.taken) == 3 and self.now():
            return None
        if word.lower() != "pass":
            self.taken.add((LETTERS.index(word[0].upper()), int(word[1:]) - 1))
        return ""

    def now(self) -> bool:
        """Whether it is time to misbehave; with a marker, only the first process ever does."""
        if self.options.once:
            try:
                Path(self.options.once).touch(exist_ok=False)
            except FileExistsError:
                return False
        return True

    def genmove(self) -> str | None:
        """A move, or what was asked for."""
        self.moves += 1
        if self.moves > self.options.after and self.options.do in MISDEEDS and self.now():
            return MISDEEDS[self.options.do](self)
        free = self.free()
        if not free:
            return "PASS"
        point = self.rng.choice(free)
        self.taken.add(point)
        return self.vertex(point)


def die(_: Engine) -> str | None:
    """Ends with a word on standard error."""
    sys.stderr.write("out of memory\n")
    os._exit(3)


def hang(_: Engine) -> str | None:
    """Does not answer."""
    time.sleep(600)
    return ""


def flood(_: Engine) -> str | None:
    """Writes without end."""
    while True:
        say("= " + "x" * 9000 + "\n")


def endless_line(_: Engine) -> str | None:
    """Writes a line without end."""
    while True:
        say("x" * 9000)


def chatter(_: Engine) -> str | None:
    """Answers far more than it was asked."""
    say("=\n\n" * 100)
    return "E5"


def garbage(_: Engine) -> str | None:
    """Says something that is no GTP."""
    say("Segmentation fault, sorry\n\n")
    return ""


def occupied(engine: Engine) -> str | None:
    """Plays on a stone; on an empty board, twice on the same point."""
    return engine.vertex(min(engine.taken)) if engine.taken else "A1"


MISDEEDS: dict[str, Callable[[Engine], str | None]] = {
    "die": die,
    "hang": hang,
    "flood": flood,
    "endless-line": endless_line,
    "chatter": chatter,
    "garbage": garbage,
    "occupied": occupied,
    "off-board": lambda _: "Z25",
    "nonsense": lambda _: "the middle",
    "resign": lambda _: "resign",
    "pass": lambda _: "pass",
    "fail": lambda _: None,
}


def main() -> None:
    """Answers commands until it is told to quit."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--do", default="")
    parser.add_argument("--dead", help="the stones that it calls dead at the end")
    parser.add_argument("--after", type=int, default=0)
    parser.add_argument("--once", default="", help="a file that tells later processes to behave")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--wait", type=float, default=0.0, help="seconds before the first answer")
    parser.add_argument("--stderr", type=int, default=0, help="kilobytes of noise a command")
    parser.add_argument("--child", default="", help="start a child; write its number there")
    parser.add_argument("--stubborn", action="store_true", help="do not end on quit or SIGTERM")
    parser.add_argument("--log", default="", help="write process and move of every play there")
    options = parser.parse_args()
    if options.do == "die-at-start":
        sys.stderr.write("no such network file\n")
        sys.exit(1)
    if options.do == "babble":
        say("Welcome to my engine!\n")
    if options.do == "mute":
        time.sleep(600)
    if options.stubborn:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if options.child:
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        Path(options.child).write_text(str(child.pid))
    time.sleep(options.wait)
    engine = Engine(options)
    for line in sys.stdin:
        if options.stderr:
            sys.stderr.write("noise\n" * (options.stderr * 1000 // 6))
        number, name, *words = line.split()
        text = "" if name == "quit" else engine.answer(name, words)
        if options.do == "wrong-id":
            number = "7777"
        say(f"?{number} cannot\n\n" if text is None else f"={number} {text}\n\n")
        if name == "quit" and not options.stubborn:
            return
    while options.stubborn:
        time.sleep(600)


if __name__ == "__main__":
    main()
