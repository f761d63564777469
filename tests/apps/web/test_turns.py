"""Whose turn it is: tabs are served one after the other, and quick players at once."""

import asyncio
import threading

import pytest

import ponnuki
from ponnuki.apps.web import turns
from ponnuki.apps.web.thinking import Thinker
from ponnuki.apps.web.turns import BusyError, Stopped, Turns
from ponnuki.games import GameSoFar, Position
from ponnuki.players import Engine, Guest, Limit, SearchResult, Stop, player
from ponnuki.players.scripted import SCRIPTS, plays


class Desk:
    """Work that ends when it is told to, and a list of who was served."""

    def __init__(self, places: int) -> None:
        self.turns = Turns(places)
        self.served: list[str] = []
        self.ends: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, *names: str, stop: Stop | None = None) -> None:
        """Asks for turns; the first letter of a name is its tab."""
        for name in names:
            self.ends[name] = asyncio.Event()
            self.tasks[name] = asyncio.create_task(self._work(name, stop or Stop()))
            await asyncio.sleep(0)

    async def _work(self, name: str, stop: Stop) -> None:
        async with self.turns.turn(name[0], stop):
            self.served.append(name)
            await self.ends[name].wait()

    async def end_all(self) -> None:
        """Ends whoever works, one after the other in the order of service, until all are done."""
        done = 0
        while done < len(self.served):
            self.ends[self.served[done]].set()
            await self.tasks[self.served[done]]
            for _ in range(3):
                await asyncio.sleep(0)
            done += 1


def test_tabs_take_turns() -> None:
    """A tab with many searches does not hold up those that come after it."""

    async def work() -> list[str]:
        desk = Desk(1)
        await desk.ask("a1", "a2", "a3", "a4", "b1", "b2", "c1")
        await desk.end_all()
        return desk.served

    assert asyncio.run(work()) == ["a1", "a2", "b1", "c1", "a3", "b2", "a4"]


def test_a_free_place_goes_to_the_tab_that_has_the_fewest() -> None:
    """Not to one that works already, though it has waited longer."""

    async def work() -> list[str]:
        desk = Desk(2)
        await desk.ask("a1", "b1", "a2", "c1")
        desk.ends["b1"].set()
        await desk.tasks["b1"]
        await asyncio.sleep(0)
        assert desk.served == ["a1", "b1", "c1"]
        await desk.end_all()
        return desk.served

    assert asyncio.run(work()) == ["a1", "b1", "c1", "a2"]


def test_what_nobody_wants_is_not_served() -> None:
    """It goes without a turn, and counts for no limit; so does a task that is cancelled."""

    async def work() -> list[str]:
        desk, stop = Desk(1), Stop()
        await desk.ask("a1")
        await desk.ask(*(f"a{i}" for i in range(2, 2 + turns.WAITING_EACH)), stop=stop)
        stop.set()
        await desk.ask("a99", "b1")
        desk.tasks["b1"].cancel()
        await desk.end_all()
        gone = [name for name in desk.tasks if name not in desk.served and name != "b1"]
        assert len(gone) == turns.WAITING_EACH
        for name in gone:
            with pytest.raises(Stopped):
                await desk.tasks[name]
        await desk.ask("c1")
        await desk.end_all()
        return desk.served

    assert asyncio.run(work()) == ["a1", "a99", "c1"]


def test_a_tab_may_only_wait_so_often() -> None:
    """The one that asks too much is refused, and others are not."""

    async def work() -> list[str]:
        desk = Desk(1)
        await desk.ask(*(f"a{i}" for i in range(2 + turns.WAITING_EACH)), "b1")
        with pytest.raises(BusyError, match="busy"):
            await desk.tasks[f"a{1 + turns.WAITING_EACH}"]
        await desk.end_all()
        return desk.served

    served = asyncio.run(work())
    assert len(served) == 2 + turns.WAITING_EACH
    assert "b1" in served


class Slow:
    """A player that thinks until it is let go."""

    name = spec = "slow"
    game = ponnuki.game("capture-go:5")

    def __init__(self) -> None:
        self.began, self.let_go = threading.Event(), threading.Event()

    def choose(self, position: Position, *, seed: int) -> int:
        """The first legal move, in the end."""
        self.began.set()
        self.let_go.wait(60)
        return position.legal_numbers()[seed % 1]


@pytest.mark.parametrize("spec", ["random", *(s for s in SCRIPTS if plays(s, Slow.game))])
def test_players_that_do_not_search_are_quick(spec: str) -> None:
    """They answer while every thread for long searches is taken."""

    async def work() -> None:
        thinker, slow, start = Thinker(1), Slow(), GameSoFar(Slow.game.start())
        try:
            long = asyncio.create_task(thinker.choose(Guest(slow), start, 1, Stop(), tab=1))
            await asyncio.to_thread(slow.began.wait, 60)
            quick = thinker.choose(Guest(player(spec, Slow.game)), start, 1, Stop(), tab=2)
            assert (await asyncio.wait_for(quick, 60)).move in start.position.legal_numbers()
            assert not long.done()
        finally:
            slow.let_go.set()
            thinker.close()
        await long

    asyncio.run(work())


class Search:
    """A search that ends when it is let go, or asked to."""

    def __init__(self) -> None:
        self.limits: list[Limit] = []
        self.began, self.let_go = threading.Event(), threading.Event()
        self.paused = threading.Event()

    def __call__(self, limit: Limit) -> SearchResult | None:
        """Nothing that was searched for, or a search that was not finished."""
        self.limits.append(limit)
        self.began.set()
        assert limit.stop is not None
        while not self.let_go.wait(0.001):
            if limit.stop.is_set():
                self.paused.set()
                return UNFINISHED
        return None


ENGINE = player("untrained,depth=3", Slow.game)
assert isinstance(ENGINE, Engine)
UNFINISHED = ENGINE.think(Slow.game.start(), Limit(nodes=50))
assert not UNFINISHED.complete


async def searched(thinker: Thinker, search: Search, stop: Stop) -> SearchResult | None:
    """What a thinker makes of it."""
    assert isinstance(ENGINE, Engine)
    return await thinker._search(ENGINE, stop, search, search, lambda found: found)


@pytest.fixture
def no_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every search takes longer than that."""
    monkeypatch.setattr("ponnuki.apps.web.thinking.MOMENT", 0.0)


@pytest.mark.usefixtures("no_moment")
def test_a_search_goes_on_where_a_long_place_is_free() -> None:
    """It is not begun again, and the quick place is another's meanwhile."""

    async def work() -> None:
        thinker, long, other = Thinker(1), Search(), Search()
        other.let_go.set()
        try:
            task = asyncio.create_task(searched(thinker, long, Stop()))
            await asyncio.to_thread(long.began.wait, 60)
            assert await asyncio.wait_for(searched(thinker, other, Stop()), 60) is None
            assert not task.done()
            long.let_go.set()
            assert await asyncio.wait_for(task, 60) is None
        finally:
            long.let_go.set()
            thinker.close()
        assert [len(one.limits) for one in (long, other)] == [1, 1]

    asyncio.run(work())


@pytest.mark.usefixtures("no_moment")
def test_a_search_waits_where_no_long_place_is_free() -> None:
    """It gives its quick place back, and begins again when the other one has ended."""

    async def work() -> None:
        thinker, first, second = Thinker(1), Search(), Search()
        try:
            one = asyncio.create_task(searched(thinker, first, Stop()))
            while thinker._long.free:
                await asyncio.sleep(0.001)
            two = asyncio.create_task(searched(thinker, second, Stop()))
            await asyncio.to_thread(second.began.wait, 60)
            await asyncio.to_thread(second.paused.wait, 60)
            first.let_go.set()
            assert await asyncio.wait_for(one, 60) is None
            second.let_go.set()
            assert await asyncio.wait_for(two, 60) is None
        finally:
            first.let_go.set()
            second.let_go.set()
            thinker.close()
        assert len(first.limits) == 1
        assert len(second.limits) == 2

    asyncio.run(work())


@pytest.mark.usefixtures("no_moment")
@pytest.mark.parametrize("places", ["free", "taken"])
def test_a_search_that_nobody_wants_ends_wherever_it_is(places: str) -> None:
    """In a long place, or while it waits for one; places are free again."""

    async def work() -> None:
        thinker, first, second = Thinker(1), Search(), Search()
        stops = Stop(), Stop()
        try:
            tasks = [asyncio.create_task(searched(thinker, first, stops[0]))]
            await asyncio.to_thread(first.began.wait, 60)
            if places == "taken":
                tasks.append(asyncio.create_task(searched(thinker, second, stops[1])))
                await asyncio.to_thread(second.began.wait, 60)
            for stop in stops:
                stop.set()
            for task in tasks:
                with pytest.raises(Stopped):
                    await asyncio.wait_for(task, 60)
            last = Search()
            last.let_go.set()
            assert await asyncio.wait_for(searched(thinker, last, Stop()), 60) is None
            assert thinker._quick.free
            assert thinker._long.free
        finally:
            thinker.close()

    asyncio.run(work())
