"""Boards, curves, the catalogue and thinking: what pages are made of."""

import asyncio
import gzip
import json
import xml.etree.ElementTree as ET
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from nicegui import Client
from nicegui.helpers import functions
from nicegui.page import page

import ponnuki
from ponnuki.apps.web import chart, framework, tournaments
from ponnuki.apps.web.advice import draw_advice
from ponnuki.apps.web.board import View, draw
from ponnuki.apps.web.catalogue import Catalogue
from ponnuki.apps.web.new_game import NewGame
from ponnuki.apps.web.run_curves import Run, comparison, figures
from ponnuki.apps.web.services import Services
from ponnuki.apps.web.session import Session
from ponnuki.apps.web.table import Table
from ponnuki.apps.web.thinking import Thinker
from ponnuki.apps.web.tournament_page import cross_table
from ponnuki.apps.web.turns import BusyError, Stopped
from ponnuki.arena.kept import KeptGames
from ponnuki.evaluators import evaluator, load_weights, net_name
from ponnuki.evaluators.inside import classes, look_inside, weight_map
from ponnuki.games import GAMES, GameSoFar
from ponnuki.games.strings import in_atari, strings
from ponnuki.learners import SelfPlay, TwoLevelPso
from ponnuki.players import Engine, Guest, Stop, player
from ponnuki.players.champions import champion_file
from ponnuki.runs import RunRecord
from tests.apps.web.test_pages import until
from tests.runs import samples

SVG = "{http://www.w3.org/2000/svg}"


def part(root: ET.Element, name: str) -> list[ET.Element]:
    """The parts of a picture with a class."""
    return [one for one in root.iter() if name in one.attrib.get("class", "").split()]


@pytest.mark.parametrize("spec", ["capture-go:9", "go:13", "othello:8", "tic-tac-toe"])
def test_boards_show_every_stone_and_legal_point(spec: str) -> None:
    """The picture is well-formed; stones, ghosts and labels are those of the position."""
    record = ponnuki.play_random(spec, 1, seed=2)[0]
    position = record.game.start().play_all(record.moves[:4])
    root = ET.fromstring(draw(View(position, last=record.moves[3], clickable=True)))
    legal = [move for move in position.legal_numbers() if move < record.game.points]
    assert len(part(root, "stone")) == sum(map(abs, position.stones))
    assert {int(one.attrib["data-point"]) for one in part(root, "legal")} == set(legal)
    labels = [one.attrib["aria-label"] for one in part(root, "point")]
    assert len(labels) == record.game.points
    assert any(text.endswith("last move") for text in labels)
    assert not part(ET.fromstring(draw(View(position))), "legal")


def test_atari_is_marked_unless_it_is_switched_off() -> None:
    """Every stone of a string with one liberty has a mark."""
    position = ponnuki.game("capture-go:3").parse("O O X\nX . .\n. . .\nblack to move")
    assert [one.points for one in in_atari(position.cells)] == [(0, 1), (2,)]
    assert len(part(ET.fromstring(draw(View(position))), "atari")) == 3
    assert not part(ET.fromstring(draw(View(position, atari=False))), "atari")
    assert [one.liberties for one in strings(position.cells)] == [(4,), (5,), (4, 6)]


def test_heat_hint_line_and_windows_are_drawn() -> None:
    """Values of moves with signs of the side that plays, the expected line numbered."""
    game = ponnuki.game("capture-go:5")
    net = ponnuki.evaluator("window", game)
    weights = net.initial(1, 1)[0]
    position = game.start().play(12)
    seen = look_inside(net, weights, position)  # type: ignore[arg-type]
    squares = tuple((seen.squares[i], float(seen.effect[i])) for i in seen.strongest(3))
    heat = {0: -0.25, 1: float("-inf"), 2: float("inf"), 25: 0.0}
    view = View(
        position,
        hint=0,
        line=(0, 1, 25, 2),
        heat=heat,
        squares=squares,
        weights=weight_map(net, weights),
    )
    root = ET.fromstring(f"<div>{draw(view)}{draw_advice(view)}</div>")
    assert draw_advice(View(position)) == ""
    texts = ["".join(one.itertext()) for one in part(root, "heat")]
    assert texts == ["+25", "★", "✕"]
    assert ["".join(one.itertext()) for one in part(root, "number")] == ["1", "2", "4"]
    assert len(part(root, "hint")) == 1
    assert len(part(root, "window")) == 3
    assert len(part(root, "weight")) == 25


@pytest.mark.parametrize("size", [3, 5, 9, 12])
def test_insight_agrees_with_the_net(size: int) -> None:
    """The value of the layers in plain floats is that of the exact net, closely."""
    net = ponnuki.evaluator("window", f"capture-go:{size}")
    weights = net.initial(1, size)[0]
    batch = ponnuki.play_random(net.game, 3, seed=5)
    for record in batch:
        position = net.game.start().play_all(record.moves[: len(record.moves) // 2])
        seen = look_inside(net, weights, position)  # type: ignore[arg-type]
        assert seen.value == pytest.approx(float(net.value(weights, position)[0]), abs=1e-5)


def test_an_empty_square_has_no_effect() -> None:
    """On an empty board no square says anything, and mirror images share their weights."""
    net = ponnuki.evaluator("window", "capture-go:7")
    seen = look_inside(net, net.initial(1, 2)[0], net.game.start())  # type: ignore[arg-type]
    assert seen.strongest(5) == []
    shared = classes(7)
    assert np.array_equal(shared, shared.T)
    assert np.array_equal(shared, shared[::-1])
    assert len(np.unique(classes(9))) == 15


def test_the_map_of_a_piece_counter_is_its_weights() -> None:
    """A stone alone is worth its weight; nets without weights of points have no map."""
    net = ponnuki.evaluator("wpc", "capture-go:3")
    weights = net.initial(1, 2)[0]
    found = weight_map(net, weights)
    assert found is not None
    value = float(net.value(weights, net.game.start().play(4))[0])
    assert value == pytest.approx(float(found[1, 1]), abs=1e-6)
    dense = ponnuki.evaluator("mlp", "capture-go:3")
    assert weight_map(dense, dense.initial(1, 1)[0]) is None


def test_names_in_charts_are_text() -> None:
    """A stranger's name cannot become a part of the page."""
    evil = chart.Curve("<img src=x onerror=alert(1)>", [(1, 2), (2, float("nan")), (3, 1)])
    text = chart.draw([evil], chart.Axes()) + chart.legend([evil])
    assert "<img" not in text
    ET.fromstring(f"<div>{text}</div>")
    assert "nothing yet" in chart.draw([], chart.Axes())
    assert "nan" not in chart.draw([evil], chart.Axes())


def test_curves_survive_strange_lines() -> None:
    """Numbers that are none are left out."""
    lines: list[dict[str, Any]] = [
        {"generation": 1, "best": "x", "measure": {"random": {"share": 1, "interval": [0, "y"]}}},
        {"generation": 2, "best": 3.0, "measure": [1]},
        {"generation": 3, "best": True, "diversity": 1e400},
    ]
    found = {one.title: one for one in figures(Run(lines, SelfPlay.view))}
    assert list(found) == ["Fitness within a generation"], "all others have nothing to show"
    assert list(found["Fitness within a generation"].curves[0].points) == [(2.0, 3.0)]
    both = comparison({"a": Run(lines, SelfPlay.view), "b": Run([], TwoLevelPso.view)})
    assert [one.title for one in both] == ["Best fitness within a generation"]
    assert [one.title for one in figures(Run([], SelfPlay.view))] == ["What the champion is worth"]


def test_long_runs_are_thinned() -> None:
    """First and last generation stay."""
    lines = [{"generation": i, "best": i} for i in range(5000)]
    points = list(figures(Run(lines, SelfPlay.view))[0].curves[0].points)
    assert len(points) == 400
    assert points[0] == (0.0, 0.0)
    assert points[-1] == (4999.0, 4999.0)


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """A folder with a run in it, and one beside it that is not to be reached."""
    samples.make(tmp_path / "runs" / "one", 2)
    samples.make(tmp_path / "other", 2)
    return tmp_path / "runs"


def test_runs_are_players_by_their_names(runs: Path) -> None:
    """A run is offered for its own game, keeps its name, and takes options."""
    catalogue = Catalogue(runs)
    game = ponnuki.game("capture-go:3")
    offered = [one.spec for one in catalogue.choices(game)[:3]]
    assert offered == ["champion:capture-go", "champion:capture-go-4x64", "run:one"]
    assert "run:one" not in [one.spec for one in catalogue.choices(ponnuki.game("go:5"))]
    found = catalogue.player("run:one@1,noise=0.5", game, 2)
    assert isinstance(found, Engine)
    assert (found.spec, found.search.depth, found.choice.noise) == ("run:one@1,noise=0.5", 2, 0.5)


@pytest.mark.parametrize(
    "spec",
    [
        "run:../other",
        "run:/etc",
        "run:",
        "net:/etc/passwd",
        "net:one/champions/generation-0001.safetensors",
        "gtp:rm",
        "nobody",
        "untrained,depth=50",
        "untrained,depth=-1",
        "champion,visits=12801",
        "champion,visits=-1",
        "untrained:../x",
        "random,depth=99999999999999999999",
    ],
)
def test_no_text_leads_elsewhere(runs: Path, spec: str) -> None:
    """Files, programs and deep searches of a stranger's choice are refused."""
    with pytest.raises(ValueError, match=r"offered|no run|not allowed|no setting|nothing is"):
        Catalogue(runs).player(spec, ponnuki.game("capture-go:3"), 2)
    with pytest.raises(ValueError, match="no run"):
        Catalogue(runs).run(spec)


def test_the_champion_made_for_a_size_is_the_first(tmp_path: Path) -> None:
    """Where several play it."""
    catalogue = Catalogue(tmp_path)
    for size, spec in (5, "champion:go"), (7, "champion:go-7x7"), (9, "champion:go-7x7"):
        assert catalogue.choices(ponnuki.game(f"go:{size}"))[0].spec == spec


def test_champions_come_first_and_say_what_they_are(tmp_path: Path) -> None:
    """Of tic-tac-toe the one that cannot be beaten, of Capture Go the one that searches a tree."""
    catalogue = Catalogue(tmp_path)
    game = ponnuki.game("tic-tac-toe")
    offered = [(one.spec, one.label) for one in catalogue.choices(game)[:2]]
    assert offered == [
        ("champion:tic-tac-toe,row=1", "Champion 43b50fc8: cannot be beaten"),
        ("champion:tic-tac-toe", "Champion 686e0f88: wins most against random moves"),
    ]
    for spec, _ in offered:
        assert catalogue.player(spec, game, 1).choose(game.start(), seed=1) in range(9)
    name = net_name(load_weights(champion_file("capture-go")).weights[0])
    shipped = ("champion:capture-go", f"Champion {name}: tree search")
    evolved = (
        "champion:capture-go-evolved",
        "Evolved champion 3a24ce05: alpha-beta",
    )
    smaller = ("champion:capture-go-4x64", "4x64 champion a19ba73e: tree search")
    for size, expected in ((9, [shipped, smaller, evolved]), (13, [shipped, smaller])):
        choices = catalogue.choices(ponnuki.game(f"capture-go:{size}"))
        found = [
            (one.spec, one.label)
            for one in choices
            if one.spec.startswith("champion") and "strength" not in one.spec
        ]
        assert found == expected
        graded = [one.label for one in choices if "strength" in one.spec]
        assert len(graded) == 6
        assert graded[0].startswith("Level 1, first steps: ")
        assert choices[0].spec == "champion:capture-go"


def test_a_run_of_a_net_for_any_size_is_offered_for_every_size(tmp_path: Path) -> None:
    """A convolutional net plays where it did not learn; a net of a size does not."""
    net = evaluator("conv", "capture-go:4", blocks=1)
    with RunRecord.create(tmp_path / "zero", {"game": net.game.spec}) as record:
        record.add_champion(1, net, net.initial(1, 1)[0])
        record.commit(1, {"best": 1}, {"x": np.zeros(1)})
    samples.make(tmp_path / "small", 2)
    catalogue = Catalogue(tmp_path)
    for size, offered in ((4, {"run:zero"}), (7, {"run:zero"}), (3, {"run:zero", "run:small"})):
        game = ponnuki.game(f"capture-go:{size}")
        specs = {one.spec for one in catalogue.choices(game)}
        assert {spec for spec in specs if spec.startswith("run:")} == offered
        found = catalogue.player("run:zero", game, visits=5)
        assert found.choose(game.start(), seed=1) in game.start().legal_numbers()
    assert "run:zero" not in {one.spec for one in catalogue.choices(ponnuki.game("go:5"))}


def test_the_command_line_may_offer_more(runs: Path) -> None:
    """What it names is allowed as it stands."""
    spec = f"net:{runs / 'one/champions/generation-0001.safetensors'}"
    game = ponnuki.game("capture-go:3")
    catalogue = Catalogue(runs, [spec])
    assert catalogue.player(spec, game, 2).spec == spec
    assert catalogue.choices(game)[-1].spec == spec


def test_a_folder_that_is_not_there_has_no_runs(tmp_path: Path) -> None:
    """It may come later."""
    catalogue = Catalogue(tmp_path / "later")
    assert catalogue.runs() == {}


def cup(folder: Path, players: tuple[str, str] = ("random", "<b>other</b>")) -> Path:
    """A small tournament, as it lies on disk."""
    (folder / "games").mkdir(parents=True)
    (folder / "tournament.json").write_text("{}")
    records = [record.to_json() for record in ponnuki.play_random("capture-go:5", 3, seed=1)]
    lines = [json.dumps(record | {"players": players}).encode() + b"\n" for record in records]
    (folder / "games" / "00000000-00000003.jsonl.gz").write_bytes(gzip.compress(b"".join(lines)))
    tally = {"games": 3, "wins": 2, "draws": 0, "losses": 1, "interval": [0.2, 0.9]}
    standings = [
        {"player": name, "elo": elo, "elo_interval": [elo - 50, None], **tally}
        for name, elo in zip(players, (60, -60), strict=True)
    ]
    pairs = [{"players": list(players), **tally}]
    results = {"game": "capture-go:5", "games": 3, "standings": standings, "pairs": pairs}
    (folder / "results.json").write_text(json.dumps(results))
    return folder


def test_tournaments_are_read(tmp_path: Path) -> None:
    """Results with intervals, names as text, any game replayed; what is not there says so."""
    cup(tmp_path / "spring" / "cup")
    found = Catalogue(tmp_path).tournaments()
    assert list(found) == ["spring/cup"]
    kept = KeptGames(found["spring/cup"])
    table = cross_table(tournaments.results(kept))
    assert "67%<small>20% to 90%" in table
    assert "33%<small>10% to 80%" in table
    assert "&lt;b&gt;other" in table
    assert "∞" in table
    record = kept.game(2)
    assert record.moves == ponnuki.play_random("capture-go:5", 3, seed=1)[2].moves
    with pytest.raises(ValueError, match="no game 3"):
        kept.game(3)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"game": 1, "games": "x"}', "[" * 10_000, '{"standings": 5}']
)
def test_damaged_results_say_so(tmp_path: Path, text: str) -> None:
    """No traceback, whatever the file holds."""
    folder = cup(tmp_path / "cup")
    (folder / "results.json").write_text(text)
    with pytest.raises(ValueError, match="results"):
        tournaments.results(KeptGames(folder))
    games = folder / "games" / "00000000-00000003.jsonl.gz"
    games.write_bytes(games.read_bytes()[:40])
    with pytest.raises(ValueError, match="damaged, at game 1"):
        KeptGames(folder).game(1)
    (folder / "results.json").unlink()
    with pytest.raises(ValueError, match="not at its end"):
        tournaments.results(KeptGames(folder))


def think(engine: Engine, position: ponnuki.Position) -> int:
    """The move that a thinker's threads find."""

    async def work() -> int:
        thinker = Thinker(1)
        try:
            return (await thinker.choose(Guest(engine), GameSoFar(position), 5, Stop())).move
        finally:
            thinker.close()

    return asyncio.run(work())


@pytest.mark.parametrize(
    "spec", ["untrained,seed=1,depth=2", "untrained,seed=1,creative=0.2,noise=0.3"]
)
def test_thinking_gives_the_engines_own_move(spec: str) -> None:
    """Whether a moment is enough for it or not."""
    game = ponnuki.game("capture-go:5")
    engine = player(spec, game)
    assert isinstance(engine, Engine)
    position = game.start()
    for _ in range(3):
        assert think(engine, position) == engine.choose(position, seed=5)
        position = position.play(engine.choose(position, seed=5))


def test_a_long_search_can_be_stopped_and_holds_up_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """While it runs another player's quick search ends; nothing but a stop would end it."""
    monkeypatch.setattr("ponnuki.apps.web.thinking.LONGEST", 1e6)
    game = ponnuki.game("go:13")
    deep = player("untrained,net=wpc,depth=8", game)
    quick = player("untrained,net=wpc,depth=1", game)
    assert isinstance(deep, Engine)
    assert isinstance(quick, Engine)

    async def work() -> None:
        thinker, stop = Thinker(1), Stop()
        try:
            long = asyncio.create_task(
                thinker.choose(Guest(deep), GameSoFar(game.start()), 1, stop)
            )
            await asyncio.sleep(0.4)
            await thinker.choose(Guest(quick), GameSoFar(game.start()), 1, Stop())
            assert not long.done()
            stop.set()
            with pytest.raises(Stopped):
                await long
        finally:
            thinker.close()

    asyncio.run(work())


def test_too_many_searches_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The queue has an end."""
    monkeypatch.setattr("ponnuki.apps.web.turns.WAITING", 0)
    game = ponnuki.game("capture-go:5")
    engine = player("untrained", game)
    assert isinstance(engine, Engine)
    with pytest.raises(BusyError, match="busy"):
        think(engine, game.start())


def test_whoever_plays_a_game_is_offered_for_it(tmp_path: Path) -> None:
    """Players with rules written by hand say themselves what they play."""
    catalogue = Catalogue(tmp_path)
    offered = {
        spec: [one.spec for one in catalogue.choices(ponnuki.game(spec)) if "hand" in one.label]
        for spec in ("capture-go:5", "go:5", "othello:8", "tic-tac-toe")
    }
    assert offered == {
        "capture-go:5": ["child", "defensive", "naive"],
        "go:5": ["naive", "pattern", "ryder", "zobrist", "interim", "knowledge"],
        "othello:8": [],
        "tic-tac-toe": [],
    }


def test_a_new_kind_of_game_can_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page asks the registry for sizes: a game that it has never heard of can be begun."""
    for kind in list(GAMES.values()):
        monkeypatch.setitem(GAMES, f"new-{kind.id}", replace(kind, id=f"new-{kind.id}"))
    services = Services(Catalogue(tmp_path), Thinker(1))
    begun: list[Session] = []
    table = Table(services, Session(ponnuki.game("go:5").start()), lambda _: None)
    with Client(page("/")):
        dialog = NewGame(services, table, begun.append)
        for kind in GAMES.values():
            dialog._kind.set_value(kind.id)
            assert dialog._size.value == kind.usual().size
            dialog._size.set_value(kind.sizes()[0])
            dialog._start()
            assert dialog._problem.text == ""
            assert begun[-1].game.id == kind.id
            assert begun[-1].game.size == kind.sizes()[0]
    services.thinker.close()


def test_the_standard_heuristic_is_offered_for_othello(tmp_path: Path) -> None:
    """On 8×8 it can be chosen and made; elsewhere it is not offered."""
    catalogue = Catalogue(tmp_path)
    game = ponnuki.game("othello:8")
    assert "standard-wpc" in [one.spec for one in catalogue.choices(game)]
    assert catalogue.player("standard-wpc", game).spec == "standard-wpc"
    small = ponnuki.game("othello:6")
    assert "standard-wpc" not in [one.spec for one in catalogue.choices(small)]


def test_handlers_expect_what_the_framework_says() -> None:
    """What is kept of a method is what is found by looking again, for all kinds of handlers."""

    class Handlers:
        def none(self) -> None: ...

        def one(self, event: object) -> None: ...

        def maybe(self, event: object = None) -> None: ...

        @classmethod
        def of_class(cls, event: object) -> None: ...

    handlers = Handlers()
    for handler in (
        handlers.none, handlers.one, handlers.maybe, handlers.of_class, handlers.none,
        lambda: None, lambda _: None, partial(handlers.one, 1), partial(handlers.one),
    ):  # fmt: skip
        assert framework.expects_arguments(handler) == functions.expects_arguments(handler)


def test_advice_is_drawn_apart_and_moves_before_anybody_thinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move is on the board before a search for its answer begins; advice changes no more."""
    said: list[str] = []
    services = Services(Catalogue(tmp_path), Thinker(1))
    run = Thinker._run

    def noted(self: Any, *arguments: Any) -> Any:
        said.append("search")
        return run(self, *arguments)

    monkeypatch.setattr(Thinker, "_run", noted)

    async def play() -> None:
        table = Table(
            services,
            Session(ponnuki.game("capture-go:5").start(), white="untrained,seed=1,depth=1"),
            lambda _: said.append("move"),
            lambda: said.append("advice"),
        )
        table.adviser = table.default_adviser()
        table.play(12)
        await until(lambda: said.count("move") >= 2 and "advice" in said)
        table.close()

    asyncio.run(play())
    services.thinker.close()
    assert said[:2] == ["move", "search"]
    assert said.count("move") == 2


def test_players_with_a_book_open_as_inside_the_core(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game's seed draws the lines, so the first moves are those of a match with that seed."""
    monkeypatch.setattr("ponnuki.apps.web.table.PACE", 0.0)
    game, who = ponnuki.game("othello:8"), "standard-wpc,book=chance"
    services = Services(Catalogue(tmp_path), Thinker(1))
    players = [ponnuki.player(who, game)]

    async def play(seed: int, plies: int) -> list[int]:
        session = Session(game.start(), black=who, white=who, seed=seed)
        table = Table(services, session, lambda _: None)
        table.advising = False
        table.moved(False)
        await until(lambda: session.here.ply >= plies or bool(table.problem))
        table.close()
        return session.moves()

    for seed in range(4):
        (record,) = ponnuki.play_games(game, players, [(0, 0)], [seed])
        assert asyncio.run(play(seed, 12))[:12] == list(record.moves[:12])
    services.thinker.close()


def test_a_table_that_is_closed_at_once_sends_for_no_player(tmp_path: Path) -> None:
    """Who closes the tab just after a move leaves no player behind, which might be a program."""
    services = Services(Catalogue(tmp_path), Thinker(1))

    async def play() -> Table:
        session = Session(ponnuki.game("capture-go:5").start(), white="untrained,seed=1,depth=1")
        table = Table(services, session, lambda _: None)
        table.adviser = "untrained,seed=1,depth=1"
        table.play(12)
        table.close()
        await asyncio.gather(*table._tasks)
        return table

    assert asyncio.run(play())._players == {}
    services.thinker.close()
