"""Papers and studies: their experiments as data, their figures beside ours."""

from ponnuki.papers.registry import PAPERS
from ponnuki.papers.reproduction import reproduce

__all__ = ["PAPERS", "reproduce"]
