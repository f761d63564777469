"""The pages in a real browser: nobody complains, and nothing is asked of anybody else."""

import re
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import ponnuki
from ponnuki.apps.web.session import Session
from ponnuki.evaluators import evaluator
from ponnuki.formats.ggf import write_games
from ponnuki.formats.othello import OthelloGame
from ponnuki.formats.sgf import write_sgf
from ponnuki.players import Engine
from ponnuki.runs import RunRecord
from tests.apps.web.conftest import Server
from tests.apps.web.test_parts import cup


def status(page: Page) -> str:
    """What the page says about the game."""
    return page.get_by_test_id("status").inner_text()


def open_game(page: Page, server: Server, query: str) -> None:
    """Opens a game and waits until it can be played."""
    page.goto(f"{server.address}/?{query}")
    page.wait_for_function("window.did_handshake === true")
    expect(page.get_by_test_id("status")).to_have_text(re.compile("."))
    expect(page.locator(".point").first).to_be_attached()


def place(page: Page) -> str:
    """Which move is shown."""
    return page.get_by_test_id("place").inner_text()


def play_point(page: Page, point: int) -> None:
    """Clicks a point, once the page has its connection: a click before that is lost."""
    page.wait_for_function("window.did_handshake === true")
    page.locator(f'[data-point="{point}"]').click()


# A game of another seed has no pass; the moves of the second one lead to Black's.
@pytest.mark.parametrize(
    "so_far", ["", "&moves=A4.D2.B4.B3.C4.C1.D4.B1.A3.A2.C3.D1.D3.B2"], ids=["from-nothing", "pass"]
)
def test_a_whole_game_by_clicking(page: Page, server: Server, so_far: str) -> None:
    """Against random, to the end; the result is in words, and nothing can be clicked any more."""
    open_game(page, server, f"game=capture-go:4&white=random&seed=261389{so_far}")
    for _ in range(40):
        expect(page.get_by_test_id("status")).to_have_text(
            re.compile("to play|must pass|wins|draw")
        )
        if re.search("wins|draw", status(page)):
            break
        before = place(page)
        legal = page.locator(".point.legal")
        if legal.count():
            legal.first.click()
        else:
            page.get_by_role("button", name="Pass").click()
        expect(page.get_by_test_id("place")).not_to_have_text(before)
    expect(page.get_by_test_id("status")).to_have_text(re.compile("wins|draw"))
    expect(page.locator(".point.legal")).to_have_count(0)
    session = Session.from_query(dict(re.findall(r"(\w+)=([^&]*)", page.url.partition("?")[2])))
    assert session.result == status(page)


def test_undo_stepping_and_branches(page: Page, server: Server) -> None:
    """Undo takes both moves back; stepping keeps them; another move makes a branch."""
    open_game(page, server, "game=capture-go:5")
    for point in (12, 7, 11):
        play_point(page, point)
        expect(page.locator(f'[data-point="{point}"] .stone')).to_be_attached()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_test_id("place")).to_have_text("move 2 of 2")
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_test_id("place")).to_have_text("move 1 of 2")
    expect(page.locator(".point .stone")).to_have_count(1)
    play_point(page, 13)
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_text("Tried here:")).to_be_visible()
    page.get_by_role("button", name="C4", exact=True).click()
    expect(page.locator('[data-point="7"] .stone')).to_be_attached()
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_test_id("status")).to_have_text("White wins: Black resigned.")


def test_a_loaded_page_is_where_it_was(page: Page, server: Server) -> None:
    """The address holds the game, so that it can be loaded again and shared."""
    open_game(page, server, "game=othello:6")
    page.locator(".point.legal").first.click()
    expect(page.get_by_test_id("place")).to_have_text("move 1 of 1")
    expect(page).to_have_url(re.compile("moves="))
    page.reload()
    expect(page.get_by_test_id("place")).to_have_text("move 1 of 1")
    expect(page.locator(".point .stone")).to_have_count(5)


def test_sgf_is_saved_and_loaded(page: Page, server: Server, tmp_path: Path) -> None:
    """The file that is saved gives the same game back; a bad one says why."""
    open_game(page, server, "game=capture-go:5&moves=C3.C2.B2")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    saved = tmp_path / "game.sgf"
    download.value.save_as(saved)
    assert ";B[cc];W[cd];B[bd]" in saved.read_text()
    open_game(page, server, "game=go:7")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Load").click()
    chooser.value.set_files(saved)
    expect(page.get_by_test_id("place")).to_have_text("move 0 of 3")
    page.get_by_role("button", name="Last position").click()
    expect(page.locator(".point .stone")).to_have_count(3)
    bad = tmp_path / "bad.sgf"
    bad.write_text("(;SZ[5]C[<img src=x onerror=alert(1)>;B[cc")
    page.locator('input[type="file"]').set_input_files(bad)
    expect(page.get_by_text("This file cannot be read")).to_be_visible()
    large = tmp_path / "large.sgf"
    large.write_text("(;SZ[5])" + " " * 300_000)
    page.locator('input[type="file"]').set_input_files(large)
    expect(page.get_by_text("too large for a game")).to_be_visible()


def test_othello_is_saved_as_ggf_and_loaded(page: Page, server: Server, tmp_path: Path) -> None:
    """The file gives the game back, and so does a transcript, whatever is on the board before."""
    open_game(page, server, "game=othello:8&moves=f5.d6.c3")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    assert download.value.suggested_filename == "othello.ggf"
    saved = tmp_path / "game.ggf"
    download.value.save_as(saved)
    assert "B[f5]W[d6]B[c3];)" in saved.read_text()
    for content in saved.read_text(), "F5D6C3":
        saved.write_text(content)
        open_game(page, server, "game=go:7")
        page.locator('input[type="file"]').set_input_files(saved)
        expect(page.get_by_test_id("place")).to_have_text("move 0 of 3")
        page.get_by_role("button", name="Last position").click()
        expect(page.locator(".point .stone")).to_have_count(7)


def test_hints_values_and_heat(page: Page, server: Server) -> None:
    """A hint is shown on the board and in words; every move has its value; the line is drawn."""
    open_game(page, server, "game=capture-go:5&moves=C3.C2&white=untrained,seed=2")
    expect(page.get_by_test_id("line")).to_have_text(re.compile("depth"))
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint")).to_be_attached()
    expect(page.get_by_test_id("value")).to_have_text(re.compile("Try [A-E][1-5]"))
    expect(page.locator(".expected")).to_be_hidden()
    page.get_by_test_id("line").hover()
    expect(page.locator(".expected")).to_be_visible()
    page.get_by_role("switch", name="Heat map").click()
    expect(page.locator(".heat")).to_have_count(23)
    expect(page.locator(".chart.value .curve")).to_be_attached()


def test_the_end_of_othello_is_said_by_its_margin(page: Page, server: Server) -> None:
    """Against the champion the last points are solved: who wins by how much, and a map of discs."""
    rules = ponnuki.game("othello:8")
    moves = ponnuki.play_random(rules, 1, seed=1)[0].moves[:50]
    text = ".".join(rules.text(move) for move in moves)
    open_game(page, server, f"game=othello:8&moves={text}&white=champion:othello")
    champion = ponnuki.player("champion:othello", rules)
    assert isinstance(champion, Engine)
    found = champion.think(rules.start().play_all(moves), all_moves=True)
    assert found.margin
    winner = "Black" if found.margin > 0 else "White"
    expect(page.get_by_test_id("value")).to_have_text(f"{winner} wins by {abs(found.margin)}")
    page.get_by_role("switch", name="Heat map").click()
    expect(page.locator(".heat")).to_have_count(len(found.root_margins))
    expect(page.locator(".heat.best text").first).to_have_text(f"{found.margin:+d}")


def test_atari_can_be_switched_off(page: Page, server: Server) -> None:
    """A string in atari is marked until nobody wants to see it."""
    open_game(page, server, "game=capture-go:3&moves=A2.A3")
    expect(page.locator(".atari")).to_have_count(1)
    page.get_by_role("switch", name="Atari").click()
    expect(page.locator(".atari")).to_have_count(0)


def test_areas_are_drawn_and_follow_the_stones(page: Page, server: Server) -> None:
    """The map of influence is there when it is asked for, and only where points are somebody's."""
    open_game(page, server, "game=go:5&moves=C3")
    expect(page.locator(".area")).to_have_count(0)
    page.get_by_role("switch", name="Areas").click()
    expect(page.locator(".area.black")).to_have_count(25)
    play_point(page, 0)
    expect(page.locator(".area.white")).to_have_count(3)
    page.goto(f"{server.address}/inside?game=go:5&moves=C3.A5&net=influence")
    expect(page.locator(".area.white")).to_have_count(3)
    expect(page.get_by_text("influence: Black")).to_be_visible()
    open_game(page, server, "game=othello:6")
    expect(page.get_by_role("switch", name="Areas")).to_be_hidden()


def test_predicted_owners_are_drawn(page: Page, server: Server) -> None:
    """By a net that predicts the fate of points, inside and as the adviser of a game."""
    page.goto(f"{server.address}/inside?game=go:5&moves=C3.A5&net=untrained,seed=2,net=fate")
    expect(page.get_by_text("predicted owners of points: Black 7")).to_be_visible()
    expect(page.locator(".area.black")).to_have_count(7)
    open_game(page, server, "game=go:5&moves=C3.A5&white=untrained,seed=2,net=fate")
    page.get_by_role("switch", name="Areas").click()
    expect(page.locator(".area.black")).to_have_count(7)


def test_keyboard(page: Page, server: Server) -> None:
    """Arrow keys and enter play, letters undo, and the cursor stays where it was."""
    open_game(page, server, "game=tic-tac-toe&white=random")
    board = page.get_by_test_id("board")
    board.focus()
    for key in ("ArrowUp", "ArrowUp", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    expect(page.locator('[data-point="0"] .stone')).to_be_attached()
    expect(board).to_have_attribute("aria-activedescendant", "point-0")
    expect(page.get_by_test_id("place")).to_have_text("move 2 of 2")
    expect(page.locator('[data-point="0"]')).to_have_class(re.compile("cursor"))
    page.keyboard.press("u")
    expect(page.get_by_test_id("place")).to_have_text("move 0 of 0")
    assert page.locator('[data-point="0"]').get_attribute("aria-label") == "a1 empty"


def test_two_players_play_each_other(page: Page, server: Server) -> None:
    """Without anybody's help, to the end."""
    open_game(page, server, "game=tic-tac-toe&black=random&white=untrained,net=mlp")
    expect(page.get_by_test_id("status")).to_have_text(re.compile("wins|draw"), timeout=20_000)


def test_a_new_game_is_chosen(page: Page, server: Server) -> None:
    """The dialog offers games, sizes and players; it refuses players that there are not."""
    open_game(page, server, "game=capture-go:5")
    page.get_by_role("button", name="New game").click()
    page.get_by_label("Game", exact=True).click()
    page.get_by_role("option", name="Othello").click()
    page.get_by_label("White, a player or its spec").fill("net:/etc/passwd")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_text("is not offered here")).to_be_visible()
    page.get_by_label("White, a player or its spec").fill("random")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".board.discs .point .stone")).to_have_count(4)
    expect(page.get_by_test_id("white-name")).to_have_text("Random moves")


def test_a_pass_is_said_and_shown(page: Page, server: Server) -> None:
    """In words and on the board; after two passes the result says how it was counted."""
    open_game(page, server, "game=go:5,komi=0.5&moves=C3.B2")
    page.get_by_role("button", name="Pass").click()
    expect(page.get_by_test_id("status")).to_have_text("Black passed. White to play")
    expect(page.locator(".passed")).to_have_text("Black passed")
    page.get_by_role("button", name="Pass").click()
    expect(page.get_by_test_id("status")).to_have_text(re.compile("White wins by 0.5 points"))
    expect(page.get_by_test_id("counting")).to_contain_text("Black 0, White 0.5, komi of 0.5")


def test_a_person_without_a_move_is_told(page: Page, server: Server) -> None:
    """In Othello: what to do is said, and the button for it stands out."""
    record = next(
        record
        for record in ponnuki.play_random("othello:6", 100, seed=1)
        if record.game.pass_move in record.moves
    )
    before = record.moves[: record.moves.index(record.game.pass_move or 0)]
    query = Session(record.game.start(), moves=before).query()
    open_game(page, server, query)
    turn = "White" if len(before) % 2 else "Black"
    expect(page.get_by_test_id("status")).to_have_text(f"{turn} has no move and must pass")
    page.get_by_role("button", name="Pass").click()
    expect(page.get_by_test_id("status")).to_have_text(re.compile(f"{turn} passed. "))
    expect(page.locator(".passed")).to_have_text(f"{turn} passed")


def test_another_size_keeps_an_opponent(page: Page, server: Server) -> None:
    """Who cannot play it is replaced, which is said, and the new opponent answers."""
    open_game(page, server, "white=champion:capture-go-evolved")
    page.get_by_role("button", name="New game").click()
    page.get_by_label("Size").click()
    page.get_by_role("option", name="5", exact=True).click()
    expect(page.get_by_test_id("replaced")).to_contain_text("Evolved champion does not play this")
    page.get_by_role("button", name="Begin").click()
    name = re.compile(r"^Champion \w{8}, 200 visits$")
    expect(page.get_by_test_id("white-name")).to_have_text(name)
    play_point(page, 12)
    expect(page.get_by_test_id("place")).to_have_text("move 2 of 2")


def test_the_seed_is_shown_and_can_be_chosen(page: Page, server: Server) -> None:
    """It stands beside the game and in the address, and a new game begins with what is typed."""
    open_game(page, server, "game=capture-go:5&white=random&seed=41")
    expect(page.get_by_test_id("about")).to_have_text("Capture Go 5×5, seed 41")
    page.get_by_role("button", name="New game").click()
    seed = page.get_by_label("Seed", exact=True)
    expect(seed).not_to_have_value("41")
    seed.fill("x")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_text("seed='x' is not allowed")).to_be_visible()
    seed.fill("42")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_test_id("about")).to_have_text("Capture Go 5×5, seed 42")
    expect(page).to_have_url(re.compile("seed=42"))


def test_the_depth_that_is_chosen_is_the_depth_that_plays(page: Page, server: Server) -> None:
    """Beside the board, in the advice and in the address; for nets that learned with another."""
    open_game(page, server, "white=champion:capture-go-evolved")
    expect(page.get_by_test_id("white-name")).to_have_text("Evolved champion 3a24ce05, depth 2")
    expect(page.get_by_test_id("line")).to_have_text(re.compile("^depth 2:"))
    page.get_by_label("Depth", exact=True).click()
    page.get_by_role("option", name="Depth 3").click()
    expect(page.get_by_test_id("white-name")).to_have_text("Evolved champion 3a24ce05, depth 3")
    expect(page.get_by_test_id("line")).to_have_text(re.compile("^depth 3:"))
    expect(page).to_have_url(re.compile("depth=3"))


@pytest.mark.parametrize(
    "query",
    [
        "game=<script>alert(1)</script>",
        "white=net:/etc/passwd",
        "white=gtp:touch%20x",
        "moves=Z99",
        "white=run:../../x",
    ],
)
def test_bad_addresses_are_explained(page: Page, server: Server, query: str) -> None:
    """What is wrong is said as text, and there is a game to play all the same."""
    open_game(page, server, query)
    expect(page.get_by_test_id("notice")).to_have_text(
        re.compile("not allowed|unknown|offered|move 1|no run")
    )
    expect(page.locator(".point.legal")).to_have_count(81)


def test_on_a_phone(phone: Page, server: Server) -> None:
    """The board fits the width, nothing sticks out, and a tap plays."""
    open_game(phone, server, "game=capture-go:9&white=random")
    box = phone.get_by_test_id("board").bounding_box()
    assert box is not None
    assert 340 < box["width"] <= 390
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    phone.locator('[data-point="40"]').tap()
    expect(phone.get_by_test_id("place")).to_have_text("move 2 of 2")


def test_a_live_run_appears(page: Page, server: Server) -> None:
    """A run that another process writes comes up by itself, grows, and can be played."""
    page.goto(f"{server.address}/runs")
    runs = page.get_by_test_id("runs")
    expect(runs.get_by_text("no runs here yet")).to_be_visible()
    game = ponnuki.game("capture-go:5")
    net = evaluator("window", game)
    found = {"share": 0.6, "interval": [0.5, 0.7]}
    moves = ponnuki.play_random(game, 1, seed=1)[0].moves
    config = {"game": game.spec, "method": "<b>es</b>", "generations": 4, "seed": 1}
    with RunRecord.create(server.runs / "live", config) as record:
        for number in (1, 2):
            record.add_champion(number, net, net.initial(1, number)[0])
            record.add_game(number, 1, write_sgf(game, moves))
            line = {
                "best": number,
                "mean": 0,
                "diversity": 1,
                "measure": {"untrained_noise": found},
            }
            record.commit(number, line, {"x": net.initial(1, 1)})
            expect(runs.get_by_text(f"generation {number} of 4")).to_be_visible(timeout=15_000)
        expect(runs.get_by_text("running")).to_be_visible()
        expect(runs.get_by_text("<b>es</b>")).to_be_visible()
        runs.get_by_text("live").click()
        expect(page.get_by_test_id("about")).to_have_text(re.compile("generation 2 of 4, running"))
        expect(page.locator(".charts .band")).to_have_count(1)
        expect(page.locator(".weight")).to_have_count(25)
        expect(page.get_by_test_id("viewer-text")).to_have_text(re.compile("wins"))
        page.get_by_role("button", name="Back").click()
        expect(page.get_by_test_id("viewer-text")).to_have_text(re.compile(f"{len(moves) - 1} of"))
        record.commit(3, {"best": 3}, {"x": net.initial(1, 1)})
        expect(page.get_by_test_id("about")).to_have_text(
            re.compile("generation 3 of 4"), timeout=15_000
        )
    page.get_by_role("link", name="Play against it").click()
    expect(page.get_by_test_id("white-name")).to_have_text(re.compile("Run live [0-9a-f]{8}, dep"))
    play_point(page, 12)
    expect(page.get_by_test_id("place")).to_have_text("move 2 of 2")


def test_a_sample_game_of_othello_is_shown(page: Page, server: Server) -> None:
    """A run's GGF is stepped through like SGF, also if the page was there before the run."""
    page.goto(f"{server.address}/run?name=discs")
    expect(page.get_by_text("there is no run 'discs'")).to_be_visible()
    game = ponnuki.game("othello:8")
    net = evaluator("wpc", game)
    moves = ponnuki.play_random(game, 1, seed=1)[0].moves
    with RunRecord.create(server.runs / "discs", {"game": game.spec}) as record:
        record.add_champion(1, net, net.initial(1, 1)[0])
        record.add_game(1, 1, write_games([OthelloGame(game.start(), moves)]), "ggf")
        record.commit(1, {"best": 1}, {"x": net.initial(1, 1)})
    expect(page.get_by_test_id("viewer-text")).to_have_text(re.compile("wins with"))
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_test_id("viewer-text")).to_have_text(re.compile(f"{len(moves) - 1} of"))


def test_runs_are_compared_and_strangers_refused(page: Page, server: Server) -> None:
    """Several in one plot; a name that is not in the listing leads nowhere."""
    for name in "a", "b":
        with RunRecord.create(server.runs / name, {"game": "capture-go:5"}) as record:
            for number in (1, 2):
                record.commit(
                    number, {"best": number}, {"x": evaluator("wpc", "go:5").initial(1, 1)}
                )
    page.goto(f"{server.address}/runs")
    for name in "a", "b":
        page.get_by_role("checkbox", name=f"Compare {name}").click()
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.locator(".charts .curve")).to_have_count(2)
    page.goto(f"{server.address}/run?name=../../../etc")
    expect(page.get_by_text("there is no run '../../../etc'")).to_be_visible()


def test_a_tournament_is_shown(page: Page, server: Server) -> None:
    """The cross table, and a game that can be stepped through; other names lead nowhere."""
    cup(server.runs / "cup")
    page.goto(f"{server.address}/tournaments")
    page.get_by_role("link", name="cup").click()
    expect(page.get_by_test_id("cross")).to_contain_text("<b>other</b>")
    expect(page.get_by_test_id("viewer-text")).to_have_text(re.compile("wins"))
    page.goto(f"{server.address}/tournament?name=../x")
    expect(page.get_by_text("there is no tournament '../x'")).to_be_visible()


def test_large_requests_are_refused(server: Server) -> None:
    """Before anything of them is read."""
    request = urllib.request.Request(f"{server.address}/x", b" " * 300_000, method="POST")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request)
    assert refused.value.code == 413
    refused.value.close()


def test_visits_are_chosen_for_a_tree_search(page: Page, server: Server) -> None:
    """In place of a depth; beside the board, in the advice, in the address and in the dialog."""
    open_game(page, server, "game=capture-go:5&white=champion:capture-go&visits=16")
    name, line = page.get_by_test_id("white-name"), page.get_by_test_id("line")
    expect(name).to_have_text(re.compile(r"^Champion \w{8}, 16 visits$"))
    expect(line).to_have_text(re.compile("^16 visits:"))
    expect(page.get_by_label("Depth", exact=True)).to_be_hidden()
    page.get_by_label("Visits", exact=True).click()
    page.get_by_role("option", name="50 visits", exact=True).click()
    expect(name).to_have_text(re.compile("50 visits$"))
    expect(line).to_have_text(re.compile("^50 visits:"))
    expect(page).to_have_url(re.compile("visits=50"))
    page.get_by_role("button", name="New game").click()
    expect(page.get_by_label("Tree searches visit")).to_be_visible()
    expect(page.get_by_label("Engines look ahead")).to_be_hidden()


def test_inside_a_net_with_a_policy(page: Page, server: Server) -> None:
    """How likely each move is, and what the visits of its search made of it; on every size."""
    net = "champion:capture-go,visits=30"
    for size in 5, 13:
        page.goto(f"{server.address}/inside?game=capture-go:{size}&moves=C3&net={net}")
        expect(page.get_by_test_id("inside")).to_have_text(re.compile("^The net alone: "))
        expect(page.locator(".heat.best").first).to_be_attached()
        expect(page.get_by_test_id("searched")).to_have_text(re.compile("^After 30 visits: .*"))
        expect(page.locator(".window, .weight")).to_have_count(0)
    expect(page.get_by_label("Squares to draw")).to_be_hidden()


def test_inside(page: Page, server: Server) -> None:
    """A window net's squares follow the stones; a piece counter shows its map."""
    page.goto(f"{server.address}/inside?game=capture-go:5&net=untrained,seed=3&moves=C3")
    expect(page.locator(".window")).to_have_count(5)
    expect(page.locator(".weight")).to_have_count(25)
    before = page.get_by_test_id("inside").inner_text()
    play_point(page, 6)
    expect(page.locator(".point .stone")).to_have_count(2)
    assert page.get_by_test_id("inside").inner_text() != before
    page.goto(f"{server.address}/inside?game=capture-go:5&net=untrained,net=wpc")
    expect(page.locator(".weight")).to_have_count(25)
    expect(page.locator(".window")).to_have_count(0)


def test_a_closed_tab_stops_its_search(page: Page, server: Server) -> None:
    """Deep searches of closed tabs do not keep the server busy: a new page answers at once."""
    for _ in range(2):
        other = page.context.new_page()
        other.goto(f"{server.address}/?game=go:13&black=untrained,net=wpc,depth=8")
        expect(other.get_by_test_id("status")).to_have_text(re.compile("thinking"))
        other.close()
    open_game(page, server, "game=capture-go:5&white=untrained,depth=1")
    play_point(page, 12)
    expect(page.get_by_test_id("place")).to_have_text("move 2 of 2", timeout=5_000)
