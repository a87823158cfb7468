# Two commands do everything: `make play` and `make test`. Nothing is installed outside this folder.

PYTHON ?= python3
GAME ?= heros-crossing
# The formatter of scripts and stylesheets keeps what it needs in this folder, and asks nobody for a newer one.
export DENO_DIR = build/deno
export DENO_NO_UPDATE_CHECK = 1
PLAIN = WARBAND_ENGINE=plain .venv/bin/python
# A saved match knows its game.
MATCH = $(if $(findstring --resume,$(ARGS)),,$(GAME)) $(ARGS)

.PHONY: cluster hostile soak play terminal test compile check playthroughs bench strength ladder duel load kill fit motion clean contact

# ARGS go to the server: make play ARGS="--port 9000"
play: .venv/installed
	@$(call run,serve --data matches/table $(ARGS))

# The same in the terminal; ARGS go to the game: make terminal GAME=pocket-tactics ARGS="--option map=quick"
terminal: .venv/installed
	@$(call run,play $(MATCH))

# Run a command on the compiled engine; where it is not built from these sources, on the plain one, and build it for the next start.
define run
if .venv/bin/python tools/compile.py --check; then \
	  .venv/bin/python -m warband $(1); \
	else \
	  echo "The engine is not compiled: playing on the plain engine, compiling for the next start (build/compile.log)."; \
	  mkdir -p build; (nohup .venv/bin/python tools/compile.py >build/compile.log 2>&1 &); \
	  $(PLAIN) -m warband $(1); \
	fi
endef

# The whole suite runs on the compiled engine (on the plain one where there is no C compiler),
# what must be alike on both runs again on the plain one. PYTEST holds arguments for pytest.
test: .venv/ready compile
	.venv/bin/python -m pytest -n 2 --dist worksteal $(PYTEST)
	@if .venv/bin/python -c 'from warband.engine import engine; raise SystemExit(engine() != "compiled")'; then \
	  echo "And again on the plain engine, what must be alike on both:"; \
	  $(PLAIN) -m pytest -n 2 --dist worksteal -m engine $(PYTEST) || [ $$? -eq 5 ]; \
	fi

# Beside the sources, on all cores; nothing to do while it was built from the sources as they are.
compile: .venv/installed
	@.venv/bin/python tools/compile.py

check: .venv/ready
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/mypy
	.venv/bin/deno fmt --check --quiet
	.venv/bin/deno lint --quiet
	.venv/bin/deno check --quiet src/warband/table/static/*.js

playthroughs: .venv/ready
	$(PLAIN) -m warband playthrough --write

bench: .venv/ready compile
	.venv/bin/python -m warband bench

# The tables of docs/strength.md and docs/ladder.md; both take hours, and go on where they were stopped.
strength: .venv/ready compile
	.venv/bin/python -m benchmarks.strength $(ARGS)

ladder: .venv/ready compile
	.venv/bin/python -m benchmarks.ladders $(ARGS)

# Our search against that of OpenSpiel; hours too, and goes on where it was stopped.
duel: .venv/ready compile
	.venv/bin/python -m benchmarks.ismcts_duel $(ARGS)

# The server under load, and killed at random moments.
load: .venv/ready compile
	.venv/bin/python -m benchmarks.load $(ARGS)

kill: .venv/ready compile
	.venv/bin/python -m benchmarks.kill $(ARGS)

# One hostile client beside an innocent one, and an hour of bot matches.
hostile: .venv/ready compile
	.venv/bin/python -m benchmarks.hostile $(ARGS)

# What is seen of every table without scrolling, in every window: make fit ARGS="--pictures build/fit"
fit: .venv/ready compile
	.venv/bin/python -m benchmarks.fit $(ARGS)

# A contact sheet of every page and of twelve moments of a match: make contact ARGS="--game pocket-tactics --theme dark"
contact: .venv/ready compile
	.venv/bin/python -m benchmarks.contact $(ARGS)

# How long scripts take while something moves, at a quarter of this machine's speed.
motion: .venv/ready compile
	.venv/bin/python -m benchmarks.motion $(ARGS)

# What a Dask cluster costs, against processes of this machine.
cluster: .venv/ready compile
	.venv/bin/python -m benchmarks.cluster $(ARGS)

soak: .venv/ready compile
	.venv/bin/python -m benchmarks.soak $(ARGS)

.venv/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Warband needs Python 3.11 or newer; say which with: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv --clear .venv || { rm -rf .venv; echo "Python's venv module is missing. On Debian or Ubuntu: sudo apt install python3-venv"; exit 1; }

.venv/installed: .venv/bin/pip pyproject.toml
	.venv/bin/pip install -q --disable-pip-version-check -e '.[table]'
	@touch $@

.venv/ready: .venv/installed
	.venv/bin/pip install -q --disable-pip-version-check -e '.[cluster,dev,lab,postgres,research,table]'
	@touch $@

clean:
	rm -rf build .venv src/warband.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src -name '*.so' -delete -o -name '*.sha256' -delete
	find . -name __pycache__ -prune -exec rm -rf {} +
