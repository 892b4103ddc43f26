"""What the chat says, in one place."""
