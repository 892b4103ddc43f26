"""Learns with a model: it sees a few samples and writes schemas and parsers, which read everything else."""
