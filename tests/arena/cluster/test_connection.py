"""What a connection makes of what Ray says, without Ray."""

import types
from typing import Any

import pytest

from ponnuki.arena.cluster import connection
from ponnuki.arena.cluster.connection import ClusterError, ClusterWarning, Connection


class RayError(Exception):
    """An error of Ray."""


class RayTaskError(RayError):
    """An error of the work."""

    cause: Exception | None = None


class Ray:
    """As much of Ray as a connection asks before there is work."""

    def __init__(self) -> None:
        self.alive: list[dict[str, Any]] = []
        self.answer: Any = None
        self.cloudpickle = types.SimpleNamespace(register_pickle_by_value=lambda _: None)
        self.exceptions = types.SimpleNamespace(RayError=RayError, RayTaskError=RayTaskError)

    def remote(self, **_: Any) -> Any:
        """Makes nothing remote."""
        return lambda function: function

    def nodes(self) -> list[dict[str, Any]]:
        """The nodes that there are."""
        return self.alive

    def get(self, _: object) -> Any:
        """What a piece came to."""
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def node(name: str, address: str, cores: float = 4) -> dict[str, Any]:
    """A node as Ray describes it."""
    resources = {"CPU": cores} if cores else {}
    return {"NodeID": name, "Alive": True, "NodeManagerAddress": address, "Resources": resources}


@pytest.fixture
def ray() -> Ray:
    """A Ray without nodes."""
    return Ray()


@pytest.fixture
def link(ray: Ray, monkeypatch: pytest.MonkeyPatch) -> Connection:
    """A connection to it that looks at its nodes every time."""
    monkeypatch.setattr(connection, "LOOK_SECONDS", 0.0)
    return Connection(ray, own=False)


def test_nodes_are_named_by_their_address(ray: Ray, link: Connection) -> None:
    """Where several have the same, by their id as well; those without a core play nothing."""
    ray.alive = [node("a" * 56, "10.0.0.2"), node("head", "10.0.0.1", cores=0)]
    assert [(one.name, one.cores) for one in link.nodes()] == [("10.0.0.2", 4)]
    ray.alive.append(node("b" * 56, "10.0.0.2", cores=8))
    assert [one.name for one in link.nodes()] == ["10.0.0.2 aaaaaa", "10.0.0.2 bbbbbb"]


def test_a_cluster_without_a_core_is_waited_for(ray: Ray, link: Connection) -> None:
    """With one warning, until a node joins."""
    with pytest.warns(ClusterWarning, match="no node of the cluster has a core for games yet"):
        assert link.nodes() == []
    assert link.nodes() == []  # a second warning would be an error here
    ray.alive = [node("a", "10.0.0.2")]
    assert len(link.nodes()) == 1


def test_a_node_is_refused_once_and_for_all(ray: Ray, link: Connection) -> None:
    """Its pieces are given again; when no other is left, the error says why."""
    ray.alive = [node("a", "10.0.0.2"), node("b", "10.0.0.3")]
    ray.answer = {"node": "a", "host": "one", "refused": "it has ponnuki 0.0.9, and 1.0 is wanted"}
    with pytest.warns(ClusterWarning, match=r"^node one: it has ponnuki 0\.0\.9, .*; it is not"):
        assert link.take(None) is None
    assert link.take(None) is None
    assert [one.id for one in link.nodes()] == ["b"]
    ray.answer = {**ray.answer, "node": "b", "host": "two"}
    with (
        pytest.warns(ClusterWarning, match="^node two"),
        pytest.raises(ClusterError, match=r"no node can be used: one: it has .*; two: it has"),
    ):
        link.take(None)


def test_errors_are_short_and_of_their_own_kind(ray: Ray, link: Connection) -> None:
    """Those of the work as they are; those of Ray in one line."""
    ray.answer = RayTaskError()
    ray.answer.cause = ZeroDivisionError("7 / 0")
    with pytest.raises(ZeroDivisionError, match="7 / 0"):
        link.take(None)
    ray.answer = RayError("the node died.\n\n" + "log " * 1000)
    with pytest.raises(ClusterError, match=r"could not finish the work: the node died\. log") as it:
        link.take(None)
    assert len(str(it.value)) < 400
    assert "\n" not in str(it.value)
