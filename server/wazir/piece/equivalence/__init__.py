"""Equivalence of pieces."""
