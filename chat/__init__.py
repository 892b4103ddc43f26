"""The chat in the browser: what app.py is made of."""
