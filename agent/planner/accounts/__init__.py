"""What statements use, and what questions say that has to be heeded."""
