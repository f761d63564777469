"""Papers by name."""

from ponnuki.papers.cai2007 import CAI2007
from ponnuki.papers.cai2009 import CAI2009
from ponnuki.papers.franken2003 import FRANKEN2003
from ponnuki.papers.kim2007 import KIM2007
from ponnuki.papers.learning import LEARNING
from ponnuki.papers.levels import LEVELS
from ponnuki.papers.mayer2007 import MAYER2007
from ponnuki.papers.paper import Paper
from ponnuki.papers.zero import ZERO

PAPERS: dict[str, Paper] = {
    "cai2007": CAI2007,
    "cai2009": CAI2009,
    "franken2003": FRANKEN2003,
    "kim2007": KIM2007,
    "learning": LEARNING,
    "levels": LEVELS,
    "mayer2007": MAYER2007,
    "zero": ZERO,
}
"""Every paper by its id."""
