"""Figures of pieces: what they come to on a board, what they are worth, whether they can mate (Q8 to Q13)."""
