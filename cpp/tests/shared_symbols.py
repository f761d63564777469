"""Checks that kernels compiled for one instruction set export no symbol that others could pick up.

The linker keeps one copy of a weak symbol (an inline function, a template instance). If a kernel
object for AVX-512 held one outside its own namespace, a plain CPU could be handed that copy and
die. Nor may a set look for one of our functions by a weak name: the linker would fetch no object
for it, and the call would go nowhere. Usage: shared_symbols.py NM kernels_SET.o...
"""

import subprocess
import sys
from pathlib import Path


def shared_symbols(nm: str, path: str) -> list[str]:
    """Symbols that an object defines for all and that carry no instruction set in their name."""
    names = _names(nm, path, "--defined-only", "--extern-only")
    if not names:
        sys.exit(f"{path}: no symbol found, so nothing was checked")
    own = "avx512_vnni", "avx512", "avx2"  # the longest first
    variant = next(name for name in own if name in Path(path).name)
    return [name for name in names if variant not in name.lower()]


def lost_symbols(nm: str, path: str) -> list[str]:
    """Symbols of ours that an object asks for by a weak name, so that nobody need have them."""
    return [name for name in _names(nm, path, "--undefined-only", weak=True) if "ponnuki" in name]


def _names(nm: str, path: str, *which: str, weak: bool = False) -> list[str]:
    lines = subprocess.run(
        [nm, *which, path], check=True, capture_output=True, text=True
    ).stdout.splitlines()
    words = [line.split() for line in lines if line.strip()]
    return [one[-1] for one in words if not weak or one[-2] in {"w", "v"}]


def main() -> None:
    """Fails with the list of offending symbols."""
    nm, *objects = sys.argv[1:]
    bad = set()
    for says, find in (
        ("defines symbols that every instruction set shares", shared_symbols),
        ("asks for symbols by weak names", lost_symbols),
    ):
        for path in objects:
            if names := find(nm, path):
                bad.add(path)
                print(f"{path} {says}:", *names, sep="\n  ")
    print(f"{len(objects) - len(bad)} passed, {len(bad)} failed")
    sys.exit(bool(bad) or not objects)


if __name__ == "__main__":
    main()
