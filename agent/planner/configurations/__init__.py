"""Questions about what configurations set."""
