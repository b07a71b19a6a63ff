# Sourced by the other scripts: the two versions of code-server that the extension is tested in, an old VS Code and a new one,
# and where each is, or is to be installed.
old=4.100.3
new=4.139.1
cache=${XDG_CACHE_HOME:-$HOME/.cache}/wazir
editors_old=${WAZIR_EDITORS:-$cache/code-server-$old}
editors_new=${WAZIR_EDITORS_NEW:-$cache/code-server-$new}
