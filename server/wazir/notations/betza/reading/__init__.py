"""From a text to a tree: the grammar, names and directives, and what is no definition at all."""
