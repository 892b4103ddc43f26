"""The parsers that ship: a folder for each format, with its tables, a sample of our own, and what is right about it."""
