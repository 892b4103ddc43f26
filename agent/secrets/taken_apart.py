"""Finds where a statement takes texts of the data apart, so that masks could not follow. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from agent.cypher_tokens import Token, split_clauses, split_list, split_union, tokenize
from agent.evidence.column_flow import Flow, Walk
from language_model.redaction.secret_words import Name, name_of

TEXTS = frozenset({"text", "message", "search_text", "template", "line", "lines", "key", "description"})
"""Properties that hold lines, records or names as they are written."""
CUTS = frozenset({"substring", "left", "right", "replace", "translate", "chars", "tochararray"})
SECRETS = frozenset({Name.SECRET, Name.KEY, Name.PASS, Name.TOKEN, Name.COMMUNITY})


def taken_apart(statement: str, parameters: Mapping[str, object]) -> str:
    """Return what a statement does to texts that may hold secrets, as `reverse(text)`; "" when it does nothing.

    To split at a word or a sign is allowed: its parts are masked as they stand. To turn round, to cut and to replace
    are not, nor is splitting into letters.
    """
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
        if tokens[at].kind != "name" or tokens[at + 1].text != "(":
            continue
        inside = []
        for token in tokens[at + 2 :]:
            if token.depth <= tokens[at].depth:
                break
            inside.append(token)
        if inside:
            yield tokens[at].plain.lower().rpartition(".")[2], split_list(inside)


def _takes_apart(function: str, given: Sequence[Sequence[Token]], parameters: Mapping[str, object]) -> bool:
    if function != "split":
        return function == "reverse" or function in CUTS
    if len(given) != 2 or len(given[1]) != 1:
        return True
    token = given[1][0]
    said = parameters.get(token.text[1:]) if token.kind == "parameter" else token.text[1:-1]
    if token.kind not in {"text", "parameter"} or not isinstance(said, str):
        return True
    return not said or (len(said) == 1 and said.isalnum())


def _may_hold_secrets(function: str, flow: Flow) -> bool:
    """Say whether data flows that is a line's text, or a secret by its name, or nobody knows what."""
    if not flow.data:
        return False
    if not flow.names or function == "reverse" or TEXTS & (flow.names | set(flow.texts)):
        return True
    return any(name_of(name) in SECRETS for name in flow.names)
