"""Code that generated log parsers contain."""
