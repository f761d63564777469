"""Fails if the signature of the installed package's searches is not the one that the tests pin."""

import json
import sys
from dataclasses import asdict
from pathlib import Path

from ponnuki.apps.signature import signature

PINNED = Path(__file__).parents[1] / "tests/golden/signature.json"

if __name__ == "__main__":
    found, pinned = asdict(signature()), json.loads(PINNED.read_text(encoding="utf-8"))
    print(f"the signature is {found}")
    sys.exit(0 if found == pinned else f"it is not that of the tests: {pinned}")
