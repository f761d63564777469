"""What all pages of one server use together."""

from dataclasses import dataclass, field
from typing import Protocol
from weakref import WeakSet

from ponnuki.apps.web.catalogue import Catalogue
from ponnuki.apps.web.thinking import Thinker


class Seated(Protocol):
    """Something that has players, and sends them away."""

    def close(self) -> None:
        """Ends what it has started."""


@dataclass(frozen=True)
class Services:
    """Players and runs by name, threads that think, and the tables that are in use."""

    catalogue: Catalogue
    thinker: Thinker
    tables: WeakSet[Seated] = field(default_factory=WeakSet)

    def close(self) -> None:
        """Ends everything: players, programs, threads."""
        for table in list(self.tables):
            table.close()
        self.thinker.close()
