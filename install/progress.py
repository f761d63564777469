"""Runs a command that installs, and says in one line how far it is: `progress.py FILE COMMAND...`.

Everything that the command says goes to the file. If it fails, what stands there from the first
error on is shown. On a terminal the line is written over; elsewhere there are about a dozen.
"""

import re
import subprocess
import sys
import threading
import time
from pathlib import Path

STEP = re.compile(r"\[(\d+)/(\d+)\]")
"""What ninja says at the beginning of each step."""
FETCH = re.compile(r"\s*(?:Downloading|Using cached|Processing) (?:\S*/)?([A-Za-z0-9_.]+?)-\d")
FAULT = re.compile(r"\bFAILED:|\berror:", re.IGNORECASE)
SHOWN = 30
"""Lines that are shown of a command that failed."""
LINES = 12
"""About so many lines are printed where there is no terminal."""


class Line:
    """How far it is: written over once a second on a terminal, else printed now and then."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.live = sys.stderr.isatty()
        self.text = "preparing"
        self.shown = -1

    def hear(self, said: str) -> None:
        """Takes in a line of what the command says."""
        if step := STEP.search(said):
            done, total = map(int, step.groups())
            self.text = f"compiling the core: {done} of {total}"
            if not self.live and LINES * done // total != self.shown:
                self.shown = LINES * done // total
                print(self, file=sys.stderr, flush=True)
        elif fetch := FETCH.match(said):
            self.text = f"installing {fetch[1]}"

    def draw(self) -> None:
        """Writes it over what stands there."""
        if self.live:
            print(f"\r\x1b[K{self}", end="", file=sys.stderr, flush=True)

    def __str__(self) -> str:
        minutes, seconds = divmod(int(time.monotonic() - self.began), 60)
        return f"{self.text} ({minutes}:{seconds:02})"


def main(log: Path, command: list[str]) -> int:
    """Runs the command: its exit code."""
    log.parent.mkdir(parents=True, exist_ok=True)
    line, over = Line(), threading.Event()

    def watch() -> None:
        while not over.wait(1):
            line.draw()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    with (
        log.open("w", 1, encoding="utf-8", errors="replace") as file,
        subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
        ) as process,
    ):
        try:
            for said in process.stdout or ():
                file.write(said)
                line.hear(said)
                line.draw()
        except KeyboardInterrupt:
            process.wait()
    over.set()
    watcher.join()
    line.text = "stopped" if process.returncode else "installed"
    line.draw()
    print(file=sys.stderr) if line.live else print(line, file=sys.stderr)
    if process.returncode:
        said_all = log.read_text(encoding="utf-8", errors="replace").splitlines()
        print(*_cause(said_all), f"everything that was said: {log}", sep="\n", file=sys.stderr)
    return process.returncode


def _cause(lines: list[str]) -> list[str]:
    """Some lines from the first one that speaks of an error; the last ones if none does."""
    found = (i for i, line in enumerate(lines) if FAULT.search(line))
    first = next(found, max(0, len(lines) - SHOWN))
    return lines[first : first + SHOWN]


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
