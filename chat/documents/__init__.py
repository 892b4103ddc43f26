"""What is loaded, and what changed between two versions of it."""
