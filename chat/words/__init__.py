"""What the chat says: its sentences, and any text as Markdown."""
