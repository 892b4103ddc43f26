"""Turns rows into text: statements, each with its citation marks."""
