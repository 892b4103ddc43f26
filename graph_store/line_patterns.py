"""Rewrites `(e)-[:HAS_LINE]->(l:Line)` to also match log records, which are their own lines. Pure.

A log record that stands on one line is one node, `(:Line:Entity:Event)`, and has no relation to itself. A pattern of
one step from an entity to its line is therefore read as one of no step or one: `-[:HAS_LINE*0..1]->`, from an
`:Entity` to a `:Line`, which finds the same pairs for other entities as before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from graph_store.cypher_tokens import code_of, without_comments
from graph_store.text_search.full_text_call import closing_place

_STEP = re.compile(r"\)\s*+(<?)\s*+-\s*+(?:\[([^\[\]{}]{0,500})\]\s*+)?-\s*+(>?)\s*+(?=\()")
_NODE = re.compile(r"\(\s*+([^\W\d]\w*+|`[^`]++`)?+\s*+(:[\w`:|&!% ]*+)?+")
_RELATION = re.compile(
    r"(?P<name>[^\W\d]\w*+)?+(?::(?P<types>[\w`:|]++))?+(?P<many>\*(?P<least>[0-9]*+)(?P<to>\.\.)?+(?P<most>[0-9]*+))?+"
)


@dataclass(slots=True)
class _Step:
    """A relation of a path; `right` is whether its arrow points there, None where it points both ways or none."""

    right: bool | None
    inside: str

    def write(self) -> str:
        inside = f"[{self.inside}]" if self.inside else ""
        return f"{'<-' if self.right is False else '-'}{inside}{'->' if self.right else '-'}"


@dataclass(slots=True)
class _Path:
    """Nodes and the steps between them, as they are written from `start` to before `end`."""

    start: int
    end: int
    nodes: list[str]
    steps: list[_Step]

    def write(self) -> str:
        pairs = zip(self.steps, self.nodes[1:], strict=True)
        return self.nodes[0] + "".join(f"{step.write()}{node}" for step, node in pairs)

    def reverse(self) -> None:
        self.nodes.reverse()
        self.steps = [
            _Step(None if one.right is None else not one.right, one.inside) for one in reversed(self.steps)
        ]


@lru_cache(maxsize=1000)
def match_records_as_lines(statement: str) -> str:
    """Return a statement whose steps to lines find the lines of records, too.

    A step is left as it is if it has a variable that is used (`r.fields`: a record's line shows all of them), or if
    neither end says which of them is the line.
    """
    if "-" not in statement or "line" not in statement.lower():
        return statement
    statement = without_comments(statement)
    code = code_of(statement)
    parts, done = [], 0
    for path in _paths(statement, code):
        opened = [_open_step(path, place, step, code) for place, step in enumerate(path.steps)]
        if not any(opened):
            continue
        if _begins_at_known(path, code):
            path.reverse()
        parts += [statement[done : path.start], path.write()]
        done = path.end
    return "".join([*parts, statement[done:]])


def _paths(statement: str, code: str) -> Iterator[_Path]:
    """Yield the paths of at least one step, outermost ones from left to right."""
    path: _Path | None = None
    for found in _STEP.finditer(code):
        first = _opening(code, found.start())
        last = closing_place(code, found.end() + 1)
        if first < 0 or last < 0:
            continue
        if path is None or first != path.end - len(path.nodes[-1]):
            if path is not None:
                yield path
            path = _Path(first, found.start() + 1, [statement[first : found.start() + 1]], [])
        right = None if bool(found[1]) == bool(found[3]) else bool(found[3])
        path.steps.append(_Step(right, statement[found.start(2) : found.end(2)] if found[2] else ""))
        path.nodes.append(statement[found.end() : last + 1])
        path.end = last + 1
    if path is not None:
        yield path


def _open_step(path: _Path, place: int, step: _Step, code: str) -> bool:
    """Let a step to a line be none. Returns whether it is one."""
    relation = _RELATION.fullmatch("".join(step.inside.split()))
    if relation is None or (relation["many"] and relation["least"] not in ("", "1")):
        return False
    types = set(re.split(r"[\s:|`]+", relation["types"] or "")) - {""}
    left, right = path.nodes[place : place + 2]
    head_right = step.right if step.right is not None else _which_is_line(left, right)
    if head_right is None or (types and "HAS_LINE" not in types):
        return False
    head, tail = (right, left) if head_right else (left, right)
    if types != {"HAS_LINE"} and not _has_label(head, "Line"):
        return False
    if relation["name"] and len(re.findall(rf"\b{relation['name']}\b", code)) > 1:
        return False
    single = not relation["many"] or (relation["least"] and not relation["to"])
    most = relation["most"] or ("1" if single else "")
    kinds = f":{relation['types']}" if types else ""
    step.inside = f"{kinds}*0..{most}"
    ends = [_labelled(tail, "Entity"), _labelled(head, "Line")]
    path.nodes[place : place + 2] = ends if head_right else ends[::-1]
    return True


def _which_is_line(left: str, right: str) -> bool | None:
    """Return whether the right one of two nodes is the line, None if they do not say."""
    are_lines = [_has_label(node, "Line") for node in (left, right)]
    if not any(are_lines):
        are_lines = [not _labels(node) for node in (left, right)]
    return None if all(are_lines) or not any(are_lines) else are_lines[1]


def _begins_at_known(path: _Path, code: str) -> bool:
    """Say whether a path ends, not begins, at a known line: ArcadeDB follows long steps from where a path begins.

    What is known in one part of a UNION is not in the next. A path with a name, or a piece of one whose other steps
    have properties (`-[r {a: 1}]->`), stays as it is.
    """
    before = re.split(r"\bUNION\b", code[: path.start], flags=re.IGNORECASE)[-1]
    is_piece = before.rstrip().endswith(("=", "-", ">")) or code[path.end :].lstrip().startswith(("-", "<"))
    if is_piece or "MATCH" not in before.upper():
        return False
    first, last = (_name(path.nodes[place]) for place in (0, -1))
    return bool(last) and _is_known(last, before) and not (first and _is_known(first, before))


def _is_known(name: str, before: str) -> bool:
    return re.search(rf"(?<![\w.:$]){re.escape(name)}(?!\w|\()", before) is not None


def _name(node: str) -> str:
    found = _NODE.match(code_of(node))
    name = node[found.start(1) : found.end(1)] if found and found[1] else ""
    return "" if name.upper() == "WHERE" else name


def _labels(node: str) -> str:
    found = _NODE.match(code_of(node))
    return re.split(r"\bWHERE\b", found[2], flags=re.IGNORECASE)[0] if found and found[2] else ""


def _has_label(node: str, label: str) -> bool:
    return re.search(rf"[:|&]\s*`?{label}\b", _labels(node)) is not None


def _labelled(node: str, label: str) -> str:
    """Return a node pattern with a label, which it has not yet."""
    if _labels(node):
        return node
    name = _name(node)
    place = node.index(name) + len(name) if name else 1
    return f"{node[:place]}:{label}{node[place:]}"


def _opening(code: str, close: int) -> int:
    """Return the place of the parenthesis that the one at `close` closes, -1 if none."""
    depth = 0
    for place in range(close, -1, -1):
        depth += (code[place] == ")") - (code[place] == "(")
        if depth == 0:
            return place
    return -1
