# `make` lists what there is to do. `make run` and `make test` set up everything that they need by themselves.
.DEFAULT_GOAL := help
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
TEXTS := $(wildcard controller/locale/*/LC_MESSAGES/*.po)

.PHONY: help run test test-oldest check format texts lock model bench-vision bench-scene bench-level bench-camera bench-faults bench-calibration test-camera bench-rules bench-station bench-fairness bench-history bench-page pictures gallery firmware flash deb fuzz-firmware measure-firmware soak-firmware kill-journal wear-journal monkey restarts rivals test-debian hardware clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | while IFS=$$'\t' read -r name what; do printf '  make %-16s %s\n' "$$name" "$$what"; done

run: $(VENV)/run-ready ## start the station: simulated tray, panels and display in this terminal and in the browser
	@$(BIN)/dicetable run --game menu --players 5 $(ARGS)

test: $(VENV)/test-ready ## run every test (sets up what the suites need first)
	@$(BIN)/python -m pytest -q $(ARGS)

test-oldest: $(VENV)-oldest/ready ## run the tests of vision with the oldest OpenCV and NumPy that are promised
	@$(VENV)-oldest/bin/python -m pytest -q tests/vision $(ARGS)

check: $(VENV)/test-ready ## style, formatting, types, the walls between the folders
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@$(MAKE) -s -C firmware cppcheck
	@$(MAKE) -s -C tests/panel/shim cppcheck

format: $(VENV)/test-ready ## put every file into the project's format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

texts: $(VENV)/test-ready ## collect the texts of the program into the German catalogue
	$(BIN)/pybabel -q extract -F controller/locale/babel.cfg -k N_ -k message -k "ngettext:1,2" -k PictureError -k CameraError -k DisplayError --no-location --no-wrap --omit-header --sort-by-file -o controller/locale/dicetable.pot controller vision
	$(BIN)/pybabel -q update -D dicetable -i controller/locale/dicetable.pot -d controller/locale --no-wrap --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date
	@rm controller/locale/dicetable.pot

lock: $(VENV)/test-ready ## resolve the dependencies anew and write both lock files
	$(PIP) install uv
	$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url --no-annotate -q --extra build --extra analysis --extra gpio --extra sheets pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url --no-annotate -q --extra build --extra analysis --extra gpio --extra sheets --extra test --extra dev pyproject.toml -o requirements-dev.lock

model: $(VENV)-lab/ready ## make the nets that read dice from nothing: renders, photographs for training, two to three hours
	@$(VENV)-lab/bin/python -m vision.lab.model build/model $(ARGS)
	@$(VENV)-lab/bin/python -m vision.lab.calibrate

bench-rules: $(VENV)/test-ready ## measure the speed of the rules, as games a second
	$(BIN)/python -m tests.rules.bench $(ARGS)

bench-station: $(VENV)/test-ready ## measure the station: keys, display, idle CPU, hours of play, start (half an hour)
	$(BIN)/python -m tests.station.bench $(ARGS)

bench-fairness: $(VENV)/test-ready ## measure how often fair dice are suspected, and how soon loaded ones are found (a minute)
	$(BIN)/python -m tests.statistics.bench $(ARGS)

bench-history: $(VENV)/test-ready ## measure the pages of the history over a thousand games (a minute)
	$(BIN)/python -m tests.history.bench $(ARGS)

bench-vision: $(VENV)/test-ready ## measure the reading of dice on the test photographs
	$(BIN)/python -m vision.lab.bench $(ARGS)

bench-scene: $(VENV)/test-ready ## play 300 simulated throws to the scene and count what it gets wrong (half an hour)
	$(BIN)/python -m vision.lab.bench_scene $(ARGS)

bench-level: $(VENV)/test-ready ## measure how often a leaning die is read and a level one is asked for, on 6,000 dice (some minutes)
	$(BIN)/python -m vision.lab.bench_level $(ARGS)

bench-calibration: $(VENV)/test-ready ## set up simulated cameras by the printed sheet, and compare with the truth (twenty cameras: some minutes)
	$(BIN)/python -m vision.lab.bench_calibration $(ARGS)

bench-camera: $(VENV)/test-ready ## measure the live camera: a frame, a reading after the last movement, 10,000 frames (three minutes)
	$(BIN)/python -m tests.station.bench_camera $(ARGS)

bench-faults: $(VENV)/test-ready ## play 120 times at a live camera that fails: what counts, is asked, is silent or phantom (three minutes)
	$(BIN)/python -m tests.station.bench_faults $(ARGS)

test-camera: $(VENV)/test-ready ## on a Raspberry Pi: the tests of live cameras, on its real picamera2
	DICETABLE_TEST_CAMERA=picamera2 $(BIN)/python -m pytest -q tests/vision/test_camera_streams.py $(ARGS)

bench-page: $(VENV)/test-ready ## measure what 200 spectators of the page cost the table
	$(BIN)/python -m tests.web.bench $(ARGS)

pictures: $(VENV)/test-ready ## draw the pictures of the README anew
	$(BIN)/python -m tests.pictures
	$(BIN)/python -m tests.web.picture

gallery: $(VENV)/test-ready ## draw every view of the LED display into hardware/pictures/gallery.jpg
	$(BIN)/python -m tests.gallery

# Another supply than the one of 2 A: make firmware SUPPLY_MA=3000
FIRMWARE = $(MAKE) -s -C firmware $(if $(SUPPLY_MA),SUPPLY_MA=$(SUPPLY_MA))

firmware: ## build the display's firmware: build/firmware/display.elf and .hex
	@$(FIRMWARE) firmware

flash: ## write the firmware into the display: make flash PORT=/dev/ttyUSB0 [BAUD=57600]
	@$(FIRMWARE) flash PORT=$(PORT) BAUD=$(or $(BAUD),115200)

fuzz-firmware: ## look for faults in the firmware's decoder with libFuzzer: make fuzz-firmware SECONDS=600
	@$(FIRMWARE) fuzz SECONDS=$(or $(SECONDS),600)

measure-firmware: $(VENV)/test-ready ## run the long trials of the firmware: noise, resets, plugs, latency
	@for trial in noise resets plugs latency; do $(BIN)/python -m tests.firmware.measure $$trial || exit 1; done

soak-firmware: $(VENV)/test-ready ## run the firmware through simulated hours of faults: make soak-firmware HOURS=24
	@$(BIN)/python -m tests.firmware.measure soak --times $(or $(HOURS),24)

kill-journal: $(VENV)/test-ready ## kill the table at random instants of whole games: make kill-journal TIMES=2000
	@$(BIN)/python -m tests.journal.kill --times $(or $(TIMES),2000)

monkey: $(VENV)/test-ready ## play simulated evenings at which everything goes wrong: make monkey HOURS=10 ARGS="--seed 7"
	@$(BIN)/python -m tests.station.monkey --hours $(or $(HOURS),10) $(ARGS)

restarts: $(VENV)/test-ready ## end and kill a station whose page is in use, at random instants: make restarts TIMES=200 ARGS="--seed 7"
	@$(BIN)/python -m tests.station.restarts --times $(or $(TIMES),200) $(ARGS)

rivals: $(VENV)/test-ready ## two stations on one journal, again and again: make rivals TIMES=200 ARGS="--seed 7"
	@$(BIN)/python -m tests.station.rivals --times $(or $(TIMES),200) $(ARGS)

wear-journal: $(VENV)/test-ready ## measure what a game costs the memory card: make wear-journal ARGS=--card (as root)
	@$(BIN)/python -m tests.journal.wear $(ARGS)

hardware: $(VENV)-hardware/ready ## make the drawings, printed parts, pictures and tables of hardware/ anew from its data
	@$(VENV)-hardware/bin/python -m hardware.generate $(ARGS)

deb: $(VENV)/carried-ready ## build the Debian package into dist/, for Debian 13 and Raspberry Pi OS
	@systemd/build-deb $(BIN)/python dist

# As root. Debian's packages are fetched once, half a gigabyte of them; `make clean` removes them.
test-debian: $(VENV)/test-ready build/debian-13 deb ## install, start and remove the package in a Debian 13 of its own
	@DICETABLE_TEST_DEBIAN=$(CURDIR)/build/debian-13 DICETABLE_TEST_PACKAGE=$$(echo $(CURDIR)/dist/dicetable_*.deb) $(BIN)/python -m pytest -q tests/systemd/test_debian.py $(ARGS)

build/debian-13: systemd/debian/control | deb
	@bash tests/setup/debian-root.sh trixie dist/dicetable_*.deb $@
	@touch $@

clean: ## remove what the other targets made
	rm -rf $(VENV) $(VENV)-oldest $(VENV)-lab $(VENV)-hardware build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
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

# For another processor than this one; the Debian package carries it.
$(VENV)/carried-ready: $(VENV)/run-ready systemd/carried
	@systemd/carried $(BIN)/python requirements.lock $(VENV)/carried
	@touch $@

$(VENV)/test-ready: $(VENV)/run-ready requirements-dev.lock tests/setup/debian-packages
	@echo "installing what the tests need …"
	@$(PIP) install --require-hashes -r requirements-dev.lock
	@bash tests/setup/debian.sh
	@$(MAKE) -s $(VENV)/carried-ready || echo "what the Debian package carries could not be fetched; its tests are skipped"
	@touch $@

# PyTorch is far too large for the table and its tests: it lives apart, and comes without a lock.
$(VENV)-lab/ready: pyproject.toml vision/lab/fonts.txt
	@echo "setting up $(VENV)-lab …"
	@bash tests/setup/apt.sh fontconfig $$(cat vision/lab/fonts.txt) || echo "Debian's fonts could not be installed; what is there must do"
	@bash tests/setup/venv.sh $(PYTHON) $(VENV)-lab
	@$(VENV)-lab/bin/python -m pip --disable-pip-version-check --quiet install --editable '.[lab]'
	@touch $@

$(VENV)-hardware/ready: pyproject.toml hardware/constraints.txt
	@echo "setting up $(VENV)-hardware …"
	@bash tests/setup/apt.sh graphviz fonts-dejavu-core || echo "Graphviz could not be installed; without it there are no harness drawings"
	@bash tests/setup/venv.sh $(PYTHON) $(VENV)-hardware
	@$(VENV)-hardware/bin/python -m pip --disable-pip-version-check --quiet install --constraint hardware/constraints.txt --editable '.[hardware]'
	@touch $@

$(VENV)-oldest/ready: $(VENV)/test-ready requirements-dev.lock tests/setup/oldest.txt
	@echo "setting up $(VENV)-oldest …"
	@bash tests/setup/venv.sh $(PYTHON) $(VENV)-oldest
	@$(VENV)-oldest/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes -r requirements-dev.lock
	@$(VENV)-oldest/bin/python -m pip --disable-pip-version-check --quiet install --no-deps -r tests/setup/oldest.txt
	@$(VENV)-oldest/bin/python -m pip --disable-pip-version-check --quiet install --no-deps --no-build-isolation --editable .
	@touch $@
