(definition) @fold
