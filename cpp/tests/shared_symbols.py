"""Checks that kernels compiled for one instruction set export no symbol that others could pick up.

The linker keeps one copy of a weak symbol (an inline function, a template instance). If a kernel
object for AVX-512 held one outside its own namespace, a plain CPU could be handed that copy and
die. Usage: shared_symbols.py NM kernels_SET.o...
"""

import subprocess
import sys
from pathlib import Path


def shared_symbols(nm: str, path: str) -> list[str]:
    """Symbols that an object defines for all and that carry no instruction set in their name."""
    lines = subprocess.run(
        [nm, "--defined-only", "--extern-only", path], check=True, capture_output=True, text=True
    ).stdout.splitlines()
    names = [line.split()[-1] for line in lines if line.strip()]
    if not names:
        sys.exit(f"{path}: no symbol found, so nothing was checked")
    own = "avx512_vnni", "avx512", "avx2"  # the longest first
    variant = next(name for name in own if name in Path(path).name)
    return [name for name in names if variant not in name.lower()]


def main() -> None:
    """Fails with the list of offending symbols."""
    nm, *objects = sys.argv[1:]
    bad = {path: names for path in objects if (names := shared_symbols(nm, path))}
    for path, names in bad.items():
        print(f"{path} defines symbols that every instruction set shares:", *names, sep="\n  ")
    print(f"{len(objects) - len(bad)} passed, {len(bad)} failed")
    sys.exit(bool(bad) or not objects)


if __name__ == "__main__":
    main()
