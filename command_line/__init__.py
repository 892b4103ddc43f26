"""What the commands share: output, progress, error messages, and serving the chat."""
