"""Asks kept conversations again, and shows what changed."""
