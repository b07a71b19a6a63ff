# Sourced by the other scripts, with the Python in $python: finds Node, and installs what the extension is built with.
# After it, $missing says what could not be had; it is empty if all is there.
missing=
node=$(sh scripts/node.sh "$python")
if [ -z "$node" ]; then
	missing="Node 20 or later is neither here nor to be had."
else
	PATH=$node:$PATH
	export PATH
	if ! cmp -s package-lock.json node_modules/.installed; then
		echo "Installing what the extension is built with ..."
		if npm ci --no-audit --no-fund --loglevel=error >/dev/null; then
			cp package-lock.json node_modules/.installed
		else
			missing="What it is built with cannot be installed."
		fi
	fi
fi
