"""Refuses statements that a server could not stop, or whose results masking could not follow. Pure.

The guard of the store (graph_store/read_only.py) lets every statement pass that reads. A server looks at the time only
between two rows: what makes or walks large values inside of one expression stops it for everybody. So statements that
are not our own may use each such thing once, not one inside of another. What the columns of a subquery rest on cannot
be told, so neither citations nor masks would hold for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from agent.evidence.column_flow import Flow, Walk
from agent.evidence.node_patterns import inside
from agent.secrets.mask_secrets import SECOND_VALUE
from graph_store.cypher_tokens import Token, split_clauses, split_list, split_union, tokenize
from language_model.redaction.secret_words import Name, name_of

# Finds where a statement takes texts of the data apart, so that masks could not follow.


TEXTS = frozenset({"text", "message", "search_text", "template", "line", "lines", "key", "description"})
"""Properties that hold lines, records or names as they are written."""
CUTS = frozenset({"substring", "left", "right", "replace", "translate", "chars", "tochararray"})
SECRETS = frozenset({Name.SECRET, Name.KEY, Name.PASS, Name.TOKEN, Name.COMMUNITY})


def taken_apart(statement: str, parameters: Mapping[str, object]) -> str:
    """Return what takes texts apart that may hold secrets, as `reverse(text)`; to split at a sign is allowed."""
    for part in split_union(tokenize(statement)):
        walk = Walk()
        for clause in split_clauses(part):
            if clause.keyword in {"WITH", "UNWIND", "RETURN"}:
                for function, given in _calls(clause.tokens):
                    flow = walk.flow(given[0])
                    if _takes_apart(function, given, parameters) and _may_hold_secrets(function, flow):
                        return f"{function}({', '.join(sorted(flow.names)) or '...'})"
            walk.step(clause)
    return ""


def _calls(tokens: Sequence[Token]) -> Iterator[tuple[str, list[tuple[Token, ...]]]]:
    """Yield each function that is called, in lower case, with what it is given."""
    for at in range(len(tokens) - 2):
        if not tokens[at].is_name or tokens[at + 1].text != "(":
            continue
        if given := inside(tokens, at + 1):
            yield tokens[at].plain.lower().rpartition(".")[2], split_list(given)


def _takes_apart(function: str, given: Sequence[Sequence[Token]], parameters: Mapping[str, object]) -> bool:
    if function != "split":
        return function == "reverse" or function in CUTS
    if len(given) != 2 or len(given[1]) != 1:
        return True
    token = given[1][0]
    said = parameters.get(token.text[1:]) if token.kind == "parameter" else token.text[1:-1]
    if token.kind not in {"string", "parameter"} or not isinstance(said, str):
        return True
    return not said or (len(said) == 1 and said.isalnum())


def _may_hold_secrets(function: str, flow: Flow) -> bool:
    """Say whether data flows that is a line's text, or a secret by its name, or nobody knows what."""
    if not flow.data:
        return False
    if not flow.names or function == "reverse" or TEXTS & (flow.names | set(flow.texts)):
        return True
    return any(name_of(name) in SECRETS for name in flow.names)


ITERATING = frozenset({"any", "all", "none", "single"})
FOLDING = frozenset({"reduce", "filter", "extract"})
TAKING_APART = CUTS | {"split", "reverse"}
LISTS = frozenset({"collect", "nodes", "relationships", "labels", "keys", "split", "range"})
"""Functions whose result may be cut: a list, and no text."""
MEASURING = frozenset({"+", "-", "*", "/", "%", "^", "<", ">", "<=", ">=", "=~"})
PARTS = frozenset({"STARTS", "ENDS", "CONTAINS"})
BEFORE_A_LIST = frozenset({"IN", "RETURN", "WITH", "UNWIND"})
MOST_RANGE = 10_000
MOST_GROWTH = 256
"""How often a text may grow by its own length, over all clauses."""


COSTLY = (
    "{} is refused: it may keep the graph busy for everybody, and nothing could end it; "
    "use MATCH, WHERE, WITH, and aggregates such as count() and collect()"
)
CUT = "{} is refused: texts that may hold secrets are returned as they are, or split at a sign"


def refuse(statement: str, parameters: Mapping[str, object], *, show_secrets: bool = False) -> str:
    """Return why a statement of a person or a model is not run; "" where it may run."""
    checks = (_subquery, _folding, _nested, _large_range, _growth, _collected_again)
    for part in split_union(tokenize(statement)):
        if costly := next(filter(None, (check(part) for check in checks)), ""):
            return COSTLY.format(costly)
    cut = "" if show_secrets else taken_apart(statement, parameters) or _cut(statement)
    return CUT.format(cut) if cut else ""


def _cut(statement: str) -> str:
    """Return where a statement takes texts apart inside of a list, or by a slice; "" where it does not."""
    tokens = tokenize(statement)
    for at, token in enumerate(tokens):
        if _is_secret(tokens, at) and _is_measured(tokens, at):
            return f"a comparison with, or arithmetic on, {token.plain}"
        if token.plain == "Store" and _text(tokens, at - 1) in {":", "|"}:
            return "the store's own node"
        if token.text == "[" and not _iterates(tokens, at) and _is_slice(tokens, at):
            return "a slice [a..b] of a text"
    for start, end in _iterations(tokens):
        for at in range(start, end):
            if _called(tokens, at) in TAKING_APART:
                return f"{tokens[at].plain}() inside of a list"
    return ""


def _is_secret(tokens: Sequence[Token], at: int) -> bool:
    """Say whether a place names a property whose values are secrets; every entity's name is its `key`."""
    name = tokens[at].plain
    read = tokens[at].is_name and _text(tokens, at - 1) == "." and name != "key"
    return read and name_of(SECOND_VALUE.sub("", name)) in SECRETS


def _is_measured(tokens: Sequence[Token], at: int) -> bool:
    """Say whether a property is compared by parts or order, or counted with: each answer tells a bit of it."""
    around = {_text(tokens, at + 1), _text(tokens, at - 3)}
    words = {tokens[place].word for place in (at + 1, at - 3) if 0 <= place < len(tokens)}
    return bool(around & MEASURING or words & PARTS)


def _text(tokens: Sequence[Token], at: int) -> str:
    return tokens[at].text if 0 <= at < len(tokens) else ""


def _called(tokens: Sequence[Token], at: int) -> str:
    """Return the name of the function that is called at a place, in lower case; "" for none."""
    named = tokens[at].is_name and _text(tokens, at + 1) == "("
    return tokens[at].plain.lower() if named else ""


def _end(tokens: Sequence[Token], at: int) -> int:
    return at + 1 + len(inside(tokens, at))


def _iterates(tokens: Sequence[Token], at: int) -> bool:
    """Say whether a bracket holds a comprehension: of a list, `[x IN ...`, or of a pattern, `[(a)--(b) | ...`."""
    if _text(tokens, at) != "[" or _text(tokens, at - 1) in {"-", "<-"}:
        return False
    first = at + (3 if _text(tokens, at + 2) == "=" else 1)
    return (at + 2 < len(tokens) and tokens[at + 2].word == "IN") or _text(tokens, first) == "("


def _iterations(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Yield the places of what is computed once for each item of a list or pattern, brackets included."""
    for at in range(len(tokens)):
        if _iterates(tokens, at):
            yield at, _end(tokens, at)
        elif _called(tokens, at) in ITERATING and at + 3 < len(tokens) and tokens[at + 3].word == "IN":
            yield at + 1, _end(tokens, at + 1)


def _subquery(tokens: Sequence[Token]) -> str:
    for at, token in enumerate(tokens):
        if token.word == "CALL" and _text(tokens, at + 1) in {"{", "("}:
            return "CALL { ... }"
        if token.word == "COLLECT" and _text(tokens, at + 1) == "{":
            return "COLLECT { ... }"
        if token.text == "{" and _text(tokens, at + 1) == ".":
            return "a map projection {.*}"
    return ""


def _folding(tokens: Sequence[Token]) -> str:
    return next((f"{name}()" for at in range(len(tokens)) if (name := _called(tokens, at)) in FOLDING), "")


def _nested(tokens: Sequence[Token]) -> str:
    found = list(_iterations(tokens))
    for start, end in found:
        if any(start < other < end for other, _ in found):
            return "a walk through a list inside of another"
        for at in range(start, end):
            typed = _text(tokens, at - 1) in {"[", ":"} or _text(tokens, at - 2) in {":", "|"}
            if _text(tokens, at) == "*" and typed:
                return "a path of any length inside of a list"
    return ""


def _large_range(tokens: Sequence[Token]) -> str:
    for at in range(len(tokens)):
        if _called(tokens, at) != "range":
            continue
        given = inside(tokens, at + 1)
        large = any(one.kind == "number" and one.number > MOST_RANGE for one in given)
        if large or any(one.text in {"*", "^", "$"} for one in given):
            return f"a range() of more than {MOST_RANGE:,}"
    return ""


def _growth(tokens: Sequence[Token]) -> str:
    """Multiply how often each clause joins values: text that grows by itself in each WITH has no end."""
    growth = 1
    for clause in split_clauses(tokens):
        threes = zip(clause.tokens, clause.tokens[1:], clause.tokens[2:], strict=False)
        growth *= 1 + sum(
            one.text == "+" and "number" not in {before.kind, after.kind} for before, one, after in threes
        )
    return "a text or list that grows in each WITH" if growth > MOST_GROWTH else ""


def _collected_again(tokens: Sequence[Token]) -> str:
    """Find a collected list that is returned, or walked through, once for each row of what is read after it."""
    collected: set[str] = set()
    many: set[str] = set()
    for clause in split_clauses(tokens):
        if clause.keyword in {"MATCH", "UNWIND", "OPTIONAL"}:
            many |= collected
        if clause.keyword in {"WITH", "RETURN"}:
            if found := _used_whole(clause.tokens, many):
                return f"the collected list {found!r} once for each row"
            for at, token in enumerate(clause.tokens):
                if _called(clause.tokens, at) == "collect":
                    end = at + 1 + _end(clause.tokens[at + 1 :], 0)
                    if end + 2 < len(clause.tokens) and clause.tokens[end + 1].word == "AS":
                        collected.add(clause.tokens[end + 2].plain)
                elif token.word == "AS" and at and clause.tokens[at - 1].plain in collected:
                    collected.add(_text(clause.tokens, at + 1).strip("`"))
        elif clause.keyword == "WHERE" and (found := _walked(clause.tokens, many)):
            return f"the collected list {found!r} once for each row"
    return ""


def _used_whole(tokens: Sequence[Token], many: set[str]) -> str:
    """Find a name of a list that is an item of its own, or walked through."""
    for at, token in enumerate(tokens):
        alone = not at or (token.depth == tokens[0].depth and _text(tokens, at - 1) in {"", ",", "DISTINCT"})
        ends = at + 1 == len(tokens) or _text(tokens, at + 1) == "," or tokens[at + 1].word == "AS"
        if token.is_name and token.plain in many and alone and ends:
            return token.plain
    return _walked(tokens, many)


def _walked(tokens: Sequence[Token], many: set[str]) -> str:
    names = (one for start, end in _iterations(tokens) for one in tokens[start:end] if one.is_name)
    return next((one.plain for one in names if one.plain in many), "")


def _is_slice(tokens: Sequence[Token], at: int) -> bool:
    """Say whether a bracket cuts a part out of what stands before it, unless that is a list."""
    before = _text(tokens, at - 1)
    if before in {"-", "<-", "", "(", ",", "[", "|"} or tokens[at - 1].word in BEFORE_A_LIST:
        return False
    if not any(one.text == ".." and one.depth == tokens[at].depth + 1 for one in inside(tokens, at)):
        return False
    if before != ")":
        return True
    opened = next(place for place in range(at - 2, -1, -1) if tokens[place].depth == tokens[at - 1].depth)
    return opened == 0 or _called(tokens, opened - 1) not in LISTS
