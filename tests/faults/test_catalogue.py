"""The list of faults fits the tree: whoever moves a line moves its fault."""

import re

import pytest

from tests.faults.catalogue import ROOT, Fault, faults

FAULTS = faults()


def test_there_are_forty() -> None:
    """Each with a name of its own."""
    assert len({one.name for one in FAULTS}) == len(FAULTS) == 40


@pytest.mark.parametrize("one", FAULTS, ids=lambda one: one.name)
def test_a_fault_has_its_line_and_its_test(one: Fault) -> None:
    """Its line is once in its file, the wrong line is another, and its test is there."""
    assert one.times((ROOT / one.file).read_text(encoding="utf-8")) == 1, (
        f"{one.file} no longer has this line once: mend {one.name!r} in tests/faults/faults.toml"
    )
    assert one.old.strip() == one.old != one.new.strip()
    path, _, test = one.test.partition("::")
    name = test.partition("[")[0]
    assert re.search(rf"^def {re.escape(name)}\(", (ROOT / path).read_text(encoding="utf-8"), re.M)
    assert one.says.endswith(".")
