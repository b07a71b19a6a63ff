"""How a text is laid out and rewritten."""
