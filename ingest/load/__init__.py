"""Turns what parsers found into entities and rows, and loads them into the graph."""
