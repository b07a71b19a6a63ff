[(record) (board) (moves)] @fold
