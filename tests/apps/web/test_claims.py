"""What the page says of a game, its players and its values is so."""

import asyncio
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qsl

import numpy as np
import pytest
from nicegui import Client
from nicegui.page import page

import ponnuki
from ponnuki.apps.web import board
from ponnuki.apps.web.advice import draw_advice
from ponnuki.apps.web.board import View, draw
from ponnuki.apps.web.catalogue import Catalogue
from ponnuki.apps.web.layout import Board
from ponnuki.apps.web.names import full_name
from ponnuki.apps.web.new_game import NewGame
from ponnuki.apps.web.opening import WORSE, draw_move, opens_variedly
from ponnuki.apps.web.services import Services
from ponnuki.apps.web.session import HUMAN, Session, SessionError
from ponnuki.apps.web.table import Table
from ponnuki.apps.web.thinking import Thinker
from ponnuki.apps.web.words import counting_words, must_pass, pass_words, thought_words
from ponnuki.evaluators import load_weights, net_name
from ponnuki.games import GameSoFar, Position
from ponnuki.players import Engine, Guest, Stop, player
from ponnuki.players.champions import champion_file
from ponnuki.runs import RunRecord
from tests.apps.web.test_parts import part
from tests.runs import samples

NO_MOVE = ". O X X X X\n. X X X X X\nX X X X X X\nX X X X X X\nX X X X X X\nX X X X X X\n"


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    """What a server has, with a folder of runs."""
    made = Services(Catalogue(tmp_path), Thinker(1))
    yield made
    made.close()


def test_colours_of_the_heat_map_are_values_and_not_ranks() -> None:
    """Moves that are nearly the same have nearly the same colour, and the sign says which."""
    game = ponnuki.game("capture-go:5")
    heat = {0: -0.26, 1: -0.28, 2: 0.5, 3: float("inf"), 4: float("-inf")}
    root = ET.fromstring(draw_advice(View(game.start(), heat=heat)))
    drawn = [(one.attrib["class"], one.attrib["style"]) for one in part(root, "heat")]
    assert drawn == [
        ("heat bad", "--share:0.26"),
        ("heat bad", "--share:0.28"),
        ("heat good", "--share:0.50"),
        ("heat good best", "--share:1.00"),
        ("heat bad", "--share:1.00"),
    ]


def test_values_above_one_share_one_scale() -> None:
    """A net without bounds: the largest value is the whole colour, the others are parts of it."""
    game = ponnuki.game("capture-go:5")
    root = ET.fromstring(draw_advice(View(game.start(), heat={0: 4.0, 1: 1.0, 2: -2.0})))
    shares = [one.attrib["style"] for one in part(root, "heat")]
    assert shares == ["--share:1.00", "--share:0.25", "--share:0.50"]


def test_a_pass_is_shown_and_said() -> None:
    """On the board and in words, by the name of the side that passed; other moves are not."""
    game = ponnuki.game("go:5")
    position = game.start().play_all(["C3", "pass"])
    root = ET.fromstring(draw(View(position, last=game.pass_move)))
    assert ["".join(one.itertext()) for one in part(root, "passed")] == ["White passed"]
    assert pass_words(position, game.pass_move) == "White passed."
    assert pass_words(position, 3) == pass_words(game.start(), None) == ""
    assert not part(ET.fromstring(draw(View(game.start(), last=None))), "passed")


def test_a_side_without_a_move_must_pass() -> None:
    """In Othello; where there are moves, or passing is one of several, nobody must."""
    game = ponnuki.game("othello:6")
    assert must_pass(game.parse(f"{NO_MOVE}white to move"))
    assert not must_pass(game.start())
    assert not must_pass(ponnuki.game("go:5").start())


def test_a_result_of_go_says_how_it_was_counted() -> None:
    """Both sides' points, the komi, and that no stone was taken for dead."""
    moves = ["C3", "B2", "pass", "pass"]
    area = ponnuki.game("go:5,scoring=area,komi=0.5").start().play_all(moves)
    assert counting_words(area) == (
        "Stones and the points they surround: Black 1, White 1.5, komi of 0.5 included. "
        "Every stone on the board counts as alive."
    )
    territory = ponnuki.game("go:5").start().play_all(["C3", "pass", "pass"])
    assert counting_words(territory).startswith(
        "Surrounded points and prisoners: Black 24, White 0. Every stone"
    )
    assert counting_words(ponnuki.game("go:5").start()) == ""
    one = Session(ponnuki.game("go:5").start(), moves=[12, 25, 25])
    assert one.counting == counting_words(territory)


def test_a_new_game_has_a_new_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is in the address, so that the game can be had again, and can be chosen there."""
    drawn = iter([5, 6])
    monkeypatch.setattr("ponnuki.apps.web.session.new_seed", lambda: next(drawn))
    first, second = (Session.from_query({"white": "random"}) for _ in range(2))
    assert (first.seed, second.seed) == (5, 6)
    assert Session.from_query(dict(parse_qsl(first.query()))).seed == 5
    assert Session.from_query({"white": "random", "seed": "77", "depth": "3"}).depth == 3
    again = Session.from_query({"white": "champion:capture-go", "visits": "50", "seed": "1"})
    assert Session.from_query(dict(parse_qsl(again.query()))).visits == 50
    for name, text in (
        ("seed", "-1"),
        ("seed", "9" * 16),
        ("depth", "0"),
        ("depth", "9"),
        ("visits", "0"),
        ("visits", "12801"),
    ):
        with pytest.raises(SessionError, match=f"{name}=.* is not allowed"):
            Session.from_query({name: text})


def answer(engine: Engine, position: Position, seed: int) -> int:
    """The move that an engine opens a game with on the page."""
    return draw_move(engine.think(position, all_moves=True), position, seed)


def test_the_same_clicks_do_not_give_the_same_game_for_ever() -> None:
    """Seeds decide how a net opens a game; the same seed opens it in the same way."""
    game = ponnuki.game("capture-go:9")
    engine = player("champion:capture-go-evolved", game)
    assert isinstance(engine, Engine)
    position = game.start().play("D3")
    answers = [answer(engine, position, seed) for seed in range(12)]
    assert len(set(answers)) > 1
    assert answers == [answer(engine, position, seed) for seed in range(12)]
    assert len({engine.choose(position, seed=seed) for seed in range(12)}) == 1
    values = engine.think(position, all_moves=True).root_values
    assert max(values[move] for move in answers) <= min(values.values()) + WORSE


def test_a_tree_search_opens_with_moves_that_it_knows() -> None:
    """A move that was hardly tried is not drawn, whatever its value."""
    game = ponnuki.game("capture-go:9")
    engine = player("champion:capture-go,visits=100", game)
    assert isinstance(engine, Engine)
    found = engine.think(game.start(), all_moves=True)
    good = [move for move, visits in found.root_visits.items() if visits >= 10]
    assert {draw_move(found, game.start(), seed) for seed in range(40)} == set(good)
    rare = min(set(range(81)) - set(good))
    odd = replace(
        found,
        root_values={**found.root_values, rare: 0.9},
        root_visits={**found.root_visits, rare: 1},
    )
    assert all(draw_move(odd, game.start(), seed) != rare for seed in range(40))


def test_who_says_how_to_choose_is_left_alone() -> None:
    """Nets are varied in the opening; other players, later moves and small boards are not."""
    game, small = ponnuki.game("capture-go:9"), ponnuki.game("tic-tac-toe")
    start = game.start()
    assert opens_variedly(player("champion:capture-go-evolved", game), start)
    for spec in (
        "champion:capture-go-evolved,creative=0",
        "untrained,noise=0.1",
        "defensive",
        "random",
    ):
        assert not opens_variedly(player(spec, game), start)
    assert not opens_variedly(player("untrained,depth=7", game), start)
    later = start.play_all(["D3", "D4", "E5", "E6"])
    assert not opens_variedly(player("champion:capture-go-evolved", game), later)
    assert not opens_variedly(player("champion:tic-tac-toe,row=1", small), small.start())


def test_the_same_net_is_offered_once(tmp_path: Path) -> None:
    """Under all its names; another net of another run has a name of its own."""
    runs = tmp_path / "runs"
    for name in "one", "two":
        samples.make(runs / name, 2)
    samples.make(runs / "other", 3)
    offered = {one.spec: one.label for one in Catalogue(runs).choices(samples.NET.game)}
    name, other = (net_name(samples.NET.initial(1, generation)[0]) for generation in (2, 3))
    assert offered["run:one"] == f"Run one {name}: generation 2, also run two"
    assert "run:two" not in offered
    assert offered["run:other"] == f"Run other {other}: generation 3"


def test_a_copy_of_the_champion_is_the_champion(tmp_path: Path) -> None:
    """A run that ends with the net of the package is not another player."""
    file = load_weights(champion_file("capture-go-evolved"))
    with RunRecord.create(tmp_path / "demo", {"game": file.evaluator.game.spec}) as record:
        record.add_champion(1, file.evaluator, file.weights)
        record.commit(1, {"best": 1}, {"x": np.zeros(1)})
    third, *levels, after = Catalogue(tmp_path).choices(file.evaluator.game)[2:10]
    assert third.label == "Evolved champion 3a24ce05: alpha-beta, also run demo"
    assert (len(levels), after.spec) == (6, "child")


def test_names_say_net_search_and_chance() -> None:
    """As the player is, not as it was asked for."""
    game = ponnuki.game("capture-go:9")
    champion = player("champion:capture-go-evolved,depth=5,noise=0.1", game)
    assert full_name(champion) == "Evolved champion 3a24ce05, depth 5, 10% random moves"
    tree = player("champion,visits=1600", ponnuki.game("capture-go:13"))
    assert full_name(tree).endswith(", 1,600 visits")
    assert full_name(player("defensive", game)) == "Defensive (by hand)"
    assert full_name(player("random", game)) == "Random moves"


@pytest.mark.parametrize(
    ("who", "size", "stays"),
    [
        ("champion:capture-go-evolved", 7, False),
        ("champion:capture-go", 7, True),
        ("untrained,seed=5,depth=1", 7, True),
        ("defensive", 7, True),
        (HUMAN, 7, True),
    ],
)
def test_nobody_loses_an_opponent_by_another_size(
    services: Services, who: str, size: int, stays: bool
) -> None:
    """Who plays the other size stays; who does not is replaced by a player, and that is said."""
    begun: list[Session] = []
    game = ponnuki.game("capture-go:9")
    table = Table(services, Session(game.start(), white=who), lambda _: None)
    with Client(page("/")):
        dialog = NewGame(services, table, begun.append)
        dialog.open()
        dialog._size.set_value(size)
        said = dialog._replaced.text
        dialog._start()
        assert dialog._problem.text == ""
    assert begun[-1].game.size == size
    assert begun[-1].players["black"] == HUMAN
    if stays:
        assert (begun[-1].players["white"], said) == (who, "")
    else:
        assert begun[-1].players["white"] not in {who, HUMAN}
        assert re.fullmatch(
            r"Evolved champion does not play this: Champion \w{8}: .* takes its place\.", said
        )


def test_nobody_loses_an_opponent_by_another_game(services: Services) -> None:
    """Where there is a champion, it takes the place of a player of the game before."""
    table = Table(
        services, Session(ponnuki.game("capture-go:9").start(), white="defensive"), lambda _: None
    )
    begun: list[Session] = []
    with Client(page("/")):
        dialog = NewGame(services, table, begun.append)
        dialog.open()
        dialog._kind.set_value("tic-tac-toe")
        dialog._start()
    assert begun[-1].players == {"black": HUMAN, "white": "champion:tic-tac-toe,row=1"}


def test_a_search_that_ran_out_of_time_says_how_deep_it_came(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The depth that was asked for is not claimed then; a search that ended says nothing."""
    monkeypatch.setattr("ponnuki.apps.web.thinking.MOMENT", 0.02)
    monkeypatch.setattr("ponnuki.apps.web.thinking.LONGEST", 0.05)
    game = ponnuki.game("go:13")

    async def reached(depth: int) -> str | None:
        thinker = Thinker(1)
        try:
            engine = player(f"untrained,net=wpc,depth={depth}", game)
            return (await thinker.choose(Guest(engine), GameSoFar(game.start()), 1, Stop())).reached
        finally:
            thinker.close()

    assert asyncio.run(reached(1)) is None
    deep = asyncio.run(reached(8))
    assert deep is not None
    word, number = deep.split()
    assert word == "depth"
    assert int(number) < 8


def test_the_depth_of_a_table_is_that_of_its_players(services: Services) -> None:
    """The name that is shown follows what plays."""
    game = ponnuki.game("capture-go:5")
    table = Table(services, Session(game.start(), white="untrained,seed=1"), lambda _: None)
    for depth in (1, 4):
        table.session.depth = depth
        engine = table.player("untrained,seed=1")
        assert isinstance(engine, Engine)
        assert engine.search.depth == depth
        assert table.name("white").endswith(f", depth {depth}")
    table.reached["white"] = "depth 3"
    assert table.name("white").endswith(", depth 4 (came to depth 3 in its time)")


@pytest.mark.parametrize(
    "spec", ["capture-go:9", "capture-go:5", "go:9", "othello:8", "tic-tac-toe"]
)
def test_whoever_is_offered_can_be_played(spec: str, services: Services) -> None:
    """No choice of a game is refused when it is chosen."""
    game = ponnuki.game(spec)
    for choice in services.catalogue.choices(game):
        made = services.catalogue.player(choice.spec, game)
        assert made.choose(game.start(), seed=1) in game.start().legal_numbers()


def test_advice_is_drawn_without_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """What an adviser finds lies over the board, which is not drawn again for it."""
    drawn: list[View] = []
    draw_board = board.draw

    def counted(view: View) -> str:
        drawn.append(view)
        return draw_board(view)

    monkeypatch.setattr(board, "draw", counted)
    view = View(ponnuki.game("capture-go:5").start(), clickable=True)
    with Client(page("/")):
        shown = Board(lambda _: None)
        shown.show(view)
        shown.show(replace(view, hint=3, line=(3, 4), heat={3: 0.5}))
        assert len(drawn) == 1
        assert 'class="hint"' in shown._advice.content
        shown.show(replace(view, position=view.position.play(3)))
    assert len(drawn) == 2
    assert shown._advice.content == ""


def test_what_is_solved_is_said_in_discs() -> None:
    """A solved position says who wins by how much, and its map shows discs."""
    game = ponnuki.game("othello:6")
    position = game.start().play_all(ponnuki.play_random(game, 1, 1)[0].moves[:24])
    engine = ponnuki.player("untrained,net=wpc,depth=2,endgame=10", game)
    assert isinstance(engine, Engine)
    found = engine.think(position, all_moves=True)
    assert found.margin is not None
    winner = "Black" if found.margin > 0 else "White"
    assert thought_words(game, found) == f"{winner} wins by {abs(found.margin)}"
    assert thought_words(game, replace(found, margin=0)) == "A draw"
    root = ET.fromstring(draw_advice(View(position, heat=found.root_margins, discs=True)))
    texts = ["".join(one.itertext()) for one in part(root, "heat")]
    side = 1 if position.to_move == "black" else -1
    assert texts == [f"{side * one:+d}" for one in found.root_margins.values()]
