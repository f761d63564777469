"""What a server holds after long files, and how long a quick reply takes behind slow ones.

    python -m benchmarks.web_steady

Loads an SGF of 4,000 moves nine times in one tab and prints the server's memory. Then six tabs let
an engine search at depth 8 on 13×13 while another plays against `defensive`; it prints how long its
replies take, the pace of 0.35 seconds included.
"""

import asyncio
import os
import random
import statistics
import time

import httpx

import ponnuki
from benchmarks.web_load import FORGOTTEN, Timings, Visitor, memory, server
from ponnuki.formats import sgf

UPLOADS = 9
SEARCHING = 6
REPLIES = 5


def long_file() -> str:
    """An SGF of 4,000 moves in forty branches."""
    game = ponnuki.game("go:13")
    root = sgf.root_node(game, game.start())
    for record in ponnuki.play_random(game, 40, seed=1):
        node, position = root, game.start()
        for move in record.moves[:100]:
            node = sgf.add_move(node, position, move)
            position = position.play(move)
    return sgf.write_tree(root)


async def visit(address: str, query: str) -> Visitor:
    """A tab that is open."""
    one = Visitor(address, query, Timings(), random.Random(1))
    async with httpx.AsyncClient(timeout=60) as client:
        await one.open(client)
    return one


async def uploads(address: str, process: int) -> None:
    """Loads a long file again and again."""
    text = long_file()
    one = await visit(address, "game=go:13")
    print(f"{memory(process):8.1f} MB before any file")
    for _ in range(UPLOADS):
        await one.load(text)
        await asyncio.sleep(4)
    print(f"{memory(process):8.1f} MB after {UPLOADS} files of {len(text) / 1000:.0f} kB")
    await one.socket.disconnect()
    await asyncio.sleep(FORGOTTEN)
    print(f"{memory(process):8.1f} MB when the tab is closed", flush=True)


async def quick_replies(address: str) -> None:
    """Plays against a player that does not search while others search."""
    slow = "game=go:13&black=untrained,net=wpc,depth=8"
    others = [await visit(address, slow) for _ in range(SEARCHING)]
    await asyncio.sleep(2)
    one = await visit(address, "game=capture-go:9&white=defensive")
    seconds = []
    for _ in range(REPLIES):
        before, begin = one.stones(), time.perf_counter()
        await one.send(one.rng.choice(one.legal()))
        if not await one.until(before + 2, 120):
            raise RuntimeError("no reply within two minutes")
        seconds.append(time.perf_counter() - begin)
    for visitor in [one, *others]:
        await visitor.socket.disconnect()
    print(
        f"{statistics.median(seconds):8.2f} s a reply of defensive behind {SEARCHING} tabs at "
        f"depth 8 (worst {max(seconds):.2f} s)"
    )


def main() -> None:
    """Starts a server, plays, prints."""
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    with server() as (address, process):
        asyncio.run(uploads(address, process))
        asyncio.run(quick_replies(address))


if __name__ == "__main__":
    main()
