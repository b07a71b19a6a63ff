# Sourced by the other scripts: says in $editors where a real VS Code is, or is to be installed.
editors=${WAZIR_EDITORS:-${XDG_CACHE_HOME:-$HOME/.cache}/wazir/code-server-4.100.3}
