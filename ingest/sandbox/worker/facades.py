"""The namespace that a parser runs in: facade modules and a short list of builtins."""

from __future__ import annotations

import _abc  # type: ignore[import-not-found]
import builtins
import collections.abc
import importlib
import sys
from abc import ABCMeta
from collections.abc import Iterator, Mapping, Sequence
from types import CodeType, FunctionType, ModuleType

from .library import LIBRARY, Library
from .offered import BUILTINS, MODULES

# What `typing` is to a parser: its names without its machinery, which evaluates text.


class TypeHint:
    """Stands for a name that only annotates: takes any subscript, and keeps none.

    The real `Union["..."]` makes an object that evaluates its text with all builtins.
    """

    __slots__ = ()

    def __getitem__(self, item: object) -> TypeHint:
        return self

    def __or__(self, other: object) -> TypeHint:
        return self

    __ror__ = __or__


_ABSTRACT = ("Callable", "Generator", "Iterable", "Iterator", "Mapping", "Sequence")
TYPE_HINTS: dict[str, object] = {"Dict": dict, "List": list, "Set": set, "Tuple": tuple}
TYPE_HINTS |= {name: getattr(collections.abc, name) for name in _ABSTRACT}
TYPE_HINTS |= {name: TypeHint() for name in ("Any", "Final", "Optional", "Union")}
"""By the names of `typing`; those of classes can be asked for with isinstance."""


_IMPORTED_BY_DATETIME = ("_strptime", "time")
"""The C part of datetime imports these with the builtins of its caller."""


def load_modules() -> dict[str, ModuleType]:
    """Import every offered module of Python, and return their facades by name."""
    return {name: _facade(name, names) for name, names in MODULES.items() if name != LIBRARY}


def open_namespace(facades: Mapping[str, ModuleType], library: Mapping[str, CodeType]) -> dict[str, object]:
    """Make the globals of a parser that sees nothing but the facades, and a library of its own."""

    def limited_import(
        name: str,
        globals: object = None,  # noqa: A002  the interpreter may pass these by name
        locals: object = None,  # noqa: A002
        fromlist: Sequence[str] = (),
        level: int = 0,
    ) -> ModuleType:
        if level == 0 and name in facades:
            return facades[name]
        if level == 0 and name == LIBRARY:
            return own_library.facade()
        if name in _IMPORTED_BY_DATETIME:
            return sys.modules[name]
        raise ImportError(f"import of {name!r} is not possible; possible: {', '.join(MODULES)}")

    allowed = {name: getattr(builtins, name) for name in BUILTINS}
    allowed |= {"__import__": limited_import, "__build_class__": builtins.__build_class__}
    own_library = Library(library, allowed, limited_import)
    return {"__builtins__": allowed, "__name__": "parser"}


class Attributes:
    """The attributes of all that facades offer, to be put back: a parser may hang things on classes and functions."""

    def __init__(self, facades: Mapping[str, ModuleType]) -> None:
        offered = {id(each): each for facade in facades.values() for each in _reachable(facade)}
        self._before = [(each, dict(vars(each))) for each in offered.values()]
        abstract = [each for each in offered.values() if isinstance(each, ABCMeta)]
        self._registered = [(each, _registered_with(each)) for each in abstract]

    def put_back(self) -> None:
        """Remove what was added, and restore what was changed, also which classes count as an abstract one."""
        for abstract, classes in self._registered:
            if _registered_with(abstract) != classes:
                _abc._reset_registry(abstract)
                _abc._reset_caches(abstract)
                for counted in classes:
                    abstract.register(counted)
        for each, before in self._before:
            now = vars(each)
            if len(now) == len(before) and all(now.get(name) is value for name, value in before.items()):
                continue
            for name in [name for name in now if name not in before]:
                delattr(each, name)
            for name, value in before.items():
                if vars(each).get(name) is not value:
                    setattr(each, name, value)


def _registered_with(abstract: ABCMeta) -> set[type]:
    return {found for each in _abc._get_dump(abstract)[0] if (found := each()) is not None}


def _reachable(facade: ModuleType) -> Iterator[object]:
    """Yield the facade, what it offers, its classes' bases, and the functions of these classes."""
    yield facade
    for offered in vars(facade).values():
        for each in offered.__mro__ if isinstance(offered, type) else (offered,):
            if hasattr(each, "__dict__"):
                yield each
            if isinstance(each, type):
                yield from (part for part in vars(each).values() if isinstance(part, FunctionType))


def whole_namespace() -> dict[str, object]:
    """Make the globals of an ordinary module, for measuring what the other layers hold back."""
    return {"__builtins__": builtins, "__name__": "parser"}


def _facade(name: str, names: Sequence[str]) -> ModuleType:
    module = TYPE_HINTS if name == "typing" else vars(importlib.import_module(name))
    facade = ModuleType(name)
    vars(facade).clear()
    vars(facade).update({each: module[each] for each in names})
    return facade
