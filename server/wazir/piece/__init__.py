"""The one meaning of all piece notations (spec/moves.md). Knows no text and no notation."""
