"""Papers and studies: their experiments as data, their figures beside ours."""

from ponnuki.papers.registry import PAPERS, reproduce

__all__ = ["PAPERS", "reproduce"]
