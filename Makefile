# `make` lists what there is to do. `make run` and `make test` set up everything that they need by themselves.
.DEFAULT_GOAL := help
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
TEXTS := $(wildcard controller/locale/*/LC_MESSAGES/*.po)

.PHONY: help run test test-oldest check format texts lock bench-vision bench-rules pictures clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | while IFS=$$'\t' read -r name what; do printf '  make %-14s %s\n' "$$name" "$$what"; done

run: $(VENV)/run-ready ## start the station: simulated tray, panels and display in this terminal
	@$(BIN)/dicetable run

test: $(VENV)/test-ready ## run every test (sets up what the suites need first)
	@$(BIN)/python -m pytest -q $(ARGS)

test-oldest: $(VENV)-oldest/ready ## run the tests of vision with the oldest OpenCV and NumPy that are promised
	@$(VENV)-oldest/bin/python -m pytest -q tests/vision $(ARGS)

check: $(VENV)/test-ready ## style, formatting, types, the walls between the folders
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/test-ready ## put every file into the project's format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

texts: $(VENV)/test-ready ## collect the texts of the program into the German catalogue
	$(BIN)/pybabel -q extract -F controller/locale/babel.cfg -k N_ -k message -k "ngettext:1,2" -k PictureError -k CameraError --no-location --no-wrap --omit-header --sort-by-file -o controller/locale/dicetable.pot controller vision
	$(BIN)/pybabel -q update -D dicetable -i controller/locale/dicetable.pot -d controller/locale --no-wrap --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date
	@rm controller/locale/dicetable.pot

lock: $(VENV)/test-ready ## resolve the dependencies anew and write both lock files
	$(PIP) install uv
	$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url --no-annotate -q --extra build --extra analysis pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url --no-annotate -q --extra build --extra analysis --extra test --extra dev pyproject.toml -o requirements-dev.lock

bench-rules: $(VENV)/test-ready ## measure the speed of the rules, as games a second
	$(BIN)/python -m tests.rules.bench $(ARGS)

bench-vision: $(VENV)/test-ready ## measure the reading of dice on the test photographs
	$(BIN)/python -m vision.lab.bench $(ARGS)

pictures: $(VENV)/test-ready ## draw the picture of the README anew
	$(BIN)/python -m tests.pictures

clean: ## remove what the other targets made
	rm -rf $(VENV) $(VENV)-oldest build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find controller vision tests -name __pycache__ -prune -exec rm -rf {} +

# --- set-up ----------------------------------------------------------------------------------------------------------

# A broken half-made venv is never mistaken for a ready one: each stamp is written last.
$(VENV)/python-ready:
	@echo "setting up $(VENV) …"
	@bash tests/setup/venv.sh $(PYTHON) $(VENV)
	@touch $@

$(VENV)/run-ready: $(VENV)/python-ready requirements.lock pyproject.toml hatch_build.py $(TEXTS)
	@echo "installing what the station needs …"
	@$(PIP) install --require-hashes -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/test-ready: $(VENV)/run-ready requirements-dev.lock tests/setup/debian-packages
	@echo "installing what the tests need …"
	@$(PIP) install --require-hashes -r requirements-dev.lock
	@bash tests/setup/debian.sh
	@touch $@

$(VENV)-oldest/ready: $(VENV)/test-ready requirements-dev.lock tests/setup/oldest.txt
	@echo "setting up $(VENV)-oldest …"
	@bash tests/setup/venv.sh $(PYTHON) $(VENV)-oldest
	@$(VENV)-oldest/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes -r requirements-dev.lock
	@$(VENV)-oldest/bin/python -m pip --disable-pip-version-check --quiet install --no-deps -r tests/setup/oldest.txt
	@$(VENV)-oldest/bin/python -m pip --disable-pip-version-check --quiet install --no-deps --no-build-isolation --editable .
	@touch $@
