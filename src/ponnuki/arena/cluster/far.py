"""What a node does first. This module travels to it whole and needs nothing of the package there.

A node may have another version of the package, or none. Then it must say so in plain words, which
it can only if what runs first does not come from the package.
"""

from typing import Any


def begin(wanted: tuple[str, ...], work: bytes, own: bytes) -> dict[str, Any]:
    """Does a piece of work on this node, or says why not.

    Args:
        wanted: what the driver's installation is.
        work: what all pieces have in common, pickled.
        own: what this piece has for itself, pickled.

    Returns:
        Where it ran, as `node` (Ray's id) and `host`; then `result` and `seconds`, or `refused`.
    """
    import socket  # noqa: PLC0415 - this function travels alone

    import ray  # noqa: PLC0415

    where = {"node": ray.get_runtime_context().get_node_id(), "host": socket.gethostname()}
    try:
        from ponnuki.arena.cluster.node import do  # noqa: PLC0415
    except ImportError as error:
        return {**where, "refused": f"ponnuki cannot be used there: {error}"}
    return {**where, **do(wanted, work, own)}
