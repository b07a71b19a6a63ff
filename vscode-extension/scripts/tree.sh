#!/bin/sh
# Installs code-server, a VS Code that a browser shows, into the folder that is given, unless it is there. Builds parts of it,
# which takes minutes; so the folder is kept, outside of the repository.
set -e
VERSION=4.100.3
RIPGREP=1.18.0
folder=$1
if [ -f "$folder/.installed" ] || { [ -n "$WAZIR_EDITORS" ] && [ -d "$folder/node_modules/code-server" ]; }; then
	exit
fi
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
	echo "Installing Chromium and what code-server is built with ..."
	{ apt-get update && apt-get install -y --no-install-recommends chromium fonts-dejavu-core libkrb5-dev g++ make python3; } >/dev/null 2>&1 \
		|| echo "They could not be installed; what is here is used." >&2
fi
echo "Installing code-server $VERSION in $folder ..."
mkdir -p "$folder"
cd "$folder"
echo '{"private": true}' >package.json
quietly="--save-exact --no-audit --no-fund --loglevel=error"
npm install $quietly node-gyp@12 "@vscode/ripgrep-linux-x64@$RIPGREP"
# The package that fetches ripgrep looks into this folder first: it is given the one of the registry.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export TMPDIR="$scratch"
mkdir "$scratch/vscode-ripgrep-cache-1.15.11"
tar czf "$scratch/vscode-ripgrep-cache-1.15.11/ripgrep-v13.0.0-10-x86_64-unknown-linux-musl.tar.gz" \
	-C node_modules/@vscode/ripgrep-linux-x64/bin rg
npm_config_unsafe_perm=true npm_config_nodedir=$(dirname "$(dirname "$(readlink -f "$(command -v node)")")")
export npm_config_unsafe_perm npm_config_nodedir
npm install $quietly "code-server@$VERSION" >"$scratch/log" 2>&1 || {
	tail -n 40 "$scratch/log" >&2
	exit 1
}
touch .installed
