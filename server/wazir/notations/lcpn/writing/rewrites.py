def rewrites(*_): return ()
