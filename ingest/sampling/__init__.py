"""Chooses what a model is shown of the data, without a model: chunks, keywords, samples."""
