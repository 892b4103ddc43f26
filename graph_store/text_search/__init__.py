"""Full-text search over the lines of a knowledge graph: one analyzer, Lucene's syntax, tantivy's index."""
