"""Reads a statement's node variables: their labels, and the properties it uses of each. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from graph_store.cypher_tokens import OPENING, Clause, Token

Kind = Literal["entity", "line", "device", "document", "none"]
KINDS: dict[str, Kind] = {"Line": "line", "Device": "device", "Document": "document", "Type": "none"}
BEFORE_A_NODE = frozenset({",", "-", "->", "=", "("})
PLACES = frozenset({"id", "type", "device", "path", "ordinal", "first_line", "document"})
"""Properties that say where an entity is, not what a line says."""


@dataclass(slots=True)
class NodeVariable:
    """What a statement says of one node. `whole`: all of it is asked for; `dynamic`: properties by computed name."""

    name: str
    labels: set[str] = field(default_factory=set)
    properties: set[str] = field(default_factory=set)
    whole: bool = False
    dynamic: bool = False
    counted: bool = False

    @property
    def kind(self) -> Kind:
        """Return what kind of node this is; an unlabelled one may be an entity or a line."""
        return next((KINDS[label] for label in sorted(self.labels) if label in KINDS), "entity")

    @property
    def handle(self) -> str:
        """Return the expression that identifies the node."""
        return f"`{self.name}`." + {"device": "name", "document": "path"}.get(self.kind, "id")

    @property
    def is_used(self) -> bool:
        """Say whether the statement asks for anything that a line shows."""
        return bool(self.properties - PLACES) or self.whole or self.dynamic or self.counted


@dataclass(frozen=True, slots=True)
class NodePattern:
    """One `(name:Label {property: ...})`; `name` is empty for an anonymous node; `inside` is the offset after "("."""

    name: str
    labels: tuple[str, ...]
    properties: tuple[str, ...]
    inside: int


def node_patterns(body: Sequence[Token]) -> Iterator[NodePattern]:
    """Find the nodes of a MATCH clause's body."""
    for place, token in enumerate(body):
        if token.text == "(" and (place == 0 or body[place - 1].text in BEFORE_A_NODE):
            inside = list(_inside(body, place))
            if not inside or inside[0].text in {":", "{"} or inside[0].is_name:
                yield _read_node(inside, token.end)


def _inside(tokens: Sequence[Token], place: int) -> Iterator[Token]:
    for token in tokens[place + 1 :]:
        if token.depth <= tokens[place].depth:
            return
        yield token


def _read_node(inside: Sequence[Token], offset: int) -> NodePattern:
    depth = inside[0].depth if inside else 0
    labels: list[str] = []
    properties: list[str] = []
    named = bool(inside) and inside[0].is_name and inside[0].word != "WHERE"
    in_labels = False
    for token, after in zip(inside, [*inside[1:], None], strict=True):
        if token.depth == depth and token.text in {":", "|", "&"}:
            in_labels = True
        elif token.text == "{" or token.word == "WHERE":
            in_labels = False
        elif in_labels and token.is_name:
            labels.append(token.plain)
        elif token.depth == depth + 1 and token.is_name and after is not None and after.text == ":":
            properties.append(token.plain)
    return NodePattern(inside[0].plain if named else "", tuple(labels), tuple(properties), offset)


def note_uses(variables: dict[str, NodeVariable], clauses: Sequence[Clause]) -> None:
    """Note which properties of the variables the clauses name, and which are asked for as a whole."""
    for clause in clauses:
        for place, token in enumerate(clause.tokens):
            variable = variables.get(token.plain) if token.is_name else None
            if variable is not None:
                _note_use(variable, clause, place)


def _note_use(variable: NodeVariable, clause: Clause, place: int) -> None:
    before = [token.text for token in clause.tokens[max(0, place - 3) : place]]
    after = [token.text for token in clause.tokens[place + 1 : place + 3]]
    if before[-1:] in (["."], [":"], ["$"]) or before[-1:] in (["AS"], ["as"]):
        return
    if after[:1] == ["."]:
        variable.properties.add(clause.tokens[place + 2].plain if len(after) > 1 else "")
    elif after[:1] == [":"] and clause.keyword == "WHERE" and len(after) > 1:
        variable.labels.add(clause.tokens[place + 2].plain)
    elif clause.keyword in {"RETURN", "WITH", "WHERE", "ORDER", "UNWIND"}:
        _note_bare_use(variable, clause, place, before, after)


def _note_bare_use(
    variable: NodeVariable, clause: Clause, place: int, before: list[str], after: list[str]
) -> None:
    called = [text.lower() for text in before if text.upper() != "DISTINCT"]
    function = called[-2] if len(called) > 1 and called[-1] == "(" else ""
    if function == "count":
        variable.counted = True
    elif function in {"keys", "properties"} or after[:1] == ["["]:
        variable.dynamic = True
    elif (
        function in {"collect", "head", "last"}
        or after[:1] == ["{"]
        or _is_returned(clause, place, before, after)
    ):
        variable.whole = True


def _is_returned(clause: Clause, place: int, before: list[str], after: list[str]) -> bool:
    outside = clause.keyword == "RETURN" and clause.tokens[place].depth == 0
    return outside and not _in_expression(before, after)


def _in_expression(before: list[str], after: list[str]) -> bool:
    begins = not before or before[-1] == "," or before[-1].upper() == "DISTINCT"
    ends = not after or after[0] == "," or after[0].upper() == "AS"
    return not (begins and ends) or (bool(before) and before[-1] in OPENING)


def whole_label(clauses: Sequence[Clause], variables: Mapping[str, NodeVariable]) -> str:
    """Return the label of `MATCH (name:Label) RETURN ...`, whose nodes are all matched, if they are entities; or ""."""
    pattern = clauses[0].tokens
    signs = [pattern[place].text for place in (0, 2, 4)] if len(pattern) == 5 else []
    if [clause.keyword for clause in clauses] != ["MATCH", "RETURN"] or signs != ["(", ":", ")"]:
        return ""
    return pattern[3].plain if variables[pattern[1].plain].kind == "entity" else ""
