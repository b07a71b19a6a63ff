"""From a tree to a piece: atoms, directions, modes, chains."""
