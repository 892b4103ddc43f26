"""Kept conversations asked again: what has changed since."""
