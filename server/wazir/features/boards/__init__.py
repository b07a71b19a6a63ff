"""Positions of Ben39 for people to see: as pictures, and as text."""
