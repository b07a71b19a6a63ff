"""What is told about a text while it is written: colours, hovers, proposals, remarks."""
