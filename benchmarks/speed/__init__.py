"""Measures speed and size: ingest by stages, and the time of reads, without a model."""
