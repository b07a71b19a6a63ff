#!/bin/sh
# Checks the extension with the Python that is given: types, lint, colours; bundles and packages it; and looks at it in a
# real VS Code, if WAZIR_EDITORS names a folder with code-server or the usual cache has one.
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

. scripts/cached.sh
if [ -d "$editors_old/node_modules/code-server" ]; then
	export WAZIR_EDITORS="$editors_old" WAZIR_VSIX=../out/wazir.vsix
	node --test --test-reporter=spec test/host/smoke.test.mjs test/host/inside.test.mjs
else
	loudly "the extension in a real VS Code. WAZIR_EDITORS names no folder with code-server."
fi
