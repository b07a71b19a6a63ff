"""The model of moves that all notations compile to (spec/moves.md). Independent of text and notations."""
