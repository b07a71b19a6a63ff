(source_file) @local.scope
(record name: (name) @local.definition)
