"""What changed and what happened, in order: changes of documents as nodes of the graph, and timelines."""
