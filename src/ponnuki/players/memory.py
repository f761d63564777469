"""What searches of one game keep from one to the next."""

from ponnuki import _core


class Memory:
    """The trees of searches with `Search.reuse`; other searches find in it what they would alone.

    Whoever thinks about one position after another of a game hands one from search to search. A
    search goes on with the tree of an earlier one of the same side and net, where that has the
    position. It must not be in two searches at the same time.
    """

    __slots__ = ("_core",)

    def __init__(self) -> None:
        self._core = _core.Memory()
