"""Results in a position, and reach on an empty board, from one walk over legs (M4 to M10)."""
