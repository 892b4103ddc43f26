"""Reads captures: what devices printed when they were asked with `show`, `display`, `get` and the like."""
