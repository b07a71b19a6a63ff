"""How a definition is written: layout, the canonical form, other spellings."""
