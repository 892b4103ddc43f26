"""Checks over the graph that need no question and no model: what an engineer should hear before asking."""
