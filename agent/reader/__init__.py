"""Reads questions without a model: always finds the closest lines, and answers where every word is understood."""
