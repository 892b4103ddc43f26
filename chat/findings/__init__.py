"""Shows findings and incidents in the chat."""
