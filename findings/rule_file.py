"""Reads rules of one's own from a YAML file; docs/rules.md describes its form."""

from __future__ import annotations

import math
import re
import stat
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Annotated, Any, Self

import yaml
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    model_validator,
)
from pydantic_core import SchemaError
from yaml.composer import ComposerError
from yaml.constructor import ConstructorError

from findings.errors import RulesError
from findings.records import Severity

Scalar = bool | int | float | str
_VARIABLE = re.compile(r"\$\{(\w+)\}")
_FORMS = {"block": ("must", "must_any", "must_not"), "things": ("have", "unique", "count"), "cypher": ()}
"""What a rule is about → what it may demand; lines without a block are of the whole configuration."""
LARGEST_FILE = 1_000_000
"""Bytes."""
MOST_PARTS = 10_000
"""Texts of a file after its variables are filled in."""
LONGEST_TEXT = 2_000
"""Characters of a text with a variable, after that is filled in."""
_DEEPEST = 20
_LARGEST_NUMBER_BITS = 64
_MOST_POSITIONS = 10_000
"""Of a regular expression: its characters, times what its counted repeats multiply them by."""
_BRACES, _DIGITS = re.compile(r"\{[^{}]*+\}"), re.compile(r"\d+")
_ONLY_OF_BLOCKS = ("if_device_has", "unless_device_has", "if_has", "unless_has")


def _as_list(value: object) -> object:
    """Read one text as a list of its lines."""
    return value.strip().splitlines() if isinstance(value, str) else value


def _not_blank(lines: tuple[str, ...]) -> tuple[str, ...]:
    for line in lines:
        if not line.replace(">", " ").strip():
            raise ValueError(f"{line!r} has no word, and would fit every line")
    return lines


@cache
def _kinds_of_checks() -> frozenset[str]:
    """Return the kinds of findings, each of which is explained."""
    explanations = Path(__file__).with_name("explanations.toml")
    return frozenset(tomllib.loads(explanations.read_text(encoding="utf-8")))


Lines = Annotated[tuple[str, ...], BeforeValidator(_as_list)]
Patterns = Annotated[Lines, AfterValidator(_not_blank)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Test(_Strict):
    """What a property must be; a plain value or a list in the file stands for `one_of`."""

    __test__ = False
    one_of: tuple[Scalar, ...] = ()
    none_of: tuple[Scalar, ...] = ()
    range: tuple[float, float] | None = None
    matches: str = ""
    exists: bool | None = None

    @model_validator(mode="after")
    def _can_be_met(self) -> Self:
        if self.matches:
            compile_matches(self.matches)
        if self.range and not self.range[0] <= self.range[1]:
            low, high = self.range
            raise ValueError(
                f"no number is in the range [{low:g}, {high:g}]; expected the lower number first"
            )
        return self


@cache
def compile_matches(pattern: str) -> Callable[[str], bool]:
    """Compile a regular expression for an engine without backtracking; the function says whether a text has a match.

    Raises ValueError for one that is wrong, or so large that a text would take long.
    """
    numbers = (map(int, _DIGITS.findall(braces)) for braces in _BRACES.findall(pattern))
    size = len(pattern) * math.prod(max(1, *some, 1) for some in numbers)
    if size > _MOST_POSITIONS:
        raise ValueError(
            f"{pattern[:60]!r}: a regular expression this large would take long; use smaller repeats"
        )
    try:
        return TypeAdapter(Annotated[str, Field(pattern=pattern)]).validator.isinstance_python
    except SchemaError as error:
        reason = str(error).splitlines()[-1].strip().removeprefix("error: ")
        raise ValueError(f"{pattern!r} is no regular expression that can be used: {reason}") from error


def _as_test(value: object) -> object:
    if isinstance(value, Mapping):
        return value
    return {"one_of": value if isinstance(value, list) else [value]}


Tests = Mapping[str, Annotated[Test, BeforeValidator(_as_test)]]


class Count(_Strict):
    """How many things each device may have."""

    at_least: int = 0
    at_most: int | None = None


class Rule(_Strict):
    """One rule. It is about blocks of configurations, things of the graph, or the offenders of a statement."""

    name: str = Field(pattern=r"^[a-z][a-z0-9-]*$")
    severity: Severity = "medium"
    why: str = ""
    devices: Lines = ()
    if_device_has: Patterns = ()
    unless_device_has: Patterns = ()
    block: Patterns = ()
    if_has: Patterns = ()
    unless_has: Patterns = ()
    must: Patterns = ()
    must_any: Patterns = ()
    must_not: Patterns = ()
    things: str = Field(default="", pattern=r"^(?:[A-Za-z]\w*)?$")
    where: Tests = Field(default_factory=dict)
    have: Tests = Field(default_factory=dict)
    unique: Lines = ()
    count: Count | None = None
    cypher: str = ""

    @property
    def is_of_lines(self) -> bool:
        """Tell whether it is about lines of configurations, and not about the graph."""
        return not (self.things or self.cypher)

    @model_validator(mode="after")
    def _is_one_form(self) -> Self:
        given = self.model_fields_set
        about = [form for form in ("things", "cypher") if form in given]
        demands = given & {name for names in _FORMS.values() for name in names}
        if len(about) > 1 or (about and "block" in given):
            raise ValueError("a rule is about one of: block, things, cypher")
        form = about[0] if about else "block"
        possible = _FORMS[form]
        if wrong := sorted((demands - set(possible)) | (given & set(_ONLY_OF_BLOCKS) if about else set())):
            raise ValueError(f"{', '.join(wrong)} does not go with {form}; possible: {', '.join(possible)}")
        if "where" in given and form != "things":
            raise ValueError("where goes with things only; for blocks there are if_has and unless_has")
        if possible and not demands:
            raise ValueError(f"the rule demands nothing; give one of: {', '.join(possible)}")
        return self


def read_rules(path: Path) -> tuple[Rule, ...]:
    """Read a file. Raises RulesError, which names the line and what was expected there."""
    try:
        root = yaml.compose(_read_text(path), Loader=_Loader)
        table = _Loader("").construct_document(root) if root else {}
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise RulesError(path, mark.line + 1 if mark else 1, str(error.problem or error.context)) from error
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise RulesError(path, 1, f"cannot be read: {error}") from error
    if not isinstance(table, dict) or set(table) - {"rules", "variables"} or not root:
        raise RulesError(path, 1, "expected `rules:`, a list, and perhaps `variables:`")
    place: tuple[str | int, ...] = ("variables",)
    try:
        variables = _read_variables(table.get("variables"))
        place = ("rules",)
        filled = _Filling(path, root, variables).fill(table.get("rules"), place)
        rules = TypeAdapter(tuple[Rule, ...]).validate_python(filled)
    except ValidationError as error:
        first = error.errors()[0]
        place = (*place, *first["loc"])
        named = f"{place[2]}: " if place[0] == "rules" and len(place) > 2 else ""
        raise RulesError(
            path, _line_of(root, place), named + first["msg"].removeprefix("Value error, ")
        ) from error
    names = [rule.name for rule in rules]
    for number, name in enumerate(names):
        if name in names[:number]:
            raise RulesError(path, _line_of(root, ("rules", number)), f"a second rule is called {name}")
        if name in _kinds_of_checks():
            problem = f"{name} is the name of a check; expected a name of your own"
            raise RulesError(path, _line_of(root, ("rules", number, "name")), problem)
    return rules


def _read_text(path: Path) -> str:
    found = path.stat()
    if not stat.S_ISREG(found.st_mode):
        raise OSError("not a regular file")
    if found.st_size > LARGEST_FILE:
        raise OSError(f"larger than {LARGEST_FILE:,} bytes")
    return path.read_text(encoding="utf-8")


class _Loader(yaml.SafeLoader):
    """Reads YAML that does not grow or hide: no aliases, each key once, limited depth, values that Python can read."""

    depth = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event: Any = self.peek_event()  # type: ignore[no-untyped-call]
        mark: Any = event.start_mark
        if isinstance(event, yaml.AliasEvent):
            raise ComposerError(None, None, "aliases are not used here; see `variables:`", mark)
        if self.depth > _DEEPEST:
            raise ComposerError(None, None, f"more than {_DEEPEST} levels", mark)
        self.depth += 1
        node = super().compose_node(parent, index)
        self.depth -= 1
        return node

    def compose_mapping_node(self, anchor: Any) -> yaml.MappingNode:
        node: yaml.MappingNode = super().compose_mapping_node(anchor)
        keys = set()
        for key, _ in node.value:
            if key.value in keys:
                raise ComposerError(
                    None, None, f"a second {key.value!r}; expected each key once", key.start_mark
                )
            keys |= {key.value} if isinstance(key, yaml.ScalarNode) else set()
        return node

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        try:
            value = super().construct_object(node, deep)
            if isinstance(value, int) and value.bit_length() > _LARGEST_NUMBER_BITS:
                raise OverflowError
        except (ValueError, LookupError, AttributeError, TypeError, OverflowError) as error:
            kind = str(node.tag).rpartition(":")[2]
            raise ConstructorError(None, None, f"cannot be read as {kind}", node.start_mark) from error
        return value


def _read_variables(value: object) -> dict[str, list[str]]:
    table = TypeAdapter(dict[str, _Values]).validate_python(value or {})
    return {
        name: [str(one) for one in (found if isinstance(found, list) else [found])]
        for name, found in table.items()
    }


def _without_variables(value: object) -> object:
    if _VARIABLE.search(str(value)):
        raise ValueError("a variable has no variables in it")
    return value


_Values = Annotated[Scalar | list[Scalar], AfterValidator(_without_variables)]


@dataclass(slots=True)
class _Filling:
    """Puts variables in. In a list, a line with a variable of several values becomes as many lines."""

    path: Path
    root: yaml.Node
    variables: Mapping[str, Sequence[str]]
    parts: int = 0

    def fill(self, value: Any, place: tuple[str | int, ...]) -> Any:
        """Return a value with its variables filled in. Raises RulesError, also for what gets too large."""
        if isinstance(value, dict):
            return {key: self.fill(one, (*place, key)) for key, one in value.items()}
        if isinstance(value, list):
            return [
                filled
                for number, one in enumerate(value)
                for filled in (
                    self._values(one, (*place, number))
                    if isinstance(one, str)
                    else [self.fill(one, (*place, number))]
                )
            ]
        if not isinstance(value, str) or not _VARIABLE.search(value):
            return value
        filled = [text for line in value.strip().splitlines() for text in self._values(line, place)]
        return filled[0] if len(filled) == 1 else filled

    def _values(self, text: str, place: tuple[str | int, ...]) -> list[str]:
        pieces = _VARIABLE.split(text)
        for name in pieces[1::2]:
            if name not in self.variables:
                raise self._refused(place, f"no variable {name!r}; give it under `variables:`")
        choices = [[piece] if at % 2 == 0 else self.variables[piece] for at, piece in enumerate(pieces)]
        self.parts += math.prod(map(len, choices))
        if self.parts > MOST_PARTS:
            raise self._refused(place, f"more than {MOST_PARTS:,} texts with all variables filled in")
        longest = sum(max(map(len, some), default=0) for some in choices)
        if len(choices) > 1 and longest > LONGEST_TEXT:
            raise self._refused(place, f"more than {LONGEST_TEXT:,} characters with its variables filled in")
        return ["".join(some) for some in product(*choices)]

    def _refused(self, place: tuple[str | int, ...], problem: str) -> RulesError:
        return RulesError(self.path, _line_of(self.root, place), problem)


def _line_of(node: yaml.Node, place: Sequence[str | int]) -> int:
    """Return the line of the innermost part of a document that a place leads to."""
    for step in place:
        if isinstance(node, yaml.MappingNode):
            inner = next((value for key, value in node.value if key.value == step), None)
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
            inner = node.value[step]
        else:
            inner = None
        if inner is None:
            break
        node = inner
    return int(node.start_mark.line) + 1
