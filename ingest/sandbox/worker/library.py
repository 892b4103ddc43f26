"""The library `reading` as parsers get it: compiled before sealing, made anew whenever a parser runs.

Nothing can change compiled code. The library's functions, classes and tables, on the other hand, belong to one run of
one parser: whatever it does to them ends with the run, without a list of what could be changed.
"""

from __future__ import annotations

import builtins
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib.machinery import SourceFileLoader
from types import CodeType, ModuleType

from .offered import MODULES

LIBRARY = "reading"
ImportFunction = Callable[..., ModuleType]


def load_library(folder: str) -> dict[str, CodeType]:
    """Return the code of every module of the library, by its name; from the interpreter's cache where it has it."""
    return dict(_codes(folder, LIBRARY))


def _codes(folder: str, name: str) -> Iterator[tuple[str, CodeType]]:
    for entry in sorted(os.listdir(folder)):
        path = os.path.join(folder, entry)
        if os.path.isfile(os.path.join(path, "__init__.py")):
            yield from _codes(path, f"{name}.{entry}")
        elif entry.endswith(".py"):
            module = name if entry == "__init__.py" else f"{name}.{entry[:-3]}"
            code = SourceFileLoader(module, path).get_code(module)
            if code is not None:
                yield module, code


def with_templates(codes: Mapping[str, CodeType], program: CodeType) -> dict[str, CodeType]:
    """Return the library's code with the templates of a program's tables compiled; no parser has run before.

    A table would be compiled for every text otherwise. What a template stands for depends on the template alone.
    """
    own = Library(codes, vars(builtins), __import__)
    compile_template = vars(own.module(f"{LIBRARY}.templates"))["compile_template"]
    compiled = {}
    for template in _second_texts(program.co_consts):
        try:
            compiled[template] = compile_template(template)
        except ValueError:  # says what is wrong when it is used
            continue
    name = f"{LIBRARY}.compiled"
    text = f"Compiled = tuple\nTEMPLATES = {compiled!r}"
    return {**codes, name: compile(text, name, "exec", dont_inherit=True)}


def _second_texts(constants: object) -> Iterator[str]:
    """Yield the second text of every constant that is a pair of texts."""
    if isinstance(constants, tuple):
        if len(constants) == 2 and all(isinstance(each, str) for each in constants):
            yield constants[1]
        for each in constants:
            yield from _second_texts(each)


class Library:
    """The library in one run of one parser; its modules see no more of Python than the parser does."""

    def __init__(
        self, codes: Mapping[str, CodeType], builtins: Mapping[str, object], others: ImportFunction
    ) -> None:
        self._codes, self._others = codes, others
        self._builtins = {**builtins, "__import__": self._import}
        self._made: dict[str, ModuleType] = {}

    def facade(self) -> ModuleType:
        """Return what a parser may import of it, as a module."""
        facade = ModuleType(LIBRARY)
        offered = vars(self.module(f"{LIBRARY}.for_parsers"))["OFFERED"]
        vars(facade).clear()
        vars(facade).update({name: offered[name] for name in MODULES[LIBRARY]})
        return facade

    def install(self) -> None:
        """Make it an ordinary library of this process, for measuring what the other layers hold back."""
        self.module(LIBRARY)
        sys.modules.update(self._made)

    def module(self, name: str) -> ModuleType:
        """Return one of its modules."""
        return self._import(name)

    def _import(self, name: str, *where: object) -> ModuleType:
        code = self._codes.get(name)
        if code is None:
            return self._others(name, *where)
        module = self._made.get(name)
        if module is None:
            module = self._made[name] = ModuleType(name)
            vars(module)["__builtins__"] = self._builtins
            exec(code, vars(module))  # noqa: S102  our own
        return module
