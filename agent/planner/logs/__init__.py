"""Questions about log records."""
