"""What is odd about expressions that are well written: names, ranges, restrictions, functions."""
