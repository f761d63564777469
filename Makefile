# Every target sets up what it needs in .venv, from nothing but python3, a C++ compiler and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= $(shell $(PYTHON) -c 'import os; print(os.cpu_count())' 2>/dev/null || echo 1)
export CMAKE_BUILD_PARALLEL_LEVEL ?= $(JOBS)
export PIP_DISABLE_PIP_VERSION_CHECK := 1
unexport PYTHONDONTWRITEBYTECODE  # hundreds of short programs in the tests would compile everything again

TOOLS := $(VENV)/.tools
CHECKS := $(VENV)/.checks
PACKAGE := $(VENV)/.package
FULL := $(VENV)/.package-all
CPP := $(shell find cpp -name '*.[ch]pp' -o -name 'CMakeLists.txt') CMakeLists.txt
# A tool of .venv, which is there only where the system's is missing or too old, or the system's.
tool = $(shell PATH="$(CURDIR)/$(BIN):$$PATH" command -v $(1))
CMAKE = $(call tool,cmake) -G Ninja -DCMAKE_MAKE_PROGRAM=$(call tool,ninja) -DPONNUKI_WERROR=ON -S . -B

BUILD = -c constraints.txt --no-build-isolation \
  -C cmake.define.PONNUKI_WERROR=ON -C cmake.define.PONNUKI_TESTS=ON
INSTALL = $(BIN)/python install/progress.py build/install.log $(BIN)/python -m pip install -v $(BUILD)

.PHONY: demo needs test quick lint format bench fuzz fuzz-rules setup dev test-cpp test-sanitizers test-asan build-tsan test-python test-light wheel check-aarch64 clean

## setup: a working .venv with ponnuki on its bin path, compiled for this machine
setup: $(PACKAGE)

# The same with the kernels of every instruction set, as tests and wheels have them.
full: $(FULL)

## demo: learns Capture Go from its rules in half a minute, meets three opponents, shows a game
# Nobody chose its seed; 'make demo SEED=1' makes the run of the curve in README.
demo: setup
	@rm -rf runs/demo
	@$(BIN)/ponnuki demo --out runs/demo $(if $(SEED),--seed $(SEED))

## dev: like setup, with kernels for the plain CPU alone: an edit to C++ is built in a third of the time
dev: $(TOOLS)
	$(INSTALL) -C build-dir=build/dev -C cmake.define.PONNUKI_INSTRUCTION_SETS=baseline --editable '.[plots,web]'
	cp build/dev/_core.pyi src/ponnuki/_core.pyi
	@rm -f $(PACKAGE) $(FULL)  # the next setup builds the package again

## test: C++ and Python; says where the time goes
test:
	@times=""; for stage in full test-cpp test-python; do \
	  begin=$$(date +%s); $(MAKE) --no-print-directory $$stage || exit 1; \
	  times="$$times $$stage $$(( $$(date +%s) - begin )) s;"; done; echo "time:$$times"

# The tests of the build that Python uses, with all instruction sets. TEST='some words' runs the
# tests in C++ whose sentence has these words.
test-cpp: full
	$(call tool,cmake) --build build/python --target ponnuki_checks
ifdef TEST
	build/python/cpp/tests/ponnuki_tests '$(TEST)'
else
	$(call tool,ctest) --test-dir build/python --output-on-failure
endif

## test-sanitizers: the core without Python under sanitizers (CI runs lint, this and test)
# It is built twice, hardly optimised, because compiling takes longer than the tests. The first tests
# run while the second build is made.
SANITIZED = -DPONNUKI_FEW_SIZES=ON -DCMAKE_BUILD_TYPE=RelWithDebInfo '-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O0 -g1'
test-sanitizers: $(TOOLS)
	$(CMAKE) build/asan -DPONNUKI_SANITIZE=address,undefined $(SANITIZED)
	$(call tool,cmake) --build build/asan --target ponnuki_checks
	$(CMAKE) build/tsan -DPONNUKI_SANITIZE=thread $(SANITIZED)
	$(MAKE) --no-print-directory -j 2 --output-sync test-asan build-tsan
	$(call tool,ctest) --test-dir build/tsan --output-on-failure

test-asan:
	$(call tool,ctest) --test-dir build/asan --output-on-failure

build-tsan:
	$(call tool,cmake) --build build/tsan --target ponnuki_checks

# Each worker begins with a stretch of tests that lie together, so that servers, browsers and runs
# are made once; who is done takes some of another's.
test-python: full $(CHECKS)
	$(BIN)/pytest -q -n $(JOBS) --dist worksteal --durations=10

## test-light: the package without extras: how large it is, and the tests that need none
# A wheel of the build that is there is installed; nothing is compiled again. pip and setuptools, of
# which a new environment has 15 to 30 MB, are not counted.
LIGHT := build/light
PIP_LIGHT = $(BIN)/python -m pip --python $(LIGHT) install -q -c constraints.txt
WITHOUT_EXTRAS := apps/test_cli.py apps/test_extras.py apps/test_tournament.py formats/test_sgf.py games/test_rules.py \
  optimisers/test_cma.py runs/test_training.py settings store
test-light: full
	rm -rf $(LIGHT)
	$(PYTHON) -m venv --without-pip $(LIGHT)
	$(BIN)/python -m pip wheel -q $(BUILD) -C cmake.define.PONNUKI_INSTRUCTION_SETS=all --no-deps \
	  -w $(LIGHT)/wheel .
	$(PIP_LIGHT) $(LIGHT)/wheel/*.whl
	rm -r $(LIGHT)/wheel
	@size=$$(du -sm $(LIGHT) | cut -f 1); echo "without extras: $$size MB; 130 are allowed"; \
	  test $$size -le 130
	$(PIP_LIGHT) --group light
	$(LIGHT)/bin/python -m pytest -q $(WITHOUT_EXTRAS:%=tests/%)

## quick: about a minute of tests while you edit, with the extension that is there
# What must not change, and the folders that it depends on: no programs, servers, papers or clusters.
QUICK := golden games formats evaluators arena fitness optimisers learners reports faults test_walls.py
quick: $(CHECKS)
	$(BIN)/pytest -q -n $(JOBS) --dist worksteal --ignore tests/arena/cluster $(QUICK:%=tests/%)

## lint: formatting, types, and all C++ warnings with clang where it is installed
# Clang leaves many weak symbols in kernels, above all unoptimised; joined, none may be seen.
lint: full $(CHECKS)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $(filter %pp,$(CPP))
	@if command -v clang++ >/dev/null; then \
	  CXX=clang++ $(CMAKE) build/clang -DPONNUKI_PYTHON=ON -DPONNUKI_FEW_SIZES=ON -DPONNUKI_WARNINGS_ALONE=ON \
	    -Dnanobind_DIR=$$($(BIN)/python -m nanobind --cmake_dir) -DPython_EXECUTABLE=$(abspath $(BIN)/python) && \
	  $(call tool,cmake) --build build/clang --target _core ponnuki_checks && \
	  CXX=clang++ $(CMAKE) build/clang-joined $(SANITIZED) -DPONNUKI_KERNELS=cpp/learn/td/kernels.cpp && \
	  $(call tool,cmake) --build build/clang-joined --target ponnuki_joined && \
	  $(call tool,ctest) --test-dir build/clang-joined --output-on-failure -R kernels_keep_to_themselves; \
	else echo 'clang++ is not installed: its warnings were not checked'; fi

## format: rewrites all sources in the house style
format: $(CHECKS)
	$(BIN)/ruff check -q --fix .
	$(BIN)/ruff format -q .
	$(BIN)/clang-format -i $(filter %pp,$(CPP))

## bench: our speed beside that of others, measured in one run
bench: full $(CHECKS)
	$(BIN)/python -m benchmarks

## fuzz: spoilt inputs for everything that reads what others wrote, ten minutes a target
FUZZ ?= --seconds 600
fuzz: setup fuzz-rules
	nice $(BIN)/python -m fuzz --jobs $(JOBS) $(FUZZ)

## fuzz-rules: spoilt positions and moves for the rules in C++, under the sanitizers
FUZZ_INPUTS ?= 10000000
FUZZ_SEED = $(or $(SEED),$(shell $(PYTHON) -c 'import secrets; print(secrets.randbelow(10**6))'))
fuzz-rules: $(TOOLS)
	$(CMAKE) build/fuzz -DPONNUKI_SANITIZE=address,undefined -DCMAKE_BUILD_TYPE=RelWithDebInfo
	$(call tool,cmake) --build build/fuzz --target ponnuki_fuzz_rules
	nice build/fuzz/cpp/tests/ponnuki_fuzz_rules $(FUZZ_INPUTS) $(FUZZ_SEED)

## wheel: wheels and a source distribution in dist/, tried with every Python at hand
wheel:
	$(PYTHON) deploy/wheels.py

## check-aarch64: compiles the core for aarch64 and compares the signature of its searches under qemu
check-aarch64: $(TOOLS)
	deploy/check-aarch64.sh $(BIN)/python

clean:
	rm -rf build dist $(VENV)

# What building takes beside that group; CMake and Ninja where the system's are not good enough.
LACKING = $(BIN)/python -m scikit_build_core.build requires --mode editable

# What is missing to build, in one line and before anything is made.
needs:
	@command -v $(PYTHON) >/dev/null || { echo 'missing: $(PYTHON); get Python 3.11 or later: https://www.python.org/downloads' >&2; exit 1; }
	@$(PYTHON) install/needs.py $(VENV) '$(or $(MAKECMDGOALS),demo)'

$(TOOLS): pyproject.toml constraints.txt | needs
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q -c constraints.txt 'pip>=25.1'
	$(BIN)/python -m pip install -q -c constraints.txt --group build
	$(BIN)/python -m pip install -q -c constraints.txt $$($(LACKING) | tr -d '[],"')
	@touch $@

# What tests, checks and benchmarks need beside it; nobody waits for it who only wants to play.
$(CHECKS): $(TOOLS)
	$(BIN)/python -m pip install -q -c constraints.txt --group test --group lint
	@touch $@

# An edit to C++ rebuilds the extension and its stub; an edit to Python is live.
$(PACKAGE): $(TOOLS) $(CPP)
	@echo 'Compiling the core for this machine, once; all that is said is in build/install.log'
	@$(INSTALL) -C cmake.define.PONNUKI_INSTRUCTION_SETS=native --editable '.[plots,web]'
	cp build/python/_core.pyi src/ponnuki/_core.pyi
	@touch $@

$(FULL): $(TOOLS) $(CPP)
	$(INSTALL) -C cmake.define.PONNUKI_INSTRUCTION_SETS=all --editable '.[all]'
	cp build/python/_core.pyi src/ponnuki/_core.pyi
	@touch $(PACKAGE) $@
