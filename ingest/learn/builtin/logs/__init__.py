"""Induces the schema and the parser of a log from a sample of its lines."""
