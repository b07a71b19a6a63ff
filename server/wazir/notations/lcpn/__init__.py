"""Lispy Chess Piece Notation in its four styles."""
