#!/bin/sh
# Packages the extension with the Python that is given, after installing what that needs.
python=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/.." || exit 1
. scripts/ready.sh
if [ -n "$missing" ]; then
	echo "The extension cannot be packaged. $missing" >&2
	exit 1
fi
sh scripts/package.sh "$python"
