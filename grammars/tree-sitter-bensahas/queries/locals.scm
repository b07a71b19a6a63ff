(source_file) @local.scope
(header name: (title) @local.definition)
(name) @local.reference
