# Two commands do everything: `make play` and `make test`. Nothing is installed outside this folder.

PYTHON ?= python3
PLAIN = PYTHONPATH=src WARBAND_ENGINE=plain .venv/bin/python
COMPILED = PYTHONPATH=build/compiled .venv/bin/python
SOURCES = $(shell find src -name '*.py' -o -name '*.toml' -o -name '*.css' -o -name '*.txt') setup.py pyproject.toml

.PHONY: play test compile check playthroughs bench clean

play: .venv/installed
	@if $(MAKE) -q build/compiled/built 2>/dev/null; then \
	  $(COMPILED) -m warband play heros-crossing; \
	else \
	  echo "Nothing is compiled yet: playing on the plain engine, compiling for the next start (build/compile.log)."; \
	  mkdir -p build; (nohup $(MAKE) compile >build/compile.log 2>&1 &); \
	  PYTHONPATH=src .venv/bin/python -m warband play heros-crossing; \
	fi

# The whole suite runs on the compiled engine (on the plain one where there is no C compiler),
# what must be alike on both runs again on the plain one.
test: .venv/ready build/compiled/built
	$(COMPILED) -m pytest -n 2 $(PYTEST)
	@if $(COMPILED) -c 'from warband.engine import engine; raise SystemExit(engine() != "compiled")'; then \
	  echo "And again on the plain engine, what must be alike on both:"; \
	  $(PLAIN) -m pytest -n 2 -m engine $(PYTEST); \
	fi

compile: build/compiled/built

check: .venv/ready
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/mypy

playthroughs: .venv/ready
	$(PLAIN) -m warband playthrough --write

bench: .venv/ready build/compiled/built
	$(COMPILED) -m warband bench

build/compiled/built: .venv/installed $(SOURCES)
	@mkdir -p build
	rm -rf build/compiled.new
	.venv/bin/pip install -q --disable-pip-version-check --no-deps --target build/compiled.new .
	rm -rf build/compiled build/lib build/temp* build/bdist*
	mv build/compiled.new build/compiled
	@touch $@

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Warband needs Python 3.11 or newer; say which with: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; echo "Python's venv module is missing. On Debian or Ubuntu: sudo apt install python3-venv"; exit 1; }

.venv/installed: .venv/bin/python pyproject.toml
	.venv/bin/pip install -q --disable-pip-version-check -e .
	@touch $@

.venv/ready: .venv/installed
	.venv/bin/pip install -q --disable-pip-version-check -e '.[dev]'
	@touch $@

clean:
	rm -rf build .venv
