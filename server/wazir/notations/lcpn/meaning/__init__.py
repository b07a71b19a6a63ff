"""From expressions to moves: steps, restrictions, chains, functions, conditions."""
