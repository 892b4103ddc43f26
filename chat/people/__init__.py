"""Who may use the chat."""
