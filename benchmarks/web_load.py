"""Many people play at once: how long the server takes to answer.

    python -m benchmarks.web_load --games 50 --seconds 30

Starts a server, opens so many games over the browser's own protocol (a page each, and a socket),
plays legal moves in all of them against an engine, and prints how long it took until the board
showed the person's move, and until it showed the reply. A page of its own is loaded meanwhile.

    python -m benchmarks.web_load --memory

Plays short games, ten at a time, and prints the server's memory after 200 and after 2,000 of them,
when all tabs are closed. It fails where the second is more than 50 MB above the first.
"""

import argparse
import asyncio
import json
import os
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
import socketio

THINK = 0.8
"""Seconds that a person thinks about a move, on average."""
MARKS = (200, 2_000)
"""Games after which memory is taken."""
MAX_GROWTH = 50.0
"""MB that may be added between them."""
FORGOTTEN = 15.0
"""Seconds after which the server has forgotten a tab that was closed."""


@dataclass
class Timings:
    """Seconds of what was measured."""

    pages: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)
    replies: list[float] = field(default_factory=list)
    games: int = 0
    lost: int = 0


class Visitor:
    """Somebody with a page: it loads it, connects, and plays."""

    def __init__(self, address: str, query: str, timings: Timings, rng: random.Random) -> None:
        self.address, self.query, self.timings, self.rng = address, query, timings, rng
        self.socket = socketio.AsyncClient(reconnection=False, request_timeout=60)
        self.client = ""
        self.board = 0
        self.listener = ""
        self.files = (0, "")  # the element that takes files, and who listens to it
        self.drawing = ""
        self.changed = asyncio.Event()

    async def open(
        self, client: httpx.AsyncClient, headers: Mapping[str, str] | None = None
    ) -> None:
        """Loads the page and connects to it, as the script of the page does."""
        begin = time.perf_counter()
        text = (await client.get(f"{self.address}/?{self.query}")).text
        self.timings.pages.append(time.perf_counter() - begin)
        found = re.search(r"client_id['\"]?:\s*['\"]([0-9a-f-]{36})", text)
        if found is None:
            raise RuntimeError("the page names no client")
        self.client = found[1]
        self._elements(text)
        self.socket.on("update", self._update)
        query = {"client_id": found[1], "next_message_id": 0, "implicit_handshake": "true"}
        query |= {"document_id": found[1], "tab_id": found[1], "old_tab_id": ""}
        encoded = "&".join(f"{name}={value}" for name, value in query.items())
        await self.socket.connect(
            f"{self.address}?{encoded}",
            socketio_path="/_nicegui_ws/socket.io",
            transports=["websocket"],
            wait_timeout=60,
            headers=dict(headers or {}),
        )

    def _elements(self, text: str) -> None:
        """Finds the board among the elements of the page."""
        found = re.search(r"parseElements\(String\.raw`(.*?)`\)", text, re.DOTALL)
        if found is None:
            raise RuntimeError("the page holds no elements")
        raw = found[1]
        for escaped, plain in (("&#36;", "$"), ("&#96;", "`"), ("&gt;", ">"), ("&lt;", "<")):
            raw = raw.replace(escaped, plain)
        self._take(json.loads(raw.replace("&amp;", "&")))

    def _update(self, data: dict[str, Any]) -> None:
        self._take(data)

    def _take(self, elements: dict[str, Any]) -> None:
        for key, element in elements.items():
            if not isinstance(element, dict):
                continue
            if (element.get("props") or {}).get("data-testid") == "board":
                self.board = int(key)
                for event in element.get("events") or []:
                    if event.get("type") == "click":
                        self.listener = event["listener_id"]
            if (element.get("props") or {}).get("type") == "file":
                self.files = int(key), element["events"][0]["listener_id"]
            content = (element.get("props") or {}).get("innerHTML")
            if isinstance(content, str) and 'class="position' in content:
                self.drawing = content
                self.changed.set()

    def legal(self) -> list[int]:
        """The points that the server says can be played."""
        return [int(one) for one in re.findall(r'data-point="(\d+)" role="button"', self.drawing)]

    def stones(self) -> int:
        """Stones on the board."""
        board = self.drawing.partition('class="expected"')[0]
        return len(re.findall(r'class="stone(?: new)?"', board))

    async def until(self, wanted: int, seconds: float = 30.0) -> bool:
        """Waits until there are so many stones."""
        end = time.perf_counter() + seconds
        while self.stones() < wanted:
            self.changed.clear()
            try:
                await asyncio.wait_for(self.changed.wait(), max(0.01, end - time.perf_counter()))
            except TimeoutError:
                return False
        return True

    async def play(self, end: float) -> None:
        """Plays until the time is up or the game is over."""
        while time.perf_counter() < end:
            await asyncio.sleep(self.rng.uniform(0.5, 1.5) * THINK)
            if not await self.move():
                return

    async def send(self, point: int) -> None:
        """Says which point is played."""
        await self._say(self.board, self.listener, {"point": point})

    async def load(self, text: str) -> None:
        """Loads a file."""
        await self._say(*self.files, {"text": text})

    async def _say(self, element: int, listener: str, said: dict[str, Any]) -> None:
        message = {
            "id": element,
            "client_id": self.client,
            "listener_id": listener,
            "args": [json.dumps(said)],
        }
        await self.socket.emit("event", message)

    async def move(self) -> bool:
        """Plays a move and waits for the reply; says whether there was a move and it was shown."""
        points = self.legal()
        if not points:
            return False
        before = self.stones()
        begin = time.perf_counter()
        await self.send(self.rng.choice(points))
        if not await self.until(before + 1):
            self.timings.lost += 1
            return False
        self.timings.moves.append(time.perf_counter() - begin)
        if await self.until(before + 2, 3.0):
            self.timings.replies.append(time.perf_counter() - begin)
        return True


async def visit(
    address: str, query: str, end: float, timings: Timings, client: httpx.AsyncClient, seed: int
) -> None:
    """Game after game until the time is up."""
    rng = random.Random(seed)
    await asyncio.sleep(rng.uniform(0, 3))
    while time.perf_counter() < end:
        one = Visitor(address, query, timings, rng)
        await one.open(client)
        timings.games += 1
        await one.play(end)
        await one.socket.disconnect()


def line(name: str, seconds: list[float]) -> str:
    """Median, 95th and 99th hundredth, and the worst, in milliseconds."""
    if not seconds:
        return f"{name:32} nothing measured"
    marks = statistics.quantiles(seconds, n=100) if len(seconds) > 1 else seconds * 99
    figures = (marks[49], marks[94], marks[98], max(seconds))
    texts = "".join(f"{1000 * one:9.0f}" for one in figures)
    return f"{name:32}{len(seconds):7}{texts}"


async def measure(address: str, games: int, seconds: float, opponent: str) -> Timings:
    """Plays games at once."""
    timings = Timings()
    query = f"game=capture-go:9&white={opponent}"
    end = time.perf_counter() + seconds
    fresh = httpx.Limits(max_keepalive_connections=0)
    async with httpx.AsyncClient(timeout=60, limits=fresh) as client:
        work = [visit(address, query, end, timings, client, seed) for seed in range(games)]
        for problem in await asyncio.gather(*work, return_exceptions=True):
            if isinstance(problem, BaseException):
                print(f"a visitor failed: {problem!r}", file=sys.stderr)
                timings.lost += 1
    return timings


async def short_games(address: str, query: str, games: int) -> int:
    """Plays games of two moves, ten at a time; says how many were lost."""
    timings = Timings()
    left = iter(range(games))
    fresh = httpx.Limits(max_keepalive_connections=0)

    async def one_after_the_other(client: httpx.AsyncClient) -> None:
        for seed in left:
            one = Visitor(address, query, timings, random.Random(seed))
            await one.open(client)
            for _ in range(2):
                await one.move()
            await one.socket.disconnect()

    async with httpx.AsyncClient(timeout=60, limits=fresh) as client:
        await asyncio.gather(*(one_after_the_other(client) for _ in range(10)))
    await asyncio.sleep(FORGOTTEN)
    return timings.lost


def memory(process: int) -> float:
    """MB that a process holds (Linux)."""
    with open(f"/proc/{process}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def measure_memory(address: str, process: int, opponent: str) -> bool:
    """Prints memory after some games and after many; says whether it stays flat."""
    query = f"game=capture-go:9&white={opponent}"
    played, held, lost = 0, [memory(process)], 0
    print(f"{held[0]:8.1f} MB before any game")
    for mark in MARKS:
        lost += asyncio.run(short_games(address, query, mark - played))
        played = mark
        held.append(memory(process))
        print(f"{held[-1]:8.1f} MB after {mark} games, {lost} lost", flush=True)
    return not lost and held[2] - held[1] <= MAX_GROWTH


@contextmanager
def server() -> Iterator[tuple[str, int]]:
    """A server that runs: its address and its process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as runs:
        command = "from ponnuki.apps.cli import main; main()"
        options = ["play", "--no-open", "--port", str(port), "--runs", runs]
        process = subprocess.Popen(
            [sys.executable, "-c", command, *options], stdout=subprocess.DEVNULL
        )
        try:
            address = f"http://127.0.0.1:{port}"
            for _ in range(600):
                try:
                    httpx.get(f"{address}/ponnuki/board.js", timeout=2)
                    break
                except httpx.HTTPError:
                    time.sleep(0.1)
            yield address, process.pid
        finally:
            process.terminate()
            process.wait(30)


def main() -> None:
    """Starts a server, plays, prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--opponent", default="untrained,seed=1,depth=2")
    parser.add_argument("--memory", action="store_true")
    asked = parser.parse_args()
    if asked.memory:
        with server() as (address, process):
            flat = measure_memory(address, process, asked.opponent)
        sys.exit(0 if flat else 1)
    with server() as (address, _):
        timings = asyncio.run(measure(address, asked.games, asked.seconds, asked.opponent))
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    print(
        f"{asked.games} games at once for {asked.seconds:g} s, opponent {asked.opponent}, "
        f"{os.cpu_count()} cores, load {load:.1f}"
    )
    print(f"{'milliseconds':32}{'count':>7}{'median':>9}{'95 %':>9}{'99 %':>9}{'worst':>9}")
    print(line("page loaded", timings.pages))
    print(line("own move on the board", timings.moves))
    print(line("reply on the board (0.35 s pace)", timings.replies))
    spent = os.times()
    print(
        f"{timings.games} games begun, {timings.lost} lost; the server used "
        f"{spent.children_user + spent.children_system:.1f} s of the CPU, the visitors "
        f"{spent.user + spent.system:.1f} s"
    )
    sys.exit(1 if timings.lost else 0)


if __name__ == "__main__":
    main()
