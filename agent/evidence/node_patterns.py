"""Reads a statement's node variables: their labels, and the properties it uses of each. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, zip_longest
from typing import Literal

from graph_store.cypher_tokens import Clause, Token, inside, split_list
from graph_store.records import ENTITY_PROPERTIES

Kind = Literal["entity", "line", "device", "document", "none"]
KINDS: dict[str, Kind] = {"Line": "line", "Device": "device", "Document": "document", "Type": "none"}
BEFORE_A_NODE = frozenset({",", "-", "->", "=", "("})
OWN_RELATIONS = frozenset(
    {"HAS", "HAS_LINE", "HAS_DOCUMENT", "IN_SUBNET", "ADDRESS_OWNED_BY", "ADDRESS_IN", "COVERS"}
) | {"INSIDE", "MENTIONS"}
"""Relations that are not named after a property."""
PLACES = ENTITY_PROPERTIES - {"key"}
"""Properties that say where an entity is, not what a line says."""


def read_items(clause: Clause) -> tuple[list[tuple[Token, ...]], bool]:
    """Return the items of a WITH, UNWIND or RETURN, and whether it says DISTINCT."""
    distinct = bool(clause.tokens) and clause.tokens[0].word == "DISTINCT"
    return split_list(clause.tokens[1:] if distinct else clause.tokens), distinct


def without_alias(item: Sequence[Token]) -> Sequence[Token]:
    """Return an item's expression, without the name that AS gives it."""
    return item[:-2] if len(item) > 2 and item[-2].word == "AS" else item


def expression_text(statement: str, item: Sequence[Token]) -> str:
    """Return an item's expression as the statement writes it."""
    value = without_alias(item)
    return statement[value[0].start : value[-1].end]


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


def references(body: Sequence[Token]) -> Iterator[tuple[int, str]]:
    """Yield the place of each node that refers to another in a MATCH clause's body, and the property that does so.

    A reference is a relation named after its property: `(a)-[:PEER_GROUP]->(b)`. Without a direction, both may refer.
    """
    nodes = [pattern.inside for pattern in node_patterns(body)]
    for place, token in enumerate(body):
        if token.text != "[" or not place or body[place - 1].text not in {"-", "<-"}:
            continue
        within = inside(body, place)
        types = [one.plain for sign, one in pairwise(within) if sign.text in {":", "|"}]
        behind = [one.text for one in body[place + len(within) + 2 :][:1]]
        first = max((at for at in nodes if at < token.start), default=-1)
        last = min((at for at in nodes if at > token.start), default=-1)
        refer = [*([first] if body[place - 1].text == "-" else []), *([last] if behind != ["->"] else [])]
        yield from ((at, name.lower()) for at in refer for name in types if name not in OWN_RELATIONS)


def node_patterns(body: Sequence[Token]) -> Iterator[NodePattern]:
    """Find the nodes of a MATCH clause's body."""
    for place, token in enumerate(body):
        if token.text == "(" and (place == 0 or body[place - 1].text in BEFORE_A_NODE):
            within = inside(body, place)
            if not within or within[0].text in {":", "{"} or within[0].is_name:
                yield _read_node(within, token.end)


def _read_node(within: Sequence[Token], offset: int) -> NodePattern:
    depth = within[0].depth if within else 0
    labels: list[str] = []
    properties: list[str] = []
    named = bool(within) and within[0].is_name and within[0].word != "WHERE"
    in_labels = False
    for token, after in zip_longest(within, [one.text for one in within[1:]]):
        if token.depth == depth and token.text in {":", "|", "&"}:
            in_labels = True
        elif token.text == "{" or token.word == "WHERE":
            in_labels = False
        elif in_labels and token.is_name:
            labels.append(token.plain)
        elif token.depth == depth + 1 and token.is_name and after == ":":
            properties.append(token.plain)
    return NodePattern(within[0].plain if named else "", tuple(labels), tuple(properties), offset)


def note_pattern(variables: dict[str, NodeVariable], name: str, pattern: NodePattern) -> None:
    """Add the labels and properties of a pattern to its variable."""
    variable = variables.setdefault(name, NodeVariable(name))
    variable.labels.update(pattern.labels)
    variable.properties.update(pattern.properties)


def note_uses(variables: Mapping[str, NodeVariable], clauses: Sequence[Clause]) -> None:
    """Note which properties of the variables the clauses name, and which are asked for as a whole."""
    for clause in clauses:
        for place, token in enumerate(clause.tokens):
            variable = variables.get(token.plain) if token.is_name else None
            if variable is not None:
                _note_use(variable, clause, place)


def _note_use(variable: NodeVariable, clause: Clause, place: int) -> None:
    before = [token.text for token in clause.tokens[max(0, place - 3) : place]]
    after = [token.text for token in clause.tokens[place + 1 : place + 3]]
    if before[-1:] in (["."], [":"], ["$"], ["AS"], ["as"]):
        return
    if after[:1] == ["."]:
        variable.properties.add(clause.tokens[place + 2].plain if len(after) > 1 else "")
    elif after[:1] == [":"] and clause.keyword == "WHERE" and len(after) > 1 and before[-1:] != ["NOT"]:
        variable.labels.add(clause.tokens[place + 2].plain)
    elif clause.keyword in {"RETURN", "WITH", "WHERE", "ORDER", "UNWIND"}:
        returned = clause.keyword == "RETURN" and clause.tokens[place].depth == 0
        _note_bare_use(variable, returned, before, after)


def _note_bare_use(variable: NodeVariable, returned: bool, before: list[str], after: list[str]) -> None:
    called = [text.lower() for text in before if text.upper() != "DISTINCT"]
    function = called[-2] if len(called) > 1 and called[-1] == "(" else ""
    begins = not before or before[-1] == "," or before[-1].upper() == "DISTINCT"
    ends = not after or after[0] == "," or after[0].upper() == "AS"
    if function == "count":
        variable.counted = True
    elif function in {"keys", "properties"} or after[:1] == ["["]:
        variable.dynamic = True
    elif function in {"collect", "head", "last"} or after[:1] == ["{"] or (returned and begins and ends):
        variable.whole = True


def whole_label(clauses: Sequence[Clause], variables: Mapping[str, NodeVariable]) -> str:
    """Return the label of `MATCH (name:Label) RETURN ...`, whose nodes are all matched, if they are entities; or ""."""
    pattern = clauses[0].tokens
    signs = [pattern[place].text for place in (0, 2, 4)] if len(pattern) == 5 else []
    if [clause.keyword for clause in clauses] != ["MATCH", "RETURN"] or signs != ["(", ":", ")"]:
        return ""
    return pattern[3].plain if variables[pattern[1].plain].kind == "entity" else ""
