"""Chainlit's page as ours, and what it is told after a lost connection."""
