[(definition) (list) (if)] @fold
