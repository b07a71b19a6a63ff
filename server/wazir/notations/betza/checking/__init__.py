"""What is odd about a definition that can be read."""
