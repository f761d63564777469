"""The list of faults: lines that would be wrong in another way, and the tests that notice."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
LIST = Path(__file__).with_name("faults.toml")


@dataclass(frozen=True)
class Fault:
    """One line that could be wrong.

    Attributes:
        name: a few words.
        says: what would be wrong.
        file: in which file.
        old: the line as it is, without its indentation.
        new: the line as it would be wrong.
        test: the test that catches it, as pytest names it.
    """

    name: str
    says: str
    file: str
    old: str
    new: str
    test: str

    @property
    def compiled(self) -> bool:
        """Whether it is in C++."""
        return self.file.startswith("cpp/")

    def times(self, text: str) -> int:
        """How often its line is in a text."""
        return [line.strip() for line in text.splitlines()].count(self.old)

    def put_into(self, text: str) -> str:
        """The text with the fault in it.

        Raises:
            ValueError: the line is not there, or more than once.
        """
        if self.times(text) != 1:
            raise ValueError(f"{self.name}: its line is {self.times(text)} times in {self.file}")
        lines = text.splitlines(keepends=True)
        return "".join(
            line.replace(self.old, self.new) if line.strip() == self.old else line for line in lines
        )


def faults() -> list[Fault]:
    """All of them, as they are listed."""
    return [Fault(**one) for one in tomllib.loads(LIST.read_text(encoding="utf-8"))["fault"]]
