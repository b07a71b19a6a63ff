#!/bin/sh
# Builds the package wazir-play with the Python that is given: its files in the first folder that is given, its wheel in the second.
python=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
mkdir -p "$2" "$3" && files=$(cd "$2" && pwd) && wheels=$(cd "$3" && pwd) || exit 1
cd "$(dirname "$0")/.." || exit 1
. scripts/ready.sh
if [ -n "$missing" ]; then
	echo "The package wazir-play cannot be built. $missing" >&2
	exit 1
fi
set -e
WAZIR_PYTHON="$python" node scripts/play.mjs "$files"
"$python" -m pip wheel --quiet --no-deps --wheel-dir "$wheels" "$files"
