"""Conversations kept as evidence: what was asked, what was found, what was answered, and what people thought of it."""
