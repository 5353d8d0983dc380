# Two commands need nothing but Python 3.11+ and make: `make run` and `make test`.
PYTHON ?= python3
UV_VERSION := 0.13.9
BIN := .venv/bin
export UV_PROJECT_ENVIRONMENT := .venv
export UV_NO_PROGRESS := 1
export UV_COMPILE_BYTECODE := 1

.PHONY: run ask test lint format bench clean

run: .venv/.run
	@exec $(BIN)/python manage.py run

ask: .venv/.run
	@$(BIN)/python manage.py ask $(ARGS)

test: .venv/.dev
	@$(BIN)/python -m tests.run $(ARGS)

lint: .venv/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tests.lint

format: .venv/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: .venv/.dev
	$(BIN)/python -m bench

clean:
	rm -rf .venv

# The environment, exactly as uv.lock says; uv itself comes from pip.
.venv/.run: uv.lock | .venv/.uv
	@echo "Installing what Formledger needs (uv.lock) ..."
	@$(BIN)/uv sync --quiet --locked --no-dev --inexact
	@touch $@

.venv/.dev: uv.lock | .venv/.uv
	@echo "Installing what Formledger and its tests need (uv.lock) ..."
	@$(BIN)/uv sync --quiet --locked
	@touch .venv/.run $@

.venv/.uv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Formledger needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1). Name another: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -m venv .venv || { echo "$(PYTHON) cannot make virtual environments; install its venv module (on Debian: python3-venv)." >&2; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)
	@touch $@
