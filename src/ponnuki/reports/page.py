"""A page of text, tables and figures, as Markdown and as one HTML file that needs nothing else."""

import base64
import html
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec

from ponnuki.extras import installed, need
from ponnuki.store.files import write_whole

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NO_PICTURES = "This report has no pictures, which need the package matplotlib"
"""What is said where they are left out."""

P = ParamSpec("P")

_STYLE = """
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; line-height: 1.5;
       font-family: system-ui, sans-serif; color: #222; background: #fff; }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }
th, td { border: 1px solid #bbb; padding: .3rem .6rem; text-align: right; }
th { background: #f0ece4; } td:first-child, th:first-child { text-align: left; }
img { max-width: 100%; } code { background: #f4f4f4; } pre { overflow-x: auto; }
"""


def new_figure(width: float = 8, height: float = 4) -> "Figure":
    """An empty figure that no window system is needed for.

    Raises:
        MissingPackageError: matplotlib is not installed.
    """
    need("plots", "a picture")
    from matplotlib.figure import Figure  # noqa: PLC0415 - slow to import

    return Figure(figsize=(width, height), layout="constrained")


@dataclass
class Page:
    """A report under way; what is added first comes first."""

    title: str
    _markdown: list[str] = field(default_factory=list)
    _figures: dict[str, bytes] = field(default_factory=dict)
    _without_pictures: bool = False

    def heading(self, text: str, level: int = 2) -> None:
        """A heading; the title is level 1."""
        self._markdown.append(f"{'#' * level} {text}")

    def text(self, markdown: str) -> None:
        """One or more paragraphs."""
        self._markdown.append(markdown.strip())

    def table(self, header: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
        """A table; cells are plain text."""
        lines = [header, ["---", *["---:"] * (len(header) - 1)], *rows]
        cells = [
            [str(cell).replace("|", "\\|").replace("\n", " ") for cell in row] for row in lines
        ]
        self._markdown.append("\n".join(f"| {' | '.join(row)} |" for row in cells))

    def figure(
        self,
        name: str,
        caption: str,
        draw: "Callable[P, Figure]",
        *of: P.args,
        **more: P.kwargs,
    ) -> None:
        """A picture; without matplotlib it is left out, and the page says so.

        Args:
            name: of its file.
            caption: what it shows.
            draw: makes it.
            of: what it is made of.
            more: the same, by name.
        """
        if not installed("plots"):
            self._without_pictures = True
            return
        data = io.BytesIO()
        # Without a date and with fixed ids the same data gives the same file.
        import matplotlib as mpl  # noqa: PLC0415

        with mpl.rc_context({"svg.hashsalt": "ponnuki", "svg.fonttype": "none"}):
            draw(*of, **more).savefig(data, format="svg", metadata={"Date": None})
        self._figures[f"{name}.svg"] = data.getvalue()
        self._markdown.append(f"![{caption}]({name}.svg)")

    def markdown(self) -> str:
        """The page as Markdown; pictures are files beside it."""
        said = [f"{NO_PICTURES}."] if self._without_pictures else []
        return "\n\n".join([f"# {self.title}", *said, *self._markdown]) + "\n"

    def html(self) -> str:
        """The page as one HTML file."""
        from markdown_it import MarkdownIt  # noqa: PLC0415

        body = MarkdownIt("commonmark", {"html": False}).enable("table").render(self.markdown())
        for name, data in self._figures.items():
            inline = "data:image/svg+xml;base64," + base64.b64encode(data).decode()
            body = body.replace(f'src="{name}"', f'src="{inline}"')
        return (
            f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{html.escape(self.title)}</title><style>{_STYLE}</style></head>\n"
            f"<body>\n{body}</body></html>\n"
        )

    def write(self, folder: str | Path, name: str = "report") -> None:
        """Writes NAME.md, its pictures and NAME.html; each appears whole or not at all."""
        where = Path(folder)
        where.mkdir(parents=True, exist_ok=True)
        for file, data in self.files(name).items():
            write_whole(where / file, data)

    def files(self, name: str = "report") -> dict[str, bytes]:
        """NAME.md, its pictures and NAME.html."""
        texts = {f"{name}.md": self.markdown().encode(), f"{name}.html": self.html().encode()}
        return {**self._figures, **texts}
