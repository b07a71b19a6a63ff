"""Exact results in a position, reach on an empty board, and the walk over legs that gives both (M4 to M10)."""
