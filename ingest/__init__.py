"""Files in, knowledge graph out: reading, learning, parsing and loading."""
