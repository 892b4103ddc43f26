"""Checks that need no question and no model: what an engineer should know before asking."""
