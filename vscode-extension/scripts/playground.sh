#!/bin/sh
# Builds the playground with the Python that is given, in the folder that is given, after installing what that needs.
if [ -z "$2" ]; then
	echo "Usage: playground.sh PYTHON FOLDER. The folder is deleted and written." >&2
	exit 2
fi
python=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
mkdir -p "$2" && folder=$(cd "$2" && pwd) || exit 1
cd "$(dirname "$0")/.." || exit 1
. scripts/ready.sh
if [ -n "$missing" ]; then
	echo "The playground cannot be built. $missing" >&2
	exit 1
fi
set -e
"$python" scripts/libs.py
node scripts/pyodide.mjs
WAZIR_PYTHON="$python" node scripts/playground.mjs "$folder"
