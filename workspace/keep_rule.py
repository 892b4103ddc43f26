"""Keeps a question as a rule: its statement, or the table that says what is missing, is checked at every load."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import cast

import yaml

from agent.evidence.companion import derive_companions
from agent.records import Answer, AnswerTable, Query
from findings.errors import RulesError
from findings.facts import Network
from findings.rule_file import Rule, read_rules
from findings.rules import CITES, judge_rule
from graph_store.errors import GraphError, GraphServerError
from graph_store.graph import ReadableGraph
from workspace.errors import NoRuleError

_COUNTS = re.compile(r", count\((?:DISTINCT )?[^()]*\) AS _e\d+n, max\([^()]*\) AS _e\d+z")
_IDS = re.compile(r"\b_e(\d+)\b")
_PARAMETER = re.compile(r"\$(\w+)")
_OF_NODES = re.compile(r"ids?$|documents")
_CITABLE = frozenset({"entity", "line"})
_NEW = "rules:\n"
LONGEST_NAME = 40
_WORD = re.compile(r"[a-z0-9]+")


def statements_of(answer: Answer) -> list[str]:
    """Return the statements of an answer that a rule may be: those that ran and found something.

    Values stand in the place of parameters. What names nodes by their ids holds until the next load only, and is none.
    Nor is a list of findings: what found them is checked at every load anyway.
    """
    queries = (one.query for one in answer.outcomes if one.rows and not one.error)
    queries = (one for one in queries if not one.reading or one.reading.subject != "Finding")
    return [
        _with_values(query)
        for query in queries
        if query.kind == "cypher" and not any(map(_OF_NODES.match, query.parameters))
    ]


def _with_values(query: Query) -> str:
    """Write a statement with the values of its parameters."""

    def value(found: re.Match[str]) -> str:
        name = found[1]
        return _literal(query.parameters[name]) if name in query.parameters else found[0]

    return _PARAMETER.sub(value, query.statement)


def _literal(value: object) -> str:
    """Write a value as Cypher does."""
    if isinstance(value, str | bool | int | float):
        return json.dumps(value, ensure_ascii=False)
    return f"[{', '.join(map(_literal, cast('Sequence[object]', value)))}]"


def choose_demand(
    question: str, statements: Sequence[str], tables: Sequence[AnswerTable], graph: ReadableGraph
) -> dict[str, object]:
    """Return the part of a rule that says what it wants: of the first statement that proves its rows, or of a table.

    Raises NoRuleError where there is neither.
    """
    for statement in statements:
        demand = demand_of_statement(statement)
        if demand and _cites_all(Rule.model_validate({"name": "kept", **demand}), graph):
            return demand
    for table in tables:
        if table.rule:
            return {key: value for key, value in table.rule.items() if value}
    raise NoRuleError(question)


def demand_of_statement(statement: str) -> dict[str, object]:
    """Make the part of a rule that takes each row of a statement for an offender, with the nodes that it matched.

    Returns an empty one for a statement whose rows show no node that has lines.
    """
    found = derive_companions(statement)
    if len(found) != 1 or not any(one.kind in _CITABLE for one in found[0].handles):
        return {}
    return {"cypher": _IDS.sub(rf"{CITES}\1", _COUNTS.sub("", found[0].statement)) + "\n"}


def _cites_all(rule: Rule, graph: ReadableGraph) -> bool:
    """Tell whether a rule's statement runs, and each of its findings has a line."""
    try:
        return all(one.lines for one in judge_rule(rule, graph, Network(())))
    except GraphServerError:
        raise
    except GraphError:
        return False


def asked_why(question: str) -> str:
    """Return why a rule is there that was made of a question."""
    return f"asked: {question}"


def free_name(question: str, taken: set[str]) -> str:
    """Name a rule after its question: small letters, digits and "-", and none of the names that are taken."""
    words = (
        "-".join(_WORD.findall(question.lower()))[:LONGEST_NAME].strip("-").lstrip("0123456789-") or "rule"
    )
    names = (words, *(f"{words}-{number}" for number in range(2, len(taken) + 3)))
    return next(name for name in names if name not in taken)


def write_rule(path: Path, named: Mapping[str, object], demand: Mapping[str, object]) -> str:
    """Add a rule to a file of rules, which is made where there is none; everything else stays as it is written.

    Returns the rule as it stands there. Raises RulesError where the file is wrong, has a rule of that name,
    or does not have its rules as a list of lines; and OSError.
    """
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    if text.strip() in ("", _NEW.strip()):
        text = _NEW
    else:
        read_rules(path)
        text = text.rstrip("\n") + "\n"
    at, indent = _end_of_rules(path, text)
    entry = _entry({**named, **demand}, indent)
    lines = text.splitlines(keepends=True)
    gap = ["\n"] if text != _NEW else []
    added = "".join([*lines[:at], *gap, entry, *lines[at:]])
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, suffix=".yaml", delete=False) as file:
        file.write(added)
    new = Path(file.name)
    try:
        read_rules(new)
        os.replace(new, path)
    except RulesError as error:
        raise RulesError(path, error.line, error.problem) from error
    finally:
        new.unlink(missing_ok=True)
    return entry


def _end_of_rules(path: Path, text: str) -> tuple[int, int]:
    """Return how many lines a file has up to the end of its rules, and by how many blanks they are indented."""
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    values = {key.value: value for key, value in root.value} if isinstance(root, yaml.MappingNode) else {}
    rules = values.get("rules")
    if isinstance(rules, yaml.ScalarNode) and not rules.value:
        return rules.start_mark.line + 1, 2
    if not isinstance(rules, yaml.SequenceNode) or rules.flow_style or not rules.value:
        raise RulesError(path, 1, "expected `rules:`, and below it each rule with `-` in a line of its own")
    indent, lines = rules.start_mark.column, text.splitlines()[: rules.end_mark.line]
    while not lines[-1].strip() or _is_comment(lines[-1], indent):
        lines.pop()
    return len(lines), indent


def _is_comment(line: str, indent: int) -> bool:
    """Tell a comment behind the last rule from a line of its texts, which is indented deeper."""
    rest = line.lstrip()
    return rest.startswith("#") and len(line) - len(rest) <= indent


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as blocks, and lists of words in one line."""

    def represent_str(self, text: str) -> yaml.ScalarNode:
        return self.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _Dumper.represent_str)


def _entry(rule: Mapping[str, object], indent: int) -> str:
    written = yaml.dump([dict(rule)], Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)
    return "".join(" " * indent + line for line in written.splitlines(keepends=True))
