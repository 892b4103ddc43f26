"""`'...{}...'.format(...)` is harmless on a literal without attribute or index access in its fields."""

from __future__ import annotations

import ast
import string


def plain_fields(call: ast.Call) -> bool:
    """Tell whether this is `.format` on a literal whose fields are empty, numbers or plain names."""
    function = call.func
    return (
        isinstance(function, ast.Attribute)
        and function.attr == "format"
        and isinstance(function.value, ast.Constant)
        and isinstance(function.value.value, str)
        and _plain(function.value.value)
    )


def _plain(text: str, depth: int = 0) -> bool:
    try:
        fields = list(string.Formatter().parse(text))
    except ValueError:
        return False
    return depth <= 2 and all(
        field is None or (_plain_name(field) and _plain(spec or "", depth + 1))
        for _, field, spec, _ in fields
    )


def _plain_name(field: str) -> bool:
    return field == "" or field.isdigit() or (field.isidentifier() and "__" not in field)
