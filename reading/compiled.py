"""The templates that are compiled already: the sandbox puts those of a parser here before it runs."""

Compiled = tuple[str, str, str, tuple[tuple[str, str], ...]]
"""The first and the last word, the pattern, and the name and kind of each place."""

TEMPLATES: dict[str, Compiled] = {}
