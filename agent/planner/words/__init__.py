"""What the words of a question say, and what the graph's own words are."""
