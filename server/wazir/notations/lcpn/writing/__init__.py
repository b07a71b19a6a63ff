"""From the tree of expressions to a text: in any style, well laid out, with the comments of the text that was read."""
