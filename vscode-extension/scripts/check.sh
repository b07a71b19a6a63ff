#!/bin/sh
# Checks the extension with the Python that is given: types, lint, colours; bundles and packages it; and looks at it in a
# real VS Code. What is not tested, for want of something, is said loudly.
python=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/.." || exit 1

loudly() {
	line=----------------------------------------------------------------------
	printf '\n%s\n  NOT TESTED: %s\n%s\n\n' $line "$1" $line >&2
}

. scripts/ready.sh
if [ -n "$missing" ]; then
	loudly "the extension of VS Code. $missing"
	exit 0
fi
set -e
export WAZIR_PYTHON="$python"
npm run --silent types
npm run --silent lint
sh scripts/package.sh "$python"
npm test --silent

# A VS Code that is not in the cache yet is installed, unless that takes too long.
if ! timeout 420 sh scripts/tree.sh old; then
	loudly "the extension in a real VS Code, which could not be installed. WAZIR_EDITORS may name a folder with code-server."
elif [ ! -x "${CHROMIUM:-/usr/bin/chromium}" ]; then
	loudly "the extension in a real VS Code. There is no Chromium to show it in; CHROMIUM may name one."
else
	. scripts/cached.sh
	export WAZIR_EDITORS="$editors_old" WAZIR_VSIX=../out/wazir.vsix
	node --test --test-concurrency=1 --test-reporter=spec test/host/smoke.test.mjs test/host/inside.test.mjs
fi
