"""A cluster of several nodes on this machine, which tests may damage."""

import gc
import os
import signal
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

QUICK = {
    "health_check_initial_delay_ms": 0,
    "health_check_period_ms": 200,
    "health_check_timeout_ms": 2000,
    "health_check_failure_threshold": 3,
}
"""A node that is gone is missed after a second, not after half a minute."""

LOOPBACK = {"0100007F", "0000000000000000FFFF00000100007F", "00000000000000000000000001000000"}
"""The addresses that only this machine reaches, as Linux lists them: 127.0.0.1, twice, and ::1."""


class Nodes:
    """Nodes of a cluster, all on this machine, the first of which is the head."""

    def __init__(self, cluster: Any) -> None:
        self._cluster = cluster

    @property
    def address(self) -> str:
        """What Ray calls the cluster's address."""
        address: str = self._cluster.address
        return address

    def add(self, **options: Any) -> Any:
        """A node with one core joins."""
        return self._cluster.add_node(num_cpus=1, **options)

    def lose(self, node: Any) -> None:
        """A node is gone from one moment to the next."""
        self._cluster.remove_node(node, allow_graceful=False)

    def kill_workers(self) -> int:
        """Kills every process that plays games right now; how many they were."""
        nodes = self._cluster.list_all_nodes()
        raylets = {node.all_processes["raylet"][0].process.pid for node in nodes}
        found = [pid for pid, parent in _parents().items() if parent in raylets and _plays(pid)]
        for pid in found:
            os.kill(pid, signal.SIGKILL)
        return len(found)


@contextmanager
def nodes() -> Iterator[Nodes]:
    """A head with one core, and this process connected to it; ports of the loopback alone."""
    # Ray reads these when it is first imported.
    os.environ |= {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0", "RAY_USAGE_STATS_ENABLED": "0"}
    os.environ |= {"RAY_DEDUP_LOGS_SKIP_REGEX": ".", "RAY_AUTH_MODE": "disabled"}
    import ray  # noqa: PLC0415
    from ray.cluster_utils import Cluster  # noqa: PLC0415

    head = {"num_cpus": 1, "include_dashboard": False, "_system_config": QUICK}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    try:
        ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
        yield Nodes(cluster)
    finally:
        ray.shutdown()
        cluster.shutdown()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)  # Ray waits for none of its processes
            del cluster
            gc.collect()


def doors(pid: int) -> set[str]:
    """The addresses at which a process and all that it has started listen."""
    parents = _parents()
    family = {pid}
    while more := {child for child, parent in parents.items() if parent in family} - family:
        family |= more
    sockets = set()
    for one in family:
        with suppress(OSError):
            for link in Path(f"/proc/{one}/fd").iterdir():
                with suppress(OSError):
                    sockets.add(os.readlink(link))
    found = set()
    for table in "tcp", "tcp6":
        for line in Path(f"/proc/net/{table}").read_text(encoding="utf-8").splitlines()[1:]:
            words = line.split()
            if words[3] == "0A" and f"socket:[{words[9]}]" in sockets:
                found.add(words[1].partition(":")[0])
    return found


def _parents() -> dict[int, int]:
    """The parent of every process."""
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with suppress(OSError):  # it may have ended
                status = (folder / "stat").read_text(encoding="utf-8", errors="replace")
                found[int(folder.name)] = int(status.rpartition(")")[2].split()[1])
    return found


def _plays(pid: int) -> bool:
    """Whether a process of Ray does a piece of work of ours."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().startswith(b"ray::begin")
    return False
