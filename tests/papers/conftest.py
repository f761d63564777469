"""Pictures take longer than the experiments of smoke scale that they show."""

import pytest
from matplotlib.figure import Figure

from tests.papers.smoke import draw_nothing


@pytest.fixture
def drawn() -> None:
    """For tests that want pictures."""


@pytest.fixture(autouse=True)
def _undrawn(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures are made and not drawn; `test_registry` draws those of every experiment."""
    if "drawn" not in request.fixturenames:
        monkeypatch.setattr(Figure, "savefig", draw_nothing)
