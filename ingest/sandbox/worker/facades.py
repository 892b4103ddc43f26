"""The namespace that a parser runs in: facade modules and a short list of builtins."""

from __future__ import annotations

import builtins
import importlib
import sys
from collections.abc import Mapping, Sequence
from types import ModuleType

from .offered import BUILTINS, MODULES
from .type_hints import TYPE_HINTS

_IMPORTED_BY_DATETIME = ("_strptime", "time")
"""The C part of datetime imports these with the builtins of its caller."""


def load_modules() -> dict[str, ModuleType]:
    """Import every offered module, and return their facades by name."""
    return {name: _facade(name, names) for name, names in MODULES.items()}


def open_namespace(facades: Mapping[str, ModuleType]) -> dict[str, object]:
    """Make the globals of a parser that sees nothing but the facades."""

    def limited_import(
        name: str,
        globals: object = None,  # noqa: A002  the interpreter may pass these by name
        locals: object = None,  # noqa: A002
        fromlist: Sequence[str] = (),
        level: int = 0,
    ) -> ModuleType:
        if level == 0 and name in facades:
            return facades[name]
        if name in _IMPORTED_BY_DATETIME:
            return sys.modules[name]
        raise ImportError(f"import of {name!r} is not possible; possible: {', '.join(facades)}")

    allowed = {name: getattr(builtins, name) for name in BUILTINS}
    allowed |= {"__import__": limited_import, "__build_class__": builtins.__build_class__}
    return {"__builtins__": allowed, "__name__": "parser"}


def whole_namespace() -> dict[str, object]:
    """Make the globals of an ordinary module, for measuring what the other layers hold back."""
    return {"__builtins__": builtins, "__name__": "parser"}


def _facade(name: str, names: Sequence[str]) -> ModuleType:
    module = TYPE_HINTS if name == "typing" else vars(importlib.import_module(name))
    facade = ModuleType(name)
    vars(facade).clear()
    vars(facade).update({each: module[each] for each in names})
    return facade
