#!/bin/sh
# Runs with the Python that is given all that needs an editor or a browser, and installs what it needs: an old VS Code is
# taken from WAZIR_EDITORS and a new one from WAZIR_EDITORS_NEW, else from the usual cache. Pictures of the screen are laid into
# WAZIR_SHOTS, else out/editors. With words after the Python, only the tests whose row in the table contains one of them.
set -e
python=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
cd "$(dirname "$0")/.."
. scripts/ready.sh
if [ -n "$missing" ]; then
	echo "The editors cannot be tested. $missing" >&2
	exit 1
fi
. scripts/cached.sh
sh scripts/tree.sh old
sh scripts/tree.sh new
sh scripts/package.sh "$python"
export WAZIR_PYTHON="$python" WAZIR_EDITORS="$editors_old" WAZIR_EDITORS_NEW="$editors_new"
export WAZIR_VSIX="${WAZIR_VSIX:-$PWD/../out/wazir.vsix}" WAZIR_SHOTS="${WAZIR_SHOTS:-$PWD/../out/editors}"
node scripts/editors.mjs "$@"
