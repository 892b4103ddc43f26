"""Judges what parsers found by other means than theirs: logs by ground truth, configurations by facts."""
