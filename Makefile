# From a checkout to a running game, and everything that is checked. `make help` lists the targets.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

HOST ?= 127.0.0.1
PORT ?= 8000
export VAR_DIR ?= $(CURDIR)/var

PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$python" && break; done)
BIN := .venv/bin
MANAGE := $(BIN)/python manage.py
# Python compiles what it imports: compiling all that is installed would take as long as installing it.
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --quiet --require-hashes --no-deps --no-compile

# Vite takes Node.js 20.19, 22.12 or newer; where the machine has none, it comes from PyPI into .node.
NODE_FITS := $(shell node -e 'const [a, b] = process.versions.node.split(".").map(Number); \
	process.exit((a === 20 && b >= 19) || (a === 22 && b >= 12) || a > 22 ? 0 : 1)' 2>/dev/null \
	&& command -v npm >/dev/null && echo yes)
ifeq ($(NODE_FITS),)
NODE := .node/.installed
export PATH := $(CURDIR)/.node/bin:$(PATH)
endif

# Directories are listed too: their time tells that a file has gone.
FRONTEND := $(shell find frontend/src frontend/styles frontend/public 2>/dev/null) \
	$(addprefix frontend/,vite.config.ts tsconfig.json package.json)
STATIC := $(shell find frontend/static 2>/dev/null)
CATALOGUES := $(patsubst %.po,%.mo,$(wildcard frontend/locale/*/LC_MESSAGES/*.po))

.PHONY: help
help: ## list these targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/\1\t\2/p' $(MAKEFILE_LIST) | while IFS=$$'\t' read -r name what; do \
		printf '  make %-14s %s\n' "$$name" "$$what"; done

# ---- running -------------------------------------------------------------------------------------------------------

.PHONY: play demo cluster build
play: build ## set everything up and serve the game (HOST=127.0.0.1 PORT=8000)
	@$(MANAGE) migrate --noinput --verbosity 0
	@$(MANAGE) open_day
	@exec $(BIN)/python tools/serve.py --host $(HOST) --port $(PORT)

# A database of its own beside the real one; the built files are the same.
demo: build $(BIN)/.dev ## as play, on a database of its own with a month of days and simulated players (PORT=8000)
	@mkdir -p $(VAR_DIR)/demo
	@export DATABASE_URL=sqlite:///$(VAR_DIR)/demo/db.sqlite3; $(MANAGE) migrate --noinput --verbosity 0; \
	$(MANAGE) seed_demo; exec $(BIN)/python -m tools.demo --host $(HOST) --port $(PORT)

cluster: system $(BIN)/.dev build ## several processes behind nginx on PostgreSQL and Redis (N=2 PORT=: a free one)
	@exec $(BIN)/python -m tools.cluster --static $(VAR_DIR)/static --processes $(or $(N),2) --port $(if $(filter command line,$(origin PORT)),$(PORT),0)

build: $(BIN)/.runtime $(VAR_DIR)/env frontend/dist/.built $(CATALOGUES) $(VAR_DIR)/.collected ## install and build what the server needs

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed." >&2; exit 1; }
	@echo "Making .venv"
	@$(PYTHON) -m venv .venv

$(BIN)/.runtime: requirements.lock | $(BIN)/python
	@echo "Installing requirements.lock"
	@$(PIP) -r requirements.lock
	@touch $@

$(BIN)/.dev: requirements-dev.lock $(BIN)/.runtime
	@echo "Installing requirements-dev.lock"
	@$(PIP) -r requirements-dev.lock
	@touch $@

.node/.installed: requirements-node.lock
	@echo "Installing Node.js"
	@$(PYTHON) -m venv --clear .node
	@.node/bin/python -m pip --disable-pip-version-check install --quiet --quiet --require-hashes -r requirements-node.lock
	@touch $@

frontend/node_modules/.installed: frontend/package-lock.json frontend/package.json frontend/.npmrc $(NODE)
	@echo "Installing frontend/package-lock.json"
	@cd frontend && npm ci --silent
	@touch $@

frontend/dist/.built: $(FRONTEND) frontend/node_modules/.installed
	@cd frontend && npm run --silent build -- --logLevel warn
	@touch $@

%.mo: %.po tools/compile_catalogue.py | $(BIN)/.runtime
	@$(BIN)/python tools/compile_catalogue.py $< $@

# Secrets of this machine's own, and plain http: what a start at home needs and a real service sets itself.
$(VAR_DIR)/env: | $(BIN)/python
	@$(BIN)/python tools/local_env.py $@

OFFLINE := $(addprefix frontend/templates/,offline.html sprite.svg parts/deck_back.svg) solitaire/static.py $(CATALOGUES)
$(VAR_DIR)/.collected: frontend/dist/.built $(STATIC) $(OFFLINE) $(BIN)/.runtime solitaire/settings.py | $(VAR_DIR)/env
	@$(MANAGE) collectstatic --noinput --clear --verbosity 0
	@touch $@

# ---- checking ------------------------------------------------------------------------------------------------------

.PHONY: test lint lint-python lint-frontend test-front test-unit test-chaos test-browser system
PARTS := lint test-front test-unit $(foreach part,chaos browser,$(if $(wildcard tests/$(part)/test_*.py),test-$(part)))
test: $(PARTS) ## everything below; what CI runs

lint: lint-python lint-frontend ## style, types, layers, missing migrations

lint-python: $(BIN)/.dev $(VAR_DIR)/env
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(MANAGE) makemigrations --check --dry-run
	$(MANAGE) protocol --check

lint-frontend: frontend/node_modules/.installed
	cd frontend && npm run --silent lint

test-front: frontend/node_modules/.installed ## the browser's code without a browser (Vitest)
	cd frontend && npm test --silent

# Two processes share the tests out between them, each with servers of its own.
XDIST := --numprocesses 2 --dist worksteal
test-unit: system $(BIN)/.dev build ## the server's code, with a real Redis and PostgreSQL
	$(BIN)/pytest $(XDIST) -p no:playwright --ignore tests/browser --ignore tests/chaos --ignore tests/bench

test-chaos:
	@$(MAKE) chaos SHORT=1

.PHONY: chaos bench
chaos: system $(BIN)/.dev build ## servers, Redis and database that die and come back (SHORT=1: each once)
	@SHORT=$(or $(SHORT),0) $(BIN)/pytest -p no:playwright tests/chaos

bench: system $(BIN)/.dev build ## moves a second beside a bare echo, to build/bench.json, then the solvers (SHORT=1: less of both)
	@$(BIN)/python -m tests.bench.run $(if $(SHORT),--short)
	@$(BIN)/python -m tests.bench.solver $(if $(SHORT),--deals 50 --par 0)

# A process of its own: synchronous Playwright leaves an event loop behind that asyncio tests cannot share.
test-browser: system $(BIN)/.dev build ## whole games in Chromium
	$(BIN)/pytest $(XDIST) tests/browser

system: # what the tests need from the operating system
	@tools/system-packages.sh

# ---- keeping -------------------------------------------------------------------------------------------------------

.PHONY: fmt messages lock clean
fmt: $(BIN)/.dev frontend/node_modules/.installed ## format and mend what can be mended
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format
	cd frontend && npm run --silent fmt

IGNORED := $(addprefix --ignore ,.venv .node var node_modules dist tests tools)
messages: $(BIN)/.dev $(VAR_DIR)/env ## update the message catalogues (a new language: make messages LANGS="fr de")
	@command -v xgettext >/dev/null || { echo "GNU gettext is needed: apt-get install gettext" >&2; exit 1; }
	$(MANAGE) makemessages --domain django --extension html,txt,py --add-location file --no-obsolete $(IGNORED) \
		$(if $(LANGS),$(addprefix --locale ,$(LANGS)),--all)
	$(MANAGE) makemessages --domain djangojs --extension ts,tsx --add-location file --no-obsolete $(IGNORED) \
		--ignore '*.test.ts' --ignore '*.test.tsx' $(if $(LANGS),$(addprefix --locale ,$(LANGS)),--all)

# The lock files hold names, versions and hashes, and no address: any mirror of PyPI serves them.
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header
lock: $(BIN)/.dev $(NODE) ## resolve the dependencies again (UPGRADE=1: take newer versions)
	$(COMPILE) $(if $(UPGRADE),--upgrade) pyproject.toml --extra build --extra dev --output-file requirements-dev.lock
	$(COMPILE) $(if $(UPGRADE),--upgrade) pyproject.toml --extra build --constraint requirements-dev.lock --output-file requirements.lock
	$(COMPILE) $(if $(UPGRADE),--upgrade) --group node --output-file requirements-node.lock
	cd frontend && npm $(if $(UPGRADE),update,install) --package-lock-only
	@! grep -nE '://' requirements*.lock
	@! grep -n '"resolved"' frontend/package-lock.json

clean: ## remove what was installed and built (var/ with the games stays)
	rm -rf .venv .node frontend/node_modules frontend/dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
	find . -name '*.mo' -path '*/LC_MESSAGES/*' -not -path './*/node_modules/*' -delete
