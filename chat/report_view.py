"""A conversation as a report in Markdown: questions, answers, the lines they rest on, the statements. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from chat.markdown import show_code
from chat.people.ways_in import BROWSER
from conversations.records import Conversation, KeptTurn, Place, Statement

MOST_LINES = 200
CHANGED = "changed since"
GONE = "no longer loaded"


@dataclass(frozen=True, slots=True)
class EvidenceLine:
    """A cited line as it stands in the graph now; `state` is blank where it is as it was when it was cited."""

    path: str
    number: int
    text: str
    state: str = ""


Evidence = Mapping[Place, EvidenceLine]


def write_report(kept: Conversation, evidence: Evidence, title: str = "") -> str:
    """Write the report."""
    turns = kept.turns
    heading = title or (turns[0].question if turns else "Conversation")
    user = kept.heading.user if not kept.heading.user.startswith(BROWSER) else ""
    begun = f"{kept.heading.begun[:16].replace('T', ' ')} UTC"
    head = f"# {_one_line(heading)}\n\n{' · '.join(filter(None, ['Wirelore', begun, user, kept.heading.id]))}"
    return "\n\n".join([head, *(_turn(kept, turn, evidence) for turn in turns)]) + "\n"


def _turn(kept: Conversation, turn: KeptTurn, evidence: Evidence) -> str:
    tokens = f"{turn.tokens:,} tokens" if turn.tokens else ""
    facts = [turn.status, turn.mode, turn.model, tokens, f"{turn.seconds:.1f} s", f"data {turn.graph}"]
    parts = [
        f"## {turn.number}. {_one_line(turn.question)}",
        turn.answer.strip(),
        _evidence(turn.citations, evidence),
        _statements(turn.statements),
        _judged(kept, turn),
        f"*{' · '.join(filter(None, facts))}*",
    ]
    return "\n\n".join(filter(None, parts))


def _evidence(places: Sequence[Place], evidence: Evidence) -> str:
    """Show the cited lines, file by file."""
    if not places:
        return ""
    shown = places[:MOST_LINES]
    found = [evidence.get(place, EvidenceLine(place.path, place.line, "", GONE)) for place in shown]
    blocks = []
    for path in dict.fromkeys(line.path for line in found):
        lines = sorted((line for line in found if line.path == path), key=lambda line: line.number)
        width = len(str(lines[-1].number))
        drawn = [_draw(line, width) for line in lines]
        blocks.append(f"{path}\n\n{show_code(chr(10).join(drawn))}")
    more = f"\n\n{len(places) - len(shown):,} more lines are cited." if len(places) > len(shown) else ""
    return "### Evidence\n\n" + "\n\n".join(blocks) + more


def _draw(line: EvidenceLine, width: int) -> str:
    note = f"  <- {line.state}" if line.state else ""
    return f"{line.number:>{width}}  {line.text}{note}"


def _statements(statements: Sequence[Statement]) -> str:
    if not statements:
        return ""
    return "### Statements\n\n" + "\n\n".join(map(_statement, statements))


def _statement(one: Statement) -> str:
    rows = f"{one.rows} of {one.total}" if one.total else f"{one.rows}"
    said = f"failed: {one.error}" if one.error else f"{rows} rows"
    values = [f"// ${name} = {value!r}" for name, value in one.parameters.items()]
    return f"{one.kind}, attempt {one.attempt}: {said}\n\n{show_code(chr(10).join([one.text, *values]), one.kind)}"


def _judged(kept: Conversation, turn: KeptTurn) -> str:
    said = kept.verdict(turn.number)
    if said is None:
        return ""
    comment = f": {_one_line(said.comment)}" if said.comment else ""
    return f"Judged **{'right' if said.verdict == 'up' else 'wrong'}**{comment}"


def _one_line(text: str) -> str:
    return " ".join(text.split())
