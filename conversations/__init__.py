"""Keeps conversations as evidence: questions, what was found, answers, and feedback."""
