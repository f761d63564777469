#!/usr/bin/env bash
# Compiles the core for aarch64 and compares the signature of its searches under qemu with the one
# that is pinned. Python and NumPy for aarch64 are unpacked in build/aarch64; nothing is installed.
# Usage: check-aarch64.sh PYTHON, the one that has cmake, ninja and nanobind.
set -euo pipefail
cd "$(dirname "$0")/.."
python=$(realpath -s "$1")
tools=$(dirname "$python")
work=$PWD/build/aarch64
root=$work/root
mkdir -p "$work"

for program in aarch64-linux-gnu-g++ qemu-aarch64 apt-get dpkg; do
  command -v $program >/dev/null || {
    echo "$program is missing: Debian 12 or newer, apt-get install g++-aarch64-linux-gnu qemu-user"
    exit 1
  }
done

if [ ! -x "$root/usr/bin/python3" ]; then
  mkdir -p "$work"/apt/{state/lists,cache/archives}/partial "$root"
  : >"$work/apt/status"
  apt=(apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Debug::NoLocking=1
    -o "APT::Sandbox::User=$(id -un)" -o "Dir::State=$work/apt/state"
    -o "Dir::State::status=$work/apt/status" -o "Dir::Cache=$work/apt/cache")
  "${apt[@]}" update
  "${apt[@]}" install --yes --download-only --no-install-recommends python3 libpython3-dev >/dev/null
  for package in "$work"/apt/cache/archives/*.deb; do dpkg -x "$package" "$root"; done
fi
there() { qemu-aarch64 -L "$root" "$root/usr/bin/python3" "$@"; }
version=$(there -c 'import sys; print("%d.%d" % sys.version_info[:2])')

"$python" -m pip install -q -c constraints.txt --no-deps --upgrade --target "$work/site" \
  --python-version "$version" --platform manylinux_2_28_aarch64 --platform manylinux2014_aarch64 \
  --platform manylinux_2_27_aarch64 --only-binary :all: numpy

include=$root/usr/include
PATH=$tools:$PATH cmake -G Ninja -S . -B "$work/core" -DPONNUKI_PYTHON=ON -DPONNUKI_TESTS=OFF \
  -DPONNUKI_WERROR=ON -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
  -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ "-DCMAKE_CXX_FLAGS=-idirafter $include" \
  "-DPython_EXECUTABLE=$python" "-DPython_INCLUDE_DIR=$include/python$version" \
  "-DPython_SOABI=cpython-${version/./}-aarch64-linux-gnu" \
  "-Dnanobind_DIR=$("$python" -m nanobind --cmake_dir)"
PATH=$tools:$PATH cmake --build "$work/core" --target _core

# The package with this module alone, beside the one that may be in src.
rm -rf "$work/package"
mkdir -p "$work/package"
cp -r src/ponnuki "$work/package/"
rm -f "$work"/package/ponnuki/_core*
cp "$work"/core/_core*.so "$work/package/ponnuki/"
PYTHONPATH=$work/package:$work/site there - <<'END'
import dataclasses, json, platform, sys
from ponnuki.apps.signature import signature

found = dataclasses.asdict(signature())
pinned = json.load(open("tests/golden/signature.json"))
print(platform.machine(), found)
sys.exit(0 if found == pinned else f"pinned is {pinned}")
END
