"""What is made of the vocabularies for editors: grammars of colours, language configurations, parts
of a manifest.
"""
