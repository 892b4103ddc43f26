"""Questions in, cited answers out: one workflow over the knowledge graph."""
