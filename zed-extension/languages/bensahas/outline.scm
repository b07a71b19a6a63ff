(piece (header name: (_) @name)) @item
