"""What all pages of one server use together."""

from dataclasses import dataclass

from ponnuki.apps.web.catalogue import Catalogue
from ponnuki.apps.web.thinking import Thinker


@dataclass(frozen=True)
class Services:
    """Players and runs by name, and threads that think."""

    catalogue: Catalogue
    thinker: Thinker
