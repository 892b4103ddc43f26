"""What app.py is made of: the chat in the browser."""
