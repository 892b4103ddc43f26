"""Keeps secrets out of answers and prompts: known, masked, and no statement may take one apart."""
