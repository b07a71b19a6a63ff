(record name: (_) @name) @item
