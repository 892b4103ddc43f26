"""Functions that stand at a learned parser's disposal: their text becomes the beginning of its file."""
