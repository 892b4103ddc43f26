"""Asks the same questions in several ways, and compares the scores."""
