"""Reads questions without a model: the closest lines always, an answer where the question is surely read."""
