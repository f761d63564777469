"""One bad folder spoils nothing, and no error names a folder of the server's machine."""

import asyncio
import gzip
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

import pytest
from nicegui import Client, ui

import ponnuki
from ponnuki.apps.web.catalogue import Catalogue
from ponnuki.apps.web.server import say_little
from ponnuki.apps.web.services import Services
from ponnuki.apps.web.thinking import Thinker
from ponnuki.evaluators import evaluator
from ponnuki.players import Engine
from ponnuki.runs import RunRecord
from tests.apps.web.test_pages import until, visitor
from tests.apps.web.test_parts import cup

GAME = ponnuki.game("capture-go:5")


def a_run(folder: Path) -> Path:
    """A run of two generations."""
    net = evaluator("wpc", GAME)
    with RunRecord.create(folder, {"game": GAME.spec, "method": "es"}) as record:
        for number in (1, 2):
            record.add_champion(number, net, net.initial(1, number)[0])
            record.commit(number, {"best": number}, {"x": net.initial(1, 1)})
    return folder


def texts(client: Client) -> list[str]:
    """What a page says."""
    return [one.text for one in client.elements.values() if isinstance(one, ui.label)]


def visit(runs: Path, path: str, shows: Callable[[list[str]], bool]) -> list[str]:
    """Opens a page, waits until it shows something, and says all that it shows."""

    async def work() -> list[str]:
        services = Services(Catalogue(runs), Thinker(1))
        async with visitor(services) as user:
            client = await user.open(path)
            await until(lambda: shows(texts(client)))
            json.dumps([one._to_dict() for one in client.elements.values()]).encode()
            services.close()
            return texts(client)

    return asyncio.run(work())


def test_names_that_are_no_unicode(tmp_path: Path) -> None:
    """A run whose folder has such a name is listed and shown, and so are the others."""
    good = a_run(tmp_path / "good")
    try:
        odd = Path(os.fsdecode(os.fsencode(tmp_path) + b"/odd-\xff"))
        shutil.copytree(good, odd)
    except OSError:
        pytest.skip("file names are Unicode here")
    found = Catalogue(tmp_path)
    shown = r"odd-\udcff"
    assert set(found.runs()) == {"good", shown}
    assert found.run(shown).folder == odd
    assert isinstance(found.player(f"run:{shown}", GAME, 1), Engine)
    said = visit(tmp_path, "/runs", says("generation 2"))
    assert said.count("generation 2") == 2
    assert any(f"also run {shown}" in one.label for one in found.choices(GAME))


DAMAGES: dict[str, Callable[[str], str]] = {
    "no object": lambda text: text.replace(text.splitlines()[0], "[1, 2]"),
    "no field": lambda text: text.replace('"generation"', '"generazion"'),
    "no JSON": lambda _: "{{{\n",
}


def says(*words: str) -> Callable[[list[str]], bool]:
    """Whether some label has one of the words."""
    return lambda labels: any(word in text for text in labels for word in words)


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_runs_say_so_and_name_no_folder(tmp_path: Path, damage: str) -> None:
    """The page of the run has a notice, the list has its line, and other runs are fine."""
    a_run(tmp_path / "good")
    log = a_run(tmp_path / "bad") / "generations.jsonl"
    log.write_text(DAMAGES[damage](log.read_text()))
    listed = visit(tmp_path, "/runs", says("generation 2"))
    shown = visit(tmp_path, "/run?name=bad", says("damaged"))
    compared = visit(tmp_path, "/compare?run=bad&run=good", says("damaged"))
    fine = visit(tmp_path, "/run?name=good", says("generation 2"))
    assert not any(str(tmp_path) in text for text in [*listed, *shown, *compared, *fine])


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"game": 1}', '{"standings": [3]}', "nonsense"])
def test_damaged_tournaments_say_so_and_name_no_folder(tmp_path: Path, text: str) -> None:
    """Whatever its results are."""
    cup(tmp_path / "cup")
    (tmp_path / "cup" / "results.json").write_text(text)
    said = visit(
        tmp_path, "/tournament?name=cup", lambda labels: any("against" in t for t in labels)
    )
    assert any("damaged" in one or "results" in one for one in said)
    assert not any(str(tmp_path) in one for one in said)


def test_a_tournament_of_names_that_are_no_unicode(tmp_path: Path) -> None:
    """Its folder, its players and their nets are shown as far as they can be."""
    folder = cup(tmp_path / "cup", ("\ud800", "\udfff"))
    folder.rename(os.fsdecode(os.fsencode(tmp_path) + b"/odd-\xff"))
    visit(tmp_path, "/tournaments", lambda _: True)
    address = "/tournament?" + urlencode({"name": r"odd-\udcff"})
    visit(tmp_path, address, says(r"\ud800 (black) against \udfff (white)"))


@pytest.mark.parametrize("text", ["[]", "{}", '{"winner": null}', "5", ""])
def test_games_that_are_no_records(tmp_path: Path, text: str) -> None:
    """A game that is no object, or lacks a field, is said to be damaged."""
    (path,) = (cup(tmp_path / "cup") / "games").iterdir()
    path.write_bytes(gzip.compress(text.encode() + b"\n"))
    said = visit(tmp_path, "/tournament?name=cup", says("damaged, at game 0"))
    assert not any(str(tmp_path) in one for one in said)


def test_lines_that_lack_facts_are_shown_as_far_as_they_go(tmp_path: Path) -> None:
    """A line without games, seconds or measures, or with anything else, draws no curve."""
    odd: list[dict[str, object]] = [{}, {"measure": 5, "games": "x"}, {"measure": {"random": []}}]
    with RunRecord.create(tmp_path / "one", {"game": GAME.spec, "method": "es"}) as record:
        for number, line in enumerate(odd):
            record.commit(number, line, {})
    for address in "/run?name=one", "/runs":
        visit(tmp_path, address, says("generation 2"))


def test_errors_of_files_name_no_folder(tmp_path: Path) -> None:
    """Those of players, of weights, and of the system; file names themselves may be said."""
    catalogue = Catalogue(tmp_path / "runs", [f"net:{tmp_path}/gone.safetensors"])
    with pytest.raises((ValueError, OSError)) as found:
        catalogue.player(f"net:{tmp_path}/gone.safetensors", GAME, 2)
    assert str(tmp_path) in str(found.value)
    assert str(tmp_path) not in catalogue.said(found.value)
    assert "gone.safetensors" in catalogue.said(found.value)
    for folder in (tmp_path / "runs", Path.home(), Path.cwd(), Path("/srv/data/with, comma")):
        said = catalogue.said(FileNotFoundError(2, "No such file", str(folder / "x" / "y.toml")))
        assert str(folder) not in said
        assert "y.toml" in said
    assert catalogue.said(KeyError("generation")) == "this is damaged: KeyError 'generation'"


def test_a_page_that_fails_says_little(tmp_path: Path) -> None:
    """What went wrong is in the log of the server and not in the answer."""
    answer = asyncio.run(say_little(None, OSError(str(tmp_path))))  # type: ignore[arg-type]
    assert answer.status_code == 500
    assert str(tmp_path).encode() not in answer.body
