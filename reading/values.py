"""Shared by the readers of configurations and logs: numbers, and patterns inside patterns."""

import re


def plain_number(value: object) -> object:
    """Read a text that is a plain whole number; anything else stays as it is."""
    if not (isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 16):
        return value
    return int(value) if str(int(value)) == value else value


def without_groups(pattern: str) -> str:
    """Make a place's own pattern free of groups that would count."""
    return re.sub(r"(?<!\\)\((?!\?)", "(?:", pattern)
