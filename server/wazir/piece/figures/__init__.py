"""Statistics of pieces on a board: mobility, value and mate (Q8 to Q13)."""
