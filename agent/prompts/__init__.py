"""The prompts, one file each; their first line is their name."""
