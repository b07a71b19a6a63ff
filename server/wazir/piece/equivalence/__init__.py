"""Whether two pieces are the same."""
