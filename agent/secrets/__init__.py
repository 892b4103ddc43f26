"""Keeps secrets out of answers and prompts."""
