"""Chooses what a model sees of the data, without a model: chunks, keywords, samples."""
