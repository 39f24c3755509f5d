"""State diagrams: drawn from a definition, rendered, and read back as a definition."""
