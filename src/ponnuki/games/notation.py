"""How players of a game write points: columns by letters, rows by numbers."""

from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase


@dataclass(frozen=True)
class Notation:
    """A way to write points of a square board.

    Attributes:
        letters: the names of the columns from left to right.
        rows_from_top: whether row 1 is the top row.
    """

    letters: str
    rows_from_top: bool

    def row_label(self, row: int, size: int) -> str:
        """The number of a row (0 on top)."""
        return str(row + 1 if self.rows_from_top else size - row)

    def text(self, point: int, size: int) -> str:
        """The text of a point."""
        row, column = divmod(point, size)
        return self.letters[column] + self.row_label(row, size)

    def point(self, text: str, size: int) -> int | None:
        """The point that a text names, upper or lower case, or None if there is no such point."""
        columns = self.letters[:size].lower()
        head, number = text[:1].lower(), text[1:]
        if not text.isascii() or not head or head not in columns or not number.isdigit():
            return None
        if number.startswith("0") or len(number) > 2 or int(number) > size:
            return None
        row = int(number) - 1 if self.rows_from_top else size - int(number)
        return row * size + columns.index(head)


GO_NOTATION = Notation(letters=ascii_uppercase.replace("I", ""), rows_from_top=False)
"""As in GTP: A1 at the bottom left, no column I."""

TOP_LEFT_NOTATION = Notation(letters=ascii_lowercase, rows_from_top=True)
"""As in Othello: a1 at the top left."""
