"""What is wrong with a record."""
