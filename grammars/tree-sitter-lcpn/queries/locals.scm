(source_file) @local.scope
(definition name: (_) @local.definition)
(name) @local.reference
