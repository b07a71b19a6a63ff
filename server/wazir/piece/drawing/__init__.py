"""Pictures of pieces: marks, text diagrams, SVG (M11 to M13)."""
