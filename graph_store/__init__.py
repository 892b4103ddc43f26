"""The knowledge graph: records, the Bolt store, the embedded server, the read-only guard, text search."""
