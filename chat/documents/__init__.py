"""The loaded documents, and what changed between two versions."""
