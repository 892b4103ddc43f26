"""Reads rules of one's own from a YAML file; docs/rules.md describes its form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Self

import yaml
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    model_validator,
)

from findings.errors import RulesError
from findings.records import Severity

Scalar = bool | int | float | str
_VARIABLE = re.compile(r"\$\{(\w+)\}")
_FORMS = {"block": ("must", "must_any", "must_not"), "things": ("have", "unique", "count"), "cypher": ()}
"""What a rule is about → what it may demand; lines without a block are of the whole configuration."""
_ONLY_OF_BLOCKS = ("if_device_has", "unless_device_has", "if_has", "unless_has")


def _as_list(value: object) -> object:
    """Read one text as a list of its lines."""
    return value.strip().splitlines() if isinstance(value, str) else value


Lines = Annotated[tuple[str, ...], BeforeValidator(_as_list)]


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
    def _compiles(self) -> Self:
        try:
            re.compile(self.matches)
        except re.error as error:
            raise ValueError(f"{self.matches!r} is no regular expression: {error}") from error
        return self


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
    if_device_has: Lines = ()
    unless_device_has: Lines = ()
    block: Lines = ()
    if_has: Lines = ()
    unless_has: Lines = ()
    must: Lines = ()
    must_any: Lines = ()
    must_not: Lines = ()
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
        root = yaml.compose(path.read_text(encoding="utf-8"), Loader=yaml.SafeLoader)
        table = yaml.SafeLoader("").construct_document(root) if root else {}
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise RulesError(path, mark.line + 1 if mark else 1, str(error.problem or error.context)) from error
    except (OSError, UnicodeDecodeError, yaml.YAMLError, RecursionError) as error:
        raise RulesError(path, 1, f"cannot be read: {error}") from error
    if not isinstance(table, dict) or set(table) - {"rules", "variables"} or not root:
        raise RulesError(path, 1, "expected `rules:`, a list, and perhaps `variables:`")
    try:
        filled = _fill(table.get("rules"), _read_variables(table.get("variables")))
        rules = TypeAdapter(tuple[Rule, ...]).validate_python(filled)
    except ValidationError as error:
        first = error.errors()[0]
        place = first["loc"]
        named = f"{place[1]}: " if len(place) > 1 else ""
        raise RulesError(path, _line_of(root, ("rules", *place)), named + first["msg"]) from error
    except KeyError as error:
        raise RulesError(path, 1, f"no variable {error}; give it under `variables:`") from error
    names = [rule.name for rule in rules]
    for number, name in enumerate(names):
        if name in names[:number]:
            raise RulesError(path, _line_of(root, ("rules", number)), f"a second rule is called {name}")
    return rules


def _read_variables(value: object) -> dict[str, list[str]]:
    table = TypeAdapter(dict[str, Scalar | list[Scalar]]).validate_python(value or {})
    return {
        name: [str(one) for one in (found if isinstance(found, list) else [found])]
        for name, found in table.items()
    }


def _fill(value: Any, variables: Mapping[str, Sequence[str]]) -> Any:
    """Put variables in. In a list, a line with a variable of several values becomes as many lines."""
    if isinstance(value, dict):
        return {key: _fill(one, variables) for key, one in value.items()}
    if isinstance(value, list):
        return [
            filled
            for one in value
            for filled in (_values(one, variables) if isinstance(one, str) else [_fill(one, variables)])
        ]
    if not isinstance(value, str) or not _VARIABLE.search(value):
        return value
    filled = [text for line in value.strip().splitlines() for text in _values(line, variables)]
    return filled[0] if len(filled) == 1 else filled


def _values(text: str, variables: Mapping[str, Sequence[str]]) -> Iterator[str]:
    found = _VARIABLE.search(text)
    if not found:
        yield text
        return
    for value in variables[found[1]]:
        yield from _values(text[: found.start()] + value + text[found.end() :], variables)


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
