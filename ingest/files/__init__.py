"""Finds, unpacks and reads files: their encoding, lines and times."""
