"""Where the values that a question names stand in the graph."""
