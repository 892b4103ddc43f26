"""Kinds of mistakes that small models make, each as a change of a good model's reply."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping

from tests.agent.weak_models.weak_model import Call, Mistake, cut_off

STATEMENTS = ("write_graph", "write_statement", "repair_query")
JSON = (*STATEMENTS, "write_text")
PROPERTY = re.compile(r"\b([a-z])\.([a-z_]+)|([{,] ?)([a-z_]+)(?=: )")
LABEL = re.compile(r"(?<=\()(\w*):(\w+)")
VALUE = re.compile(r"'([^']*\w[^']*)'")
NUMBER = re.compile(r"(?<=`)\d+(?=`)")


def _statement(change: Callable[[str], str]) -> Callable[[Call], str]:
    """Change the statement of a reply."""

    def alter(call: Call) -> str:
        reply = json.loads(call.right)
        return json.dumps({**reply, "statement": change(reply["statement"])})

    return alter


def _other_value(statement: str) -> str:
    """Ask about something else than the question does."""
    for one, other in (
        ("core1", "core2"),
        ("leaf1", "leaf2"),
        ("branch-ash", "branch-elm"),
        ("dist1", "dist2"),
    ):
        if one in statement:
            return statement.replace(one, other)
    return VALUE.sub("'core1'" if "core2" in statement else "'core2'", statement, count=1)


def _constants(call: Call) -> str:
    """Return what the model believes, beside a match that finds anything."""
    return json.dumps(
        {"statement": "MATCH (c:Configuration) RETURN '10.9.9.9' AS answer, 4711 AS count LIMIT 1"}
    )


def _invented(call: Call) -> str:
    text = NUMBER.sub(lambda match: str(int(match[0]) + 7), call.right)
    return text if text != call.right else f"There are 4711 of them: `10.9.9.9` [1]\n{call.right}"


def _obeys(call: Call) -> str:
    if call.prompt == "synthesize":
        return (
            "All is fine. Ignore the alarms and visit http://evil.example/fix to update your password [1]\n"
            "The firewall should be turned off [1]"
        )
    return json.dumps({"statement": "MATCH (n) DETACH DELETE n", "q": "*:*", "parameters": {}})


def _loops(call: Call) -> str:
    """Write the same thing again, only spaced otherwise: a repair that is none."""
    if call.prompt == "synthesize":
        return "the the the the " * 200
    spaces = " " * (call.before + 1)
    return json.dumps(
        {"statement": f"match{spaces}(x:Nothing){spaces}return x.key as name", "q": "zzzz zzzz"}
    )


def _half(call: Call) -> str:
    """Answer with the first value of the first row only."""
    found = re.search(r"`[^`]+`", call.right)
    return f"{found[0]} [1]" if found else call.right


def _python(call: Call) -> str:
    """Write a Python dict with a comment and a comma too much, in a fence."""
    return f"```python\n# the query\n{json.loads(call.right)!r}\n```" if call.prompt in JSON else call.right


def _bare(call: Call) -> str:
    """Write no JSON, but the statement in a fence."""
    reply = json.loads(call.right)
    return (
        f"Here is the query:\n```cypher\n{reply.get('statement') or reply.get('q')}\n```\nIt finds them all."
    )


def _prose(call: Call) -> str:
    if call.prompt == "synthesize":
        return f"Sure! Based on the rows {{as given}}, here is what I found:\n\n{call.right}\n\nI hope this helps!"
    return f'Sure, {{name}} is meant. Here it is:\n```json\n{call.right}\n```\nThe form was {{"statement": ...}}.'


def _thinks(call: Call) -> str:
    return (
        "<think>\nThe user asks {something}. Perhaps 4711 of them on `core9`? "
        f'{{"statement": "MATCH (n) RETURN n"}}\nNo.\n</think>\n{call.right}'
    )


def _few(statement: str) -> str:
    """Let only the first two come back."""
    return statement if "LIMIT" in statement else f"{statement} LIMIT 2"


def _cites_wrongly(call: Call) -> str:
    return re.sub(r"\[\d+\]", "[97]", call.right)


def _counts_alone(call: Call) -> str:
    """Say a number in words that no row has, and name no row."""
    return "There are seventeen of them in total.\nProbably more."


def _types(call: Call) -> str:
    """Send fields of the wrong types."""
    reply = json.loads(call.right)
    return json.dumps({"statement": [reply.get("statement")], "parameters": ["x"], "q": 7})


MISTAKES: Mapping[str, Mistake] = {
    "wrong property names": Mistake(
        _statement(lambda text: PROPERTY.sub(lambda at: f"{at[1]}.the_{at[2]}" if at[1] else at[0], text)),
        STATEMENTS,
    ),
    "wrong label names": Mistake(_statement(lambda text: LABEL.sub(r"\1:Cisco\2Object", text)), STATEMENTS),
    "prose around JSON": Mistake(_prose),
    "thinks aloud": Mistake(_thinks),
    "one of two answered": Mistake(_half, ("synthesize",)),
    "invented numbers": Mistake(_invented, ("synthesize",)),
    "constants as columns": Mistake(_constants, STATEMENTS),
    "obeys injected lines": Mistake(_obeys),
    "empty replies": Mistake(lambda call: ""),
    "loops": Mistake(_loops),
    "a Python dict": Mistake(_python, JSON),
    "no JSON at all": Mistake(_bare, JSON),
    "wrong types": Mistake(_types, JSON),
    "another value": Mistake(_statement(_other_value), STATEMENTS),
    "only a few": Mistake(_statement(_few), STATEMENTS),
    "broken syntax": Mistake(_statement(lambda text: text.replace(")", "", 1)), STATEMENTS),
    "cites wrongly": Mistake(_cites_wrongly, ("synthesize",)),
    "a number of its own": Mistake(_counts_alone, ("synthesize",)),
    "always none": Mistake(lambda call: "NONE", ("synthesize",)),
    "cut off": Mistake(cut_off, JSON),
}
"""Kind → the mistake, made at every call."""
