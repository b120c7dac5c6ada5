# `make demo` and `make test` work from a clean clone with Python 3.11 or newer; nothing else is needed.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

.PHONY: help install demo test test-torch test-web web web-pictures web-speed fuzz pin check bench clean

help:  ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/'

install: $(VENV)/.installed  ## create .venv with Meadow and everything its tests need

$(VENV)/.installed: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[dev,report,video,ray,ocr]"
	touch $@

demo: install  ## see an agent at work in a generated home
	$(BIN)/meadow demo -o demo

test: install  ## run the tests
	$(BIN)/meadow warmup
	$(BIN)/python -m pytest -n 2 --dist worksteal

test-torch: install  ## install torch and run the tests that need it
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[train]"
	OMP_NUM_THREADS=1 $(BIN)/python -m pytest -n 2 --dist worksteal $$(grep -rl 'importorskip("torch")' tests)

test-web: install  ## build the window anew, compare it with what is kept, and try it in Chromium
	scripts/test_web.sh

web: install  ## build the window into the package; needs node
	$(BIN)/python scripts/build_web_types.py
	cd web && npm install --no-save --no-audit --no-fund && npx tsc --noEmit && npx vite build

fuzz: install  ## damage 3,000 files at random and read them, move 100,000 things, let people live; writes fuzz.json
	$(BIN)/python -m meadow.testing.fuzz --cases 200 --moves 100000 --people 100000 --arm 100000 --questions 10000 -o fuzz.json

pin: install  ## generate every shipped suite and compare it with its digest; takes five minutes
	$(BIN)/python -m pytest -n 2 --dist worksteal -m slow tests/episodes/test_digests.py

check: install  ## lint, check the format and the types
	$(BIN)/ruff check src tests scripts examples
	$(BIN)/ruff format --check src tests scripts examples
	$(BIN)/mypy --no-error-summary src/meadow

bench: install  ## compare the renderer with its peers
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[peers]"
	$(BIN)/meadow bench render

clean:  ## remove the virtual environment and caches
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache demo

web-speed: install  ## measure the window: first picture, draw calls and script; needs node and Chromium
	cd web && MEADOW_SPEED=1 npx playwright test speed

web-pictures: install  ## draw the README's pictures of the window and of play; needs node and Chromium
	mkdir -p build/pictures
	cd web && MEADOW_PICTURES=$(CURDIR)/build/pictures npx playwright test pictures
	$(BIN)/python -c "from PIL import Image; [Image.open(f'build/pictures/{n}.png').convert('RGB').save(f'docs/images/{n}.webp', quality=82, method=6) for n in ('window', 'play')]"
