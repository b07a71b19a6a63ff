(source_file) @local.scope
(definition name: (name) @local.definition)
