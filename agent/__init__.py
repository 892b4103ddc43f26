"""Questions in, cited answers out: the LangGraph workflow over the knowledge graph."""
