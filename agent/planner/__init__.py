"""Writes Cypher and Lucene queries from an English question without a model."""
