"""A server as people start it, and a real browser."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

CHROMIUM = next(
    (
        path
        for name in ("chromium", "chromium-browser", "google-chrome")
        if (path := shutil.which(name))
    ),
    None,
)


@dataclass(frozen=True)
class Server:
    """A server that runs, and its folder of runs."""

    address: str
    runs: Path


@contextmanager
def started(folder: Path, *options: str) -> Iterator[tuple[str, "subprocess.Popen[bytes]"]]:
    """A server that runs: its address and its process. It must end without a traceback."""
    runs = folder / "runs"
    runs.mkdir(exist_ok=True)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = "from ponnuki.apps.cli import main; main()"
    asked = ["play", "--no-open", "--port", str(port), "--runs", str(runs), *options]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST")}
    with open(folder / "log.txt", "wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-c", command, *asked], stdout=log, stderr=log, env=environment
        )
    try:
        address = f"http://127.0.0.1:{port}"
        wait_for(address, process)
        yield address, process
    finally:
        process.terminate()
        try:
            process.wait(20)
        finally:
            process.kill()
    said = (folder / "log.txt").read_text()
    assert "Traceback" not in said, said


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of this test module's own."""
    folder = tmp_path_factory.mktemp("web")
    with started(folder) as (address, _):
        yield Server(address, folder / "runs")


def wait_for(address: str, process: "subprocess.Popen[bytes]") -> None:
    """Waits until a server answers."""
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/ponnuki/board.js", timeout=5):
                return
        except urllib.error.HTTPError:  # it answers, if not everybody
            return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the server did not start")


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    """Playwright, started once a module."""
    if CHROMIUM is None:
        pytest.skip("chromium is not installed: no browser to test with")
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A browser without a window."""
    found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    yield found
    found.close()


@dataclass
class Watched:
    """What a page did that it should not have done."""

    complaints: list[str] = field(default_factory=list)

    def watch(self, page: Page, address: str) -> None:
        """Listens for errors and for requests to anywhere else."""
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on(
            "console",
            lambda message: (
                self.complaints.append(f"console: {message.text}")
                if message.type in {"error", "warning"}
                else None
            ),
        )
        own = (address, address.replace("http", "ws"), "data:", "blob:")
        page.on(
            "request",
            lambda request: (
                None
                if request.url.startswith(own)
                else self.complaints.append(f"outside: {request.url}")
            ),
        )


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """One person's browser; it keeps files that it has loaded, as browsers do."""
    found = browser.new_context(viewport={"width": 1200, "height": 850}, accept_downloads=True)
    found.set_default_timeout(15_000)
    yield found
    found.close()


@pytest.fixture
def page(context: BrowserContext, server: Server) -> Iterator[Page]:
    """A page that must neither complain nor speak to anybody else."""
    watched = Watched()
    one = context.new_page()
    watched.watch(one, server.address)
    yield one
    one.close()
    assert watched.complaints == []


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Page]:
    """The same on a small screen that is touched."""
    watched = Watched()
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    context.set_default_timeout(15_000)
    one = context.new_page()
    watched.watch(one, server.address)
    yield one
    context.close()
    assert watched.complaints == []
