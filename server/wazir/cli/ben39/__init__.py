"""`wazir ben39`: the commands of the game Ben39."""
