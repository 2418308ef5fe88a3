# Every target first installs what is missing or out of date, and rebuilds the native modules
# whose sources changed. PYTHON names the interpreter that .venv is made from. Playing takes much
# less than developing: `make play` fetches that alone.

SHELL := /bin/bash
PYTHON ?= python3
BIN := .venv/bin
PLAYABLE := .venv/installed
INSTALLED := .venv/installed-dev
PYTEST := CATANLAB_BUILT=1 $(BIN)/python -m pytest
SITE := $(BIN)/sphinx-build -W --keep-going -q -j auto -b html docs build/docs

# Python writes its .pyc files even if the environment forbids it: tests then start much sooner.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help install play test check bench slow faults attacks sanitize format clean docs lint types native moved

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

install: $(INSTALLED) native ## make .venv with everything built and installed

# On a terminal the server gets a process group of its own: Ctrl-C ends it, and not make, which would complain.
play: native ## play in the browser, against robots and other people
	@[ ! -t 0 ] || { trap "" TSTP; set -m; }; $(BIN)/catanlab serve --open $(ARGS) || [ $$? -eq 130 ]

# Tests wait for servers and browsers: twice as many workers as cores; site and types are checked meanwhile.
WORKERS := $(shell echo $$(( 2 * $$(getconf _NPROCESSORS_ONLN) )))

test: install lint ## run every check and test but the slow ones
	@mkdir -p build
	@nice $(SITE) >build/docs.log 2>&1 & docs=$$!; \
	nice $(MAKE) --no-print-directory types >build/types.log 2>&1 & types=$$!; \
	$(PYTEST) -n $(WORKERS) --dist worksteal --durations=15; tests=$$?; \
	wait $$docs; built=$$?; wait $$types; typed=$$?; cat build/docs.log build/types.log; \
	[ $$tests -eq 0 ] && [ $$built -eq 0 ] && [ $$typed -eq 0 ]
	tools/check_wheel.sh $(BIN)/python

check: install lint ## run the fast checks and tests, in less than 45 seconds
	$(PYTEST) -n auto --dist worksteal -m "not slow and not full" --hypothesis-profile=quick

bench: install ## measure speed, with peers in the same run
	@$(BIN)/catanlab bench --peers $(ARGS)

slow: install ## run the tests that take minutes
	$(PYTEST) -m slow

faults: install ## break running servers in many ways, and check that nothing is lost
	CATANLAB_BUILT=1 $(BIN)/python -m tests.faults $(ARGS)

attacks: install ## attack servers beside honest games, which must not notice
	CATANLAB_BUILT=1 $(BIN)/python -m tests.faults.attacks $(ARGS)

sanitize: install ## run the tests of native modules under address and bounds checks
	tools/sanitize.sh $(BIN)/python

docs: install ## build the documentation as a site in build/docs
	$(SITE)
	@echo "The documentation is in build/docs/index.html"

format: $(INSTALLED) ## format the sources and apply the linter's safe fixes
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

clean: ## remove everything built; .venv stays
	rm -rf build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find src -name '*.so' -delete
	find src -name '*.egg-info' -prune -exec rm -rf {} +
	find src tests -name __pycache__ -prune -exec rm -rf {} +

lint: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: install
	$(BIN)/lint-imports --no-logo
	tools/check_page_types.sh
	tools/check_stubs.sh $(BIN)/python & stubs=$$!; $(BIN)/mypy && wait $$stubs

# A .venv that was copied or moved along with its folder still points to the old place.
ifneq ($(shell cat $(PLAYABLE) 2>/dev/null),$(CURDIR))
$(PLAYABLE): moved
endif

native: $(PLAYABLE)
	@$(BIN)/python setup.py -q build_ext --inplace

$(PLAYABLE): pyproject.toml setup.py tools/install.sh
	@tools/install.sh $(PYTHON)

$(INSTALLED): $(PLAYABLE)
	@tools/install.sh $(PYTHON) dev
