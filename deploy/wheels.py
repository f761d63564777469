"""Builds wheels from the source distribution, repairs them and tries them in fresh environments.

One wheel serves Python 3.11 and one all from 3.12 on. Each is built if a Python for it is at hand,
and every Python at hand then installs the wheel that pip chooses for it. From equal sources two
folders get equal wheels, byte by byte. `make wheel` runs this.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WORK = ROOT / "build" / "wheels"
DIST = ROOT / "dist"
MINORS = range(11, 15)


def pythons() -> dict[int, Path]:
    """The Pythons at hand by minor version: those on the path, then those of pyenv."""
    found: dict[int, Path] = {}
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for minor in MINORS:
        candidates = [Path(f"python3.{minor}"), *sorted(versions.glob(f"3.{minor}.*/bin/python"))]
        for path in candidates:
            says = "import sys, venv, ensurepip; print(sys.version_info[1], sys.executable)"
            try:
                done = subprocess.run(
                    [path, "-c", says], capture_output=True, text=True, check=True
                )
            except (OSError, subprocess.CalledProcessError):
                continue
            if done.stdout.startswith(f"{minor} "):
                found[minor] = Path(done.stdout.split(maxsplit=1)[1].strip())
                break
    return found


def run(*command: str | Path, cwd: Path = WORK) -> str:
    """What a program prints, in its own environment; if it fails, all ends with what it said."""
    surroundings = os.environ.copy()
    surroundings.pop("PYTHONPATH", None)
    surroundings["PATH"] = f"{Path(command[0]).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command, cwd=cwd, capture_output=True, text=True, check=False, env=surroundings
    )
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


def environment(python: Path, name: str) -> Path:
    """The folder of programs of a fresh environment."""
    folder = WORK / name
    run(python, "-m", "venv", "--clear", folder)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    run(programs / "python", "-m", "pip", "install", "-q", "pip>=25.1")
    return programs


def builder(python: Path) -> Path:
    """The programs of an environment that has what builds wheels."""
    programs = environment(python, "builder")
    run(
        *(programs / "python", "-m", "pip", "install", "-q", "-c", "constraints.txt"),
        *("--group", "build", "--group", "wheel"),
        cwd=ROOT,
    )
    return programs


def source_distribution(programs: Path) -> Path:
    """Makes it in dist/; the folder that it has been unpacked to."""
    run(programs / "python", "-m", "build", "--no-isolation", "--sdist", "--outdir", DIST, ROOT)
    (archive,) = DIST.glob("*.tar.gz")
    with tarfile.open(archive) as inside:
        inside.extractall(WORK, filter="data")
    return WORK / archive.name.removesuffix(".tar.gz")


def build(programs: Path, source: Path) -> Path:
    """A wheel in dist/ for the Python of an environment, repaired where the platform wants it."""
    plain = WORK / "plain"
    shutil.rmtree(plain, ignore_errors=True)
    run(
        *(programs / "python", "-m", "build", "--no-isolation", "--wheel", "--outdir", plain),
        *(f"-Cbuild-dir={WORK / 'objects'}", source),
    )
    (wheel,) = plain.glob("*.whl")
    with zipfile.ZipFile(wheel) as inside:
        for name in inside.namelist():
            if str(ROOT).encode() in inside.read(name):
                sys.exit(f"{name} in {wheel.name} names the folder {ROOT}")
    before = set(DIST.iterdir())
    if sys.platform == "linux":
        run(programs / "auditwheel", "repair", "-w", DIST, wheel)
    else:
        shutil.copy(wheel, DIST)
    (repaired,) = set(DIST.iterdir()) - before
    return repaired


def try_out(python: Path, version: str) -> str:
    """Installs the wheel that pip chooses, and uses it outside the source's folder."""
    programs = environment(python, "user")
    wanted = f"ponnuki=={version}"
    run(
        *(programs / "python", "-m", "pip", "install", "-q", "-c", ROOT / "constraints.txt"),
        *("--find-links", DIST, "--only-binary", "ponnuki", wanted),
    )
    ponnuki = programs / "ponnuki"
    run(ponnuki, "perft", "othello:8", "6")
    run(ponnuki, "match", "random", "naive", "--games", "20", "--seed", "1")
    run(ponnuki, "match", "champion:capture-go,visits=20", "random", "--games", "2")
    return (
        f"perft and matches work; {run(programs / 'python', ROOT / 'deploy/signature.py').strip()}"
    )


def main() -> None:
    """Everything, from nothing to wheels in dist/ that work."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    os.environ.setdefault("SOURCE_DATE_EPOCH", "315532800")  # 1980, the first year of zip files
    for folder in WORK, DIST:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    at_hand = pythons()
    print("Pythons at hand:", *(f"3.{minor}" for minor in at_hand), flush=True)
    newer = [minor for minor in at_hand if minor > 11]
    source = None
    for minor in [minor for minor in at_hand if minor == 11] + newer[:1]:
        programs = builder(at_hand[minor])
        source = source or source_distribution(programs)
        wheel = build(programs, source)
        digest = sha256(wheel.read_bytes()).hexdigest()
        print(f"{digest}  {wheel.name}  {wheel.stat().st_size / 1e6:.1f} MB", flush=True)
    if source is None:
        sys.exit("a wheel needs Python 3.11 or newer, with venv and headers: none is on the path")
    for minor, python in at_hand.items():
        print(f"3.{minor}: {try_out(python, source.name.split('-')[1])}", flush=True)


if __name__ == "__main__":
    main()
