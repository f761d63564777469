"""Where a cluster is, as a person writes it."""

import re
from dataclasses import dataclass
from typing import Self

MOST_PROCESSES = 1024
ALLOWED = (
    "local:N for N processes of this machine, auto for the cluster that this machine belongs to, "
    "or ray://HOST:PORT"
)


@dataclass(frozen=True)
class ClusterAddress:
    """Where a cluster is.

    Attributes:
        processes: how many to start on this machine, for a cluster that lasts as long as the
            program; None for a cluster that runs already.
        ray: what Ray calls the address; None for a new cluster.
    """

    processes: int | None = None
    ray: str | None = None

    @classmethod
    def of(cls, text: str) -> Self:
        """The address that a text names.

        >>> ClusterAddress.of("local:2")
        ClusterAddress(processes=2, ray=None)

        Raises:
            ValueError: it names none; the message says what is allowed.
        """
        if text == "auto":
            return cls(ray=text)
        local = re.fullmatch(r"local:([1-9][0-9]{0,3})", text)
        if local and int(local[1]) <= MOST_PROCESSES:
            return cls(processes=int(local[1]))
        far = re.fullmatch(r"ray://(\[[0-9A-Fa-f:.]+\]|[\w.-]+):([0-9]{1,5})", text)
        if far and 1 <= int(far[2]) <= 65535:
            return cls(ray=text)
        raise ValueError(f"cluster={text!r} is not allowed: use {ALLOWED}")
