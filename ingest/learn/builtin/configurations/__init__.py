"""Configurations: statements, their grammar, and the parser that reads it."""
