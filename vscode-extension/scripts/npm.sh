#!/bin/sh
# Packs the package for npm with the Python that is given, of the playground in the first folder that is given, in the second.
sh "$(dirname "$0")/playground.sh" "$1" "$2" || exit 1
python=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
mkdir -p "$3" && from=$(cd "$2" && pwd) && to=$(cd "$3" && pwd)
cd "$(dirname "$0")/.." || exit 1
. scripts/ready.sh
node scripts/npm.mjs "$from" "$to/wazir-web"
