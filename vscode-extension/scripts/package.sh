#!/bin/sh
# Packages the extension, with the server inside, as out/wazir.vsix: one file for all systems. With WAZIR_PACKAGE=package:published its
# README has the pictures of the site.
set -e
python=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/.."
mkdir -p ../out
"$python" scripts/libs.py
node scripts/pyodide.mjs
npm run --silent bundle
npm run --silent "${WAZIR_PACKAGE:-package}" >/dev/null
printf 'out/wazir.vsix: %s bytes\n' "$(wc -c <../out/wazir.vsix | tr -d ' ')"
