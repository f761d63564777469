"""The connection to a Ray cluster: made, asked for its nodes, given work, closed.

This is the one module that knows Ray's functions.
"""

import os
import pickle
import threading
import time
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self

from ponnuki.arena.cluster import far, node
from ponnuki.arena.cluster.address import ClusterAddress
from ponnuki.arena.cluster.build import build
from ponnuki.extras import need

RETRIES = 10
"""How often Ray begins a piece of work again whose process or node has died."""
STORE = 256 * 2**20
"""Bytes for what nodes of this machine share; a generation's weights are a few hundred thousand."""
ANSWER_SECONDS = 60.0
"""A node that does not answer in that time is not there."""
LONGEST = 300
"""Characters of an error of Ray that are shown; some have the log of a whole node."""
LOOK_SECONDS = 1.0
"""Between two looks at which nodes there are."""
_QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_DEDUP_LOGS_SKIP_REGEX": ".",  # Ray prints on standard output, which is ours
    "RAY_SCHEDULER_EVENTS": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
}
_LOOPBACK = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
"""Ray's word for a cluster of one machine, whose ports nobody else can reach."""


class ClusterError(RuntimeError):
    """A cluster that cannot be reached or cannot do the work."""


class ClusterWarning(UserWarning):
    """A node that does not take part, or no longer."""


@dataclass(frozen=True)
class Node:
    """A machine of a cluster.

    Attributes:
        id: Ray's.
        name: for people: its address, or its id's beginning where several have the same address.
        cores: how many pieces of work it does at a time.
    """

    id: str
    name: str
    cores: int


@dataclass(frozen=True)
class Done:
    """A piece of work that is done.

    Attributes:
        result: what came out.
        node: Ray's id of the node that did it.
        seconds: that it took there.
    """

    result: Any
    node: str
    seconds: float


class Connection:
    """A connection to a cluster; of every process one at a time, as Ray has it.

    Nodes are compared with this installation when they are first given work. One that differs is
    refused: its work goes elsewhere, and it gets no more.
    """

    def __init__(self, ray: Any, own: bool) -> None:
        self._ray = ray
        self._own = own
        self._lock = threading.Lock()
        self._looking = threading.Lock()
        self._refused: dict[str, str] = {}
        self._seen: dict[str, Node] = {}
        self._looked = float("-inf")
        self._idle = False
        self._build = build()
        ray.cloudpickle.register_pickle_by_value(far)
        self._begin = ray.remote(num_cpus=1, max_retries=RETRIES)(far.begin)

    @classmethod
    def open(cls, address: str | None) -> Self:
        """Connects to a cluster; `local:N` starts one, which ends with the connection.

        Args:
            address: as of `ClusterAddress.of`; None for the cluster that this process has connected
                to by itself.

        Raises:
            ClusterError: nothing answers at the address.
            MissingPackageError: Ray is not installed.
            ValueError: the address is not allowed.
        """
        wanted = None if address is None else ClusterAddress.of(address)
        need("ray", "a cluster")
        local = wanted is not None and wanted.processes is not None
        for name, value in {**_QUIET, **(_LOOPBACK if local else {})}.items():
            os.environ.setdefault(name, value)
        import ray  # noqa: PLC0415 - only who asks for a cluster needs it

        if wanted is None:
            if not ray.is_initialized():
                raise ClusterError("this process is not connected to a cluster: give its address")
            return cls(ray, own=False)
        if ray.is_initialized():
            raise ClusterError("this process is connected to a cluster already: close it first")
        options: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
        if local:
            options |= {"address": "local", "num_cpus": wanted.processes, "num_gpus": 0}
            options |= {"include_dashboard": False, "_node_ip_address": "127.0.0.1"}
            options |= {"object_store_memory": STORE}
        else:
            options |= {"address": wanted.ray}
        try:
            ray.init(**options)
        except Exception as error:
            said = _sentence(error)
            hint = "; docs/cluster.md has what must be open, and the token" if not local else ""
            raise ClusterError(f"no cluster at {address}: {said}{hint}") from None
        return cls(ray, own=True)

    def close(self) -> None:
        """Ends the connection, and with it a cluster that it has started."""
        if self._own and self._ray.is_initialized():
            self._ray.shutdown()

    def nodes(self) -> list[Node]:
        """The nodes that may be given work, in the order of their names, as of a moment ago.

        Raises:
            ClusterError: all were refused.
        """
        with self._looking:  # nobody goes on before the first look
            now = time.monotonic()
            if now - self._looked >= LOOK_SECONDS:
                self._look()
                self._looked = now
        with self._lock:
            usable = [one for key, one in self._seen.items() if key not in self._refused]
            refused = [self._refused[key] for key in self._seen if key in self._refused]
            idle = not usable and not refused and not self._idle
            self._idle = not usable
        if refused and not usable:
            raise ClusterError(f"no node can be used: {'; '.join(refused)}")
        if idle:
            _warn("no node of the cluster has a core for games yet; waiting for one")
        return sorted(usable, key=lambda one: one.name)

    def _look(self) -> None:
        """Asks Ray which nodes there are, and tells of those that have left."""
        alive = [one for one in self._ray.nodes() if one["Alive"] and one["Resources"].get("CPU")]
        addresses = [one["NodeManagerAddress"] for one in alive]
        found: dict[str, Node] = {}
        for one, address in zip(alive, addresses, strict=True):
            own = one["NodeID"]
            name = address if addresses.count(address) == 1 else f"{address} {own[:6]}"
            found[own] = Node(own, name, int(one["Resources"]["CPU"]))
        with self._lock:
            left = [one for key, one in self._seen.items() if key not in found]
            left = [one for one in left if one.id not in self._refused]
            self._seen = found
        for one in left:
            _warn(f"node {one.name} has left; what it had not finished is done again elsewhere")

    def compare(self) -> list[tuple[Node, str | None]]:
        """All nodes, and how the installation of each differs from this one; None if it does not.

        Raises:
            ClusterError: a node does not answer.
        """
        self._look()
        with self._lock:
            found = sorted(self._seen.values(), key=lambda one: one.name)
        own = tuple(self._build), node.pack(int, ()), pickle.dumps(())
        asked = []
        for one in found:
            only = {"ray.io/node-id": one.id}
            asked.append(self._begin.options(num_cpus=0, label_selector=only).remote(*own))
        try:
            said = self._ray.get(asked, timeout=ANSWER_SECONDS)
        except self._ray.exceptions.RayError as error:
            raise ClusterError(f"a node does not answer: {_sentence(error)}") from None
        return [(one, it.get("refused")) for one, it in zip(found, said, strict=True)]

    def put(self, work: bytes) -> Any:
        """Hands what many pieces have in common to the cluster; it goes to a node once."""
        return self._ray.put(work)

    def submit(self, work: Any, own: tuple[Any, ...]) -> Any:
        """Gives a piece of work to the cluster: what `put` gave, and its own arguments."""
        with self._lock:
            refused = ",".join(self._refused)
        begin = self._begin
        if refused:
            begin = begin.options(label_selector={"ray.io/node-id": f"!in({refused})"})
        return begin.remote(tuple(self._build), work, pickle.dumps(own, pickle.HIGHEST_PROTOCOL))

    def wait(self, pieces: Sequence[Any], seconds: float) -> list[Any]:
        """Those pieces that are done; waits for one, so long at the most."""
        done, _ = self._ray.wait(list(pieces), num_returns=1, timeout=seconds)
        if done:
            done, _ = self._ray.wait(list(pieces), num_returns=len(pieces), timeout=0)
        found: list[Any] = done
        return found

    def take(self, piece: Any) -> Done | None:
        """What a piece came to; None if its node was refused, and it has to be given again.

        Raises:
            ClusterError: its process died too often, or the cluster is gone.
            Exception: the error of the work itself.
        """
        errors = self._ray.exceptions
        try:
            found = self._ray.get(piece)
        except errors.RayTaskError as error:
            raise (error.cause or ClusterError(str(error))) from None
        except errors.RayError as error:
            raise ClusterError(
                f"the cluster could not finish the work: {_sentence(error)}"
            ) from None
        if "refused" in found:
            self._refuse(found["node"], f"{found['host']}: {found['refused']}")
            return None
        return Done(found["result"], found["node"], found["seconds"])

    def give_up(self, pieces: Iterable[Any]) -> None:
        """Ends pieces of work that nobody waits for any more."""
        for piece in pieces:
            self._ray.cancel(piece)

    def _refuse(self, node: str, words: str) -> None:
        with self._lock:
            new = node not in self._refused
            self._refused[node] = words
        if new:
            _warn(f"node {words}; it is not used")
        self.nodes()


def _sentence(error: Exception) -> str:
    """What Ray says, in one line that is not too long."""
    words = " ".join(str(error).split()) or type(error).__name__
    return words if len(words) <= LONGEST else f"{words[:LONGEST]}…"


def _warn(words: str) -> None:
    warnings.warn(words, ClusterWarning, stacklevel=2)
