(piece) @fold
