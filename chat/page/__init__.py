"""Chainlit's page, adapted, and updated after a lost connection."""
