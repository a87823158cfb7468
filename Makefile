# Two commands do everything: `make play` and `make test`. Nothing is installed outside this folder.

PYTHON ?= python3
GAME ?= heros-crossing
PLAIN = PYTHONPATH=src WARBAND_ENGINE=plain .venv/bin/python
COMPILED = PYTHONPATH=build/compiled .venv/bin/python
# A saved match knows its game.
MATCH = $(if $(findstring --resume,$(ARGS)),,$(GAME)) $(ARGS)

.PHONY: play terminal test compile check playthroughs bench strength ladder duel load kill clean

# ARGS go to the server: make play ARGS="--port 9000"
play: .venv/installed
	@$(call run,serve --data matches/table $(ARGS))

# The same in the terminal; ARGS go to the game: make terminal GAME=pocket-tactics ARGS="--option map=quick"
terminal: .venv/installed
	@$(call run,play $(MATCH))

# Run a command on the compiled engine; where it is not built yet, on the plain one, and build it for the next start.
define run
if .venv/bin/python tools/compile.py --check; then \
	  $(COMPILED) -m warband $(1); \
	else \
	  echo "Nothing is compiled yet: playing on the plain engine, compiling for the next start (build/compile.log)."; \
	  mkdir -p build; (nohup .venv/bin/python tools/compile.py >build/compile.log 2>&1 &); \
	  PYTHONPATH=src .venv/bin/python -m warband $(1); \
	fi
endef

# The whole suite runs on the compiled engine (on the plain one where there is no C compiler),
# what must be alike on both runs again on the plain one. PYTEST holds arguments for pytest.
test: .venv/ready compile
	$(COMPILED) -m pytest -n 2 $(PYTEST)
	@if $(COMPILED) -c 'from warband.engine import engine; raise SystemExit(engine() != "compiled")'; then \
	  echo "And again on the plain engine, what must be alike on both:"; \
	  $(PLAIN) -m pytest -n 2 -m engine $(PYTEST) || [ $$? -eq 5 ]; \
	fi

compile: .venv/installed
	@.venv/bin/python tools/compile.py

check: .venv/ready
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/mypy

playthroughs: .venv/ready
	$(PLAIN) -m warband playthrough --write

bench: .venv/ready compile
	$(COMPILED) -m warband bench

# The tables of docs/strength.md and docs/ladder.md; both take hours, and go on where they were stopped.
strength: .venv/ready compile
	$(COMPILED) -m benchmarks.strength $(ARGS)

ladder: .venv/ready compile
	$(COMPILED) -m benchmarks.ladders $(ARGS)

# Our search against that of OpenSpiel; hours too, and goes on where it was stopped.
duel: .venv/ready compile
	$(COMPILED) -m benchmarks.ismcts_duel $(ARGS)

# The server under load, and killed at random moments.
load: .venv/ready compile
	$(COMPILED) -m benchmarks.load $(ARGS)

kill: .venv/ready compile
	$(COMPILED) -m benchmarks.kill $(ARGS)

.venv/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Warband needs Python 3.11 or newer; say which with: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv --clear .venv || { rm -rf .venv; echo "Python's venv module is missing. On Debian or Ubuntu: sudo apt install python3-venv"; exit 1; }

.venv/installed: .venv/bin/pip pyproject.toml
	.venv/bin/pip install -q --disable-pip-version-check -e .
	@touch $@

.venv/ready: .venv/installed
	.venv/bin/pip install -q --disable-pip-version-check -e '.[dev,lab,postgres,research]'
	@touch $@

clean:
	rm -rf build .venv src/warband.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +
