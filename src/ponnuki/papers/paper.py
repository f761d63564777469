"""A paper as a value: what it is called, what can be done of it, and where we differ."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page
from ponnuki.settings import Settings

Experiment = Callable[[Workshop, Any, Page], Any]
"""Takes the workshop and the scale, adds to the page, and gives its results as plain data."""


@dataclass(frozen=True)
class Difference:
    """Where a paper is silent or where we do otherwise.

    Attributes:
        where: the section, table or figure of the paper.
        paper: what it says there.
        here: what we do.
    """

    where: str
    paper: str
    here: str


@dataclass(frozen=True)
class Paper:
    """A paper or study.

    Attributes:
        title: of the report.
        experiments: by name.
        scales: by name; they differ in numbers alone.
        introduction: what stands at the top of the report.
        differences: from the paper, at its end.
        extra: of the package that an experiment at a scale cannot do without; None for most.
    """

    title: str
    experiments: Mapping[str, Experiment]
    scales: Mapping[str, Settings]
    introduction: str
    differences: tuple[Difference, ...] = ()
    extra: Callable[[str, Any], str | None] = lambda name, scale: None  # noqa: ARG005

    def differences_text(self) -> str:
        """The differences as a numbered list in Markdown."""
        return "\n".join(
            f"{number}. {one.where}: {one.paper} Here: {one.here}"
            for number, one in enumerate(self.differences, start=1)
        )
