"""The model of moves that all notations compile to (docs/notations/moves.md). Independent of text
and notations.
"""
