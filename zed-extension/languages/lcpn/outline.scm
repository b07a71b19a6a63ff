(definition name: (_) @name) @item
