"""What the chat keeps of its conversations."""
